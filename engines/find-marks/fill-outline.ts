// Fills the shape within an outline, which may have gaps.
import { type EdgePoints, lengthOf } from './edge-points.ts';
import type { Outline } from './outlines.ts';

/** About 1 inside the shape and 0 outside, on a grid of cells `cell` pixels wide; the outermost cells are 0. */
export interface Filled {
  readonly levels: Float32Array;
  readonly columns: number;
  readonly rows: number;
  readonly cell: number;
  /** Pixel at which the second column and row begin: the outermost cells lie outside the margin around the outline. */
  readonly left: number;
  readonly top: number;
}

/** Margin around the outline, in pixels. */
const margin = 6;

type Grid = Omit<Filled, 'levels'>;

function makeGrid({ at, width }: EdgePoints, points: readonly number[], maxCells: number): Grid {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const k of points) {
    const [x, y] = [at[k]! % width, Math.floor(at[k]! / width)];
    [left, right] = [Math.min(left, x - margin), Math.max(right, x + margin)];
    [top, bottom] = [Math.min(top, y - margin), Math.max(bottom, y + margin)];
  }
  const [w, h] = [right - left + 1, bottom - top + 1];
  const cell = Math.max(1, Math.max(w, h) / maxCells);
  return { columns: Math.ceil(w / cell) + 2, rows: Math.ceil(h / cell) + 2, cell, left, top };
}

/** Converts a pixel to a fractional column and row. */
export const placeIn = ({ left, top, cell }: Grid, x: number, y: number): readonly [number, number] => [
  (x + 0.5 - left) / cell + 0.5,
  (y + 0.5 - top) / cell + 0.5,
];

/** Splats a value bilinearly onto the four cells around a position. */
function spread({ columns, rows }: Grid, values: Float32Array, x: number, y: number, amount: number): void {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [x - left, y - top];
  if (left < 0 || top < 0 || left + 1 >= columns || top + 1 >= rows) return;
  const i = top * columns + left;
  values[i]! += amount * (1 - u) * (1 - v);
  values[i + 1]! += amount * u * (1 - v);
  values[i + columns]! += amount * (1 - u) * v;
  values[i + columns + 1]! += amount * u * v;
}

/**
 * Returns the shape whose gradients are closest to those of the outline, and to zero elsewhere: Poisson's equation, solved by successive
 * over-relaxation. Dekel et al. (2017) reconstruct a watermark from its gradients in the same way.
 */
export function fillOutline(
  edges: EdgePoints,
  { points, side }: Pick<Outline, 'points' | 'side'>,
  maxCells: number,
): Filled {
  const grid = makeGrid(edges, points, maxCells);
  const { columns, rows, cell } = grid;
  const across = new Float32Array(columns * rows);
  const down = new Float32Array(columns * rows);
  for (const k of points) {
    const i = edges.at[k]!;
    const [x, y] = placeIn(grid, i % edges.width, Math.floor(i / edges.width));
    const amount = (side * lengthOf(edges, k)) / cell;
    spread(grid, across, x - 0.5, y, amount * edges.nx[k]!);
    spread(grid, down, x, y - 0.5, amount * edges.ny[k]!);
  }
  const falls = new Float32Array(across.length);
  for (let i = columns; i < falls.length; i++) falls[i] = across[i - 1]! - across[i]! + down[i - columns]! - down[i]!;
  const levels = new Float32Array(across.length);
  const longer = Math.max(columns, rows);
  const overshoot = 2 / (1 + Math.sin(Math.PI / longer));
  for (let round = longer + 10; round > 0; round--)
    for (let y = 1; y < rows - 1; y++)
      for (let i = y * columns + 1, end = i + columns - 2; i < end; i++) {
        const mean = (levels[i - 1]! + levels[i + 1]! + levels[i - columns]! + levels[i + columns]! + falls[i]!) / 4;
        levels[i] = levels[i]! + overshoot * (mean - levels[i]!);
      }
  return { ...grid, levels };
}
