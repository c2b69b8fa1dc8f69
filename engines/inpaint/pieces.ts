// Connected components of holes, so that each can use the solution that suits it best.
import type { Level } from './levels.ts';
import type { Solution } from './solve.ts';

/** Numbers the connected components of the marked pixels from 1 (8-connected); 0 for other pixels. */
export function numberPieces(isMarked: Uint8Array, width: number, height: number): Int32Array {
  const pieces = new Int32Array(width * height);
  const waiting: number[] = [];
  let piece = 0;
  for (let start = 0; start < pieces.length; start++) {
    if (!isMarked[start] || pieces[start]) continue;
    piece++;
    pieces[start] = piece;
    waiting.push(start);
    for (let pixel = waiting.pop(); pixel !== undefined; pixel = waiting.pop()) {
      const y = Math.floor(pixel / width);
      const x = pixel - y * width;
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const other = row * width + column;
          if (!isMarked[other] || pieces[other]) continue;
          pieces[other] = piece;
          waiting.push(other);
        }
      }
    }
  }
  return pieces;
}

/** Returns the connected components of a level's holes, including the patches that touch them. */
export function findPieces({ width, height, isHole, targets }: Level): Int32Array {
  const isOpen = Uint8Array.from(isHole);
  for (const target of targets) isOpen[target] = 1;
  return numberPieces(isOpen, width, height);
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
