// Receives files and links pasted anywhere on the page, unless the focus is in a text field.
import { useEffect, useEffectEvent } from 'react';
import { readPastedLink, readTransfer } from './read-drop.ts';

export function usePaste(onFiles: (files: File[]) => void, onLink?: (link: string) => void): void {
  const take = useEffectEvent(async (event: ClipboardEvent) => {
    const transfer = event.clipboardData;
    if (!transfer) return;
    const isTyping =
      event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]') !== null;
    // A picture on the clipboard is accepted even if a text field has the focus; text is not.
    const link = isTyping ? null : readPastedLink(transfer);
    if (transfer.types.includes('Files')) event.preventDefault();
    const files = await readTransfer(transfer);
    if (files.length > 0) onFiles(files);
    else if (link) onLink?.(link);
  });

  useEffect(() => {
    const listener = (event: ClipboardEvent) => void take(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, []);
}
