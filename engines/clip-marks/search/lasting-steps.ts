// Luma steps between neighbouring pixels that are alike in most frames: those of a mark stay in place, while those of a moving scene cancel out.
import { findComponents } from '../../pixels/components.ts';
import { dilate } from '../../pixels/morphology.ts';
import type { Box } from '../patch.ts';
import { medianOf, type SampledClip } from './sampled-clip.ts';

/** Step in levels that is weighted by half, so that strong edges of the scene do not outweigh a faint mark. */
const softStep = 12;
export const softSteps = Float32Array.from({ length: 511 }, (_, i) => (i - 255) / (Math.abs(i - 255) + softStep));
/** Pixels along the border of a frame that are ignored: scaling and coding leave lines there. */
export const border = 3;
/** Minimum mean strength (0..1), multiple of the usual strength, its upper bound, and share of like steps. */
const weak = { strength: 0.05, timesUsual: 3.2, max: 0.2, alike: 0.45 };
const strong = { strength: 0.1, timesUsual: 4.5, max: 0.3, alike: 0.6 };
/** A line that crosses this share of the frame is the edge of a black bar, unless there are others this near it. */
const bar = { share: 0.5, beside: 0.25, distance: 5 };
const fewestPixels = 8;

type Size = { readonly width: number; readonly height: number };

/** Weighted sums of the steps to the right and to the lower neighbour, and of their lengths. */
export interface Steps {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly lengths: Float32Array;
  weight: number;
}

/** `Math.hypot` is several times slower, because it guards against overflow. */
export const lengthOf = (x: number, y: number): number => Math.sqrt(x * x + y * y);

/** The share of the steps at a pixel that are alike. */
export const alikeAt = ({ x, y, lengths }: Steps, i: number): number => lengthOf(x[i]!, y[i]!) / (lengths[i]! || 1);

/** Sums the steps of some frames; each counts by its weight, by default alike. */
export function sumSteps(
  { lumas, width, height }: SampledClip,
  frames: readonly number[],
  weightOf: (frame: number) => number = () => 1,
): Steps {
  const size = width * height;
  const [x, y, lengths] = [new Float32Array(size), new Float32Array(size), new Float32Array(size)];
  let total = 0;
  for (const frame of frames) {
    const [luma, weight] = [lumas[frame]!, weightOf(frame)];
    total += weight;
    for (let row = border; row < height - border - 1; row++)
      for (let i = row * width + border, end = (row + 1) * width - border - 1; i < end; i++) {
        const right = softSteps[luma[i + 1]! - luma[i]! + 255]!;
        const below = softSteps[luma[i + width]! - luma[i]! + 255]!;
        x[i]! += weight * right;
        y[i]! += weight * below;
        lengths[i]! += weight * lengthOf(right, below);
      }
  }
  return { x, y, lengths, weight: total };
}

/** Clears lines across most of the frame, in place. */
function dropBars(flags: Uint8Array, { width, height }: Size): void {
  const clear = (length: number, lines: number, at: (line: number, k: number) => number) => {
    const counts = Array.from({ length: lines }, (_, line) => {
      let count = 0;
      for (let k = 0; k < length; k++) if (flags[at(line, k)]) count++;
      return count;
    });
    const isAlone = (line: number) =>
      [line - bar.distance, line + bar.distance].every(beside => (counts[beside] ?? 0) < bar.beside * length);
    for (let line = 0; line < lines; line++)
      if (counts[line]! > bar.share * length && isAlone(line)) for (let k = 0; k < length; k++) flags[at(line, k)] = 0;
  };
  clear(width, height, (line, k) => line * width + k);
  clear(height, width, (line, k) => k * width + line);
}

/** Returns 1 at pixels whose steps last, and 2 where they last surely. */
export function flagSteps(steps: Steps, size: Size): Uint8Array {
  const { x, y, lengths, weight } = steps;
  const strengths = x.map((across, i) => lengthOf(across, y[i]!) / weight);
  const usual = medianOf(strengths.filter((_, i) => i % 37 === 0));
  const [min, minStrong] = [weak, strong].map(rule =>
    Math.max(rule.strength, Math.min(rule.timesUsual * usual, rule.max)),
  ) as [number, number];
  const flags = new Uint8Array(x.length);
  for (let i = 0; i < flags.length; i++) {
    const sum = strengths[i]! * weight;
    if (strengths[i]! < min || sum < weak.alike * lengths[i]!) continue;
    flags[i] = strengths[i]! >= minStrong && sum >= strong.alike * lengths[i]! ? 2 : 1;
  }
  dropBars(flags, size);
  return flags;
}

/** Returns the flags of those pixels of which at least `share` of the steps are alike. */
export const keepAlike = (flags: Uint8Array, steps: Steps, share: number): Uint8Array =>
  flags.map((flag, i) => (flag && alikeAt(steps, i) >= share ? flag : 0));

/** A connected component of the lasting outlines, with gaps between letters closed. */
export interface Part {
  readonly box: Box;
  readonly pixels: readonly number[];
  /** The number of its pixels that last surely. */
  readonly strong: number;
}

export function boundsOf(pixels: readonly number[], width: number): Box {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0];
  for (const i of pixels) {
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 2), Math.max(bottom, y + 2)];
  }
  return { x: left, y: top, w: right - left, h: bottom - top };
}

/** Returns the flagged pixels within a box. */
export function pixelsIn(flags: Uint8Array, { x, y, w, h }: Box, { width, height }: Size): number[] {
  const pixels: number[] = [];
  const right = Math.min(width - border - 1, x + w);
  for (let row = Math.max(border, y); row < Math.min(height - border - 1, y + h); row++)
    for (let i = row * width + Math.max(border, x); i < row * width + right; i++) if (flags[i]) pixels.push(i);
  return pixels;
}

/** Returns the components of the flagged pixels, those within `reach` pixels of each other joined. */
export function findParts(flags: Uint8Array, { width, height }: Size): Part[] {
  const reach = Math.max(2, Math.round(width / 213));
  const wide = dilate(flags, width, height, reach);
  const parts: Part[] = [];
  for (const component of findComponents(wide, width, 'side')) {
    const pixels = component.filter(i => flags[i]);
    const strong = pixels.filter(i => flags[i] === 2).length;
    if (pixels.length >= fewestPixels) parts.push({ pixels, strong, box: boundsOf(pixels, width) });
  }
  return parts;
}
