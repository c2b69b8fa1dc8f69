// The address of what the stage shows: a preview over the last cutout where there is one, else the picture itself.
import { useEffect, useState } from 'react';
import type { FileFacts } from 'ui/tool-screen.ts';
import type { CutoutOptions } from './cutout-options.ts';
import { drawGuide } from './draw-guide.tsx';
import { recallCutout } from './last-cutouts.ts';

export function useGuide(address: string | undefined, facts: FileFacts, options: CutoutOptions): string | undefined {
  const cutout = recallCutout(facts);
  const { background, color, scene, own, blur } = options;
  const [guide, setGuide] = useState<{ of: string; address: string }>();
  useEffect(() => {
    if (!address || !cutout) return;
    let isGone = false;
    let made: string | undefined;
    drawGuide(address, cutout, options).then(
      blob => {
        if (isGone) return;
        made = URL.createObjectURL(blob);
        setGuide({ of: address, address: made });
      },
      // An expired result, or one from another host: the picture itself is shown instead.
      () => setGuide(undefined),
    );
    return () => {
      isGone = true;
      // The next one takes its place first.
      const old = made;
      if (old) setTimeout(() => URL.revokeObjectURL(old), 2000);
    };
  }, [address, cutout, background, color, scene, own, blur]);
  return guide && guide.of === address ? guide.address : address;
}
