// Sharpens a luma plane: reverses its blur by deconvolution, and amplifies its fine detail without halos.

import { boxBlur, findSpread } from '../box-filter.ts';
import { deconvolve } from '../deconvolve.ts';
import { convolve, gaussianWeights } from '../gaussian.ts';
import { findRange, topHat } from '../morphology.ts';
import type { Plane } from '../plane.ts';
import { type Blur, deviationOf, reachOf } from '../point-spread.ts';

export interface SharpenPlan {
  /** The blur to reverse; undefined if there is none. */
  readonly blur: Blur | undefined;
  /** Whether the blur is proven by its zeros in the spectrum, so that more halos are tolerated. */
  readonly isProven?: boolean;
  /** Standard deviation of the noise, in levels. */
  readonly noise: number;
  /** Weight of the deconvolved image in the result, 0..1. */
  readonly share: number;
  /** Amplification of fine detail, 0..1. */
  readonly bite: number;
}

/** Standard deviation in pixels of the blur that separates fine detail. */
const fine = 1;
/** Maximum overshoot beyond the neighbouring levels, as a share of their contrast. */
const overshoot = 0.05;

/** Allowed overshoot beside a step, in levels, and the allowed gain of a thin line or dot, as a multiple of its contrast in the blurred image. */
const roomAtSteps = 2;
const roomAtLines = 8;
/** Halos as a share of the local change: from the first value on the solution is weighted down, at the second it is discarded. */
const [fewHalos, maxHalos] = [0.04, 0.08];
/** Factor on these for a proven blur: thin letters close to each other cause halos of 0.07 even with the right blur. */
export const halosOfProven = 3;
const doubtRadius = 46;
/** Minimum contrast of a line or dot, as a multiple of the noise. */
const timesNoise = 2;

/** Per pixel in levels: the change that a solution makes, and the halo part of it. */
interface Changes {
  readonly changes: Float32Array;
  readonly halos: Float32Array;
}

/**
 * Clamps the solution to the range of levels around each pixel of the blurred plane. What exceeds the range is a halo, except where the blurred plane
 * has a thin line or dot, which had more contrast before the blur.
 */
function limitHalos(solved: Plane, plane: Plane, blur: Blur, noise: number): Changes {
  const { data, width, height } = plane;
  const reach = Math.max(2, Math.ceil(2.2 * deviationOf(blur)));
  const { low, high } = findRange(plane, reach);
  const bright = topHat(data, width, height, reach, 1);
  const dark = topHat(data, width, height, reach, -1);
  const roomOf = (height: number) => roomAtSteps + roomAtLines * Math.max(0, height - timesNoise * noise);
  const changes = new Float32Array(data.length);
  const halos = new Float32Array(data.length);
  for (let i = 0; i < data.length; i++) {
    const level = solved.data[i]!;
    const limited = Math.min(high[i]! + roomOf(bright[i]!), Math.max(low[i]! - roomOf(dark[i]!), level));
    changes[i] = Math.abs(level - data[i]!);
    halos[i] = Math.abs(level - limited);
    solved.data[i] = limited;
  }
  return { changes, halos };
}

/** Reverts the solution where halos are a large part of its change: the blur there differs from the assumed one. */
function doubtHalos(solved: Plane, { data, width, height }: Plane, { changes, halos }: Changes, allowed: number): void {
  const change = boxBlur(changes, width, height, doubtRadius, 2);
  const halo = boxBlur(halos, width, height, doubtRadius, 2);
  for (let i = 0; i < data.length; i++) {
    const share = halo[i]! / Math.max(1e-6, change[i]!);
    const trust = Math.min(1, Math.max(0, (allowed * maxHalos - share) / (allowed * (maxHalos - fewHalos))));
    solved.data[i] = data[i]! + trust * (solved.data[i]! - data[i]!);
  }
}

/** Minimum noise assumed for a motion blur: its direction and length are never exact, and the misfit counts as noise. */
const motionNoise = 1.5;
const noiseFor = ({ kind }: Blur, noise: number) => (kind === 'motion' ? Math.max(motionNoise, noise) : noise);

/** Variance of a flat area, as a multiple of the noise's variance plus the effect of rounding. */
const [calmTimes, calmRest] = [1.5, 0.3];
/** Noise above which flat areas keep a share of the solution, which is smoother, and that share. */
const visibleNoise = 1.5;
const keptOfNoisy = 0.6;

/** Width of the border in standard deviations of the blur, where pixels beyond the edge are missing; there the solution fades out. */
const fadeDeviations = 2;

/** Restores the original levels in flat areas within the reach of the blur, and at the border, where ringing would be visible first. */
function keepCalm(solved: Plane, plane: Plane, blur: Blur, noise: number): void {
  const { variance } = findSpread(plane, Math.max(2, reachOf(blur)));
  const calm = calmTimes * noise * noise + calmRest;
  const kept = noise > visibleNoise ? keptOfNoisy : 0;
  const { width, height } = plane;
  const fade = fadeDeviations * deviationOf(blur) + 1;
  for (let i = 0; i < variance.length; i++) {
    const detail = Math.max(0, variance[i]! - calm);
    const x = i % width;
    const y = (i - x) / width;
    const inside = Math.min(x, y, width - 1 - x, height - 1 - y) / fade;
    const trust = Math.max(kept, detail / (detail + calm)) * Math.min(1, inside);
    const level = plane.data[i]!;
    solved.data[i] = level + trust * (solved.data[i]! - level);
  }
}

const sum = (values: Float32Array) => values.reduce((all, value) => all + value, 0);

/** Reverses the blur; returns the new plane and the halos that were cut, as a share of the whole change. An error thrown by `pause` aborts the work. */
export async function reverseBlur(
  plane: Plane,
  blur: Blur,
  noise: number,
  isProven: boolean,
  pause: (share: number) => void | Promise<void>,
): Promise<{ solved: Plane; halos: number }> {
  const solved = await deconvolve(plane, blur, noiseFor(blur, noise), pause);
  const all = limitHalos(solved, plane, blur, noise);
  doubtHalos(solved, plane, all, isProven ? halosOfProven : 1);
  keepCalm(solved, plane, blur, noise);
  return { solved, halos: sum(all.halos) / Math.max(1e-6, sum(all.changes)) };
}

/** Differences below this multiple of the noise are not amplified. */
const coring = 1.5;

/** Adds fine detail above the noise, clamped to the range of the neighbours. */
function addBite(plane: Plane, bite: number, noise: number): Plane {
  const soft = convolve(plane, gaussianWeights(fine));
  const { low, high } = findRange(plane, 1);
  const data = plane.data.map((level, i) => {
    const room = overshoot * (high[i]! - low[i]!);
    const detail = level - soft.data[i]!;
    const clear = Math.sign(detail) * Math.max(0, Math.abs(detail) - coring * noise);
    return Math.min(high[i]! + room, Math.max(low[i]! - room, level + bite * clear));
  });
  return { ...plane, data };
}

/** Returns the sharpened plane. `pause` is called with the completed share. */
export async function sharpenPlane(
  plane: Plane,
  { blur, isProven = false, noise, share, bite }: SharpenPlan,
  pause: (share: number) => void | Promise<void>,
): Promise<Plane> {
  let sharp = plane;
  if (blur && share > 0) {
    const { solved } = await reverseBlur(plane, blur, noise, isProven, pause);
    sharp = { ...plane, data: plane.data.map((level, i) => level + share * (solved.data[i]! - level)) };
  }
  if (bite > 0) sharp = addBite(sharp, bite, noise);
  await pause(1);
  return sharp;
}
