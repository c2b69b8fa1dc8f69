// The guided filter with the image as its own guide: flat areas become even, edges stay (He, Sun, Tang, "Guided Image Filtering", ECCV 2010).
import { boxMean } from './box-filter.ts';

/**
 * Smooths `values` (0..1, width * height) over windows with sides of 2 * radius + 1 pixels. Smooths areas whose variance is well below `noise`, and
 * keeps those above it. Returns a new plane.
 */
export function smoothKeepingEdges(
  values: Float32Array,
  width: number,
  height: number,
  radius: number,
  noise: number,
): Float32Array {
  const mean = boxMean(values, width, height, radius);
  const square = boxMean(
    values.map(value => value * value),
    width,
    height,
    radius,
  );
  const slope = mean.map((m, i) => {
    const variance = Math.max(0, square[i]! - m * m);
    return variance / (variance + noise);
  });
  const offset = mean.map((m, i) => m * (1 - slope[i]!));
  const meanSlope = boxMean(slope, width, height, radius);
  const meanOffset = boxMean(offset, width, height, radius);
  return values.map((value, i) => meanSlope[i]! * value + meanOffset[i]!);
}
