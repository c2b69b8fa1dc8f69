// Blends several solutions into one filling: the colours of their mean, in thick holes some detail of the best one, and its local variance.
import { measureAgreement } from './agreement.ts';
import { openCells } from './cells.ts';
import { enliven } from './enliven.ts';
import { luma, readWishes, type System, settle } from './seams.ts';

interface Leaning {
  /** All solutions, their weighted mean, and the smooth filling: four numbers per hole pixel. */
  readonly all: readonly Float32Array[];
  readonly mean: Float32Array;
  readonly smooth: Float32Array;
  /** Agreement of the solutions at each hole pixel: 1 for the same content, near 0 for different contents. */
  readonly concord: Float32Array;
  /** Factor for the error common to all solutions, which their differences do not show. */
  readonly commonError: number;
}

/**
 * Shrinks `mean` towards `smooth` as far as uncertainty explains their difference: completely where the solutions differ so much that the smooth
 * filling is as likely as their mean, not at all where they agree (a shrinkage estimate: James and Stein, 1961). Four numbers per hole pixel.
 */
export function leanOnSmooth(system: System, { all, mean, smooth, concord, commonError }: Leaning): Float32Array {
  const cells = openCells(system);
  const doubt = new Float32Array(system.holes.length);
  const distance = new Float32Array(system.holes.length);
  const ofMean = commonError / (all.length * (all.length - 1));
  for (let index = 0; index < mean.length; index++) {
    if (index % 4 === 3) continue;
    let middle = 0;
    for (const one of all) middle += one[index]! / all.length;
    for (const one of all) doubt[index >> 2]! += (one[index]! - middle) ** 2 * ofMean;
    distance[index >> 2]! += (mean[index]! - smooth[index]!) ** 2;
  }
  const distances = cells.sum(distance, 1);
  const shares = cells.sum(doubt, 1).map((sum, cell) => Math.min(1, sum / Math.max(1e-6, distances[cell]!)));
  const sampled = cells.sample(shares);
  // Across a strong edge the smooth filling smears both sides together, so it is avoided; but where no two solutions show the same edge, nothing is
  // lost.
  const agreement = measureAgreement(system, smooth, mean);
  return mean.map((value, index) => {
    const slot = index >> 2;
    const willing = 1 - concord[slot]! * (1 - agreement[slot]!);
    return value + willing * sampled[slot]! * (smooth[index]! - value);
  });
}

/** Share of the colour not explained by luma that a filling keeps. */
const kept = 0.15;

/** Change of each channel of the detail per unit of luma: the slope of a least-squares line. */
function fitTint(filled: Float32Array, calm: Float32Array): [number, number, number] {
  let energy = 1e-3;
  const along: [number, number, number] = [energy, energy, energy];
  for (let start = 0; start < filled.length; start += 4) {
    const change = luma(filled, start) - luma(calm, start);
    energy += change * change;
    for (let channel = 0; channel < 3; channel++)
      along[channel]! += change * (filled[start + channel]! - calm[start + channel]!);
  }
  return [along[0] / energy, along[1] / energy, along[2] / energy];
}

/** Keeps the luma of `filled` and the colours that correlate with it; takes the other colours mostly from `calm`. Four numbers per hole pixel. */
export function calmColours(filled: Float32Array, calm: Float32Array): Float32Array {
  const tint = fitTint(filled, calm);
  const result = new Float32Array(filled.length);
  for (let start = 0; start < filled.length; start += 4) {
    const change = luma(filled, start) - luma(calm, start);
    for (let channel = 0; channel < 3; channel++) {
      const index = start + channel;
      const explained = calm[index]! + tint[channel]! * change;
      result[index] = explained + kept * (filled[index]! - explained);
    }
  }
  return result;
}

export interface Answer {
  /** The shifts of each solution, per hole pixel of the region. */
  readonly shifts: readonly Int32Array[];
  /** The weight of each solution at each hole pixel; the best has 1. */
  readonly weights: readonly Float32Array[];
  readonly halfThickness: number;
}

/** Each solution is pulled only weakly to its copied colours, so that seams even out over the whole hole. */
const looseSweeps = 60;
const loosePull = 0.0005;
/** The smooth filling starts from the mean; pixels far from every border keep some of it. */
const smoothSweeps = 60;
const smoothPull = 1e-6;
const detailSweeps = 12;
/** Share of the original mean that is mixed into the shrunk mean. */
const meanShare = 0.1;
/**
 * Parameters that depend on the thickness of holes: the value in thin ones, the value in thick ones, and the half-thickness in pixels midway between
 * them.
 */
