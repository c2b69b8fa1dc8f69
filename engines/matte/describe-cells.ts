// What the matting network makes of a picture before it draws a matte: for each cell of a coarse grid what is there, in numbers that are alike for
// things that are alike.
import { openModel } from '../model/model.ts';
import type { Pixels } from '../pixels/plane.ts';
import { readForPart } from './network.ts';
import { loadMiddleNetwork, middleOutput, shippedInput } from './shipped-network.ts';

/** Side in pixels of the pictures that are described. */
export const describedSide = 512;
/** Cells along a side. */
export const describedCells = 16;

/** One vector of `length` numbers for each cell, scaled to length 1. */
export const splitCells = (length: number, valueAt: (cell: number, number: number) => number): Float32Array[] =>
  Array.from({ length: describedCells ** 2 }, (_, cell) => {
    const vector = Float32Array.from({ length }, (__, number) => valueAt(cell, number));
    const norm = Math.hypot(...vector) || 1;
    return vector.map(value => value / norm);
  });

/** Describes a picture of `describedSide` pixels squared: one vector of length 1 for each cell, row by row. Memory: 0.2 GB. */
export async function describeCells(picture: Pixels): Promise<Float32Array[]> {
  const model = await openModel('matte:middle', loadMiddleNetwork);
  const { data } = (await model.run({ [shippedInput]: readForPart(picture) }))[middleOutput]!;
  const cells = describedCells ** 2;
  return splitCells(data.length / cells, (cell, number) => data[number * cells + cell]!);
}
