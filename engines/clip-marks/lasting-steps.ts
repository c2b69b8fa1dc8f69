// Luma steps between neighbouring pixels that are alike in most frames of a stretch of a clip, and the outlines they form: those of a mark stay in
// place, while those of a moving scene cancel out.
import { dilate } from '../pixels/morphology.ts';
import type { Box } from './patch.ts';

/** Step in levels that is weighted by half, so that strong edges of the scene do not outweigh a faint mark. */
const softStep = 12;
const softSteps = Float32Array.from({ length: 511 }, (_, i) => (i - 255) / (Math.abs(i - 255) + softStep));
/** Pixels along the border of a frame that are ignored: scaling and coding leave lines there. */
const border = 3;
/** Minimum share of like steps at a pixel that counts as not moving. */
const stillAlike = 0.5;
const leastTexture = 0.25;
/** Maximum size as shares of the frame's sides, and minimum side in pixels. */
const most = { across: 0.75, down: 0.45 };
const leastSide = 6;
/** A line that crosses this share of the frame is the edge of a black bar. */
const barShare = 0.5;

/** Minimum requirements on an outline: mean strength (0..1), multiple of the usual strength, share of like steps, and size. */
interface OutlineRule {
  readonly strength: number;
  readonly timesUsual: number;
  readonly alike: number;
  readonly fewestPixels: number;
}

export interface Sums {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly sizes: Float32Array;
  frames: number;
}

/** A connected component of the lasting outlines. */
export interface Part {
  readonly box: Box;
  /** Its pixels, and the mean steps at them. */
  readonly pixels: Int32Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly alike: number;
}

/** `Math.hypot` is several times slower, because it guards against overflow. */
const lengthOf = (x: number, y: number) => Math.sqrt(x * x + y * y);

export const newSums = (pixels: number): Sums => ({
  x: new Float32Array(pixels),
  y: new Float32Array(pixels),
  sizes: new Float32Array(pixels),
  frames: 0,
});

export function addFrame(sums: Sums, level: Uint8Array, width: number, height: number): void {
  for (let y = border; y < height - border - 1; y++) {
    for (let i = y * width + border, end = (y + 1) * width - border - 1; i < end; i++) {
      const right = softSteps[level[i + 1]! - level[i]! + 255]!;
      const below = softSteps[level[i + width]! - level[i]! + 255]!;
      sums.x[i]! += right;
      sums.y[i]! += below;
      sums.sizes[i]! += Math.abs(right) + Math.abs(below);
    }
  }
  sums.frames++;
}

export function mergeSums(into: Sums, from: Sums): void {
  for (let i = 0; i < into.x.length; i++) {
    into.x[i]! += from.x[i]!;
    into.y[i]! += from.y[i]!;
    into.sizes[i]! += from.sizes[i]!;
  }
  into.frames += from.frames;
}

/** Returns the median strength of a lasting step, which a scene leaves behind by chance. */
function usualStrength({ x, y, frames }: Sums): number {
  const some: number[] = [];
  for (let i = 0; i < x.length; i += 37) some.push(lengthOf(x[i]!, y[i]!) / frames);
  some.sort((a, b) => a - b);
  return some[some.length >> 1] ?? 0;
}

/** Sets 1 at pixels whose steps are alike in nearly all frames. */
function findOutlines(sums: Sums, rule: OutlineRule): Uint8Array {
  const least = Math.max(rule.strength, rule.timesUsual * usualStrength(sums));
  const flags = new Uint8Array(sums.x.length);
  for (let i = 0; i < flags.length; i++) {
    const strength = lengthOf(sums.x[i]!, sums.y[i]!);
    if (strength / sums.frames >= least && strength >= rule.alike * sums.sizes[i]!) flags[i] = 1;
  }
  return flags;
}

/** Returns the share of the scene's texture that stays in place. */
export function measureStillness({ x, y, sizes, frames }: Sums): number {
  let [textured, still] = [0, 0];
  for (let i = 0; i < x.length; i++) {
    if (sizes[i]! / frames < leastTexture) continue;
    textured++;
    if (lengthOf(x[i]!, y[i]!) >= stillAlike * sizes[i]!) still++;
  }
  return textured < x.length / 500 ? 0 : still / textured;
}

/** Removes lines across most of the frame, in place. */
function dropBars(flags: Uint8Array, width: number, height: number): void {
  const clear = (length: number, lines: number, at: (line: number, k: number) => number) => {
    for (let line = 0; line < lines; line++) {
      let sum = 0;
      for (let k = 0; k < length; k++) sum += flags[at(line, k)]!;
      if (sum > barShare * length) for (let k = 0; k < length; k++) flags[at(line, k)] = 0;
    }
  };
  clear(width, height, (line, k) => line * width + k);
  clear(height, width, (line, k) => k * width + line);
}

/** Returns the flagged pixels of one connected component of `wide`. */
function gather(
  start: number,
  { flags, wide, seen, width }: Record<'flags' | 'wide' | 'seen', Uint8Array> & { width: number },
) {
  const stack = [start];
  const pixels: number[] = [];
  seen[start] = 1;
  for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
    if (flags[i]) pixels.push(i);
    const x = i % width;
    for (const j of [x > 0 ? i - 1 : -1, x + 1 < width ? i + 1 : -1, i - width, i + width]) {
      if (j < 0 || j >= wide.length || !wide[j] || seen[j]) continue;
      seen[j] = 1;
      stack.push(j);
    }
  }
  return pixels;
}

function describePart(pixels: readonly number[], sums: Sums, width: number): Part {
  let [left, top, right, bottom, alike] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0, 0];
  for (const i of pixels) {
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 2), Math.max(bottom, y + 2)];
    alike += lengthOf(sums.x[i]!, sums.y[i]!) / sums.sizes[i]!;
  }
  return {
    box: { x: left, y: top, w: right - left, h: bottom - top },
    pixels: Int32Array.from(pixels),
    x: Float32Array.from(pixels, i => sums.x[i]! / sums.frames),
    y: Float32Array.from(pixels, i => sums.y[i]! / sums.frames),
    alike: alike / pixels.length,
  };
}

/** The weight of a part in comparisons: the length of its outline times the share of like steps. */
export const weightOf = ({ pixels, alike }: Part) => pixels.length * alike;

export const fitsFrame = ({ w, h }: Box, width: number, height: number): boolean =>
  w <= most.across * width && h <= most.down * height && Math.min(w, h) >= leastSide;

/** Returns the lasting outlines, with those of letters joined, in descending order of weight. */
export function findParts(sums: Sums, rule: OutlineRule, width: number, height: number): Part[] {
  const flags = findOutlines(sums, rule);
  dropBars(flags, width, height);
  const reach = Math.min(60, Math.max(5, Math.round(width / 90)));
  const found = { flags, wide: dilate(flags, width, height, reach), seen: new Uint8Array(flags.length), width };
  const parts: Part[] = [];
  for (let start = 0; start < flags.length; start++) {
    if (!found.wide[start] || found.seen[start]) continue;
    const pixels = gather(start, found);
    if (pixels.length < rule.fewestPixels) continue;
    const part = describePart(pixels, sums, width);
    if (fitsFrame(part.box, width, height)) parts.push(part);
  }
  return parts.sort((a, b) => weightOf(b) - weightOf(a));
}
