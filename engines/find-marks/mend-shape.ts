// Turns the steps of brightness of one period back into brightness, and tells the mark in it from its ground.
import type { Cell, Folded } from './fold.ts';

/** Steps below this many deviations are chance. */
const leastClarity = 4;
const rounds = 400;
const overshoot = 1.9;
/** Pixels of the mark differ from the ground by at least this share of its strongest parts. */
const inkShare = 0.35;
/** Levels. */
const leastInk = 1.2;

interface Neighbours {
  readonly right: Int32Array;
  readonly down: Int32Array;
  readonly left: Int32Array;
  readonly up: Int32Array;
}

function findNeighbours({ points, placeOf }: Cell): Neighbours {
  const at = (dx: number, dy: number) => Int32Array.from(points, ({ x, y }) => placeOf(x + dx, y + dy));
  return { right: at(1, 0), down: at(0, 1), left: at(-1, 0), up: at(0, -1) };
}

/** Brightness whose steps are nearest to the given ones (Poisson's equation on the period, by successive over-relaxation). */
function integrate(right: Float32Array, down: Float32Array, near: Neighbours): Float32Array {
  const n = right.length;
  const level = new Float32Array(n);
  const fall = Float32Array.from(right, (_, k) => right[near.left[k]!]! - right[k]! + down[near.up[k]!]! - down[k]!);
  for (let round = 0; round < rounds; round++)
    for (let k = 0; k < n; k++) {
      const mean =
        (level[near.right[k]!]! + level[near.left[k]!]! + level[near.down[k]!]! + level[near.up[k]!]! + fall[k]!) / 4;
      level[k] = level[k]! + overshoot * (mean - level[k]!);
    }
  return level;
}

const quantile = (sorted: Float32Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;

export interface Shape {
  /** 1 on the mark, by place in the cell. */
  readonly isInk: Uint8Array;
  /** Steps that are beyond chance; the others are 0. */
  readonly right: Float32Array;
  readonly down: Float32Array;
}

/** Undefined when nothing in the period is beyond chance. */
export function mendShape(cell: Cell, folded: Folded): Shape | undefined {
  const near = findNeighbours(cell);
  const keep = (steps: Float32Array) => steps.map((step, k) => (folded.clarity[k]! >= leastClarity ? step : 0));
  const [right, down] = [keep(folded.right), keep(folded.down)];
  const level = integrate(right, down, near);
  const sorted = level.slice().sort();
  const ground = quantile(sorted, 0.5);
  const strongest = Math.max(quantile(sorted, 0.985) - ground, ground - quantile(sorted, 0.015));
  if (strongest < leastInk) return undefined;
  const isInk = Uint8Array.from(level, value => (Math.abs(value - ground) > inkShare * strongest ? 1 : 0));
  return { isInk, right, down };
}
