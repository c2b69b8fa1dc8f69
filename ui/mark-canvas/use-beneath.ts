// A small copy of the picture, used to choose a colour with sufficient contrast.

import type { Size } from 'contract/mark/place.ts';
import { lookSide } from 'engines/pixels/choose-ink.ts';
import { useEffect, useState } from 'react';
import { makeCanvas } from './paint-mark.ts';

type Small = Size & { readonly data: Uint8Array };

function shrink(picture: HTMLImageElement): Small {
  const { naturalWidth, naturalHeight } = picture;
  const scale = Math.min(1, lookSide / Math.max(naturalWidth, naturalHeight));
  const { canvas, context } = makeCanvas(naturalWidth * scale, naturalHeight * scale);
  const { width, height } = canvas;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  const seen = context.getImageData(0, 0, width, height).data;
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => seen[Math.floor(i / 3) * 4 + (i % 3)]!);
  return { width, height, data };
}

/** Undefined until the picture has loaded, or if the browser cannot read it. */
export function useBeneath(address: string | undefined, isWanted: boolean): Small | undefined {
  const [small, setSmall] = useState<{ address: string; small: Small } | undefined>();
  useEffect(() => {
    if (!address || !isWanted) return;
    const picture = new Image();
    let isOver = false;
    picture.onload = () => !isOver && setSmall({ address, small: shrink(picture) });
    picture.src = address;
    return () => {
      isOver = true;
    };
  }, [address, isWanted]);
  return small && small.address === address ? small.small : undefined;
}
