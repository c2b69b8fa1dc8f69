// A picture that the browser draws, as an address to show. While the next one is being drawn the last one stays, however long it takes.
import { useEffect, useState } from 'react';

/** The next picture has to be decoded before the last one may go. */
const decodingMs = 2000;

/** Revokes an address once another one has taken its place, or its component is gone. */
export function useRevoke(address: string | undefined): void {
  useEffect(() => {
    if (!address) return;
    return () => void setTimeout(() => URL.revokeObjectURL(address), decodingMs);
  }, [address]);
}

/** `draw` is another function whenever another picture is wanted, and undefined when none is; one that fails shows none. */
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
