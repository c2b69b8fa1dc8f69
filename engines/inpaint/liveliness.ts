// The wanted local variance of a filling. One whole solution tells more about it than the surroundings of the hole.
import type { Cells } from './cells.ts';
import { measureDoubt, type Solutions } from './doubt.ts';
import type { System } from './seams.ts';
import { measureVariances, readBrightness, type Windows } from './windows.ts';

/** Variance that is not seen. */
const flat = 1;
/** Weight of the smoothest filling against the best solution: it has no detail, but knows the edges. */
const leaning = 0.35;
/** Uncertainty below which nothing changes, and the slope above it: unpredictable detail costs most and is missed least. */
const mostTrusted = 0.3;
const fall = 1.4;

export interface Expected extends Solutions {
  readonly smooth: Float32Array;
  /** Factor on the variance that both show. */
  readonly factor: number;
}

/** The variance of brightness that is wanted in each cell; `radius`: cells around that count. */
export function wishVariances(
  system: System,
  cells: Cells,
  windows: Windows,
  { all, made, mean, smooth, factor }: Expected,
  radius: number,
): Float32Array {
  const ofMade = cells.average(measureVariances(windows, readBrightness(made)), radius);
  const ofSmooth = cells.average(measureVariances(windows, readBrightness(smooth)), radius);
  const doubts = measureDoubt(system, cells, { all, made, mean }, radius);
  return ofMade.map((variance, cell) => {
    const there = variance + flat;
    const trust = Math.exp(-fall * Math.max(0, doubts[cell]! - mostTrusted));
    return factor * trust * there * ((ofSmooth[cell]! + flat) / there) ** leaning;
  });
}
