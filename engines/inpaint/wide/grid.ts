// The grid on which a group of holes is labelled: one node for each block of a few pixels that a hole touches.
import { boxSum } from '../../pixels/box-filter.ts';
import type { Stage } from './stage.ts';

export const known = 0;
export const target = 1;
const otherHole = 2;

export interface Grid {
  /** Distance between nodes in pixels of the stage. */
  readonly spacing: number;
  readonly across: number;
  readonly down: number;
  /** For each cell: known, target or otherHole. */
  readonly states: Uint8Array;
  /** The target cells, row by row; and for each cell its index in that list, or -1. */
  readonly nodes: Int32Array;
  readonly slots: Int32Array;
  /** Known cells within a few steps of the hole. */
  readonly rim: readonly number[];
  /** Distance of each cell from the hole in 4-connected steps; -1 for distant cells. */
  readonly steps: Int16Array;
  /** 1 for pixels of the stage from which a whole block may be copied. */
  readonly isWhole: Uint8Array;
}

/** Width in cells of the known surroundings by which a label is judged. */
export const rimSteps = 5;

/** Returns the pixel in the middle of a cell. */
export function middleOf({ across, spacing }: Grid, { width, height }: Stage, cell: number): number {
  const row = Math.floor(cell / across);
  const x = Math.min(width - 1, (cell - row * across) * spacing + (spacing >> 1));
  const y = Math.min(height - 1, row * spacing + (spacing >> 1));
  return y * width + x;
}

/** Returns the four neighbours of a cell, -1 beyond the border: left, right, above, below. */
export const neighboursOf = (
  cell: number,
  across: number,
  count: number,
): readonly [number, number, number, number] => {
  const column = cell % across;
  return [
    column > 0 ? cell - 1 : -1,
    column < across - 1 ? cell + 1 : -1,
    cell >= across ? cell - across : -1,
    cell + across < count ? cell + across : -1,
  ];
};

function findWholeBlocks({ width, height, isSource }: Stage, spacing: number): Uint8Array {
  const radius = (spacing >> 1) + 1;
  const holes = new Float32Array(isSource).map(value => 1 - value);
  boxSum(holes, width, height, radius);
  const isWhole = new Uint8Array(width * height);
  for (let y = radius; y < height - radius; y++)
    for (let x = radius; x < width - radius; x++) if (holes[y * width + x]! < 0.5) isWhole[y * width + x] = 1;
  return isWhole;
}

export function layGrid(stage: Stage, spacing: number): Grid {
  const { width, height, isKnown, isTarget } = stage;
  const across = Math.ceil(width / spacing);
  const down = Math.ceil(height / spacing);
  const count = across * down;
  const states = new Uint8Array(count);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x;
      if (isKnown[pixel]) continue;
      const cell = Math.floor(y / spacing) * across + Math.floor(x / spacing);
      if (isTarget[pixel]) states[cell] = target;
      else if (states[cell] === known) states[cell] = otherHole;
    }
  }
  const nodes: number[] = [];
  const slots = new Int32Array(count).fill(-1);
  const steps = new Int16Array(count).fill(-1);
  for (let cell = 0; cell < count; cell++) {
    if (states[cell] !== target) continue;
    slots[cell] = nodes.length;
    steps[cell] = 0;
    nodes.push(cell);
  }
  const rim: number[] = [];
  let front: readonly number[] = nodes;
  for (let step = 1; step <= rimSteps; step++) {
    const next: number[] = [];
    for (const cell of front) {
      for (const other of neighboursOf(cell, across, count)) {
        if (other < 0 || steps[other]! >= 0) continue;
        steps[other] = step;
        next.push(other);
        if (states[other] === known) rim.push(other);
      }
    }
    front = next;
  }
  const isWhole = findWholeBlocks(stage, spacing);
  return { spacing, across, down, states, nodes: Int32Array.from(nodes), slots, rim, steps, isWhole };
}
