// The mean power spectrum of an image, over the tiles with the most detail (Welch, "The use of the fast Fourier transform for the estimation of power
// spectra", 1967). Averages logarithms, so that one strong edge does not hide what all tiles have in common.
import { makeSpectrum, type Spectrum, transform } from './fourier.ts';
import type { Plane } from './plane.ts';

/** Side of a tile in pixels; smaller images have no spectrum. */
export const tileSide = 128;
const half = tileSide / 2;
const maxTiles = 96;
const fewestTiles = 6;
/** Share of the tiles used: those with the greatest differences between neighbours. */
const usedShare = 0.6;
/** Power added to each frequency, in levels squared: rounding to integer levels alone leaves 1/12, whose logarithm is unstable. */
export const powerFloor = 0.2;
/** Mean logarithm of an exponentially distributed power, minus the logarithm of its mean: the negative of Euler's constant. */
const logBias = -0.5772;

const window = Float64Array.from({ length: tileSide }, (_, i) => Math.sin((Math.PI * (i + 0.5)) / tileSide) ** 2);
const windowSum = window.reduce((sum, weight) => sum + weight, 0);
const windowPower = window.reduce((sum, weight) => sum + weight * weight, 0);

interface Tile {
  readonly plane: Plane;
  readonly x: number;
  readonly y: number;
  /** Mean square difference between neighbours. */
  readonly detail: number;
}

function measureDetail({ data, width }: Plane, x: number, y: number): number {
  let sum = 0;
  for (let v = y; v < y + tileSide - 2; v += 2) {
    for (let at = v * width + x; at < v * width + x + tileSide - 2; at += 2)
      sum += (data[at + 2]! - data[at]!) ** 2 + (data[at + 2 * width]! - data[at]!) ** 2;
  }
  return sum / (half * half);
}

/** Returns the most detailed tiles of all planes, at most `maxTiles`; tiles overlap by half. */
function chooseTiles(planes: readonly Plane[]): Tile[] {
  const tiles: Tile[] = [];
  for (const plane of planes) {
    for (let y = 0; y + tileSide <= plane.height; y += half)
      for (let x = 0; x + tileSide <= plane.width; x += half)
        tiles.push({ plane, x, y, detail: measureDetail(plane, x, y) });
  }
  const count = Math.max(fewestTiles, Math.min(maxTiles, Math.ceil(tiles.length * usedShare)));
  return tiles.sort((a, b) => b.detail - a.detail).slice(0, count);
}

function readTile(into: Float32Array, { plane, x, y }: Tile): void {
  const { data, width } = plane;
  let mean = 0;
  for (let v = 0; v < tileSide; v++)
    for (let u = 0; u < tileSide; u++) mean += window[u]! * window[v]! * data[(y + v) * width + x + u]!;
  mean /= windowSum ** 2;
  for (let v = 0; v < tileSide; v++)
    for (let u = 0; u < tileSide; u++)
      into[v * tileSide + u] = window[u]! * window[v]! * (data[(y + v) * width + x + u]! - mean);
}

/** Adds the log power of two tiles that were transformed as the real and imaginary parts of one spectrum. */
function addPowers(sums: Float64Array, { real, imaginary }: Spectrum): void {
  const mask = tileSide - 1;
  for (let across = 0; across < tileSide; across++) {
    for (let down = 0; down < tileSide; down++) {
      const i = across * tileSide + down;
      const j = (-across & mask) * tileSide + (-down & mask);
      const one = (real[i]! + real[j]!) ** 2 + (imaginary[i]! - imaginary[j]!) ** 2;
      const other = (imaginary[i]! + imaginary[j]!) ** 2 + (real[j]! - real[i]!) ** 2;
      const scale = 1 / (4 * windowPower ** 2);
      sums[i]! += Math.log(one * scale + powerFloor) + Math.log(other * scale + powerFloor);
    }
  }
}

/** Cells of two by two frequencies. Half the plane is enough, because the other half mirrors it. */
export interface PowerSpectrum {
  /** Logarithm of the power, in levels squared, with `powerFloor` added. */
  readonly logPower: Float64Array;
  /** Frequency of each cell, in cycles per pixel. */
  readonly across: Float64Array;
  readonly down: Float64Array;
}

/**
 * Minimum and maximum distance from the origin, in frequencies: closer to it the window's own spectrum leaks in, and the corners beyond cover only
 * some directions.
 */
const [nearest, farthest] = [3.5, 62];

function collectCells(sums: Float64Array, count: number): PowerSpectrum {
  const logPower: number[] = [];
  const across: number[] = [];
  const down: number[] = [];
  // Skips the axes, where the borders of the image and of JPEG blocks show.
  for (let x = 1; x < half; x += 2) {
    for (let y = -half; y < half - 1; y += 2) {
      const distance = Math.hypot(x + 0.5, y + 0.5);
      if (y === 0 || distance < nearest || distance > farthest) continue;
      const row = (y + tileSide) % tileSide;
      const at = x * tileSide + row;
      const sum = sums[at]! + sums[at + 1]! + sums[at + tileSide]! + sums[at + tileSide + 1]!;
      logPower.push(sum / (4 * count) - logBias);
      across.push((x + 0.5) / tileSide);
      down.push((y + 0.5) / tileSide);
    }
  }
  return { logPower: Float64Array.from(logPower), across: Float64Array.from(across), down: Float64Array.from(down) };
}

/** Returns the spectrum of all `planes` together, in levels; undefined if none is as large as a tile. */
export function measurePower(planes: readonly Plane[]): PowerSpectrum | undefined {
  const tiles = chooseTiles(planes);
  if (tiles.length === 0) return undefined;
  const sums = new Float64Array(tileSide * tileSide);
  const spectrum = makeSpectrum(tileSide);
  for (let i = 0; i < tiles.length; i += 2) {
    readTile(spectrum.real, tiles[i]!);
    readTile(spectrum.imaginary, tiles[i + 1] ?? tiles[i]!);
    transform(spectrum);
    addPowers(sums, spectrum);
  }
  return collectCells(sums, 2 * Math.ceil(tiles.length / 2));
}
