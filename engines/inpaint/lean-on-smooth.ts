// Broad colours that solutions are not sure of lean on the smoothest filling there is, which is seldom far wrong.
import { measureAgreement } from './agreement.ts';
import { boxSum } from './box-sum.ts';
import { cellAt, cellSide, sampleCells } from './cells.ts';
import type { System } from './seams.ts';

interface Leaning {
  /** Every solution, what they say together, and the smoothest filling: four numbers a hole pixel. */
  readonly all: readonly Float32Array[];
  readonly mean: Float32Array;
  readonly smooth: Float32Array;
  /** Of each hole pixel, how far the solutions show the same thing: 1 the same, near 0 each something else. */
  readonly concord: Float32Array;
  /** Solutions also err together, which their differences do not show: so many times as much. */
  readonly commonError: number;
}

/**
 * Moves `mean` to `smooth` as far as doubt explains that they differ: all the way where the solutions differ so much that their mean could
 * as well be the smooth one, not at all where they are of one mind (a shrinkage estimate: James and Stein, 1961). Four numbers a hole pixel.
 */
export function leanOnSmooth(system: System, { all, mean, smooth, concord, commonError }: Leaning): Float32Array {
  const { region, holes } = system;
  const across = Math.ceil(region.width / cellSide);
  const down = Math.ceil(region.height / cellSide);
  const doubts = new Float32Array(across * down);
  const distances = new Float32Array(across * down);
  const ofMean = commonError / (all.length * (all.length - 1));
  for (let slot = 0; slot < holes.length; slot++) {
    const pixel = holes[slot]!;
    const y = Math.floor(pixel / region.width);
    const cell = cellAt(pixel - y * region.width, y, across);
    for (let index = slot * 4; index < slot * 4 + 3; index++) {
      let middle = 0;
      for (const one of all) middle += one[index]! / all.length;
      for (const one of all) doubts[cell]! += (one[index]! - middle) ** 2 * ofMean;
      distances[cell]! += (mean[index]! - smooth[index]!) ** 2;
    }
  }
  boxSum(doubts, across, down, 1);
  boxSum(distances, across, down, 1);
  const shares = doubts.map((doubt, cell) => Math.min(1, doubt / Math.max(1e-6, distances[cell]!)));
  const sampled = sampleCells(shares, across, down, region.width, holes);
  // Across a strong edge the smoothest filling is a smear of both its sides; where no two solutions see the same edge there is none to lose.
  const agreement = measureAgreement(system, smooth, mean);
  return mean.map((value, index) => {
    const slot = index >> 2;
    const willing = 1 - concord[slot]! * (1 - agreement[slot]!);
    return value + willing * sampled[slot]! * (smooth[index]! - value);
  });
}
