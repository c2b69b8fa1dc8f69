// Models alpha as a linear function of colour around each small cell of a matte's edge. Within a small window, alpha is nearly linear in colour
// (Levin, Lischinski, Weiss, "A Closed-Form Solution to Natural Image Matting", 2008), which the guided filter computes cheaply (He, Sun, Tang, ECCV
// 2010). Two changes adapt it to a network's matte: pixels are weighted by trust, since a network's soft values mean uncertainty and not
// transparency; and each line is weighted by how much of alpha it explains.
import { slideColumns, visitRuns } from '../pixels/sliding-columns.ts';
import type { CoarseMatte } from './network.ts';

/** A matte with the trust in each value, 0..1. */
export interface TrustedMatte extends CoarseMatte {
  readonly trust: Float32Array;
}

/** Lines vary slowly, so one is fitted per cell of this many grid pixels across and down. */
const cellSide = 2;
/** Size of the window, in cells. */
const windowRadius = 2;
/** Radius over which neighbouring lines are averaged, in cells. */
export const smoothReach = 1;
/** Variance of colour (0..1) up to which differences count as noise. JPEG preserves luma well but chroma only in blocks of 16. */
const brightnessNoise = 4e-4;
const tintNoise = 2e-3;
/** Noise as a covariance matrix of red, green and blue: this off the diagonal, and `tintNoise` more on the diagonal. */
const sharedNoise = (brightnessNoise - tintNoise) / 3;
/** weight, w*colour(3), w*colour products(6), w*alpha, w*alpha*colour(3), w*alpha^2 */
const features = 15;
/** Coefficients for red, green and blue, constant, and weight, all multiplied by the share of alpha's variance that colour explains. */
export const lineSize = 5;

interface Grid {
  readonly width: number;
  readonly height: number;
}

/** The grid of cells over a matte's grid. */
export const cellsOver = ({ width, height }: Grid): Grid => ({
  width: Math.ceil(width / cellSide),
  height: Math.ceil(height / cellSide),
});

/** Flags cells that contain a flagged pixel. */
export function flagCells(flags: Uint8Array, grid: Grid): Uint8Array {
  const cells = cellsOver(grid);
  const flagged = new Uint8Array(cells.width * cells.height);
  for (let y = 0; y < grid.height; y++) {
    const row = Math.floor(y / cellSide) * cells.width;
    visitRuns(flags, grid.width, y, (first, last) =>
      flagged.fill(1, row + Math.floor(first / cellSide), row + Math.floor(last / cellSide) + 1),
    );
  }
  return flagged;
}

/** Adds the features of one grid pixel, multiplied by `sign`, to the sums at `s`. */
function addFeatures(
  { alpha, guide, trust }: TrustedMatte,
  i: number,
  sums: Float64Array,
  s: number,
  sign: number,
): void {
  const c = i * 3;
  const r = guide[c]! / 255;
  const g = guide[c + 1]! / 255;
  const b = guide[c + 2]! / 255;
  const a = alpha[i]!;
  const w = sign * trust[i]!;
  const wr = w * r;
  const wg = w * g;
  const wb = w * b;
  sums[s]! += w;
  sums[s + 1]! += wr;
  sums[s + 2]! += wg;
  sums[s + 3]! += wb;
  sums[s + 4]! += wr * r;
  sums[s + 5]! += wr * g;
  sums[s + 6]! += wr * b;
  sums[s + 7]! += wg * g;
  sums[s + 8]! += wg * b;
  sums[s + 9]! += wb * b;
  sums[s + 10]! += w * a;
  sums[s + 11]! += wr * a;
  sums[s + 12]! += wg * a;
  sums[s + 13]! += wb * a;
  sums[s + 14]! += w * a * a;
}

/** Sums the features over a cell, for `slideColumns`. */
const addCell = (matte: TrustedMatte, cells: Grid) => (sums: Float64Array, s: number, cell: number, sign: number) => {
  const column = cell % cells.width;
  const left = column * cellSide;
  const top = ((cell - column) / cells.width) * cellSide;
  const right = Math.min(matte.width, left + cellSide);
  const bottom = Math.min(matte.height, top + cellSide);
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) addFeatures(matte, y * matte.width + x, sums, s, sign);
};

