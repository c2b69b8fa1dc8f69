// Undoes a mark that several images share by inverting its blending, with colour and opacity estimated over all of them, instead of inventing pixels.

import { sumAround } from '../pixels/box-filter.ts';
import type { Pixels } from '../pixels/plane.ts';
import { denoiseRestored } from './denoise.ts';
import { type EstimatedMark, estimateMark } from './estimate.ts';
import { applyField } from './field.ts';
import type { MarkedSet } from './links.ts';
import { markOpaque } from './opaque.ts';
import { carriesMark, findSharers } from './share.ts';

/**
 * Finds the mark that the first image of the set shares with others; undefined if fewer than three images have it, or if they show the same scene.
 * `set` should include some clean pixels around the mask. CPU: see `estimateMark`.
 */
export async function findSharedMark(
  set: MarkedSet,
  progress?: (fraction: number) => void,
): Promise<EstimatedMark | undefined> {
  const sharers = findSharers(set);
  if (sharers.length === 0) return undefined;
  const sharing = { ...set, pictures: sharers.map(k => set.pictures[k]!) };
  const mark = await estimateMark({ ...sharing, mask: markOpaque(sharing) }, progress);
  const isOnFirst = carriesMark(set.pictures[0]!, { ...set, mask: mark.mask }, mark.field);
  // Without a confirmed pixel the match is rejected, because filling is better than leaving the mark.
  return isOnFirst && mark.mask.some(value => value !== 0) ? mark : undefined;
}

/** Squared difference between a restored and a filled pixel that noise alone explains, at gain 1, in levels squared. */
const noise = 1.5;
/** Maximum weight of the filling where both agree, because it remains a guess. */
const maxFilled = 0.6;
const radius = 4;

/**
 * Returns the weight of the filled image at each pixel. Where both images differ only by noise, the filling reduces the noise of the restored one:
 * the weight is that of combining two measurements of one value, given the variance of one and of their difference.
 */
function weighFilling(restored: Float32Array, filled: Pixels, { field, mask }: EstimatedMark): Float32Array {
  const { data, width, height } = filled;
  const inside = new Float32Array(mask).map(value => (value === 1 ? 1 : 0));
  const apart = inside.map((wanted, i) => {
    let square = 0;
    for (let c = 0; wanted && c < 3; c++) square += (restored[i * 3 + c]! - data[i * 3 + c]!) ** 2 / 3;
    return square;
  });
  const sums = sumAround(apart, width, height, radius);
  const counts = sumAround(inside, width, height, radius);
  return apart.map((own, i) => {
    if (mask[i] !== 1) return mask[i] ? 1 : 0;
    const difference = Math.max(own / 4, sums[i]! / counts[i]!, 1e-3);
    return Math.min(maxFilled, (noise * field[i * 4]! ** 2) / difference);
  });
}

/**
 * Returns the first image of the set without the mark. `filled` is the same image with the mask filled from its surroundings, and replaces opaque
 * parts of the mark. Pixels outside the mask do not change.
 */
export function undoSharedMark(set: MarkedSet, mark: EstimatedMark, filled: Pixels, hasHalvedColour: boolean): Pixels {
  const { width, height, pictures } = set;
  const { field, mask } = mark;
  const own = pictures[0]!;
  const restored = applyField({ data: own, width, height }, field, hasHalvedColour);
  denoiseRestored({ data: restored, width, height }, field, mask);
  const share = weighFilling(restored, filled, mark);
  const data = Uint8Array.from(own);
  for (let i = 0; i < mask.length; i++) {
    if (!mask[i]) continue;
    for (let c = 0; c < 3; c++) {
      const value = restored[i * 3 + c]! * (1 - share[i]!) + filled.data[i * 3 + c]! * share[i]!;
      data[i * 3 + c] = Math.max(0, Math.min(255, Math.round(value)));
    }
  }
  return { data, width, height };
}
