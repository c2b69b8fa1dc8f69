// Limits of images, checked before any decoder runs.
import { AppError } from 'contract/errors.ts';

export const maxPixels = 100_000_000;
/**
 * Maximum number of pixels of all frames of an animation together: they are decoded and encoded one after the other, so this limits time more than
 * memory.
 */
export const maxAnimationPixels = 400_000_000;

/** Maximum side in pixels. Decoders hold hundreds of rows at once, so a few very long rows would take gigabytes. */
export const maxSide = 200_000;

const inMegapixels = (pixels: number) => Math.round(pixels / 100_000) / 10;

/** Throws PIXELS_TOO_MANY, or FILE_CORRUPT for sides that are not positive. Sides in pixels. */
export function checkPixels(width: number, height: number, frames = 1): void {
  if (!(width > 0 && height > 0 && frames > 0)) throw new AppError('FILE_CORRUPT');
  const area = width * height;
  const limit = area > maxPixels ? maxPixels : maxAnimationPixels;
  if (area <= maxPixels && area * frames <= maxAnimationPixels) return;
  throw new AppError('PIXELS_TOO_MANY', {
    megapixels: Math.max(inMegapixels(area * frames), inMegapixels(limit) + 0.1),
    maxMegapixels: inMegapixels(limit),
  });
}

/** Throws PIXELS_TOO_MANY for the pixels of all pages of a document together. */
export function checkTotal(pixels: number): void {
  if (pixels <= maxAnimationPixels) return;
  const maxMegapixels = inMegapixels(maxAnimationPixels);
  throw new AppError('PIXELS_TOO_MANY', {
    megapixels: Math.max(inMegapixels(pixels), maxMegapixels + 0.1),
    maxMegapixels,
  });
}

/** Maximum number of pixels of all frames held at once, at 4 bytes each. */
const maxFramePixels = 150_000_000;
const maxFrames = 1000;

/** Whether all frames can be held in memory at once. Sides in pixels. */
export const canHoldFrames = (width: number, height: number, count: number): boolean =>
  count <= maxFrames && width * height * count <= maxFramePixels;

/** Throws FRAMES_TOO_MANY when so many frames cannot be held in memory. Sides in pixels. */
export function checkFrames(width: number, height: number, count: number, frameLimit = maxFrames): void {
  const max = Math.min(frameLimit, Math.floor(maxFramePixels / (width * height)));
  if (count > max) throw new AppError('FRAMES_TOO_MANY', { count, most: max, width, height });
}
