// Reconstructs the brightness of one period from its differences, and separates the mark from the background.
import type { Cell, Folded } from './fold.ts';

/** Minimum significance of a difference, in standard errors; smaller ones are treated as noise. */
const minClarity = 4;
const rounds = 400;
const overshoot = 1.9;
/** Minimum difference between mark and background, as a share of that of the mark's strongest parts. */
const inkShare = 0.35;
/** Minimum difference of the strongest parts, in levels. */
const minInk = 1.2;

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

/** Returns the brightness whose differences are closest to the given ones (Poisson's equation on the period, by successive over-relaxation). */
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
  /** 1 on the mark, for each point of the cell. */
  readonly isInk: Uint8Array;
  /** The significant differences; all others are 0. */
  readonly right: Float32Array;
  readonly down: Float32Array;
}

/** Returns undefined if no difference in the period is significant. */
export function mendShape(cell: Cell, folded: Folded): Shape | undefined {
  const near = findNeighbours(cell);
  const keep = (steps: Float32Array) => steps.map((step, k) => (folded.clarity[k]! >= minClarity ? step : 0));
  const [right, down] = [keep(folded.right), keep(folded.down)];
  const level = integrate(right, down, near);
  const sorted = level.slice().sort();
  const ground = quantile(sorted, 0.5);
  const strongest = Math.max(quantile(sorted, 0.985) - ground, ground - quantile(sorted, 0.015));
  if (strongest < minInk) return undefined;
  const isInk = Uint8Array.from(level, value => (Math.abs(value - ground) > inkShare * strongest ? 1 : 0));
  return { isInk, right, down };
}
