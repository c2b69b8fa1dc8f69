// Restores the wanted local variance of a smooth filling by strengthening its own contrast.
import { cellSide, openCells } from './cells.ts';
import { type Expected, wishVariances } from './liveliness.ts';
import type { System } from './seams.ts';
import { findContrast, measureVariances, openWindows, readBrightness } from './windows.ts';

/** Variance that is not seen. */
const flat = 4;
/** How much of its contrast is added to a filling at first. */
const firstStrength = 0.6;
/** And at most: a share of what would make it grow without end. */
const mostShare = 0.75;
/** No pixel alone grows without end either: a thick spot amid thin strokes has more windows of its own than they have. */
const mostOfPixel = 0.95;
/** A filling that is too lively is calmed at most this far. */
const leastStrength = -1;
const leastCoverage = 0.05;
/** After each round of steps the strengths are set anew. */
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
        // Along the strongest contrast a strength multiplies by 1 / (1 - strength * coverage).
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
        // Calming would swing from side to side if it went all the way.
        return value + (before[slot]! + by * contrast[slot]! - value) / (1 - Math.min(0, by));
      });
    }
    yield;
  }
  return calm.map((value, i) => (i % 4 === 3 ? 0 : value + tint[i % 4]! * (bright[i >> 2]! - before[i >> 2]!)));
}
