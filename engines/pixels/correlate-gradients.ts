// Measures how alike the gradients of pixels near each other are. In a sharp picture an edge is one or two pixels wide, so that the gradients two pixels
// away are independent of it; a blur makes the gradients along its direction alike, over its length (Goldstein and Fattal, "Blur-Kernel Estimation
// from Spectral Irregularities", ECCV 2012).
import type { Plane } from './plane.ts';

/** Steps to the next pixel in four directions. */
const directions = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;
/** Steps from a pixel to the end of the furthest gradient that is compared. */
const reach = 4;

/** Sums of products of each gradient along (across, down) with itself, and with the ones two and three steps further. */
function sumProducts({ data, width, height }: Plane, across: number, down: number) {
  const step = down * width + across;
  const sums = [0, 0, 0] as [number, number, number];
  for (let y = reach; y < height - reach; y++)
    for (let x = 0; x < width - reach; x++) {
      const i = y * width + x;
      const gradient = data[i + step]! - data[i]!;
      const third = data[i + 3 * step]!;
      sums[0] += gradient * gradient;
      sums[1] += gradient * (third - data[i + 2 * step]!);
      sums[2] += gradient * (data[i + 4 * step]! - third);
    }
  return sums;
}

/**
 * The largest correlation of gradients two and three pixels apart over four directions: about 0 in a sharp picture, 0.5 and 0.25 along a motion of
 * four pixels. `noise` is the standard deviation in the plane's own levels. Infinite if there are no gradients beyond noise.
 */
export function correlateGradients(plane: Plane, noise: number): { readonly two: number; readonly three: number } {
  const count = Math.max(1, (plane.width - reach) * (plane.height - 2 * reach));
  let [two, three] = [-1, -1];
  for (const [across, down] of directions) {
    const [all, second, third] = sumProducts(plane, across, down).map(sum => sum / count) as [number, number, number];
    // The difference of two pixels has twice the variance of the noise; gradients that share no pixel have independent noise.
    const power = all - 2 * noise * noise;
    if (power <= 0) return { two: Number.POSITIVE_INFINITY, three: Number.POSITIVE_INFINITY };
    [two, three] = [Math.max(two, second / power), Math.max(three, third / power)];
  }
  return { two, three };
}

/** Correlation of gradients three pixels apart that a sharp scene may have. */
const ofScene = 0.1;

/**
 * Whether gradients three pixels apart, with the correlation `three`, are more alike than a Gaussian of this standard deviation makes them. A shake of
 * writing with noise passes for a slight Gaussian in the spectrum, but its gradients are alike over its whole length.
 */
export const isLongerThan = (size: number, three: number): boolean =>
  Number.isFinite(three) && three > ofScene + Math.exp(-(3 ** 2) / (4 * size ** 2));
