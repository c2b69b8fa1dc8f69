// Sharpens a plane of luminance: undoes its blur, and lifts its fine detail without halos.

import { boxBlur, findSpread } from 'engines/pixels/box-filter.ts';
import { deconvolve } from 'engines/pixels/deconvolve.ts';
import { convolve, gaussianWeights } from 'engines/pixels/gaussian.ts';
import { findRange, topHat } from 'engines/pixels/morphology.ts';
import type { Plane } from 'engines/pixels/plane.ts';
import { type Blur, deviationOf, reachOf } from 'engines/pixels/point-spread.ts';

export interface SharpenPlan {
  /** The blur to undo; undefined when there is none. */
  readonly blur: Blur | undefined;
  /** Standard deviation of the noise, in levels. */
  readonly noise: number;
  /** Share of the way from the picture to the deconvolved one, 0..1. */
  readonly share: number;
  /** How much of the fine detail is added, 0..1. */
  readonly bite: number;
}

/** Standard deviation in pixels of the blur whose difference from the picture is its fine detail. */
const fine = 1;
/** Largest overshoot beyond the neighbouring levels, as a share of their contrast. */
const overshoot = 0.05;

/** Room for overshoot beside a step, in levels, and what a thin line or a dot may gain as a multiple of what is left of it in the blurred picture. */
const roomAtSteps = 2;
const roomAtLines = 8;
/** Share of the change that exceeds the levels around it, from which on the solution is doubted, and at which it is not taken at all. */
const [fewHalos, mostHalos] = [0.04, 0.08];
/** The right blur makes halos of at most 0.025 of the change in a photograph, a wrong one of 0.08 to 0.3. */
const mostHalosOfAll = 0.05;
const doubtRadius = 46;
/** A line or a dot stands out by at least this many times the noise. */
const timesNoise = 2;

/** What a solution changes, and what of that is a halo, pixel by pixel in levels. */
interface Changes {
  readonly changes: Float32Array;
  readonly halos: Float32Array;
}

/**
 * Keeps the solution within the levels around each pixel of the blurred plane, which is the range of wide parts: what exceeds it is a halo, except
 * where the blurred plane has a line or a dot that was higher before it was blurred.
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

/** Takes the solution back where halos are a large part of its change: the blur there is another one than the one undone. */
function doubtHalos(solved: Plane, { data, width, height }: Plane, { changes, halos }: Changes): void {
  const change = boxBlur(changes, width, height, doubtRadius, 2);
  const halo = boxBlur(halos, width, height, doubtRadius, 2);
  for (let i = 0; i < data.length; i++) {
    const share = halo[i]! / Math.max(1e-6, change[i]!);
    const trust = Math.min(1, Math.max(0, (mostHalos - share) / (mostHalos - fewHalos)));
    solved.data[i] = data[i]! + trust * (solved.data[i]! - data[i]!);
  }
}

/** Noise assumed for a motion, whose direction and length are never exact: the misfit counts as noise. */
const motionNoise = 1.5;
const noiseFor = ({ kind }: Blur, noise: number) => (kind === 'motion' ? Math.max(motionNoise, noise) : noise);

const sum = (values: Float32Array) => values.reduce((all, value) => all + value, 0);

/** Whether undoing the blur makes no more halos than the right blur does. An error that `pause` throws ends the work. */
export async function isConvincing(
  plane: Plane,
  blur: Blur,
  noise: number,
  pause: () => void | Promise<void>,
): Promise<boolean> {
  const solved = await deconvolve(plane, blur, noiseFor(blur, noise), pause);
  const { changes, halos } = limitHalos(solved, plane, blur, noise);
  return sum(halos) <= mostHalosOfAll * sum(changes);
}

/** Variance of a calm place, as a multiple of the noise's, and as what rounding adds. */
const [calmTimes, calmRest] = [1.5, 0.3];
/** Share of the solution that is kept in calm places: it is smoother, which helps where noise is seen. */
const visibleNoise = 1.5;
const keptOfNoisy = 0.6;

/** Width of the border, in deviations of the blur, where the picture lacks what lies beyond it; there the solution fades out. */
const fadeDeviations = 2;

/** Brings the picture's own levels back where nothing but noise lies within the blur's reach, and at the border: ripples would show there first. */
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

/** Differences below this many times the noise are left alone. */
const coring = 1.5;

/** Adds fine detail that stands out of the noise, within the range of the neighbours. */
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

/** The sharpened plane. `pause` is called with the share done. */
export async function sharpenPlane(
  plane: Plane,
  { blur, noise, share, bite }: SharpenPlan,
  pause: (share: number) => void | Promise<void>,
): Promise<Plane> {
  let sharp = plane;
  if (blur && share > 0) {
    const solved = await deconvolve(plane, blur, noiseFor(blur, noise), pause);
    doubtHalos(solved, plane, limitHalos(solved, plane, blur, noise));
    keepCalm(solved, plane, blur, noise);
    sharp = { ...plane, data: plane.data.map((level, i) => level + share * (solved.data[i]! - level)) };
  }
  if (bite > 0) sharp = addBite(sharp, bite, noise);
  await pause(1);
  return sharp;
}
