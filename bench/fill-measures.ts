// How good a filling is, against the picture as it was before a hole was cut.
import type { Pixels } from '../engines/pixels/plane.ts';

/** Peak signal-to-noise ratio over the colours inside the mask, dB. */
export function measurePsnr(filled: Pixels, clean: Pixels, mask: Uint8Array): number {
  let squares = 0;
  let count = 0;
  for (let index = 0; index < clean.data.length; index++) {
    if (!mask[Math.floor(index / 3)]) continue;
    squares += (filled.data[index]! - clean.data[index]!) ** 2;
    count++;
  }
  return 10 * Math.log10((255 * 255 * count) / Math.max(1e-9, squares));
}

/** Running sums of `values` over all rows above and all columns to the left: (width + 1) x (height + 1). */
function integrate(values: Float64Array, width: number, height: number): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += values[y * width + x]!;
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row;
    }
  }
  return sums;
}

/** The variance of luma in the 7 x 7 pixels around each pixel of the mask, on average. */
export function measureLocalVariance({ data, width, height }: Pixels, mask: Uint8Array): number {
  const luma = new Float64Array(width * height);
  for (let pixel = 0; pixel < luma.length; pixel++)
    luma[pixel] = 0.299 * data[pixel * 3]! + 0.587 * data[pixel * 3 + 1]! + 0.114 * data[pixel * 3 + 2]!;
  const first = integrate(luma, width, height);
  const second = integrate(
    luma.map(value => value * value),
    width,
    height,
  );
  let total = 0;
  let count = 0;
  for (let pixel = 0; pixel < luma.length; pixel++) {
    if (!mask[pixel]) continue;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const [left, right] = [Math.max(0, x - 3), Math.min(width, x + 4)];
    const [top, bottom] = [Math.max(0, y - 3), Math.min(height, y + 4)];
    const size = (right - left) * (bottom - top);
    const mean = (sums: Float64Array) =>
      (sums[bottom * (width + 1) + right]! -
        sums[top * (width + 1) + right]! -
        sums[bottom * (width + 1) + left]! +
        sums[top * (width + 1) + left]!) /
      size;
    total += mean(second) - mean(first) ** 2;
    count++;
  }
  return total / count;
}
