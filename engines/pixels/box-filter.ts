// Box filters: sums, means and variances over a square window around each pixel, by running sums, whose cost does not depend on the radius.
import type { Plane } from './plane.ts';

/** Buffers of one filter, reused because filters run many times for each frame of a clip. */
let row = new Float32Array(0);
let ring = new Float32Array(0);
let sums = new Float64Array(0);

/** Replaces each value by the sum over a window with sides of 2 * radius + 1 pixels; values outside the plane are zero. */
export function boxSum(values: Float32Array, width: number, height: number, radius: number): void {
  if (row.length < width) row = new Float32Array(width);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    let sum = 0;
    for (let x = 0; x < Math.min(radius, width); x++) sum += values[start + x]!;
    // Without tests where the window neither enters nor leaves the row.
    const inner = Math.min(width, radius + 1);
    const outer = Math.max(inner, width - radius);
    for (let x = 0; x < inner; x++) {
      if (x + radius < width) sum += values[start + x + radius]!;
      row[x] = sum;
    }
    for (let x = inner; x < outer; x++) {
      sum += values[start + x + radius]! - values[start + x - radius - 1]!;
      row[x] = sum;
    }
    for (let x = outer; x < width; x++) {
      sum -= values[start + x - radius - 1]!;
      row[x] = sum;
    }
    for (let x = 0; x < width; x++) values[start + x] = row[x]!;
  }
  sumColumns(values, width, height, radius);
}

/** Sums all columns together, row by row in memory order. A ring buffer keeps the original values of the last 2 * radius + 1 rows. */
function sumColumns(values: Float32Array, width: number, height: number, radius: number): void {
  const kept = 2 * radius + 1;
  if (ring.length < kept * width) ring = new Float32Array(kept * width);
  if (sums.length < width) sums = new Float64Array(width);
  sums.fill(0, 0, width);
  for (let next = 0; next < height + radius; next++) {
    const slot = (next % kept) * width;
    if (next < height) {
      for (let x = 0; x < width; x++) {
        const value = values[next * width + x]!;
        ring[slot + x] = value;
        sums[x]! += value;
      }
    }
    const y = next - radius;
    if (y < 0) continue;
    for (let x = 0; x < width; x++) values[y * width + x] = sums[x]!;
    if (y >= radius) {
      const oldest = ((y - radius) % kept) * width;
      for (let x = 0; x < width; x++) sums[x]! -= ring[oldest + x]!;
    }
  }
}

/**
 * Returns sums over a window that fades towards its edge: two box filters of `radius` pixels. For a mean, divide by the same sums of the weights.
 * `into` is a buffer for the result; absent: a new one.
 */
export function sumAround(
  values: Float32Array,
  width: number,
  height: number,
  radius: number,
  into: Float32Array = new Float32Array(values.length),
): Float32Array {
  into.set(values);
  boxSum(into, width, height, radius);
  boxSum(into, width, height, radius);
  return into;
}

/** Returns means over a window with sides of 2 * radius + 1 pixels, clipped at the border. */
export function boxMean(values: Float32Array, width: number, height: number, radius: number): Float32Array {
  const means = values.slice();
  boxSum(means, width, height, radius);
  const count = (at: number, length: number) => Math.min(length - 1, at + radius) - Math.max(0, at - radius) + 1;
  const across = Float64Array.from({ length: width }, (_, x) => count(x, width));
  for (let y = 0; y < height; y++) {
    const down = count(y, height);
    for (let x = 0; x < width; x++) means[y * width + x]! /= down * across[x]!;
  }
  return means;
}

/** Writes running means of each row of `from` into `to`; the first and last values are repeated beyond the ends. */
function blurRows(from: Float32Array, to: Float32Array, width: number, height: number, radius: number): void {
  const last = width - 1;
  const scale = 1 / (2 * radius + 1);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    let sum = 0;
    for (let place = -radius; place <= radius; place++) sum += from[start + Math.min(last, Math.max(0, place))]!;
    for (let x = 0; x < width; x++) {
      to[start + x] = sum * scale;
      sum += from[start + Math.min(last, x + radius + 1)]! - from[start + Math.max(0, x - radius)]!;
    }
  }
}

/** Does the same for columns, all of them together, row by row in memory order. */
function blurColumns(from: Float32Array, to: Float32Array, width: number, height: number, radius: number): void {
  const scale = 1 / (2 * radius + 1);
  const rowAt = (place: number) => Math.min(height - 1, Math.max(0, place)) * width;
  const sums = new Float64Array(width);
  for (let place = -radius; place <= radius; place++) {
    const row = rowAt(place);
    for (let x = 0; x < width; x++) sums[x]! += from[row + x]!;
  }
  for (let y = 0; y < height; y++) {
    const [row, next, oldest] = [y * width, rowAt(y + radius + 1), rowAt(y - radius)];
    for (let x = 0; x < width; x++) {
      to[row + x] = sums[x]! * scale;
      sums[x]! += from[next + x]! - from[oldest + x]!;
    }
  }
}

/**
 * Returns means over a window with sides of 2 * radius + 1 pixels, repeated `passes` times; the border is repeated. The result is a new plane of
 * width * height values.
 */
export function boxBlur(values: Float32Array, width: number, height: number, radius: number, passes = 1): Float32Array {
  const blurred = values.slice();
  const between = new Float32Array(values.length);
  for (let pass = 0; pass < passes; pass++) {
    blurRows(blurred, between, width, height, radius);
    blurColumns(between, blurred, width, height, radius);
  }
  return blurred;
}

/** Returns the mean and variance of the levels in a window with sides of 2 * radius + 1 pixels; the border is repeated. */
export function findSpread(
  { data, width, height }: Plane,
  radius: number,
): { mean: Float32Array; variance: Float32Array } {
  const mean = boxBlur(data, width, height, radius);
  const squares = boxBlur(
    data.map(level => level * level),
    width,
    height,
    radius,
  );
  const variance = squares.map((square, i) => Math.max(0, square - mean[i]! ** 2));
  return { mean, variance };
}
