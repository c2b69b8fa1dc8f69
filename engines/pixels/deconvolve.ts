// Deconvolution of a known blur: Wiener's filter with the picture's gradients as prior (Wiener, 1949; the prior as in Krishnan and Fergus, 2009,
// but with squares, so that one pass is enough). Works tile by tile, two at a time as real and imaginary part of one transform.
import { makeSpectrum, type Spectrum, transform, transformBack } from './fourier.ts';
import type { Plane } from './plane.ts';
import { type Blur, reachOf, transformBlur } from './point-spread.ts';

const side = 256;
const leastMargin = 24;
const mostMargin = 64;

/** The factor for each frequency: conj(K) / (|K|^2 + noiseShare |D|^2), with D the horizontal and vertical differences. */
function makeFilter(blur: Blur, noiseShare: number): Spectrum {
  const filter = transformBlur(blur, side);
  for (let across = 0; across < side; across++) {
    for (let down = 0; down < side; down++) {
      const i = across * side + down;
      const differences = 4 * Math.sin((Math.PI * across) / side) ** 2 + 4 * Math.sin((Math.PI * down) / side) ** 2;
      const power = filter.real[i]! ** 2 + filter.imaginary[i]! ** 2 + noiseShare * differences;
      filter.real[i]! /= power;
      filter.imaginary[i]! /= -power;
    }
  }
  return filter;
}

function multiply({ real, imaginary }: Spectrum, by: Spectrum): void {
  for (let i = 0; i < real.length; i++) {
    const x = real[i]! * by.real[i]! - imaginary[i]! * by.imaginary[i]!;
    imaginary[i] = real[i]! * by.imaginary[i]! + imaginary[i]! * by.real[i]!;
    real[i] = x;
  }
}

/** Pixels beyond an edge are those mirrored at it. */
function mirror(at: number, length: number): number {
  const turn = ((at % (2 * length)) + 2 * length) % (2 * length);
  return turn < length ? turn : 2 * length - 1 - turn;
}

interface Corner {
  readonly x: number;
  readonly y: number;
}

function readTile(
  into: Float32Array,
  { data, width, height }: Plane,
  corner: Corner | undefined,
  margin: number,
): void {
  if (!corner) return void into.fill(0);
  const columns = Int32Array.from({ length: side }, (_, x) => mirror(corner.x - margin + x, width));
  for (let y = 0; y < side; y++) {
    const row = mirror(corner.y - margin + y, height) * width;
    for (let x = 0; x < side; x++) into[y * side + x] = data[row + columns[x]!]!;
  }
}

function writeTile(out: Plane, tile: Float32Array, corner: Corner | undefined, margin: number): void {
  if (!corner) return;
  const width = Math.min(side - 2 * margin, out.width - corner.x);
  const height = Math.min(side - 2 * margin, out.height - corner.y);
  for (let y = 0; y < height; y++) {
    const from = (margin + y) * side + margin;
    out.data.set(tile.subarray(from, from + width), (corner.y + y) * out.width + corner.x);
  }
}

/**
 * The plane as it was before `blur`; a new plane of the same size. `noiseShare`: variance of the noise divided by that of the gradients. `pause`
 * is awaited after every two tiles with the share done (0..1); an error that it throws ends the work.
 */
export async function deconvolve(
  plane: Plane,
  blur: Blur,
  noiseShare: number,
  pause: (share: number) => void | Promise<void>,
): Promise<Plane> {
  const { width, height } = plane;
  const margin = Math.min(mostMargin, Math.max(leastMargin, 3 * reachOf(blur)));
  const step = side - 2 * margin;
  const corners: Corner[] = [];
  for (let y = 0; y < height; y += step) for (let x = 0; x < width; x += step) corners.push({ x, y });
  const filter = makeFilter(blur, noiseShare);
  const tiles = makeSpectrum(side);
  const out: Plane = { data: new Float32Array(width * height), width, height };
  for (let i = 0; i < corners.length; i += 2) {
    const [one, other] = [corners[i], corners[i + 1]];
    readTile(tiles.real, plane, one, margin);
    readTile(tiles.imaginary, plane, other, margin);
    transform(tiles);
    multiply(tiles, filter);
    transformBack(tiles);
    writeTile(out, tiles.real, one, margin);
    writeTile(out, tiles.imaginary, other, margin);
    await pause(Math.min(1, (i + 2) / corners.length));
  }
  return out;
}
