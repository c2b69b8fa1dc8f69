// A picture chosen as a mark, decoded.
import { useEffect, useState } from 'react';
import type { MarkSource } from './paint-mark.ts';

interface Chosen {
  /** Another one for every choice. */
  readonly id: string;
  readonly blob: Blob;
}

/** Absent until it is read. */
export function usePictureSource(image: Chosen | undefined): MarkSource | undefined {
  const [source, setSource] = useState<{ id: string; source: MarkSource } | undefined>();
  useEffect(() => {
    if (!image) return;
    const address = URL.createObjectURL(image.blob);
    const drawn = new Image();
    drawn.onload = () => {
      const { naturalWidth: width, naturalHeight: height } = drawn;
      if (width === 0 || height === 0) return;
      const shape = { width, height, unit: Math.max(width, height) };
      setSource({ id: image.id, source: { drawn, kind: 'image', shape } });
    };
    drawn.src = address;
    return () => URL.revokeObjectURL(address);
  }, [image]);
  return image && source?.id === image.id ? source.source : undefined;
}
