// Aggregates of values at hole pixels over cells of 8 x 8 pixels.
import { boxSum } from '../pixels/box-filter.ts';
import type { System } from './seams.ts';

/** Side of a cell, in pixels. */
export const cellSide = 8;

export interface Cells {
  /** Returns the sums over the hole pixels of each cell and the cells within `radius`; `values` has one per hole pixel. */
  readonly sum: (values: Float32Array, radius: number) => Float32Array;
  /** Returns the means over the same pixels; 0 where there are none. */
  readonly average: (values: Float32Array, radius: number) => Float32Array;
  /** Samples cell values at the hole pixels, interpolated between cell centres. */
  readonly sample: (cells: Float32Array) => Float32Array;
}

export function openCells({ region, holes }: System): Cells {
  const across = Math.ceil(region.width / cellSide);
  const down = Math.ceil(region.height / cellSide);
  const cellOf = holes.map(pixel => {
    const y = Math.floor(pixel / region.width);
    return Math.floor(y / cellSide) * across + Math.floor((pixel - y * region.width) / cellSide);
  });
  const sum = (values: Float32Array, radius: number): Float32Array => {
    const sums = new Float32Array(across * down);
    for (let slot = 0; slot < cellOf.length; slot++) sums[cellOf[slot]!]! += values[slot]!;
    boxSum(sums, across, down, radius);
    return sums;
  };
  const ones = new Float32Array(holes.length).fill(1);
  return {
    sum,
    average: (values, radius) => {
      const counts = sum(ones, radius);
      return sum(values, radius).map((total, cell) => total / Math.max(1, counts[cell]!));
    },
    sample: cells => sampleCells(cells, across, down, region.width, holes),
  };
}

function sampleCells(
  cells: Float32Array,
  across: number,
  down: number,
  width: number,
  holes: Int32Array,
): Float32Array {
  const sampled = new Float32Array(holes.length);
  for (let slot = 0; slot < holes.length; slot++) {
    const pixel = holes[slot]!;
    const y = Math.min(down - 1, Math.max(0, (Math.floor(pixel / width) + 0.5) / cellSide - 0.5));
    const x = Math.min(across - 1, Math.max(0, ((pixel % width) + 0.5) / cellSide - 0.5));
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const right = Math.min(across - 1, left + 1);
    const bottom = Math.min(down - 1, top + 1);
    const upper = cells[top * across + left]! * (left + 1 - x) + cells[top * across + right]! * (x - left);
    const lower = cells[bottom * across + left]! * (left + 1 - x) + cells[bottom * across + right]! * (x - left);
    sampled[slot] = upper * (top + 1 - y) + lower * (y - top);
  }
  return sampled;
}
