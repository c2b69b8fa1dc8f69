// Finds what a filling shows although nothing at its height beside the hole looks like it: a piece of another thing, where the ground goes on.
import { luma601 } from '../../pixels/luma.ts';
import { dilate } from '../../pixels/morphology.ts';
import type { Canvas } from './shrink-canvas.ts';

/** Cells along the side of a square as large as the new area, and least side of a cell in pixels. */
const side = 14;
const minCell = 4;
/** How far around the new area is looked, and how far above and below, in cells. */
const reach = 5;
const heightReach = 2;
/** The difference that this share of the new cells exceeds counts. */
const countedShare = 0.05;
/** Red, green, blue and the deviation of brightness of a cell. */
const numbers = 4;

interface Field {
  readonly across: number;
  readonly down: number;
  readonly values: Float32Array;
  /** Share of each cell that is new, 0..1. */
  readonly newShare: Float32Array;
}

/** The box of the new pixels and their number. */
function findNew({ sources, width, height }: Canvas) {
  let [left, top, right, bottom, count] = [width, height, 0, 0, 0];
  for (let y = 0, pixel = 0; y < height; y++)
    for (let x = 0; x < width; x++, pixel++) {
      if (sources[pixel]! < 0) continue;
      count++;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = y + 1;
    }
  return { left, top, right, bottom, count };
}

/** Writes what a cell shows, and returns the share of it that is new. */
function readCell({ colours, sources, width }: Canvas, corner: number, cell: number, values: Float32Array): number {
  let [red, green, blue, squares, count] = [0, 0, 0, 0, 0];
  for (let v = 0; v < cell; v++)
    for (let u = 0, pixel = corner + v * width; u < cell; u++, pixel++) {
      const [r, g, b] = [colours[pixel * 3]!, colours[pixel * 3 + 1]!, colours[pixel * 3 + 2]!];
      red += r;
      green += g;
      blue += b;
      squares += luma601(r, g, b) ** 2;
      if (sources[pixel]! >= 0) count++;
    }
  const area = cell ** 2;
  const deviation = Math.sqrt(Math.max(0, squares / area - (luma601(red, green, blue) / area) ** 2));
  values.set([red / area, green / area, blue / area, deviation]);
  return count / area;
}

/** Reduces the new area and its surroundings to cells. Undefined if nothing is new. */
function drawField(canvas: Canvas): Field | undefined {
  const { count, ...box } = findNew(canvas);
  if (count === 0) return undefined;
  const cell = Math.max(minCell, Math.round(Math.sqrt(count) / side));
  const margin = (reach + 1) * cell;
  const left = Math.max(0, box.left - margin);
  const top = Math.max(0, box.top - margin);
  const across = Math.floor((Math.min(canvas.width, box.right + margin) - left) / cell);
  const down = Math.floor((Math.min(canvas.height, box.bottom + margin) - top) / cell);
  const values = new Float32Array(across * down * numbers);
  const newShare = new Float32Array(across * down);
  for (let at = 0; at < across * down; at++) {
    const row = Math.floor(at / across);
    const corner = (top + row * cell) * canvas.width + left + (at - row * across) * cell;
    newShare[at] = readCell(canvas, corner, cell, values.subarray(at * numbers, (at + 1) * numbers));
  }
  return { across, down, values, newShare };
}

function differ({ values }: Field, one: number, other: number): number {
  let sum = 0;
  for (let at = 0; at < numbers; at++) sum += (values[one * numbers + at]! - values[other * numbers + at]!) ** 2;
  return Math.sqrt(sum / 3);
}

/** The cells around the new area at the height of a row, or little above or below it. */
function listBeside({ across, down, newShare }: Field, around: Uint8Array, row: number): number[] {
  const cells: number[] = [];
  const end = Math.min(down, row + heightReach + 1) * across;
  for (let at = Math.max(0, row - heightReach) * across; at < end; at++)
    if (around[at] && newShare[at] === 0) cells.push(at);
  return cells;
}

/**
 * Returns how much the new area differs from all that stands beside it at its height, in grey levels: 1 to 12 in most fillings in which the ground
 * goes on, mostly more than 18 where a piece of another thing stands in it. 0 if nothing is new.
 */
export function measureStrange(canvas: Canvas): number {
  const field = drawField(canvas);
  if (!field) return 0;
  const { across, down, newShare } = field;
  const touched = Uint8Array.from(newShare, share => (share > 0 ? 1 : 0));
  const around = dilate(touched, across, down, reach);
  const strange: number[] = [];
  for (let row = 0; row < down; row++) {
    const end = (row + 1) * across;
    let beside: number[] | undefined;
    for (let at = row * across; at < end; at++) {
      if (newShare[at] !== 1) continue;
      beside ??= listBeside(field, around, row);
      const min = beside.reduce(
        (smallest, other) => Math.min(smallest, differ(field, at, other)),
        Number.POSITIVE_INFINITY,
      );
      if (Number.isFinite(min)) strange.push(min);
    }
  }
  strange.sort((a, b) => b - a);
  return strange[Math.floor(strange.length * countedShare)] ?? 0;
}
