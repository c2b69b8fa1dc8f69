// Computes the number of pixels to add on each side from any of the options, for the run and for the page's preview.
import { AppError } from 'contract/errors.ts';
import { type ExpandOptions, maxMegapixels, maxShare, type Ratio } from './contract.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Sides {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Returns width / height. */
export function readRatio(ratio: Ratio): number {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  return across / down;
}

/** Returns the size of a frame with this ratio, `grow` times as large as the smallest one around the image. */
export function frameSize({ width, height }: Size, ratio: Ratio, grow: number): Size {
  const shape = readRatio(ratio);
  const across = Math.max(width, height * shape) * grow;
  return { width: Math.max(width, Math.round(across)), height: Math.max(height, Math.round(across / shape)) };
}

/** Places an image in a frame that is not smaller. */
function placeIn(picture: Size, frame: Size, { alignX, alignY }: Pick<ExpandOptions, 'alignX' | 'alignY'>): Sides {
  const left = Math.round((frame.width - picture.width) * alignX);
  const top = Math.round((frame.height - picture.height) * alignY);
  return { left, top, right: frame.width - picture.width - left, bottom: frame.height - picture.height - top };
}

type Ways = Omit<ExpandOptions, 'format'>;

/** Returns the pixels to add; undefined if no option is given. A requested size smaller than the image gives negative sides. */
export function listSides(picture: Size, options: Ways): Sides | undefined {
  const { free_expand_pixel: added, share, width, height, ratio, grow } = options;
  if (added) return added;
  if (share)
    return {
      left: Math.round(share.left * picture.width),
      right: Math.round(share.right * picture.width),
      top: Math.round(share.top * picture.height),
      bottom: Math.round(share.bottom * picture.height),
    };
  if (width !== undefined || height !== undefined)
    return placeIn(picture, { width: width ?? picture.width, height: height ?? picture.height }, options);
  return ratio && placeIn(picture, frameSize(picture, ratio, grow), options);
}

/** Returns the longest added side, in widths or heights of the image. */
export const farthest = ({ width, height }: Size, { left, right, top, bottom }: Sides): number =>
  Math.max(left / width, right / width, top / height, bottom / height);

export const resultSize = ({ width, height }: Size, { left, right, top, bottom }: Sides): Size => ({
  width: width + left + right,
  height: height + top + bottom,
});

/** Plans from the size alone, before decoding. Refuses EXPAND_MISSING, EXPAND_SMALLER, EXPAND_TOO_FAR and EXPANDED_TOO_LARGE. */
export function planSides(picture: Size, options: Ways): Sides {
  const sides = listSides(picture, options);
  const lengths = sides && Object.values(sides);
  if (lengths?.some(length => length < 0))
    throw new AppError('EXPAND_SMALLER', { width: picture.width, height: picture.height });
  if (!lengths?.some(length => length > 0)) throw new AppError('EXPAND_MISSING');
  // Allows for rounding, which may add half a pixel.
  const isTooFar =
    Math.max(sides!.left, sides!.right) > Math.ceil(maxShare * picture.width) ||
    Math.max(sides!.top, sides!.bottom) > Math.ceil(maxShare * picture.height);
  if (isTooFar) throw new AppError('EXPAND_TOO_FAR', { percent: maxShare * 100 });
  const { width, height } = resultSize(picture, sides!);
  if (width * height > maxMegapixels * 1e6)
    throw new AppError('EXPANDED_TOO_LARGE', { megapixels: Math.ceil((width * height) / 1e6), maxMegapixels });
  return sides!;
}
