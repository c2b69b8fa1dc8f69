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
  const counts = new Uint32Array(width * height);
  const columns = Int32Array.from({ length: fullWidth }, (_, x) => Math.floor((x * width) / fullWidth));
  for (let y = 0, i = 0, c = 0; y < fullHeight; y++) {
    const row = Math.floor((y * height) / fullHeight) * width;
    for (let x = 0; x < fullWidth; x++, i++, c += 3) {
      const cell = row + columns[x]!;
      sums[cell * 3]! += data[c]!;
      sums[cell * 3 + 1]! += data[c + 1]!;
      sums[cell * 3 + 2]! += data[c + 2]!;
      alphas[cell]! += alpha[i]!;
      counts[cell]!++;
    }
  }
  for (let cell = 0; cell < counts.length; cell++) {
    const share = 1 / counts[cell]!;
    alphas[cell]! *= share / 255;
    for (let k = 0; k < 3; k++) sums[cell * 3 + k]! *= share;
  }
  return { colours: sums, alpha: alphas, width, height };
}
