// Texts on the clipboard, which is unavailable on plain http and may be forbidden by the browser.

/** Returns whether the browser copied it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard?.writeText(text);
    return navigator.clipboard !== undefined;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}

/** Returns the text on the clipboard, or undefined if the browser does not allow reading it. */
export async function readCopied(): Promise<string | undefined> {
  try {
    return await navigator.clipboard?.readText();
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
