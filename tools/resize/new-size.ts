// Computes the size of a resized image, for the run and for the page.
import type { ResizeOptions } from './contract.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

type Wishes = Pick<ResizeOptions, 'width' | 'height' | 'longEdge' | 'percent' | 'fit' | 'enlarge'>;

/** Returns the scale of both sides. Not used if two sides are given with `fit` cover or fill. */
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

/** Returns the size of the result in pixels; that of `picture` if nothing is requested. */
export function newSize(picture: Size, wishes: Wishes): Size {
  const { width, height, fit, enlarge } = wishes;
  if (width && height && fit !== 'inside') {
    const isLarger =
      fit === 'cover'
        ? width > picture.width || height > picture.height
        : width * height > picture.width * picture.height;
    if (enlarge || !isLarger) return { width, height };
    // The largest frame with this aspect ratio that fits inside the image.
    const scale = Math.min(1, picture.width / width, picture.height / height);
    return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  }
  const scale = scaleFor(picture, wishes);
  const follow = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: follow(picture.width), height: follow(picture.height) };
}
