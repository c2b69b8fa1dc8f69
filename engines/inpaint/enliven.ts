// Restores the wanted local variance of a smooth filling by strengthening its own contrast.
import { cellSide, openCells } from './cells.ts';
import { type Expected, wishVariances } from './liveliness.ts';
import type { System } from './seams.ts';
import { findContrast, measureVariances, openWindows, readBrightness } from './windows.ts';

/** Variance that is invisible. */
const flat = 4;
/** Share of its contrast that is added to a filling at first. */
const firstStrength = 0.6;
/** Largest strength, as a share of the one at which the iteration diverges. */
const mostShare = 0.75;
/** Largest strength times coverage at any pixel, against divergence: a thick spot amid thin strokes has more coverage than they have. */
const mostOfPixel = 0.95;
/** Lowest strength, for a filling with too much variance. */
const leastStrength = -1;
const leastCoverage = 0.05;
/** Strengths are updated after each round of steps. */
const rounds = 3;
const stepsPerRound = 3;
/** Radius of the windows over which variance is measured, in pixels. */
const leastReach = 10;
const mostReach = 40;

interface Ways extends Expected {
  /** The filling, four numbers a hole pixel. */
  readonly calm: Float32Array;
  /** Change of each channel when brightness changes by one. */
  readonly tint: readonly [number, number, number];
  readonly halfThickness: number;
}

/**
 * Of all fillings with the wanted variance, the one nearest to `calm` strengthens its contrast with the windows around it: it solves
 * x = calm + strength * contrast(x), where a Lagrange multiplier is the strength. A few steps of the plain iteration come close; more
 * would strengthen ever finer grain. Yields after each round. Answers four numbers a hole pixel, not yet rounded.
 */
export function* enliven(
  system: System,
  { calm, tint, halfThickness, ...expected }: Ways,
): Generator<void, Float32Array> {
  const cells = openCells(system);
  const windows = openWindows(system);
  yield;
  const reach = Math.max(leastReach, Math.min(mostReach, halfThickness * 1.5));
  const radius = Math.max(1, Math.round(reach / cellSide));
  const wanted = wishVariances(system, cells, windows, expected, radius);
  const coverage = cells.average(windows.coverage, radius).map(share => Math.max(leastCoverage, share));
  const before = readBrightness(calm);
  let strengths = coverage.map(() => firstStrength);
  let bright = before;
  for (let round = 0; round < rounds; round++) {
    if (round > 0) {
      const variances = cells.average(measureVariances(windows, bright), radius);
      strengths = strengths.map((strength, cell) => {
        // Along the strongest contrast, a strength multiplies the contrast by 1 / (1 - strength * coverage).
        const missing = Math.sqrt((variances[cell]! + flat) / (wanted[cell]! + flat));
        const share = 1 - missing * (1 - strength * coverage[cell]!);
        return Math.max(leastStrength, Math.min(mostShare, share) / coverage[cell]!);
      });
    }
    const strength = cells.sample(strengths).map((by, slot) => Math.min(by, mostOfPixel / windows.coverage[slot]!));
    for (let step = 0; step < stepsPerRound; step++) {
      const contrast = findContrast(windows, bright);
      bright = bright.map((value, slot) => {
        const by = strength[slot]!;
        // Full steps would oscillate when the variance is reduced.
        return value + (before[slot]! + by * contrast[slot]! - value) / (1 - Math.min(0, by));
      });
    }
    yield;
  }
  return calm.map((value, i) => (i % 4 === 3 ? 0 : value + tint[i % 4]! * (bright[i >> 2]! - before[i >> 2]!)));
}
