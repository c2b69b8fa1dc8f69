// The address of a clip that a player can use.
import { useEffect, useState } from 'react';
import type { ClipViews } from '../tool-screen.ts';

/** Selects the address to play: the file, or the preview once the browser has rejected the file. */
export function useClipSource(file: Blob | undefined, clip: ClipViews | undefined) {
  const [made, setMade] = useState<{ from: Blob; address: string } | undefined>();
  const [refused, setRefused] = useState<readonly (Blob | string)[]>([]);
  useEffect(() => {
    if (!file) return;
    const address = URL.createObjectURL(file);
    setMade({ from: file, address });
    return () => URL.revokeObjectURL(address);
  }, [file]);
  const isOwn = file !== undefined && !refused.includes(file);
  const { proxy } = clip ?? {};
  const isProxyPlayed = !isOwn && proxy?.state === 'ready' && !refused.includes(proxy.address);
  const address = isOwn ? (made?.from === file ? made.address : undefined) : isProxyPlayed ? proxy.address : undefined;
  const refuse = () => {
    const what = isOwn ? file : isProxyPlayed ? proxy.address : undefined;
    if (what !== undefined) setRefused(old => [...old, what]);
  };
  return { address, isOwn, isProxyPlayed, refuse };
}
