// Finds what a filling or an expansion visibly shows twice: copies of something that the image has nowhere else. Texture has likes everywhere.
import { type Canvas, type Cells, shrinkCanvas } from './shrink-canvas.ts';

/** Cells along the longer side of the image, so that the grain of a texture is averaged out, and radius in cells of the compared squares. */
const side = 64;
const radius = 2;
/** The repetition that this share of the new area exceeds counts. */
const countedShare = 0.03;

const numbers = (2 * radius + 1) ** 2 * 3;

/** Root mean square difference of the squares around two cells; infinite if it exceeds `max`. */
function compare({ width, colours }: Cells, one: number, other: number, max: number): number {
  const limit = max * max * numbers;
  let sum = 0;
  for (let row = -radius; row <= radius; row++) {
    let a = (one + row * width - radius) * 3;
    let b = (other + row * width - radius) * 3;
    for (let i = 0; i < (2 * radius + 1) * 3; i++, a++, b++) sum += (colours[a]! - colours[b]!) ** 2;
    if (sum > limit) return Number.POSITIVE_INFINITY;
  }
  return Math.sqrt(sum / numbers);
}

/** Returns the smallest difference of a cell to those of the image that do not overlap the square around x, y. */
function findNext(cells: Cells, cell: number, x: number, y: number): number {
  const { left, top, right, bottom } = cells.inner;
  let min = Number.POSITIVE_INFINITY;
  for (let row = top + radius; row < bottom - radius; row++)
    for (let column = left + radius; column < right - radius; column++) {
      if (cells.isNew[row * cells.width + column]) continue;
      if (Math.abs(column - x) <= radius + 1 && Math.abs(row - y) <= radius + 1) continue;
      min = Math.min(min, compare(cells, cell, row * cells.width + column, min));
    }
  return min;
}

/**
 * Returns how much more the new area resembles what it copies than anything else in the image, in grey levels: below 15 for ground and texture, above
 * 18 where an object has a twin.
 */
export function measureRepeats(canvas: Canvas): number {
  const cells = shrinkCanvas(canvas, side);
  const { width, height, isNew, shifts, inner } = cells;
  const gaps: number[] = [];
  let count = 0;
  for (const value of isNew) count += value;
  for (let y = radius; y < height - radius; y++) {
    for (let x = radius; x < width - radius; x++) {
      const cell = y * width + x;
      if (!isNew[cell]) continue;
      const sourceX = Math.round(x + shifts[cell * 2]!);
      const sourceY = Math.round(y + shifts[cell * 2 + 1]!);
      if (sourceX < inner.left + radius || sourceX >= inner.right - radius) continue;
      if (sourceY < inner.top + radius || sourceY >= inner.bottom - radius) continue;
      const own = compare(cells, cell, sourceY * width + sourceX, Number.POSITIVE_INFINITY);
      const next = findNext(cells, cell, sourceX, sourceY);
      if (Number.isFinite(next)) gaps.push(next - own);
    }
  }
  gaps.sort((a, b) => b - a);
  return Math.max(0, gaps[Math.floor(count * countedShare)] ?? 0);
}
