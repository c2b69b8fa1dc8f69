// Segments the strokes of letters from their background, so that only letters are removed and not their whole box.

import { growMask, topHat } from '../pixels/morphology.ts';
import type { Pixels } from '../pixels/plane.ts';
import type { TextBox } from '../text/find-text.ts';
import { mapQuad, type Point, type Quad } from '../text/rectangle.ts';

/** Minimum difference between a stroke and its background, in levels of 255. */
const minContrast = 8;
/** Maximum share of a box that letters cover; above it, background and letters cannot be told apart. */
const maxCovered = 0.6;
/** Minimum height of a line in pixels; in lower ones, strokes are not separated from the background. */
const minHeight = 8;
/** Taller letters are reduced to this height in pixels, at which their strokes are still wide enough. */
const enoughHeight = 96;
/** Half the width of the widest strokes, as a share of the line's height. */
const strokeShare = 0.13;
/** Threshold for the soft rim of strokes, as a share of the threshold between ink and background. */
const rimShare = 0.6;

interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const heightOf = (quad: Quad) => Math.min(distance(quad[0], quad[3]), distance(quad[0], quad[1]));

function areaAround(quad: Quad, margin: number, { width, height }: Pixels): Area {
  const xs = quad.map(([x]) => x);
  const ys = quad.map(([, y]) => y);
  return {
    left: Math.max(0, Math.floor(Math.min(...xs) - margin)),
    top: Math.max(0, Math.floor(Math.min(...ys) - margin)),
    right: Math.min(width, Math.ceil(Math.max(...xs) + margin)),
    bottom: Math.min(height, Math.ceil(Math.max(...ys) + margin)),
  };
}

/** Whether a pixel's centre lies within `margin` of a convex quad with clockwise corners. */
export function isInQuad(quad: Quad, x: number, y: number, margin: number): boolean {
  for (let k = 0; k < 4; k++) {
    const a = quad[k]!;
    const b = quad[(k + 1) % 4]!;
    const across = (b[0] - a[0]) * (y + 0.5 - a[1]) - (b[1] - a[1]) * (x + 0.5 - a[0]);
    if (across < -margin * (distance(a, b) || 1)) return false;
  }
  return true;
}

/** Returns the median colour of a window, which is the background's as long as strokes cover less than half of it. Samples large windows. */
function medianColour({ data, width, height }: Pixels, x: number, y: number, radius: number): number[] {
  const step = Math.max(1, Math.floor(radius / 8));
  const values: number[][] = [[], [], []];
  for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v += step)
    for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u += step)
      for (let c = 0; c < 3; c++) values[c]!.push(data[(v * width + u) * 3 + c]!);
  return values.map(list => list.sort((a, b) => a - b)[list.length >> 1] ?? 0);
}

type Ground = (x: number, y: number, c: number) => number;

/** Estimates the background behind a line of text: medians on a grid, interpolated bilinearly. */
function estimateGround(pixels: Pixels, textHeight: number): Ground {
  const step = Math.max(2, textHeight / 2);
  const columns = Math.ceil(pixels.width / step) + 1;
  const rows = Math.ceil(pixels.height / step) + 1;
  const grid = Array.from({ length: rows * columns }, (_, k) => {
    const x = Math.min(pixels.width - 1, Math.round((k % columns) * step));
    const y = Math.min(pixels.height - 1, Math.round(Math.floor(k / columns) * step));
    return medianColour(pixels, x, y, Math.ceil(textHeight));
  });
  return (x, y, c) => {
    const u = Math.min(columns - 1.001, x / step);
    const v = Math.min(rows - 1.001, y / step);
    const [i, j] = [Math.floor(u), Math.floor(v)];
    const at = (row: number, column: number) =>
      grid[Math.min(rows - 1, row) * columns + Math.min(columns - 1, column)]![c]!;
    const upper = at(j, i) + (at(j, i + 1) - at(j, i)) * (u - i);
    const lower = at(j + 1, i) + (at(j + 1, i + 1) - at(j + 1, i)) * (u - i);
    return upper + (lower - upper) * (v - j);
  };
}

/** Returns the level that best splits differences 0..255 into two groups (Otsu, 1979). */
function splitDifferences(counts: Uint32Array): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const whole = counts.reduce((sum, count, level) => sum + count * level, 0);
  let [below, sumBelow, best, threshold] = [0, 0, -1, minContrast];
  for (let level = 0; level < counts.length - 1; level++) {
    below += counts[level]!;
    sumBelow += counts[level]! * level;
    if (below === 0 || below === total) continue;
    const gap = sumBelow / below - (whole - sumBelow) / (total - below);
    const between = below * (total - below) * gap * gap;
    if (between > best) [best, threshold] = [between, level];
  }
  return threshold;
}

