// Deconvolution of a known blur with a hyper-Laplacian prior (Krishnan and Fergus, 2009), which keeps edges steep and flat areas flat, so that
// neither rings. Works tile by tile, two at a time as the real and imaginary parts of one transform. The image beyond its border and the level of
// clipped pixels are unknown; they are filled from the current estimate (after Reeves, "Fast image restoration without boundary artifacts", 2005).

import { makeSpectrum, type Spectrum, transform, transformBack } from './fourier.ts';
import { divergeShrunken, tabulateShrinking } from './hyper-laplacian.ts';
import { mirror } from './mirror.ts';
import type { Plane } from './plane.ts';
import { type Blur, reachOf, transformBlur } from './point-spread.ts';

const [smallSide, largeSide] = [256, 512];
/** Planes of at most this many pixels a side are divided into small tiles. */
const smallPlane = 200;
/** Margin of a tile beyond the blur's own reach, in pixels; the estimate there suffers from the data missing beyond the tile. */
const extraMargin = 20;
/** Weights of the shrunken gradients, step by step: the higher, the more closely the solution has to follow them. */
const gradientWeights = [4, 16, 64, 256];
/** Minimum noise assumed, in levels: an estimated blur is never exact, and the misfit counts as noise. */
const minNoise = 0.8;
/** Weight of the data times the variance of the noise, in levels of 0..1. */
const trust = 0.3;
/** Weight of the gradients in the first, linear solution: higher values damp it more. */
const firstDamping = 20;
/** Number of rounds in which the first solution fills the unknown pixels. */
const firstRounds = 5;
/** Levels at or beyond which a pixel counts as clipped. */
const [black, white] = [0.6, 254.4];

const isClipped = (level: number) => level <= black || level >= white;

interface Filter {
  readonly side: number;
  readonly margin: number;
  readonly blur: Spectrum;
  /** Squared magnitudes of the blur, and of horizontal and vertical differences. */
  readonly blurPower: Float32Array;
  readonly gradientPower: Float32Array;
  readonly dataWeight: number;
}

function makeFilter(plane: Plane, blur: Blur, noise: number): Filter {
  const side = Math.max(plane.width, plane.height) <= smallPlane ? smallSide : largeSide;
  const spectrum = transformBlur(blur, side);
  const blurPower = spectrum.real.map((value, i) => value ** 2 + spectrum.imaginary[i]! ** 2);
  const gradientPower = new Float32Array(side * side);
  const wave = Float64Array.from({ length: side }, (_, i) => 4 * Math.sin((Math.PI * i) / side) ** 2);
  for (let i = 0; i < gradientPower.length; i++) gradientPower[i] = wave[Math.floor(i / side)]! + wave[i % side]!;
  const margin = Math.min(side / 4, 2 * reachOf(blur) + extraMargin);
  const dataWeight = trust / (Math.max(minNoise, noise) / 255) ** 2;
  return { side, margin, blur: spectrum, blurPower, gradientPower, dataWeight };
}

interface Tile {
  /** Top left corner, in the plane, of the part without the margin. */
  readonly x: number;
  readonly y: number;
  /** Levels of 0..1; those beyond the plane are mirrored. */
  readonly levels: Float32Array;
  /** Indices of the pixels of unknown level, and whether that is at most (-1) or at least (1) the level read, or unconstrained (0). */
  readonly unknown: Int32Array;
  readonly bounds: Int8Array;
}

function readTile(plane: Plane, x: number, y: number, { side, margin }: Filter): Tile {
  const { data, width, height } = plane;
  const levels = new Float32Array(side * side);
  const unknown: number[] = [];
  const bounds: number[] = [];
  const columns = Int32Array.from({ length: side }, (_, u) => mirror(x - margin + u, width));
  for (let v = 0, to = 0; v < side; v++) {
    const py = y - margin + v;
    const row = mirror(py, height) * width;
    const isRowOutside = py < 0 || py >= height;
    for (let u = 0; u < side; u++, to++) {
      const level = data[row + columns[u]!]!;
      const px = x - margin + u;
      const isOutside = isRowOutside || px < 0 || px >= width;
      levels[to] = level / 255;
      if (!isOutside && !isClipped(level)) continue;
      unknown.push(to);
      bounds.push(isOutside ? 0 : level <= black ? -1 : 1);
    }
  }
  meetEnds(levels, side, margin);
  return { x, y, levels, unknown: Int32Array.from(unknown), bounds: Int8Array.from(bounds) };
}

/** Blends opposite ends of a tile within its margin, because the transform treats them as neighbours. */
function meetEnds(levels: Float32Array, side: number, margin: number): void {
  const reach = Math.floor(margin / 2);
  const join = (a: number, b: number, step: number) => {
    const share = 0.5 - (0.5 * (step + 0.5)) / reach;
    const [one, other] = [levels[a]!, levels[b]!];
    levels[a] = one + share * (other - one);
    levels[b] = other + share * (one - other);
  };
  for (let v = 0; v < side; v++) for (let u = 0; u < reach; u++) join(v * side + u, v * side + side - 1 - u, u);
  for (let v = 0; v < reach; v++) for (let u = 0; u < side; u++) join(v * side + u, (side - 1 - v) * side + u, v);
}

