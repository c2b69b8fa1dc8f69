// Adds to a marked area what the brush left of a thing.
import { growMask } from '../../pixels/morphology.ts';
import type { Pixels } from '../../pixels/plane.ts';
import { cutFlags } from '../resize-flags.ts';
import { findRest } from './find-rest.ts';

/** By so much of the longer side the rest is widened, since its rim is blurred and the copy in which it was found is small. */
const margin = 0.006;
const minMargin = 2;

/** Returns `mask` with the rest; the same mask where nothing was left. */
export async function includeRest(picture: Pixels, mask: Uint8Array): Promise<Uint8Array> {
  const { flags, width, height, share } = await findRest(picture, mask);
  if (share === 0) return mask;
  const grown = Uint8Array.from(mask);
  const everything = { left: 0, top: 0, right: picture.width, bottom: picture.height };
  const full = cutFlags(flags, { width, height }, picture, everything);
  const radius = Math.max(minMargin, Math.round(margin * Math.max(picture.width, picture.height)));
  growMask(full, picture.width, radius, grown);
  return grown;
}
