// Restores the wanted local variance of a smooth filling by amplifying its own contrast.
import { cellSide, openCells } from './cells.ts';
import { type Expected, wishVariances } from './liveliness.ts';
import type { System } from './seams.ts';
import { findContrast, measureVariances, openWindows, readBrightness } from './windows.ts';

/** Variance below visibility. */
const flat = 4;
/** Initial strength: share of its contrast that is added to a filling. */
const firstStrength = 0.6;
/** Maximum strength, as a share of the strength at which the iteration diverges. */
const maxShare = 0.75;
/** Maximum of strength times coverage at any pixel, against divergence: a thick spot among thin strokes has more coverage than they have. */
const maxOfPixel = 0.95;
/** Minimum strength, for a filling with too much variance. */
const minStrength = -1;
const minCoverage = 0.05;
/** Strengths are updated after each round of steps. */
const rounds = 3;
const stepsPerRound = 3;
/** Limits for the radius in pixels over which variance is averaged. */
const minReach = 10;
const maxReach = 40;

interface Ways extends Expected {
  /** The filling, four numbers per hole pixel. */
  readonly calm: Float32Array;
  /** Change of each channel per unit of luma. */
  readonly tint: readonly [number, number, number];
  readonly halfThickness: number;
}

/**
 * Returns the filling with the wanted variance that is nearest to `calm`. It amplifies the contrast with the surrounding windows: it solves x = calm
 * + strength * contrast(x), where the strength is a Lagrange multiplier. A few steps of fixed-point iteration come close; more would amplify ever
 * finer grain. Yields after each round. Four numbers per hole pixel, not yet rounded.
 */
export function* enliven(
  system: System,
  { calm, tint, halfThickness, ...expected }: Ways,
): Generator<void, Float32Array> {
  const cells = openCells(system);
  const windows = openWindows(system);
  yield;
  const reach = Math.max(minReach, Math.min(maxReach, halfThickness * 1.5));
  const radius = Math.max(1, Math.round(reach / cellSide));
  const wanted = wishVariances(system, cells, windows, expected, radius);
  const coverage = cells.average(windows.coverage, radius).map(share => Math.max(minCoverage, share));
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
        return Math.max(minStrength, Math.min(maxShare, share) / coverage[cell]!);
      });
    }
    const strength = cells.sample(strengths).map((by, slot) => Math.min(by, maxOfPixel / windows.coverage[slot]!));
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
