// How large the picture on the stage is: told by its first bytes, by marks made on it, by the browser, or by the server.
import { useEffect, useState } from 'react';
import type { FileFacts } from 'ui/tool-screen.ts';
import { type Areas, areaOf, type Size, sizeOf } from './areas.ts';

/** Undefined until somebody knows. `told`: the size the server gave with `address`. */
export function useSize(address: string | undefined, facts: FileFacts, areas: Areas, told: Size | undefined) {
  const [measured, setMeasured] = useState<Size & { address: string }>();
  const known = sizeOf(facts) ?? areaOf(areas, facts) ?? told;
  const isWanted = known === undefined;

  useEffect(() => {
    if (!address || !isWanted) return;
    const picture = new Image();
    picture.onload = () => setMeasured({ address, width: picture.naturalWidth, height: picture.naturalHeight });
    picture.src = address;
    return () => {
      picture.onload = null;
    };
  }, [address, isWanted]);

  return known ?? (measured && measured.address === address && measured.width > 0 ? measured : undefined);
}
