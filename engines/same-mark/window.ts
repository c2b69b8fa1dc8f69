// Sums over windows that fade towards their rim.
import { boxSum } from '../inpaint/box-sum.ts';

/** Sums of the values around each pixel, not means: divide by those of a weight. `radius` is that of each of two passes. */
export function sumAround(values: Float32Array, width: number, height: number, radius: number): Float32Array {
  const sums = values.slice();
  boxSum(sums, width, height, radius);
  boxSum(sums, width, height, radius);
  return sums;
}
