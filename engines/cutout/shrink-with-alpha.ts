// Shrinks an image and its alpha by averaging: every pixel counts, so that thin hair is not lost.
import type { Pixels } from '../pixels/plane.ts';

export interface Layered {
  /** Red, green, blue, 0..255. */
  readonly colours: Float32Array;
  /** 0..1 */
  readonly alpha: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** Averages whole blocks; an image whose longer side is at most `longEdge` is unchanged. `alpha` is 0..255, width * height. */
export function shrinkWithAlpha(pixels: Pixels, alpha: Uint8Array, longEdge: number): Layered {
  const { width: fullWidth, height: fullHeight } = pixels;
  const scale = Math.min(1, longEdge / Math.max(fullWidth, fullHeight));
  const width = Math.max(1, Math.round(fullWidth * scale));
  const height = Math.max(1, Math.round(fullHeight * scale));
  const sums = new Float32Array(width * height * 3);
  const alphas = new Float32Array(width * height);
  // First column of each column of blocks, and first row of each row of blocks.
  const lefts = firstOfEach(fullWidth, width);
  const tops = firstOfEach(fullHeight, height);
  const small: Layered = { colours: sums, alpha: alphas, width, height };
  for (let row = 0; row < height; row++) {
    for (let y = tops[row]!; y < tops[row + 1]!; y++) addRow(pixels, alpha, y, lefts, small, row * width);
    for (let column = 0, cell = row * width; column < width; column++, cell++) {
      const share = 1 / ((tops[row + 1]! - tops[row]!) * (lefts[column + 1]! - lefts[column]!));
      alphas[cell]! *= share / 255;
      for (let k = 0; k < 3; k++) sums[cell * 3 + k]! *= share;
    }
  }
  return small;
}

/** Adds row `y` of the image to a row of blocks starting at `firstCell`. */
function addRow(
  { data, width }: Pixels,
  alpha: Uint8Array,
  y: number,
  lefts: Int32Array,
  { colours, alpha: alphas }: Layered,
  firstCell: number,
): void {
  const start = y * width;
  for (let column = 0, cell = firstCell; column < lefts.length - 1; column++, cell++) {
    let red = 0;
    let green = 0;
    let blue = 0;
    let cover = 0;
    const end = start + lefts[column + 1]!;
    for (let i = start + lefts[column]!, c = i * 3; i < end; i++, c += 3) {
      red += data[c]!;
      green += data[c + 1]!;
      blue += data[c + 2]!;
      cover += alpha[i]!;
    }
    colours[cell * 3]! += red;
    colours[cell * 3 + 1]! += green;
    colours[cell * 3 + 2]! += blue;
    alphas[cell]! += cover;
  }
}

/** Returns the first of `full` pixels of each of `count` blocks, followed by `full`. */
function firstOfEach(full: number, count: number): Int32Array {
  return Int32Array.from({ length: count + 1 }, (_, block) => Math.ceil((block * full) / count));
}
