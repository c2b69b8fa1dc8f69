// Connected components of holes, so that each can use the solution that suits it best.
import { numberComponents } from '../pixels/components.ts';
import type { Level } from './levels.ts';
import type { Solution } from './solve.ts';

/** Returns the connected components of a level's holes, including the patches that touch them. */
export function findPieces({ width, isHole, targets }: Level): Int32Array {
  const isOpen = Uint8Array.from(isHole);
  for (const target of targets) isOpen[target] = 1;
  return numberComponents(isOpen, width, 'corner');
}

/** Decay of a solution's weight with its patch error, relative to the best one. */
const strictness = 4;

/**
 * Returns the weight of each solution in each component: 1 for the one whose patches are most like their sources, less for others. Indexed by
 * solution, then by component.
 */
export function weighSolutions({ targets }: Level, pieces: Int32Array, solutions: readonly Solution[]): Float32Array[] {
  const last = pieces.reduce((max, piece) => Math.max(max, piece), 0);
  const sums = solutions.map(({ unlikeness }) => {
    // Perfect copies are not infinitely better than nearly perfect ones.
    const sum = new Float64Array(last + 1).fill(1);
    targets.forEach((target, index) => {
      sum[pieces[target]!]! += unlikeness[index]!;
    });
    return sum;
  });
  const min = sums[0]!.map((_, piece) => Math.min(...sums.map(sum => sum[piece]!)));
  return sums.map(sum => Float32Array.from(sum, (value, piece) => Math.exp(-strictness * (value / min[piece]! - 1))));
}
