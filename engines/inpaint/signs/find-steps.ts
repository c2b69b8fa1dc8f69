// Measures how visible the joints of new areas of an image are: steps between what lies side by side but does not in its sources.
import { boxSum } from '../../pixels/box-filter.ts';
import { type Canvas, type Cells, shrinkCanvas } from './shrink-canvas.ts';

/** Cells along the longer side of the image: fine grain is averaged out, since the eye follows a weak but long step. */
const side = 300;
/** Two cells lie side by side in the sources as well if their shifts differ by less than this, in cells. */
const minApart = 0.75;
/** Steps up to `free` grey levels, plus `hidden` times the mean difference between adjacent cells nearby, are invisible. */
const free = 1;
const hidden = 4;
/** Radius in cells of the surroundings whose texture hides a step. */
const nearby = 6;
/** A higher step is no more visible, in grey levels. */
const maxSeen = 6;
/** In the dark the same step is more visible: it counts in full from `bright` on, at most `maxDark` times as much below. */
const bright = 90;
const maxDark = 2.5;

/** Returns the mean difference between adjacent cells around each cell. Joints do not count, so that none hides itself. */
function measureTexture(cells: Cells): Float32Array {
  const { width, height, colours } = cells;
  const sums = new Float32Array(width * height);
  const counts = new Float32Array(width * height);
  for (let y = 0; y < height - 1; y++)
    for (let x = 0; x < width - 1; x++) {
      const cell = y * width + x;
      for (const other of [cell + 1, cell + width]) {
        if (isJoint(cells, cell, other)) continue;
        for (let channel = 0; channel < 3; channel++)
          sums[cell]! += Math.abs(colours[cell * 3 + channel]! - colours[other * 3 + channel]!) / 3;
        counts[cell]!++;
      }
    }
  boxSum(sums, width, height, nearby);
  boxSum(counts, width, height, nearby);
  return sums.map((sum, cell) => sum / Math.max(1, counts[cell]!));
}

/** Returns the colour at x, y between the centres of cells; NaN outside. */
function sample({ width, height, colours }: Cells, x: number, y: number, channel: number): number {
  const column = Math.floor(x);
  const row = Math.floor(y);
  if (column < 0 || row < 0 || column >= width - 1 || row >= height - 1) return Number.NaN;
  const [u, v] = [x - column, y - row];
  const at = (row * width + column) * 3 + channel;
  const below = at + width * 3;
  return (
    (1 - v) * ((1 - u) * colours[at]! + u * colours[at + 3]!) +
    v * ((1 - u) * colours[below]! + u * colours[below + 3]!)
  );
}

/** Returns how much the step from x, y to the next cell exceeds what the sources show there, in grey levels; NaN if unknown. */
function excessAt(cells: Cells, x: number, y: number, [u, v]: readonly [number, number]): number {
  const { width, colours, isNew, shifts } = cells;
  const cell = y * width + x;
  const other = cell + v * width + u;
  let min = Number.POSITIVE_INFINITY;
  for (const one of [cell, other]) {
    if (!isNew[one]) continue;
    const [fromX, fromY] = [x + shifts[one * 2]!, y + shifts[one * 2 + 1]!];
    let squares = 0;
    for (let channel = 0; channel < 3; channel++) {
      const shown = sample(cells, fromX + u, fromY + v, channel) - sample(cells, fromX, fromY, channel);
      squares += (colours[other * 3 + channel]! - colours[cell * 3 + channel]! - shown) ** 2;
    }
    if (squares < min) min = squares;
  }
  return Number.isFinite(min) ? Math.sqrt(min / 3) : Number.NaN;
}

function isJoint({ isNew, shifts }: Cells, cell: number, other: number): boolean {
  if (!isNew[cell] && !isNew[other]) return false;
  const apart =
    Math.abs(shifts[cell * 2]! - shifts[other * 2]!) + Math.abs(shifts[cell * 2 + 1]! - shifts[other * 2 + 1]!);
  return apart >= minApart;
}

/** Returns the visible part of all steps, in grey levels times cells, over the square root of the new area in cells. */
export function measureSteps(canvas: Canvas): number {
  const cells = shrinkCanvas(canvas, side);
  const { width, height, colours, isNew } = cells;
  const texture = measureTexture(cells);
  let [visible, count] = [0, 0];
  for (const value of isNew) count += value;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = y * width + x;
      for (const way of [
        [1, 0],
        [0, 1],
      ] as const) {
        if (x + way[0] >= width || y + way[1] >= height) continue;
        const other = cell + way[1] * width + way[0];
        if (!isJoint(cells, cell, other)) continue;
        const seen = excessAt(cells, x, y, way) - free - hidden * texture[cell]!;
        if (!(seen > 0)) continue;
        const level = Math.max(colours[cell * 3 + 1]!, colours[other * 3 + 1]!);
        visible += Math.min(maxSeen, seen) * Math.min(maxDark, Math.max(1, bright / Math.max(1, level)));
      }
    }
  }
  return visible / Math.sqrt(Math.max(1, count));
}
