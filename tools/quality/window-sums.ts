// What is around each pixel of a plane: mean and variance, lowest and highest level, in a square window.
import type { Plane } from './deconvolve.ts';

/** `pick` over each line's window, along rows or columns. The window is cut off at the ends. */
function pickAlong(data: Float32Array, out: Float32Array, plane: Plane, reach: number, isDown: boolean, sign: 1 | -1) {
  const { width, height } = plane;
  const [length, lines, step, lineStep] = isDown ? [height, width, width, 1] : [width, height, 1, width];
  // Van Herk, "A fast algorithm for local minimum and maximum filters", 1992, would win for wide windows only; these are narrow.
  for (let line = 0; line < lines; line++) {
    const start = line * lineStep;
    for (let at = 0; at < length; at++) {
      let most = data[start + at * step]! * sign;
      const end = Math.min(length - 1, at + reach);
      for (let i = Math.max(0, at - reach); i <= end; i++) {
        const level = data[start + i * step]! * sign;
        if (level > most) most = level;
      }
      out[start + at * step] = most * sign;
    }
  }
}

/** The lowest and highest levels within `reach` pixels to each side. */
export function findRange(plane: Plane, reach: number): { low: Float32Array; high: Float32Array } {
  const spread = (sign: 1 | -1) => {
    const rows = new Float32Array(plane.data.length);
    const out = new Float32Array(plane.data.length);
    pickAlong(plane.data, rows, plane, reach, false, sign);
    pickAlong(rows, out, plane, reach, true, sign);
    return out;
  };
  return { low: spread(-1), high: spread(1) };
}

function sumAlong(data: Float32Array, out: Float32Array, { width, height }: Plane, reach: number, isDown: boolean) {
  const [length, lines, step, lineStep] = isDown ? [height, width, width, 1] : [width, height, 1, width];
  const at = (start: number, i: number) => data[start + Math.min(length - 1, Math.max(0, i)) * step]!;
  for (let line = 0; line < lines; line++) {
    const start = line * lineStep;
    let sum = 0;
    for (let i = -reach; i <= reach; i++) sum += at(start, i);
    for (let i = 0; i < length; i++) {
      out[start + i * step] = sum;
      sum += at(start, i + reach + 1) - at(start, i - reach);
    }
  }
}

/** Mean and variance of the levels within `reach` pixels to each side; beyond an end its last pixel goes on. */
export function findSpread(plane: Plane, reach: number): { mean: Float32Array; variance: Float32Array } {
  const { data } = plane;
  const share = 1 / (2 * reach + 1) ** 2;
  const rows = new Float32Array(data.length);
  const mean = new Float32Array(data.length);
  sumAlong(data, rows, plane, reach, false);
  sumAlong(rows, mean, plane, reach, true);
  const variance = data.map(level => level * level);
  sumAlong(variance, rows, plane, reach, false);
  sumAlong(rows, variance, plane, reach, true);
  for (let i = 0; i < data.length; i++) {
    mean[i]! *= share;
    variance[i] = Math.max(0, variance[i]! * share - mean[i]! ** 2);
  }
  return { mean, variance };
}
