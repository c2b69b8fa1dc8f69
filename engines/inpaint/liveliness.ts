// The wanted local variance of a filling. The best solution predicts it better than the hole's surroundings do.
import type { Cells } from './cells.ts';
import { measureDoubt, type Solutions } from './doubt.ts';
import type { System } from './seams.ts';
import { measureVariances, readBrightness, type Windows } from './windows.ts';

/** Variance below visibility. */
const flat = 1;
/** Exponent of the ratio between the variances of the smooth filling and the best solution: the smooth filling has no detail, but shows the edges. */
const leaning = 0.35;
/** Uncertainty above which the wanted variance decays, and the rate of decay: misplaced detail costs more than missing detail. */
const maxTrusted = 0.3;
const fall = 1.4;

export interface Expected extends Solutions {
  readonly smooth: Float32Array;
  /** Factor on the wanted variance. */
  readonly factor: number;
}

/** Returns the wanted variance of luma in each cell, including the cells within `radius`. */
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
    const trust = Math.exp(-fall * Math.max(0, doubts[cell]! - maxTrusted));
    return factor * trust * there * ((ofSmooth[cell]! + flat) / there) ** leaning;
  });
}
