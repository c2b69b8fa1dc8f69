// Softens a plane, as a measure to compare with and as a mean around each pixel.
import type { Plane } from './deconvolve.ts';

/** Each pixel becomes what `weights` (odd in number, from far left to far right) make of its row, then of its column. */
export function blurPlane({ data, width, height }: Plane, weights: readonly number[]): Plane {
  const reach = (weights.length - 1) / 2;
  const rows = new Float32Array(data.length);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let tap = -reach; tap <= reach; tap++)
        sum += weights[tap + reach]! * data[start + Math.min(width - 1, Math.max(0, x + tap))]!;
      rows[start + x] = sum;
    }
  }
  const out = new Float32Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let tap = -reach; tap <= reach; tap++) {
      const from = Math.min(height - 1, Math.max(0, y + tap)) * width;
      const weight = weights[tap + reach]!;
      for (let x = 0; x < width; x++) out[y * width + x]! += weight * rows[from + x]!;
    }
  }
  return { data: out, width, height };
}

/** A bell of this standard deviation in pixels, its sum 1. */
export function bell(deviation: number): number[] {
  const reach = Math.ceil(3 * deviation);
  const values = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * deviation ** 2)));
  const sum = values.reduce((total, value) => total + value, 0);
  return values.map(value => value / sum);
}