/** Fits alpha = line . colour + constant to the sums `s` of one window and writes the result to `to`. */
function fitLine(s: Float64Array, to: Float32Array, at: number): void {
  const n = s[0]!;
  const r = s[1]! / n;
  const g = s[2]! / n;
  const b = s[3]! / n;
  const rr = s[4]! / n - r * r + tintNoise + sharedNoise;
  const rg = s[5]! / n - r * g + sharedNoise;
  const rb = s[6]! / n - r * b + sharedNoise;
  const gg = s[7]! / n - g * g + tintNoise + sharedNoise;
  const gb = s[8]! / n - g * b + sharedNoise;
  const bb = s[9]! / n - b * b + tintNoise + sharedNoise;
  const mean = s[10]! / n;
  const ra = s[11]! / n - r * mean;
  const ga = s[12]! / n - g * mean;
  const ba = s[13]! / n - b * mean;
  const variance = s[14]! / n - mean * mean;
  // Cramer's rule for the symmetric 3 x 3 system; the noise term keeps its determinant positive.
  const i00 = gg * bb - gb * gb;
  const i01 = rb * gb - rg * bb;
  const i02 = rg * gb - rb * gg;
  const i11 = rr * bb - rb * rb;
  const i12 = rb * rg - rr * gb;
  const i22 = rr * gg - rg * rg;
  const determinant = rr * i00 + rg * i01 + rb * i02;
  const lineR = (i00 * ra + i01 * ga + i02 * ba) / determinant;
  const lineG = (i01 * ra + i11 * ga + i12 * ba) / determinant;
  const lineB = (i02 * ra + i12 * ga + i22 * ba) / determinant;
  const explained = variance > 1e-6 ? (lineR * ra + lineG * ga + lineB * ba) / variance : 0;
  const trust = Math.min(1, Math.max(0, explained));
  to[at] = trust * lineR;
  to[at + 1] = trust * lineG;
  to[at + 2] = trust * lineB;
  to[at + 3] = trust * (mean - lineR * r - lineG * g - lineB * b);
  to[at + 4] = trust;
}

/** Fits a line in each cell of the band; zero elsewhere. */
export function fitLines(matte: TrustedMatte, band: Uint8Array): Float32Array {
  const cells = cellsOver(matte);
  const { width, height } = cells;
  const lines = new Float32Array(width * height * lineSize);
  const { sums, moveTo } = slideColumns({
    width,
    height,
    reach: windowRadius,
    size: features,
    add: addCell(matte, cells),
  });
  const window = new Float64Array(features);
  const change = (column: number, sign: number) => {
    if (column < 0 || column >= width) return;
    const at = column * features;
    for (let k = 0; k < features; k++) window[k]! += sign * sums[at + k]!;
  };
  for (let y = 0; y < height; y++) {
    visitRuns(band, width, y, (first, last) => {
      moveTo(y, Math.max(0, first - windowRadius), Math.min(width - 1, last + windowRadius));
      window.fill(0);
      for (let x = first - windowRadius; x < first + windowRadius; x++) change(x, 1);
      for (let x = first; x <= last; x++) {
        change(x + windowRadius, 1);
        if (x > first) change(x - windowRadius - 1, -1);
        fitLine(window, lines, (y * width + x) * lineSize);
      }
    });
  }
  return lines;
}

/**
 * Averages the lines of all windows around each cell of `inner`, as the guided filter does. Lines are zero outside `band`, which must extend at least
 * one averaging radius beyond `inner`.
 */
export function smoothLines(lines: Float32Array, { width, height }: Grid, band: Uint8Array, inner: Uint8Array) {
  const across = new Float32Array(lines.length);
  const line = new Float64Array(lineSize);
  const change = (cell: number, sign: number) => {
    for (let k = 0; k < lineSize; k++) line[k]! += sign * lines[cell * lineSize + k]!;
  };
  for (let y = 0; y < height; y++) {
    visitRuns(band, width, y, (first, last) => {
      const start = y * width;
      line.fill(0);
      for (let x = Math.max(0, first - smoothReach); x < Math.min(width, first + smoothReach); x++)
        change(start + x, 1);
      for (let x = first; x <= last; x++) {
        if (x + smoothReach < width) change(start + x + smoothReach, 1);
        if (x > first && x > smoothReach) change(start + x - smoothReach - 1, -1);
        const count = countAround(x, width);
        for (let k = 0; k < lineSize; k++) across[(start + x) * lineSize + k] = line[k]! / count;
      }
    });
  }
  return averageDown(across, width, height, inner);
}

/** The number of cells that an average around `at` covers on an axis of `length` cells. */
const countAround = (at: number, length: number) =>
  Math.min(length - 1, at + smoothReach) - Math.max(0, at - smoothReach) + 1;

function averageDown(across: Float32Array, width: number, height: number, inner: Uint8Array): Float32Array {
  const averages = new Float32Array(across.length);
  const { sums, moveTo } = slideColumns({
    width,
    height,
    reach: smoothReach,
    size: lineSize,
    add: (to, at, cell, sign) => {
      for (let k = 0; k < lineSize; k++) to[at + k]! += sign * across[cell * lineSize + k]!;
    },
  });
  for (let y = 0; y < height; y++) {
    const count = countAround(y, height);
    visitRuns(inner, width, y, (first, last) => {
      moveTo(y, first, last);
      const to = y * width * lineSize;
      for (let at = first * lineSize; at < (last + 1) * lineSize; at++) averages[to + at] = sums[at]! / count;
    });
  }
  return averages;
}
