// The wanted local variance of a filling. The best solution predicts it better than the surroundings of the hole do.
import type { Cells } from './cells.ts';
import { measureDoubt, type Solutions } from './doubt.ts';
import type { System } from './seams.ts';
import { measureVariances, readBrightness, type Windows } from './windows.ts';

/** Variance that is invisible. */
const flat = 1;
/** Exponent of the smoothest filling's variance over the best solution's: it has no detail, but shows the edges. */
const leaning = 0.35;
/** Uncertainty above which the wanted variance falls, and its decay: misplaced detail costs more than missing detail. */
const mostTrusted = 0.3;
const fall = 1.4;

export interface Expected extends Solutions {
  readonly smooth: Float32Array;
  /** Factor on the wanted variance. */
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
