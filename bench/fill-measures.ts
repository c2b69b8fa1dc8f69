// Quality measures of a filling, compared with the original picture.
import { convolve, gaussianWeights } from '../engines/pixels/gaussian.ts';
import type { Pixels } from '../engines/pixels/plane.ts';
import { quantile } from './numbers.ts';

/** Peak signal-to-noise ratio over the colours inside the mask, in dB. */
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

/** Summed-area table of `values`: (width + 1) x (height + 1). */
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

/** Mean over the mask of the luma variance in the 7 x 7 window around each pixel. */
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

/** Luma of the mask's bounding box with a margin of `margin` pixels. */
function cropLuma({ data, width, height }: Pixels, mask: Uint8Array, margin: number) {
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let pixel = 0; pixel < mask.length; pixel++) {
    if (!mask[pixel]) continue;
    const y = Math.floor(pixel / width);
    left = Math.min(left, pixel - y * width);
    right = Math.max(right, pixel - y * width + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  left = Math.max(0, left - margin);
  top = Math.max(0, top - margin);
  const across = Math.min(width, right + margin) - left;
  const down = Math.min(height, bottom + margin) - top;
  const luma = new Float32Array(across * down);
  const inside = new Uint8Array(across * down);
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      const pixel = (top + y) * width + left + x;
      luma[y * across + x] = 0.299 * data[pixel * 3]! + 0.587 * data[pixel * 3 + 1]! + 0.114 * data[pixel * 3 + 2]!;
      inside[y * across + x] = mask[pixel]!;
    }
  }
  return { luma, inside, across, down };
}

/** Energy inside the mask in four octaves: squared differences of Gaussians of luma with σ 1, 2, 4 and 8, plus half a squared level. */
export function measureOctaves(picture: Pixels, mask: Uint8Array): number[] {
  const { luma, inside, across, down } = cropLuma(picture, mask, 32);
  let finer: Float32Array = luma;
  return [1, 2, 4, 8].map(sigma => {
    const broad = convolve({ data: luma, width: across, height: down }, gaussianWeights(sigma)).data;
    let energy = 0;
    let count = 0;
    for (let pixel = 0; pixel < luma.length; pixel++) {
      if (!inside[pixel]) continue;
      energy += (finer[pixel]! - broad[pixel]!) ** 2;
      count++;
    }
    finer = broad;
    return energy / count + 0.5;
  });
}

export const lumaOf = ({ data, width, height }: Pixels): Float32Array =>
  Float32Array.from(
    { length: width * height },
    (_, pixel) => 0.299 * data[pixel * 3]! + 0.587 * data[pixel * 3 + 1]! + 0.114 * data[pixel * 3 + 2]!,
  );

/** Structural similarity (SSIM) of luma inside the mask, with windows of σ 1.5 (Wang, Bovik, Sheikh, Simoncelli, 2004). */
export function measureSsim(a: Pixels, b: Pixels, mask: Uint8Array): number {
  const { width, height } = a;
  const weights = gaussianWeights(1.5);
  const spread = (data: Float32Array) => convolve({ data, width, height }, weights).data;
  const [x, y] = [lumaOf(a), lumaOf(b)];
  const [meanX, meanY] = [spread(x), spread(y)];
  const xx = spread(x.map(value => value * value));
  const yy = spread(y.map(value => value * value));
  const xy = spread(x.map((value, pixel) => value * y[pixel]!));
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  let sum = 0;
  let count = 0;
  for (let pixel = 0; pixel < mask.length; pixel++) {
    if (!mask[pixel]) continue;
    const [mx, my] = [meanX[pixel]!, meanY[pixel]!];
    const likeness = (2 * mx * my + c1) * (2 * (xy[pixel]! - mx * my) + c2);
    sum += likeness / ((mx * mx + my * my + c1) * (xx[pixel]! - mx * mx + yy[pixel]! - my * my + c2));
    count++;
  }
  return sum / count;
}

/**
 * 99th percentile of the luma steps across the mask's border, divided by that of the steps outside of the mask within 24 pixels of its
 * bounding box.
 */
export function measureBorder(picture: Pixels, mask: Uint8Array): number {
  const { luma, inside, across } = cropLuma(picture, mask, 24);
  const border: number[] = [];
  const around: number[] = [];
  for (let pixel = 0; pixel + across < luma.length; pixel++) {
    for (const other of [pixel + 1, pixel + across]) {
      if (other === pixel + 1 && other % across === 0) continue;
      const step = Math.abs(luma[pixel]! - luma[other]!);
      if (inside[pixel] !== inside[other]) border.push(step);
      else if (!inside[pixel]) around.push(step);
    }
  }
  return quantile(border, 0.99) / Math.max(1, quantile(around, 0.99));
}
