// The size of a resized picture: worked out by the run, and shown by the page before it.
import type { ResizeOptions } from './contract.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

type Wishes = Pick<ResizeOptions, 'width' | 'height' | 'longEdge' | 'percent' | 'fit' | 'enlarge'>;

/** The scale for both sides; with `fit` cover or fill and two sides given, these count instead. */
function scaleFor(picture: Size, { width, height, longEdge, percent, enlarge }: Wishes): number {
  const ratios = [
    ...(width ? [width / picture.width] : []),
    ...(height ? [height / picture.height] : []),
    ...(!width && !height && longEdge ? [longEdge / Math.max(picture.width, picture.height)] : []),
  ];
  if (ratios.length === 0) return (percent ?? 100) / 100;
  const ratio = Math.min(...ratios);
  return enlarge ? ratio : Math.min(1, ratio);
}

/** Pixels of the result; the same as `picture` where nothing was asked for. */
export function newSize(picture: Size, wishes: Wishes): Size {
  const { width, height, fit, enlarge } = wishes;
  if (width && height && fit !== 'inside') {
    const isLarger =
      fit === 'cover'
        ? width > picture.width || height > picture.height
        : width * height > picture.width * picture.height;
    if (enlarge || !isLarger) return { width, height };
    // The largest frame of this shape that lies in the picture.
    const scale = Math.min(1, picture.width / width, picture.height / height);
    return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  }
  const scale = scaleFor(picture, wishes);
  const follow = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: follow(picture.width), height: follow(picture.height) };
}
