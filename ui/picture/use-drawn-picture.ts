// A picture drawn by the browser, as an address to show. The previous picture stays visible until the next one has been drawn.
import { useEffect, useState } from 'react';

/** Delay in milliseconds before revoking an address, because the next picture must be decoded first. */
const decodingMs = 2000;

/** Revokes an address once it has been replaced or its component has been unmounted. */
export function useRevoke(address: string | undefined): void {
  useEffect(() => {
    if (!address) return;
    return () => void setTimeout(() => URL.revokeObjectURL(address), decodingMs);
  }, [address]);
}

/** `draw` is a new function whenever the picture changes, and undefined for no picture. If it fails, no picture is shown. */
export function useDrawnPicture(draw: (() => Promise<Blob>) | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useRevoke(address);
  useEffect(() => {
    if (!draw) {
      setAddress(undefined);
      return;
    }
    let isGone = false;
    draw().then(
      blob => {
        if (!isGone) setAddress(URL.createObjectURL(blob));
      },
      () => {
        if (!isGone) setAddress(undefined);
      },
    );
    return () => {
      isGone = true;
    };
  }, [draw]);
  return draw && address;
}