/** Turns `estimate`, the blurred solution so far, into a complete blurred tile: known pixels are set, unknown ones kept within their bounds. */
function fillUnknown(estimate: Float32Array, { levels, unknown, bounds }: Tile): void {
  for (let i = 0, next = 0; i < levels.length; i++) {
    if (unknown[next] !== i) {
      estimate[i] = levels[i]!;
      continue;
    }
    const bound = bounds[next++]!;
    if (bound !== 0 && bound * (estimate[i]! - levels[i]!) < 0) estimate[i] = levels[i]!;
  }
}

/** Multiplies by the blur's spectrum, or by its conjugate. */
function multiply(to: Spectrum, from: Spectrum, { real, imaginary }: Spectrum, sign: 1 | -1): void {
  for (let i = 0; i < real.length; i++) {
    const [x, y] = [from.real[i]!, from.imaginary[i]!];
    to.real[i] = x * real[i]! - sign * y * imaginary[i]!;
    to.imaginary[i] = y * real[i]! + sign * x * imaginary[i]!;
  }
}

interface Scratch {
  /** Spectrum of the blurred tiles times the blur's conjugate. */
  readonly data: Spectrum;
  readonly pull: Spectrum;
  readonly solution: Spectrum;
}

function solve({ data, pull, solution }: Scratch, filter: Filter, weight: number, hasPull: boolean): void {
  const { blurPower, gradientPower } = filter;
  const share = filter.dataWeight / weight;
  for (let i = 0; i < blurPower.length; i++) {
    const scale = 1 / (share * blurPower[i]! + gradientPower[i]! + 1e-9);
    solution.real[i] = (share * data.real[i]! + (hasPull ? pull.real[i]! : 0)) * scale;
    solution.imaginary[i] = (share * data.imaginary[i]! + (hasPull ? pull.imaginary[i]! : 0)) * scale;
  }
}

/** Deconvolves two tiles; the result is in `scratch.solution`. */
function solveTiles(one: Tile, other: Tile, filter: Filter, tables: readonly Float32Array[], scratch: Scratch): void {
  const { data, pull, solution } = scratch;
  const { side, blur } = filter;
  const isWhole = one.unknown.length === 0 && other.unknown.length === 0;
  data.real.set(one.levels);
  data.imaginary.set(other.levels);
  transform(data);
  multiply(data, data, blur, -1);
  solve(scratch, filter, firstDamping, false);
  const refill = () => {
    if (isWhole) return;
    multiply(data, solution, blur, 1);
    transformBack(data);
    fillUnknown(data.real, one);
    fillUnknown(data.imaginary, other);
    transform(data);
    multiply(data, data, blur, -1);
  };
  for (let round = 0; round < firstRounds && !isWhole; round++) {
    refill();
    solve(scratch, filter, firstDamping, false);
  }
  for (const [step, weight] of gradientWeights.entries()) {
    if (step > 0) refill();
    transformBack(solution);
    divergeShrunken(solution.real, pull.real, side, tables[step]!);
    divergeShrunken(solution.imaginary, pull.imaginary, side, tables[step]!);
    transform(pull);
    solve(scratch, filter, weight, true);
  }
  transformBack(solution);
}

function writeTile(out: Plane, solved: Float32Array, { x, y }: Tile, { side, margin }: Filter): void {
  const width = Math.min(side - 2 * margin, out.width - x);
  const height = Math.min(side - 2 * margin, out.height - y);
  for (let v = 0; v < height; v++) {
    const from = (margin + v) * side + margin;
    const to = (y + v) * out.width + x;
    for (let u = 0; u < width; u++) out.data[to + u] = 255 * solved[from + u]!;
  }
}

/**
 * Returns the plane before `blur`, in levels: a new plane of the same size. `noise` is a standard deviation in levels. `pause` is awaited after every
 * two tiles with the share done (0..1); an error it throws aborts the work. Memory: 40 MB, and 4 bytes per pixel.
 */
export async function deconvolve(
  plane: Plane,
  blur: Blur,
  noise: number,
  pause: (share: number) => void | Promise<void>,
): Promise<Plane> {
  const { width, height } = plane;
  const filter = makeFilter(plane, blur, noise);
  const tables = gradientWeights.map(tabulateShrinking);
  const step = filter.side - 2 * filter.margin;
  const corners: (readonly [x: number, y: number])[] = [];
  for (let y = 0; y < height; y += step) for (let x = 0; x < width; x += step) corners.push([x, y]);
  const scratch = {
    data: makeSpectrum(filter.side),
    pull: makeSpectrum(filter.side),
    solution: makeSpectrum(filter.side),
  };
  const out: Plane = { data: new Float32Array(width * height), width, height };
  for (let i = 0; i < corners.length; i += 2) {
    const one = readTile(plane, ...corners[i]!, filter);
    const next = corners[i + 1];
    const other = next ? readTile(plane, ...next, filter) : one;
    solveTiles(one, other, filter, tables, scratch);
    writeTile(out, scratch.solution.real, one, filter);
    if (next) writeTile(out, scratch.solution.imaginary, other, filter);
    await pause(Math.min(1, (i + 2) / corners.length));
  }
  return out;
}