/** Returns each pixel's contrast as part of a bright or dark stroke: different from the background, and narrow (a top-hat transform). */
function measureStrokes(pixels: Pixels, inside: readonly number[], ground: Ground, radius: number, sign: 1 | -1) {
  const { data, width, height } = pixels;
  const clear = new Float32Array(inside.length);
  for (let c = 0; c < 3; c++) {
    const channel = new Float32Array(width * height).map((_, i) => data[i * 3 + c]!);
    const narrow = topHat(channel, width, height, radius, sign);
    for (const [k, i] of inside.entries()) {
      const x = i % width;
      const difference = sign * (channel[i]! - ground(x, (i - x) / width, c));
      clear[k] = Math.max(clear[k]!, Math.min(difference, narrow[i]!));
    }
  }
  return clear;
}

/** Marks the strokes of one line in `mask`, or its whole box if strokes and background cannot be separated. */
function maskLine(pixels: Pixels, quad: Quad, mask: Uint8Array): void {
  const { width, height } = pixels;
  const textHeight = heightOf(quad);
  const margin = softMargin(textHeight);
  const inside: number[] = [];
  for (let i = 0; i < width * height; i++) if (isInQuad(quad, i % width, Math.floor(i / width), margin)) inside.push(i);
  const ground = estimateGround(pixels, textHeight);
  const radius = Math.round(textHeight * strokeShare) + 1;
  const energy = (clear: Float32Array) => clear.reduce((sum, value) => sum + value * value, 0);
  const bright = measureStrokes(pixels, inside, ground, radius, 1);
  const dark = measureStrokes(pixels, inside, ground, radius, -1);
  const clear = energy(bright) >= energy(dark) ? bright : dark;
  const counts = new Uint32Array(256);
  for (const value of clear) counts[Math.round(value)]!++;
  const threshold = Math.max(minContrast, splitDifferences(counts) * rimShare);
  const strokes = inside.filter((_, k) => clear[k]! > threshold);
  const isClear = textHeight >= minHeight && strokes.length > 0 && strokes.length < maxCovered * inside.length;
  for (const i of isClear ? strokes : inside) mask[i] = 1;
}

const softMargin = (textHeight: number): number => Math.max(2, textHeight * 0.12);
const growthFor = (textHeight: number): number => Math.max(2, Math.round(textHeight / 14));

/** Returns the margin of a line's mask around its box, in pixels. */
export function maskMargin(quad: Quad): number {
  const textHeight = heightOf(quad);
  return softMargin(textHeight) + growthFor(textHeight) + 2 * Math.ceil(textHeight / enoughHeight);
}

/**
 * Returns a mask (one byte per pixel, 1 = letters) tight around the strokes in the given boxes, but wide enough for soft edges, outlines and JPEG
 * ringing. CPU: about 20 ns per pixel of the boxes and their surroundings.
 */
export function maskText(pixels: Pixels, boxes: readonly TextBox[]): Uint8Array {
  const mask = new Uint8Array(pixels.width * pixels.height);
  for (const { quad } of boxes) {
    const textHeight = heightOf(quad);
    const area = areaAround(quad, Math.max(8, textHeight), pixels);
    if (area.right <= area.left || area.bottom <= area.top) continue;
    const step = Math.ceil(textHeight / enoughHeight);
    const part = cutPixels(pixels, area, step);
    const moved = mapQuad(quad, ([x, y]) => [(x - area.left) / step, (y - area.top) / step]);
    const strokes = new Uint8Array(part.width * part.height);
    maskLine(part, moved, strokes);
    const grown = new Uint8Array(strokes.length);
    growMask(strokes, part.width, growthFor(textHeight / step), grown);
    for (let y = area.top; y < area.bottom; y++) {
      const row = Math.floor((y - area.top) / step) * part.width;
      for (let x = area.left; x < area.right; x++)
        if (grown[row + Math.floor((x - area.left) / step)]) mask[y * pixels.width + x] = 1;
    }
  }
  return mask;
}

/** Crops an area of the image; with a step above 1, each pixel is the mean of step x step pixels. */
function cutPixels({ data, width }: Pixels, { left, top, right, bottom }: Area, step: number): Pixels {
  const part = { width: Math.ceil((right - left) / step), height: Math.ceil((bottom - top) / step) };
  const means = new Uint8Array(part.width * part.height * 3);
  for (let y = 0, to = 0; y < part.height; y++) {
    for (let x = 0; x < part.width; x++) {
      for (let c = 0; c < 3; c++, to++) {
        let [sum, count] = [0, 0];
        for (let v = top + y * step; v < Math.min(bottom, top + (y + 1) * step); v++)
          for (let u = left + x * step; u < Math.min(right, left + (x + 1) * step); u++, count++)
            sum += data[(v * width + u) * 3 + c]!;
        means[to] = Math.round(sum / count);
      }
    }
  }
  return { ...part, data: means };
}
