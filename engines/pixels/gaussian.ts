// Gaussian blurs: exactly by convolution, and approximately by three box filters, whose difference is not visible (Wells, "Efficient Synthesis of
// Gaussian Filters by Cascaded Uniform Filters", PAMI 1986).
import { boxBlur, boxSum } from './box-filter.ts';
import type { Plane } from './plane.ts';

/** Returns the weights of a Gaussian of `sigma` pixels, out to three sigmas; they sum to 1. */
export function gaussianWeights(sigma: number): number[] {
  const reach = Math.ceil(3 * sigma);
  const values = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * sigma ** 2)));
  const sum = values.reduce((total, value) => total + value, 0);
  return values.map(value => value / sum);
}

/** Convolves rows, then columns, with an odd number of `weights`; the border is repeated. Returns a new plane. */
export function convolve({ data, width, height }: Plane, weights: readonly number[]): Plane {
  const reach = (weights.length - 1) / 2;
  const rows = new Float32Array(data.length);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let tap = -reach; tap <= reach; tap++)
        sum += weights[tap + reach]! * data[start + Math.min(width - 1, Math.max(0, x + tap))]!;
      rows[start + x] = sum;
    }
  }
  const out = new Float32Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let tap = -reach; tap <= reach; tap++) {
      const from = Math.min(height - 1, Math.max(0, y + tap)) * width;
      const weight = weights[tap + reach]!;
      for (let x = 0; x < width; x++) out[y * width + x]! += weight * rows[from + x]!;
    }
  }
  return { data: out, width, height };
}

/** Returns a copy blurred by about `sigma` pixels (three boxes of the same integer radius); the border is repeated. */
export function blurPlane(plane: Float32Array, width: number, height: number, sigma: number): Float32Array {
  const radius = Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2);
  return radius < 1 ? plane.slice() : boxBlur(plane, width, height, radius, 3);
}

/** Returns integer radii of three boxes whose variances add up to `sigma` squared as closely as possible. */
function boxRadii(sigma: number): number[] {
  const ideal = Math.sqrt(4 * sigma * sigma + 1);
  const small = Math.max(0, Math.floor((ideal - 1) / 2));
  const [low, high] = [2 * small + 1, 2 * small + 3];
  const lows = Math.round((12 * sigma * sigma - 3 * high * high + 3) / (low * low - high * high));
  return [0, 1, 2].map(index => (index < lows ? small : small + 1));
}

/** Blurs in place; values outside the plane are zero. */
function blurInPlace({ data, width, height }: Plane, sigma: number): void {
  for (const radius of boxRadii(sigma).filter(each => each > 0)) {
    boxSum(data, width, height, radius);
    const share = 1 / (2 * radius + 1) ** 2;
    for (let i = 0; i < data.length; i++) data[i]! *= share;
  }
}

/** Averages squares of `factor` by `factor` pixels. */
function shrink(coverage: Uint8Array, width: number, height: number, factor: number): Plane {
  const small = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) };
  const data = new Float32Array(small.width * small.height);
  const share = 1 / (factor * factor);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / factor) * small.width;
    for (let x = 0, at = y * width; x < width; x++, at++) data[row + Math.floor(x / factor)]! += coverage[at]! * share;
  }
  return { data, ...small };
}

/** Interpolates bilinearly between the centres of those squares. */
function enlarge(small: Plane, width: number, height: number, factor: number): Uint8Array {
  const out = new Uint8Array(width * height);
  const at = (i: number, max: number): [number, number, number] => {
    const place = Math.min(max - 1, Math.max(0, (i + 0.5) / factor - 0.5));
    const low = Math.floor(place);
    return [low, Math.min(max - 1, low + 1), place - low];
  };
  const columns = Array.from({ length: width }, (_, x) => at(x, small.width));
  for (let y = 0; y < height; y++) {
    const [upper, lower, down] = at(y, small.height);
    const [first, second] = [upper * small.width, lower * small.width];
    for (let x = 0; x < width; x++) {
      const [left, right, across] = columns[x]!;
      const top = small.data[first + left]! * (1 - across) + small.data[first + right]! * across;
      const bottom = small.data[second + left]! * (1 - across) + small.data[second + right]! * across;
      out[y * width + x] = Math.round(top * (1 - down) + bottom * down);
    }
  }
  return out;
}

/**
 * Blurs coverage (0..255, width * height bytes) by a Gaussian of `sigma` pixels; values outside the plane are zero. Wide blurs work on a reduced
 * copy, because they leave no fine detail.
 */
export function blurCoverage(coverage: Uint8Array, width: number, height: number, sigma: number): Uint8Array {
  if (sigma <= 0) return coverage;
  const factor = Math.max(1, Math.floor(sigma / 4));
  const small = shrink(coverage, width, height, factor);
  blurInPlace(small, sigma / factor);
  if (factor === 1) return Uint8Array.from(small.data, Math.round);
  return enlarge(small, width, height, factor);
}
