// Files that the page hands to the person, as downloads of the browser.

/** Lets the browser save what `address` answers. Without a name the answer's own is kept, where it is an attachment. */
export function saveAddress(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  // Firefox follows only links of the document.
  document.body.append(link);
  link.click();
  link.remove();
}

/** Saves bytes that the page has. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  saveAddress(address, name);
  // Safari reads the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
