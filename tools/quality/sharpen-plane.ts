// Sharpens a plane of luminance: undoes its blur where there is detail, reduces the noise where there is none, and keeps edges
// from ringing.

import { findSpread } from 'engines/pixels/box-filter.ts';
import { deconvolve } from 'engines/pixels/deconvolve.ts';
import { findRange } from 'engines/pixels/morphology.ts';
import type { Plane } from 'engines/pixels/plane.ts';
import { type Blur, reachOf } from 'engines/pixels/point-spread.ts';

export interface SharpenPlan {
  readonly blur: Blur;
  /** Standard deviation of the noise, in levels. */
  readonly noise: number;
  /** Variance of the differences between neighbours over the whole picture. */
  readonly gradients: number;
}

/** Radius of the window around each pixel. */
const surroundings = 2;
/** Largest overshoot beyond the surrounding levels, as a share of their contrast. */
const overshoot = 0.05;
/** Largest local variance, as a multiple of the noise's, at which a place still counts as free of detail. */
const calmTimes = 1.6;
/** Noise below this is left: it is invisible, and fine texture resembles it. */
const visibleNoise = 1.5;
/** Share of the original detail that is kept in the calmest places. */
const leastKept = 0.35;

/**
 * The sharpened plane. Rows and columns within the blur's reach of its ends lack half of their surroundings. `pause` is
 * called with the share done.
 */
export async function sharpenPlane(
  plane: Plane,
  { blur, noise, gradients }: SharpenPlan,
  pause: (share: number) => void | Promise<void>,
): Promise<Plane> {
  const sharp = await deconvolve(plane, blur, (noise * noise) / gradients, pause);
  const { mean, variance } = findSpread(plane, surroundings);
  const { low, high } = findRange(plane, Math.min(8, reachOf(blur)));
  const power = noise * noise;
  const calmed = noise > visibleNoise ? leastKept : 1;
  for (let i = 0; i < sharp.data.length; i++) {
    const level = plane.data[i]!;
    const room = overshoot * (high[i]! - low[i]!);
    const wanted = Math.min(high[i]! + room, Math.max(low[i]! - room, sharp.data[i]!));
    // Lee, "Digital image enhancement and noise filtering by use of local statistics", 1980.
    const detail = Math.max(0, variance[i]! - calmTimes * power);
    const trust = detail / (detail + power);
    const calm = mean[i]! + (level - mean[i]!) * Math.max(calmed, trust);
    sharp.data[i] = calm + trust * (wanted - level);
  }
  return sharp;
}
