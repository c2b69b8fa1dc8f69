// Where solutions agree on what is in a hole. Only there may they be averaged: two different things blended would be seen as ghosts.
import { boxSum } from './box-sum.ts';
import { cellAt, cellSide, sampleCells } from './cells.ts';
import type { System } from './seams.ts';

/** Broad colours that differ by this much are two different things. */
const different = 30;

/**
 * For each hole pixel, how far the broad colours around it are the same in both: 1 the same, near 0 something else. Both are four
 * numbers a hole pixel.
 */
export function measureAgreement({ region, holes }: System, one: Float32Array, other: Float32Array): Float32Array {
  const across = Math.ceil(region.width / cellSide);
  const down = Math.ceil(region.height / cellSide);
  const counts = new Float32Array(across * down);
  const squares = new Float32Array(across * down);
  const cells = holes.map(pixel => cellAt(pixel % region.width, Math.floor(pixel / region.width), across));
  for (const cell of cells) counts[cell]!++;
  boxSum(counts, across, down, 1);
  for (let channel = 0; channel < 3; channel++) {
    const sums = new Float32Array(across * down);
    for (let slot = 0; slot < cells.length; slot++)
      sums[cells[slot]!]! += one[slot * 4 + channel]! - other[slot * 4 + channel]!;
    boxSum(sums, across, down, 1);
    for (let cell = 0; cell < sums.length; cell++)
      squares[cell]! += (sums[cell]! / Math.max(1, counts[cell]!)) ** 2 / 3;
  }
  const agreement = squares.map(square => Math.exp(-square / (2 * different * different)));
  return sampleCells(agreement, across, down, region.width, holes);
}