const settings = {
  /** Strength with which detail is pulled to the mean: lower where the mean is blurred. */
  pull: [0.5, 0.7, 12],
  /** Error common to all solutions, as a multiple of their differences. */
  commonError: [2, 4, 20],
  /** Share of the best solution's own detail that is kept: none where the surroundings determine the filling, more in textures such as fur. */
  detail: [0, 0.5, 16],
  /** Factor on the wanted variance, because copies blur where they meet. */
  liveliness: [1.78, 3.05, 16],
} as const;

function choose([thin, thick, middling]: readonly [number, number, number], halfThickness: number): number {
  return thick + (thin - thick) / (1 + (halfThickness / middling) ** 4);
}

/** Blends the solutions. Yields the share of work done. Returns four numbers per hole pixel, not yet rounded. */
export function* blend(system: System, { shifts, weights, halfThickness }: Answer): Generator<number, Float32Array> {
  const steps = 2 * shifts.length + 8;
  let done = 0;
  const advance = () => ++done / steps;
  const all: Float32Array[] = [];
  for (const list of shifts) {
    const { copied, slopes } = readWishes(system, list);
    yield advance();
    all.push(settle(system, { slopes, colours: copied, pull: loosePull, sweeps: looseSweeps }));
    yield advance();
  }
  const { mean, made, bestShifts, concord } = combine(system, all, shifts, weights);
  yield advance();
  const smooth = settle(system, {
    slopes: new Float32Array(mean.length),
    colours: mean,
    pull: smoothPull,
    sweeps: smoothSweeps,
  });
  yield advance();
  const commonError = choose(settings.commonError, halfThickness);
  const leaned = leanOnSmooth(system, { all, mean, smooth, concord, commonError });
  yield advance();
  const { calm, tint } = addDetail(system, { bestShifts, mean, leaned, halfThickness });
  yield advance();
  const factor = choose(settings.liveliness, halfThickness);
  const livelier = enliven(system, { calm, tint, factor, halfThickness, all, made, mean: leaned, smooth });
  let step = livelier.next();
  for (; !step.done; step = livelier.next()) yield advance();
  return step.value;
}

/** Returns the filling before its variance is restored, and the tint of the best solution's detail. */
function addDetail(
  system: System,
  {
    bestShifts,
    mean,
    leaned,
    halfThickness,
  }: {
    readonly bestShifts: Int32Array;
    readonly mean: Float32Array;
    readonly leaned: Float32Array;
    readonly halfThickness: number;
  },
) {
  const { slopes } = readWishes(system, bestShifts);
  const pull = choose(settings.pull, halfThickness);
  const detailed = settle(system, { slopes, colours: leaned, pull, sweeps: detailSweeps });
  const share = choose(settings.detail, halfThickness);
  const detail = calmColours(detailed, leaned);
  const calm = leaned.map((value, i) => value + meanShare * (mean[i]! - value) + share * (detail[i]! - value));
  return { calm, tint: fitTint(detailed, leaned) };
}

/** Returns the weighted mean of the solutions that agree with the best one, the colours and shifts of the best, and their agreement. */
function combine(
  system: System,
  all: readonly Float32Array[],
  shifts: readonly Int32Array[],
  weights: readonly Float32Array[],
) {
  const count = system.holes.length;
  const best = new Uint8Array(count);
  for (let slot = 0; slot < count; slot++)
    for (let number = 1; number < all.length; number++)
      if (weights[number]![slot]! > weights[best[slot]!]![slot]!) best[slot] = number;
  const made = new Float32Array(count * 4).map((_, index) => all[best[index >> 2]!]![index]!);
  const mean = new Float32Array(count * 4);
  const total = new Float32Array(count);
  const concord = new Float32Array(count);
  all.forEach((one, number) => {
    const agreement = measureAgreement(system, one, made);
    for (let slot = 0; slot < count; slot++) {
      const isBest = best[slot] === number;
      if (!isBest) concord[slot]! += agreement[slot]! / (all.length - 1);
      const weight = isBest ? 1 : weights[number]![slot]! * agreement[slot]!;
      total[slot]! += weight;
      for (let index = slot * 4; index < slot * 4 + 3; index++) mean[index]! += weight * one[index]!;
    }
  });
  for (let index = 0; index < mean.length; index++) mean[index]! /= total[index >> 2]!;
  const bestShifts = new Int32Array(best.length).map((_, slot) => shifts[best[slot]!]![slot]!);
  return { mean, made, bestShifts, concord };
}
