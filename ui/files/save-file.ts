// Saves files as browser downloads.

/** Downloads `address`. Without a name, the name in the response is kept if it is an attachment. */
export function saveAddress(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  // Firefox only follows links that are in the document.
  document.body.append(link);
  link.click();
  link.remove();
}

/** Downloads a blob. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  saveAddress(address, name);
  // Safari reads the address only after the click event has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
