// A smooth plane of an image, such as its blurred luma, stored at reduced size and interpolated: its cost does not grow with the radius, and a
// preview matches the full image.

import { boxBlur } from '../box-filter.ts';
import { luma709 } from '../luma.ts';

/** The image as passed between steps: 3 or 4 bytes per pixel, rows from the top. */
export interface Canvas {
  readonly data: Uint8Array;
  readonly channels: 3 | 4;
  readonly width: number;
  readonly height: number;
}

export interface SoftPlane {
  readonly values: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** Returns luma 0..255, reduced until `radius` spans about 4 pixels, then blurred by three boxes (Wells, 1986). */
export function blurLuma(canvas: Canvas, radius: number): SoftPlane {
  const shrink = Math.max(1, Math.floor(radius / 4));
  const small = shrinkLuma(canvas, shrink);
  const box = Math.max(1, Math.round(radius / shrink / 2));
  return { ...small, values: boxBlur(small.values, small.width, small.height, box, 3) };
}

function shrinkLuma({ data, channels, width, height }: Canvas, shrink: number): SoftPlane {
  const w = Math.ceil(width / shrink);
  const h = Math.ceil(height / shrink);
  const values = new Float32Array(w * h);
  const counts = new Uint32Array(w);
  for (let row = 0; row < h; row++) {
    const sums = values.subarray(row * w, (row + 1) * w);
    counts.fill(0);
    for (let y = row * shrink; y < Math.min(height, (row + 1) * shrink); y++)
      for (let x = 0; x < width; x++) {
        const i = (y * width + x) * channels;
        const cell = (x / shrink) | 0;
        sums[cell]! += luma709(data[i]!, data[i + 1]!, data[i + 2]!);
        counts[cell]!++;
      }
    for (let x = 0; x < w; x++) sums[x]! /= counts[x]!;
  }
  return { values, width: w, height: h };
}

/** Reads one row of a plane, interpolated at the pixels of the image it was made from. */
export function readRow(plane: SoftPlane, canvas: Canvas, y: number, row: Float32Array): void {
  const sy = Math.min(plane.height - 1, Math.max(0, ((y + 0.5) * plane.height) / canvas.height - 0.5));
  const y0 = Math.floor(sy);
  const y1 = Math.min(plane.height - 1, y0 + 1);
  const fy = sy - y0;
  const { values, width } = plane;
  for (let x = 0; x < canvas.width; x++) {
    const sx = Math.min(width - 1, Math.max(0, ((x + 0.5) * width) / canvas.width - 0.5));
    const x0 = sx | 0;
    const x1 = x0 + 1 < width ? x0 + 1 : x0;
    const fx = sx - x0;
    const top = values[y0 * width + x0]! * (1 - fx) + values[y0 * width + x1]! * fx;
    const bottom = values[y1 * width + x0]! * (1 - fx) + values[y1 * width + x1]! * fx;
    row[x] = top * (1 - fy) + bottom * fy;
  }
}
