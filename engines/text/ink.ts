// Ink of a strip: the difference of its columns from the background.
import type { Pixels } from '../pixels/plane.ts';

interface Grounded {
  readonly greys: Uint8Array;
  /** The background of a strip, which is its most common grey level. */
  readonly ground: number;
}

export function findGround({ data, width, height }: Pixels): Grounded {
  const greys = new Uint8Array(width * height);
  const counts = new Uint32Array(256);
  for (let i = 0; i < greys.length; i++) {
    const grey = (data[i * 3]! * 77 + data[i * 3 + 1]! * 150 + data[i * 3 + 2]! * 29) >> 8;
    greys[i] = grey;
    counts[grey]!++;
  }
  return { greys, ground: findPeak(counts) };
}

/** Returns the mean difference of each column from the background, in grey levels 0..255. */
export function measureInk(strip: Pixels): Float32Array {
  const { width, height } = strip;
  const { greys, ground } = findGround(strip);
  const ink = new Float32Array(width);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) ink[x]! += Math.abs(greys[at]! - ground) / height;
  }
  return ink;
}

/** Returns a function for the mean difference of each row from the background within [from, to), in grey levels 0..255. */
export function openRows(strip: Pixels): (from: number, to: number) => Float32Array {
  const { width, height } = strip;
  const { greys, ground } = findGround(strip);
  return (from, to) => {
    const rows = new Float32Array(height);
    for (let y = 0; y < height; y++)
      for (let x = from; x < to; x++) rows[y]! += Math.abs(greys[y * width + x]! - ground) / (to - from);
    return rows;
  };
}

/** Rows with less than this share of the fullest row's ink are above or below the letters. */
const emptyRowShare = 0.2;

/** Returns the height of the letters in rows, from the top of the highest to the bottom of the lowest; at least 1. */
export function measureInkHeight(strip: Pixels): number {
  const { width, height } = strip;
  const { greys, ground } = findGround(strip);
  const rows = new Float32Array(height);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) rows[y]! += Math.abs(greys[at]! - ground);
  }
  const limit = Math.max(...rows) * emptyRowShare;
  const isInked = (sum: number) => sum >= limit;
  return Math.max(1, rows.findLastIndex(isInked) - rows.findIndex(isInked) + 1);
}

/** Returns the mode of the histogram over a window of levels, because noise spreads the background over several. */
function findPeak(counts: Uint32Array): number {
  const reach = 8;
  let best = 0;
  let bestSum = -1;
  for (let level = 0; level < 256; level++) {
    let sum = 0;
    for (let near = Math.max(0, level - reach); near <= Math.min(255, level + reach); near++) sum += counts[near]!;
    if (sum > bestSum) [best, bestSum] = [level, sum];
  }
  return best;
}

/** Threshold of an empty column, as a share of the range from the emptiest to the fullest column. */
const emptyShare = 0.12;

/** Returns the amount of ink below which a column counts as empty. */
export function emptyLimit(ink: Float32Array): number {
  const sorted = ink.toSorted();
  const min = sorted[Math.floor(sorted.length * 0.05)]!;
  const max = sorted[Math.floor(sorted.length * 0.9)]!;
  return min + (max - min) * emptyShare;
}

/** Returns the runs of empty columns, from left to right; `to` is exclusive. */
export function findEmptyRuns(ink: Float32Array): { from: number; to: number }[] {
  const limit = emptyLimit(ink);
  const runs: { from: number; to: number }[] = [];
  let from = -1;
  for (let x = 0; x <= ink.length; x++) {
    const isEmpty = x < ink.length && ink[x]! < limit;
    if (isEmpty && from < 0) from = x;
    if (!isEmpty && from >= 0) {
      runs.push({ from, to: x });
      from = -1;
    }
  }
  return runs;
}

/** Returns the column with the least ink in [from, to); the middle one among equals. */
export function findLeastInk(ink: Float32Array, from: number, to: number): number {
  const start = Math.max(0, Math.floor(from));
  const end = Math.min(ink.length, Math.ceil(to));
  let best = start;
  for (let x = start + 1; x < end; x++) if (ink[x]! < ink[best]!) best = x;
  let last = best;
  while (last + 1 < end && ink[last + 1]! === ink[best]!) last++;
  return (best + last) >> 1;
}
