// Mathematical morphology: dilation, minimum and maximum filters, and the top-hat (Serra, "Image Analysis and Mathematical Morphology", 1982).
import type { Plane } from './plane.ts';

function dilateRow(flags: Uint8Array, start: number, width: number, reach: number, to: Uint8Array): void {
  let covered = -1;
  for (let x = 0; x < width; x++) {
    if (flags[start + x] === 0) continue;
    const end = Math.min(width - 1, x + reach);
    for (let each = Math.max(covered + 1, x - reach); each <= end; each++) to[start + each] = 1;
    covered = end;
  }
}

/** `left`: the number of further rows for which each column stays flagged. */
function carryRow(flags: Uint8Array, start: number, left: Uint8Array, reach: number, to: Uint8Array): void {
  for (let x = 0, i = start; x < left.length; x++, i++) {
    if (flags[i] !== 0) left[x] = reach + 1;
    if (left[x] === 0) continue;
    to[i] = 1;
    left[x]!--;
  }
}

/** Dilates non-zero flags by a square that extends `reach` pixels to each side, at most 254. Returns flags of 0 and 1. */
export function dilate(flags: Uint8Array, width: number, height: number, reach: number): Uint8Array {
  const across = new Uint8Array(flags.length);
  for (let y = 0; y < height; y++) dilateRow(flags, y * width, width, reach, across);
  const both = new Uint8Array(flags.length);
  const left = new Uint8Array(width);
  for (let y = 0; y < height; y++) carryRow(across, y * width, left, reach, both);
  left.fill(0);
  for (let y = height - 1; y >= 0; y--) carryRow(across, y * width, left, reach, both);
  return both;
}

/** Dilates the non-zero pixels of `mask` by a disc of `radius` pixels, setting 1 in `into`, which has the same size. */
export function growMask(mask: Uint8Array, width: number, radius: number, into: Uint8Array): void {
  const height = mask.length / width;
  const reaches = Array.from({ length: 2 * radius + 1 }, (_, v) =>
    Math.floor(Math.sqrt(radius * radius + 1 - (v - radius) ** 2)),
  );
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!mask[y * width + x]) continue;
      const start = x;
      while (x + 1 < width && mask[y * width + x + 1]) x++;
      // What the discs of pixels side by side cover of a row is connected.
      for (const [at, reach] of reaches.entries()) {
        const row = y + at - radius;
        if (row < 0 || row >= height) continue;
        into.fill(1, row * width + Math.max(0, start - reach), row * width + Math.min(width, x + reach + 1));
      }
    }
}

type Pick = (a: number, b: number) => number;

/**
 * Replaces each value of a line by the minimum or maximum over a window of 2 * radius + 1 values, clipped at the ends, with three comparisons per
 * value whatever the radius (van Herk, Pattern Recognition Letters 13, 1992). `ahead` and `back` are scratch space as long as the line.
 */
function filterLine(line: Float32Array, radius: number, pick: Pick, ahead: Float32Array, back: Float32Array): void {
  const n = line.length;
  const block = 2 * radius + 1;
  for (let i = 0; i < n; i++) ahead[i] = i % block === 0 ? line[i]! : pick(ahead[i - 1]!, line[i]!);
  for (let i = n - 1; i >= 0; i--)
    back[i] = i === n - 1 || (i + 1) % block === 0 ? line[i]! : pick(back[i + 1]!, line[i]!);
  for (let i = 0; i < n; i++) {
    const from = i - radius;
    const to = Math.min(n - 1, i + radius);
    // A window that begins before the line lies within its first block, or extends one value into the next.
    if (from <= 0) line[i] = to < block ? ahead[to]! : pick(back[0]!, ahead[to]!);
    else if (Math.floor(from / block) === Math.floor(to / block)) line[i] = to === n - 1 ? back[from]! : ahead[to]!;
    else line[i] = pick(back[from]!, ahead[to]!);
  }
}

/** Returns the minimum or maximum over a window with sides of 2 * radius + 1 pixels, clipped at the border. */
function filterExtremes(values: Float32Array, width: number, height: number, radius: number, pick: Pick): Float32Array {
  const out = values.slice();
  const room = () => new Float32Array(Math.max(width, height));
  const [ahead, back] = [room(), room()];
  for (let y = 0; y < height; y++) filterLine(out.subarray(y * width, (y + 1) * width), radius, pick, ahead, back);
  const column = new Float32Array(height);
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) column[y] = out[y * width + x]!;
    filterLine(column, radius, pick, ahead, back);
    for (let y = 0; y < height; y++) out[y * width + x] = column[y]!;
  }
  return out;
}

/** Returns the pixels of a mask whose distance from the others is more than the rim. */
export function shrinkMask(mask: Uint8Array, width: number, by: number): Uint8Array {
  const outside = mask.map(value => (value ? 0 : 1));
  const near = new Uint8Array(mask.length);
  growMask(outside, width, by, near);
  return mask.map((value, i) => (value && !near[i] ? 1 : 0));
}

/** Returns the lowest and the highest level in a window with sides of 2 * radius + 1 pixels, clipped at the border. */
export function findRange({ data, width, height }: Plane, radius: number): { low: Float32Array; high: Float32Array } {
  return {
    low: filterExtremes(data, width, height, radius, Math.min),
    high: filterExtremes(data, width, height, radius, Math.max),
  };
}

/**
 * Returns the top-hat, 0 or more: how far each value exceeds the opening, which removes bright (`sign` 1) or dark (`sign` -1) parts narrower than 2 *
 * radius + 1 pixels.
 */
export function topHat(
  values: Float32Array,
  width: number,
  height: number,
  radius: number,
  sign: 1 | -1,
): Float32Array {
  const signed = sign === 1 ? values : values.map(value => -value);
  const eroded = filterExtremes(signed, width, height, radius, Math.min);
  const opened = filterExtremes(eroded, width, height, radius, Math.max);
  return signed.map((value, i) => value - opened[i]!);
}
