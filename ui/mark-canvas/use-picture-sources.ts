// Decodes pictures chosen as marks.
import { useEffect, useState } from 'react';
import type { MarkSource } from './paint-mark.ts';

interface Chosen {
  /** Unique for every choice. */
  readonly id: string;
  readonly blob: Blob;
}

/** Decoded pictures by id; absent until decoded. */
export function usePictureSources(images: readonly Chosen[]): ReadonlyMap<string, MarkSource> {
  const [sources, setSources] = useState<ReadonlyMap<string, MarkSource>>(new Map());
  const key = images.map(image => image.id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents the images, which are a new list each time.
  useEffect(() => {
    const addresses = images
      .filter(image => !sources.has(image.id))
      .map(({ id, blob }) => {
        const address = URL.createObjectURL(blob);
        const drawn = new Image();
        drawn.onload = () => {
          const { naturalWidth: width, naturalHeight: height } = drawn;
          if (width === 0 || height === 0) return;
          const shape = { width, height, unit: Math.max(width, height) };
          setSources(known => new Map([...known, [id, { drawn, kind: 'image', shape }]]));
        };
        drawn.src = address;
        return address;
      });
    return () => {
      for (const address of addresses) URL.revokeObjectURL(address);
    };
  }, [key]);
  return sources;
}
