// How lively a filling should be: what one whole solution shows says more about it than what is around the hole.
import type { Cells } from './cells.ts';
import { measureDoubt, type Solutions } from './doubt.ts';
import type { System } from './seams.ts';
import { measureVariances, readBrightness, type Windows } from './windows.ts';

/** Variance that is not seen. */
const flat = 1;
/** How far the wish leans from the best solution to the smoothest filling, which has no detail but knows where edges are. */
const leaning = 0.35;
/** Doubt that does not count yet, and how fast the wish falls with more: detail that nobody can foresee costs most and is missed least. */
const mostTrusted = 0.3;
const fall = 1.4;

export interface Expected extends Solutions {
  readonly smooth: Float32Array;
  /** How much more is wanted than the two show. */
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
