// Levels and masks of a plane at fractional positions.
import type { PatchPlane } from './patch.ts';

/** Catmull–Rom spline between four levels. */
function cubic(a: number, b: number, c: number, d: number, t: number): number {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

/** Sets `weights` to those of the four levels in `cubic`, for one position between the second and the third. */
export function setSpline(weights: Float64Array, t: number): void {
  weights[0] = 0.5 * t * (t * (2 - t) - 1);
  weights[1] = 1 + 0.5 * t * t * (3 * t - 5);
  weights[2] = 0.5 * t * (1 + t * (4 - 3 * t));
  weights[3] = 0.5 * t * t * (t - 1);
}

const row = (data: Uint8Array, at: number, t: number) =>
  cubic(data[at - 1]!, data[at]!, data[at + 1]!, data[at + 2]!, t);

/** Samples a level bicubically; beside the border, bilinearly. */
export function sampleLevel(plane: PatchPlane, x: number, y: number): number {
  const { data, width, height } = plane;
  const left = Math.floor(x);
  const top = Math.floor(y);
  const across = x - left;
  const down = y - top;
  const at = top * width + left;
  if (across === 0 && down === 0) return data[at]!;
  if (left < 1 || top < 1 || left + 2 >= width || top + 2 >= height) return sampleBorder(plane, x, y);
  return cubic(
    row(data, at - width, across),
    row(data, at, across),
    row(data, at + width, across),
    row(data, at + 2 * width, across),
    down,
  );
}

function sampleBorder({ data, width, height }: PatchPlane, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [across, down] = [x - left, y - top];
  const [right, below] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
  const upper = data[top * width + left]! * (1 - across) + data[top * width + right]! * across;
  const lower = data[below * width + left]! * (1 - across) + data[below * width + right]! * across;
  return upper * (1 - down) + lower * down;
}

/** Returns the maximum of the mask over the four pixels around a position: 2 when one of them is hidden. */
export function maskAround(mask: Uint8Array, width: number, height: number, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  if (left < 0 || top < 0 || x > width - 1 || y > height - 1) return 2;
  const right = x > left ? 1 : 0;
  const below = y > top ? width : 0;
  const at = top * width + left;
  return Math.max(mask[at]!, mask[at + right]!, mask[at + below]!, mask[at + right + below]!);
}
