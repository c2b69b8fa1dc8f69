// Broad colours that solutions are not sure of lean on the smoothest filling there is, which is seldom far wrong.
import { measureAgreement } from './agreement.ts';
import { openCells } from './cells.ts';
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
  // Across a strong edge the smoothest filling is a smear of both its sides; where no two solutions see the same edge there is none to lose.
  const agreement = measureAgreement(system, smooth, mean);
  return mean.map((value, index) => {
    const slot = index >> 2;
    const willing = 1 - concord[slot]! * (1 - agreement[slot]!);
    return value + willing * sampled[slot]! * (smooth[index]! - value);
  });
}
