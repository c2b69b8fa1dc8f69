// Makes one filling of several solutions: broad colours of their mean, detail of the best of them.
import { measureAgreement } from './agreement.ts';
import { calmColours } from './calm-colours.ts';
import { findGains } from './detail.ts';
import { leanOnSmooth } from './lean-on-smooth.ts';
import { correctLiveliness } from './liveliness.ts';
import { readWishes, type System, settle } from './seams.ts';

export interface Answer {
  /** Shifts of each solution, of each hole pixel of the region. */
  readonly shifts: readonly Int32Array[];
  /** How much each solution counts at each hole pixel; 1 is the best. */
  readonly weights: readonly Float32Array[];
  readonly halfThickness: number;
}

/** While one solution is settled it is hardly pulled to what was copied, so that its seams even out over the whole hole. */
const looseSweeps = 60;
const loosePull = 0.0005;
/** The smoothest filling starts from the mean; what is far from every border keeps some of it. */
const smoothSweeps = 60;
const smoothPull = 1e-6;
/**
 * How firmly the last step is pulled to the mean of all solutions: more where holes are thin and their surroundings say much, less where
 * they are thick and a mean would be a blur.
 */
const thinPull = 0.5;
const thickPull = 0.7;
/** Half thickness of holes that are neither, pixels. */
const middlingThickness = 12;
/** How much of their error solutions have in common, as a multiple of what their differences show: more where holes are thick. */
const thinCommonError = 2;
const thickCommonError = 4;
const commonErrorThickness = 20;
const meanSweeps = 30;
/** Detail is judged by what is this far around, pixels. */
const leastReach = 10;
const mostReach = 40;

/** From `thin` to `thick` as half the thickness of holes passes `middling`, pixels. */
const byThickness = (thin: number, thick: number, halfThickness: number, middling: number): number =>
  thick + (thin - thick) / (1 + (halfThickness / middling) ** 4);

/** Yields the share of the work that is done. Answers four numbers a hole pixel, not yet rounded. */
export function* blend(system: System, { shifts, weights, halfThickness }: Answer): Generator<number, Float32Array> {
  const steps = 2 * shifts.length + 6;
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
  const level = new Float32Array(mean.length);
  const smooth = settle(system, { slopes: level, colours: mean, pull: smoothPull, sweeps: smoothSweeps });
  yield advance();
  const commonError = byThickness(thinCommonError, thickCommonError, halfThickness, commonErrorThickness);
  const colours = leanOnSmooth(system, { all, mean, smooth, concord, commonError });
  const { slopes } = readWishes(system, bestShifts);
  yield advance();
  const reach = Math.max(leastReach, Math.min(mostReach, halfThickness * 1.5));
  const { gains, doubts } = findGains(system, made, all, colours, reach);
  yield advance();
  const pull = byThickness(thinPull, thickPull, halfThickness, middlingThickness);
  const first = settle(system, { slopes, gains, colours, pull, sweeps: meanSweeps });
  yield advance();
  const factors = correctLiveliness(system, first, doubts, reach);
  const corrected = gains.map((gain, slot) => gain * factors[slot]!);
  yield advance();
  const filled = settle(system, { slopes, gains: corrected, colours, pull, sweeps: meanSweeps });
  return calmColours(filled, colours);
}

/** The weighted mean of those that agree with the best, colours and shifts of the best, and how far the others agree with it. */
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
  const bestShifts = Int32Array.from(best, (number, slot) => shifts[number]![slot]!);
  return { mean, made, bestShifts, concord };
}
