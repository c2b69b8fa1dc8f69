// Keeps the original where it was sharper than the restored picture: where only a part is blurred, the rest must not lose detail.

import { boxBlur } from '../pixels/box-filter.ts';
import { luma601 } from '../pixels/luma.ts';
import { measureNoise } from '../pixels/measure-noise.ts';
import type { Pixels, Plane } from '../pixels/plane.ts';

/** Pixels around each one in which detail is compared. */
const reach = 12;
/** Detail of the original as a multiple of that of the restored picture: up to the first value the restored one is taken, from the second on the original. */
const [fromShare, toShare] = [1, 1.25];
/** Squared gradients that are rounding and compression, in levels. */
const calm = 2;

function readLuma({ data, width, height }: Pixels): Plane {
  const luma = new Float32Array(width * height);
  for (let i = 0; i < luma.length; i++) luma[i] = luma601(data[3 * i]!, data[3 * i + 1]!, data[3 * i + 2]!);
  return { data: luma, width, height };
}

/** Mean squared gradient around each pixel, without what noise of this deviation adds. */
function measureDetail({ data, width, height }: Plane, noise: number): Float32Array {
  const squares = new Float32Array(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const across = x + 1 < width ? data[i + 1]! - data[i]! : 0;
      const down = y + 1 < height ? data[i + width]! - data[i]! : 0;
      squares[i] = across * across + down * down;
    }
  // The difference of two pixels has twice the variance of one, and there are two differences.
  const noisy = 4 * noise * noise;
  return boxBlur(squares, width, height, reach, 2).map(value => Math.max(0, value - noisy));
}

const bandPixels = 4_000_000;
/** Rows beyond a band that its detail depends on. */
const margin = 2 * reach + 1;

/** Rows of a picture, without a copy. */
const cutRows = ({ data, width }: Pixels, from: number, end: number): Pixels => ({
  data: data.subarray(from * width * 3, end * width * 3),
  width,
  height: end - from,
});

/** How much of the original is kept at each pixel, from 0 to 255. */
function weighOriginal(restored: Pixels, original: Pixels): Uint8Array {
  const { width, height } = original;
  const weights = new Uint8Array(width * height);
  const rows = Math.max(margin, Math.floor(bandPixels / width));
  for (let top = 0; top < height; top += rows) {
    const [first, end] = [Math.max(0, top - margin), Math.min(height, top + rows + margin)];
    const luma = readLuma(cutRows(original, first, end));
    const before = measureDetail(luma, measureNoise(luma));
    const after = measureDetail(readLuma(cutRows(restored, first, end)), 0);
    for (let i = top * width; i < Math.min(height, top + rows) * width; i++) {
      const at = i - first * width;
      const share = (before[at]! + calm) / (after[at]! + calm);
      weights[i] = 255 * Math.min(1, Math.max(0, (share - fromShare) / (toShare - fromShare)));
    }
  }
  return weights;
}

/** Blends the original into the restored picture, in place, where it has more detail than noise explains. */
export function keepSharper(restored: Pixels, original: Pixels): void {
  const weights = weighOriginal(restored, original);
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i]! / 255;
    if (weight === 0) continue;
    for (let at = 3 * i; at < 3 * i + 3; at++)
      restored.data[at] = Math.round(restored.data[at]! + weight * (original.data[at]! - restored.data[at]!));
  }
}
