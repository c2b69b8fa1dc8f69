// Finds where a shared mark is opaque: there, all images look the same.
import type { MarkedSet } from './links.ts';

/** Contrast between the images, relative to that outside the mark, below which only noise could be restored. */
const minContrast = 0.1;
/**
 * Minimum variance outside the mask, in squared levels summed over three channels; below it the images are alike everywhere, and opacity is
 * undetermined.
 */
const minVariance = 75;
/** Minimum number of opaque pixels in the 3 x 3 neighbourhood, because single pixels agree by chance. */
const minCompany = 5;
/** Margin in pixels: the neighbours of an opaque pixel are blended with it and affected by JPEG ringing. */
const beside = 2;

/** Returns the variance between the images at each pixel, summed over the channels. */
function spreadBetween({ pictures, mask }: MarkedSet): Float32Array {
  const spread = new Float32Array(mask.length);
  for (let i = 0; i < spread.length; i++) {
    for (let c = 0; c < 3; c++) {
      let [sum, squares] = [0, 0];
      for (const picture of pictures) {
        const value = picture[i * 3 + c]!;
        sum += value;
        squares += value * value;
      }
      spread[i]! += (squares - (sum * sum) / pictures.length) / pictures.length;
    }
  }
  return spread;
}

/** Returns the mask of the set with 2 instead of 1 where the mark is opaque, and within two pixels of it. */
export function markOpaque(set: MarkedSet): Uint8Array {
  const { width, height } = set;
  const mask = set.mask.map(value => (value ? 1 : 0));
  const spread = spreadBetween(set);
  const outside = spread.filter((_, i) => !mask[i]).sort();
  const usual = outside[outside.length >> 1] ?? 0;
  if (usual < minVariance) return mask;
  const isSame = spread.map((value, i) => (mask[i] && value < usual * minContrast ** 2 ? 1 : 0));
  const around = (i: number, radius: number, visit: (j: number) => void) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++)
      for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++) visit(v * width + u);
  };
  for (let i = 0; i < mask.length; i++) {
    if (!isSame[i]) continue;
    let company = 0;
    around(i, 1, j => {
      company += isSame[j]!;
    });
    if (company < minCompany) continue;
    around(i, beside, j => {
      if (mask[j]) mask[j] = 2;
    });
  }
  return mask;
}
