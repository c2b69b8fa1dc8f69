// A small copy of a picture and its alpha, by averaging: every pixel counts, so that thin hair does not get lost.
import type { Pixels } from '../pixels.ts';

export interface Layered {
  /** Red, green, blue, 0..255. */
  readonly colours: Float32Array;
  /** 0..1 */
  readonly alpha: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** Averages whole blocks; a picture whose longer side is at most `longEdge` stays as it is. `alpha` is 0..255, width * height. */
export function shrinkWithAlpha(pixels: Pixels, alpha: Uint8Array, longEdge: number): Layered {
  const { data, width: fullWidth, height: fullHeight } = pixels;
  const scale = Math.min(1, longEdge / Math.max(fullWidth, fullHeight));
  const width = Math.max(1, Math.round(fullWidth * scale));
  const height = Math.max(1, Math.round(fullHeight * scale));
  const sums = new Float32Array(width * height * 3);
  const alphas = new Float32Array(width * height);
  // Where each column of blocks begins, and each row of them.
  const lefts = firstOfEach(fullWidth, width);
  const tops = firstOfEach(fullHeight, height);
  for (let row = 0; row < height; row++) {
    for (let y = tops[row]!; y < tops[row + 1]!; y++) {
      for (let column = 0, cell = row * width; column < width; column++, cell++) {
        let red = 0;
        let green = 0;
        let blue = 0;
        let cover = 0;
        const end = y * fullWidth + lefts[column + 1]!;
        for (let i = y * fullWidth + lefts[column]!, c = i * 3; i < end; i++, c += 3) {
          red += data[c]!;
          green += data[c + 1]!;
          blue += data[c + 2]!;
          cover += alpha[i]!;
        }
        sums[cell * 3]! += red;
        sums[cell * 3 + 1]! += green;
        sums[cell * 3 + 2]! += blue;
        alphas[cell]! += cover;
      }
    }
    for (let column = 0, cell = row * width; column < width; column++, cell++) {
      const share = 1 / ((tops[row + 1]! - tops[row]!) * (lefts[column + 1]! - lefts[column]!));
      alphas[cell]! *= share / 255;
      for (let k = 0; k < 3; k++) sums[cell * 3 + k]! *= share;
    }
  }
  return { colours: sums, alpha: alphas, width, height };
}

/** The first of `full` pixels that belong to each of `count` blocks, and `full` behind the last. */
function firstOfEach(full: number, count: number): Int32Array {
  return Int32Array.from({ length: count + 1 }, (_, block) => Math.ceil((block * full) / count));
}
