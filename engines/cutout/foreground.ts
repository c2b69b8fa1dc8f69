// Estimates the subject's colours along its edge, where pixels are a mixture of subject and background: without this, hair in front of a green wall
// stays green. The colours are solved on a small copy, where they are smooth, and then corrected per pixel so that they mix to exactly the image's
// colour.

import { mapAxis } from '../pixels/axis.ts';
import type { Pixels } from '../pixels/plane.ts';
import { solveLayers } from './foreground-layers.ts';
import { shrinkWithAlpha } from './shrink-with-alpha.ts';

/** Limits for the small copy's long edge, which is half of the image's: colours are smooth enough for that (docs/decisions/cutout.md). */
const shortestEdge = 512;
const longestEdge = 1024;

export interface ForegroundRows {
  /**
   * Writes the subject's colours in row `y`, columns `from` to before `end`, every `step` bytes from `to[at]`; pixels outside the subject are
   * skipped. With a step of 4, alpha is written as well. `to` rounds and clamps.
   */
  readonly readRow: (
    y: number,
    [from, end]: readonly [number, number],
    to: Uint8ClampedArray,
    at: number,
    step: 3 | 4,
  ) => void;
}

/**
 * Prepares the subject's colours: the image's own where alpha is 255, unmixed from the background where it is lower. `alpha` is 0..255, width *
 * height. Source: Germer, Uelwer, Conrad, Harmeling, "Fast Multi-Level Foreground Estimation" (ICPR 2020), on the small copy; then for each pixel the
 * smallest change of both colours that makes them mix to the image's colour.
 */
export function openForeground(pixels: Pixels, alpha: Uint8Array): ForegroundRows {
  const { data, width, height } = pixels;
  const halfEdge = Math.max(width, height) / 2;
  const small = shrinkWithAlpha(pixels, alpha, Math.min(longestEdge, Math.max(shortestEdge, halfEdge)));
  const { foreground, background } = solveLayers(small);
  const columns = mapAxis(width, small.width);
  const rows = mapAxis(height, small.height);
  // Both layers between two rows of the small copy, subject then background, and the image row that each column is ready for.
  const between = new Float64Array(small.width * 6);
  const readyFor = new Int32Array(small.width).fill(-1);
  const prepare = (column: number, y: number) => {
    if (readyFor[column] === y) return;
    readyFor[column] = y;
    const top = (rows.before[y]! * small.width + column) * 3;
    const bottom = (rows.after[y]! * small.width + column) * 3;
    const v = rows.share[y]!;
    for (let k = 0, at = column * 6; k < 3; k++, at++) {
      between[at] = foreground[top + k]! * (1 - v) + foreground[bottom + k]! * v;
      between[at + 3] = background[top + k]! * (1 - v) + background[bottom + k]! * v;
    }
  };
  const unmix = (x: number, y: number, value: number, to: Uint8ClampedArray, at: number) => {
    prepare(columns.before[x]!, y);
    prepare(columns.after[x]!, y);
    const left = columns.before[x]! * 6;
    const right = columns.after[x]! * 6;
    const u = columns.share[x]!;
    const part = value / 255;
    const rest = 1 - part;
    const correction = part / (part * part + rest * rest);
    const from = (y * width + x) * 3;
    for (let k = 0; k < 3; k++) {
      const front = between[left + k]! * (1 - u) + between[right + k]! * u;
      const behind = between[left + k + 3]! * (1 - u) + between[right + k + 3]! * u;
      to[at + k] = front + correction * (data[from + k]! - part * front - rest * behind);
    }
  };
  return {
    readRow: (y, [from, end], to, start, step) => {
      for (let x = from, i = y * width + from, at = start; x < end; x++, i++, at += step) {
        const value = alpha[i]!;
        if (value === 0) continue;
        if (value === 255) {
          to[at] = data[i * 3]!;
          to[at + 1] = data[i * 3 + 1]!;
          to[at + 2] = data[i * 3 + 2]!;
        } else unmix(x, y, value, to, at);
        if (step === 4) to[at + 3] = value;
      }
    },
  };
}

/** Returns the foreground as an image, black where alpha is 0, so that the file contains nothing of the removed background. */
export function estimateForeground(pixels: Pixels, alpha: Uint8Array): Pixels {
  const { width, height } = pixels;
  const out = new Uint8ClampedArray(width * height * 3);
  const { readRow } = openForeground(pixels, alpha);
  for (let y = 0; y < height; y++) readRow(y, [0, width], out, y * width * 3, 3);
  return { data: new Uint8Array(out.buffer), width, height };
}
