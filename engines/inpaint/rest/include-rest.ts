// Adds to a marked area what the brush left of a thing.
import { growMask } from '../../pixels/morphology.ts';
import type { Pixels } from '../../pixels/plane.ts';
import { findRest } from './find-rest.ts';

/** By so much of the longer side the rest is widened, since its rim is blurred and the copy in which it was found is small. */
const margin = 0.006;
const minMargin = 2;

/** Returns `mask` with the rest; the same mask where nothing was left. */
export async function includeRest(picture: Pixels, mask: Uint8Array): Promise<Uint8Array> {
  const { flags, width, height, share } = await findRest(picture, mask);
  if (share === 0) return mask;
  const grown = Uint8Array.from(mask);
  const full = new Uint8Array(mask.length);
  for (let y = 0, pixel = 0; y < picture.height; y++) {
    const row = Math.floor((y * height) / picture.height) * width;
    for (let x = 0; x < picture.width; x++, pixel++)
      full[pixel] = flags[row + Math.floor((x * width) / picture.width)]!;
  }
  const radius = Math.max(minMargin, Math.round(margin * Math.max(picture.width, picture.height)));
  growMask(full, picture.width, radius, grown);
  return grown;
}
