// Finds the exact pixels of a mark that stays in place while the scene moves: over many frames the steps between neighbouring pixels of the scene
// cancel out, and those of the mark remain. Source: Dekel, Rubinstein, Liu, Freeman, "On the Effectiveness of Visible Watermarks", CVPR 2017; here
// with a trimmed mean, which is finer than a median of integer levels.

import { makeSpectrum, transform, transformBack } from '../pixels/fourier.ts';
import { blurPlane } from '../pixels/gaussian.ts';
import { growMask } from '../pixels/morphology.ts';
import type { Patch, PatchPlane } from './patch.ts';

/** Share of the steps trimmed at either end. */
const trimmed = 0.3;
/** Minimum step and minimum level of luma that belong to a mark, absolute and as shares of the mark's strongest values. */
const least = { step: 1.2, level: 2 };
const share = { step: 0.05, level: 0.07 };
/** Chance values: this quantile over the clean pixels around the mark, times the factor, is also a lower limit. */
const chance = { quantile: 0.75, factor: 1.6 };
/** Connected components that are smaller or fainter are noise. */
const fewPixels = 14;
const leastPeak = 2;
/** Margin in pixels around the mark, for its soft rim and compression artefacts. */
const rim = 2;
/** Radius in pixels of the blur that follows slow changes of the level around a mark. */
const slowPixels = 12;
/** Minimum mean texture of a pixel that is used to measure the motion of the scene. */
const leastTexture = 2.5;

export interface Steps {
  readonly width: number;
  readonly height: number;
  /** The lasting luma step from each pixel to its right and to its lower neighbour, in levels. */
  readonly across: Float32Array;
  readonly down: Float32Array;
  /** The strongest lasting step at each pixel, in luma or chroma. */
  readonly strength: Float32Array;
  /** The mean absolute luma step. */
  readonly texture: Float32Array;
}

/** Histogram of the steps at one pixel, offset by 255; all zero between two pixels. */
const counts = new Uint16Array(511);

/** Returns the mean of the counted steps from `low` to `high` without the lowest and the highest `cut` of them, and resets the counts to zero. */
function meanOfMiddle(low: number, high: number, total: number, cut: number): number {
  let [before, sum] = [0, 0];
  for (let step = low; step <= high; step++) {
    const count = counts[step + 255]!;
    if (count === 0) continue;
    counts[step + 255] = 0;
    const taken = Math.min(before + count, total - cut) - Math.max(before, cut);
    if (taken > 0) sum += taken * step;
    before += count;
  }
  return sum / (total - 2 * cut);
}

/** Returns the trimmed mean over all planes of the steps to the next pixel in `direction`, and the mean of their sizes. */
function averageSteps(planes: readonly PatchPlane[], direction: 'across' | 'down') {
  const { width, height } = planes[0]!;
  const offset = direction === 'across' ? 1 : width;
  const [columns, rows] = direction === 'across' ? [width - 1, height] : [width, height - 1];
  const means = new Float32Array(width * height);
  const sizes = new Float32Array(width * height);
  const levels = planes.map(({ data }) => data);
  const cut = Math.floor(planes.length * trimmed);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const i = y * width + x;
      let size = 0;
      let low = 255;
      let high = -255;
      for (let k = 0; k < levels.length; k++) {
        const data = levels[k]!;
        const step = data[i + offset]! - data[i]!;
        counts[step + 255]!++;
        if (step < low) low = step;
        if (step > high) high = step;
        size += Math.abs(step);
      }
      means[i] = meanOfMiddle(low, high, levels.length, cut);
      sizes[i] = size / levels.length;
    }
  }
  return { means, sizes };
}

/** Measures the steps that last over all patches, which show the same place. Needs at least three patches. */
export function measureSteps(patches: readonly Patch[]): Steps {
  const [{ width, height }] = patches[0]!;
  const across = averageSteps(
    patches.map(patch => patch[0]),
    'across',
  );
  const down = averageSteps(
    patches.map(patch => patch[0]),
    'down',
  );
  const strength = across.means.map((step, i) => Math.hypot(step, down.means[i]!));
  for (const c of [1, 2] as const) {
    const planes = patches.map(patch => patch[c]);
    const [right, below] = [averageSteps(planes, 'across').means, averageSteps(planes, 'down').means];
    for (let i = 0; i < strength.length; i++) {
      const half = (Math.floor(i / width) >> 1) * (width / 2) + ((i % width) >> 1);
      // A chroma step spans two pixels, so it is half as steep.
      strength[i] = Math.max(strength[i]!, Math.hypot(right[half]!, below[half]!) / 2);
    }
  }
  const texture = across.sizes.map((size, i) => (size + down.sizes[i]!) / 2);
  return { width, height, across: across.means, down: down.means, strength, texture };
}

/**
 * Returns the levels that have these steps, up to a constant: a Poisson equation solved in the frequency domain (Frankot and Chellappa, PAMI 1988).
 */
function integrateSteps({ width, height, across, down }: Steps): Float32Array {
  const side = 2 ** Math.ceil(Math.log2(Math.max(width, height) + 2));
  const spectrum = makeSpectrum(side);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const [right, below] = [x + 1 < width ? across[i]! : 0, y + 1 < height ? down[i]! : 0];
      spectrum.real[y * side + x]! += right + below;
      spectrum.real[y * side + x + 1]! -= right;
      spectrum.real[(y + 1) * side + x]! -= below;
    }
  }
  transform(spectrum);
  // The eigenvalues of the Laplacian, negated.
  const waves = Float32Array.from({ length: side }, (_, k) => 2 - 2 * Math.cos((2 * Math.PI * k) / side));
  for (let v = 0; v < side; v++) {
    for (let u = 0; u < side; u++) {
      const i = v * side + u;
      const scale = i === 0 ? 0 : -1 / (waves[u]! + waves[v]!);
      spectrum.real[i]! *= scale;
      spectrum.imaginary[i]! *= scale;
    }
  }
  transformBack(spectrum);
  const levels = new Float32Array(width * height);
  for (let y = 0; y < height; y++) levels.set(spectrum.real.subarray(y * side, y * side + width), y * width);
  return levels;
}

/** Returns a quantile by quickselect (Hoare, "Algorithm 65: Find", 1961), which takes a fraction of the time of sorting. Zero without values. */
function quantile(values: Float32Array, wanted: number): number {
  if (values.length === 0) return 0;
  const list = values.slice();
  const at = Math.min(list.length - 1, Math.floor(list.length * wanted));
  let [left, right] = [0, list.length - 1];
  while (left < right) {
    const pivot = list[at]!;
    let [low, high] = [left, right];
    while (low <= high) {
      while (list[low]! < pivot) low++;
      while (list[high]! > pivot) high--;
      if (low > high) break;
      const level = list[low]!;
      list[low++] = list[high]!;
      list[high--] = level;
    }
    if (high < at) left = low;
    if (low > at) right = high;
  }
  return list[at]!;
}

function pick(values: Float32Array, isWanted: Uint8Array, wanted = 1): Float32Array {
  const picked = new Float32Array(values.length);
  let count = 0;
  for (let i = 0; i < values.length; i++) if (isWanted[i] === wanted) picked[count++] = values[i]!;
  return picked.subarray(0, count);
}

/** Removes connected components that are small or nowhere strong, in place. */
function dropNoise(mask: Uint8Array, { width, height, strength }: Steps): void {
  const seen = new Uint8Array(mask.length);
  for (let start = 0; start < mask.length; start++) {
    if (!mask[start] || seen[start]) continue;
    const part = [start];
    seen[start] = 1;
    let peak = 0;
    for (let next = 0; next < part.length; next++) {
      const i = part[next]!;
      peak = Math.max(peak, strength[i]!);
      const x = i % width;
      const y = (i - x) / width;
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
          const j = v * width + u;
          if (!mask[j] || seen[j]) continue;
          seen[j] = 1;
          part.push(j);
        }
      }
    }
    if (part.length < fewPixels || peak < leastPeak) for (const i of part) mask[i] = 0;
  }
}

/** Returns the levels of the mark minus the slow changes around it. */
function levelAround(levels: Float32Array, mask: Uint8Array, width: number, height: number): Float32Array {
  const known = Float32Array.from(mask, value => (value ? 0 : 1));
  const sums = blurPlane(
    levels.map((level, i) => level * known[i]!),
    width,
    height,
    slowPixels,
  );
  const weights = blurPlane(known, width, height, slowPixels);
  const middle = quantile(pick(levels, mask, 0), 0.5);
  return levels.map((level, i) => level - (sums[i]! + middle * 1e-3) / (weights[i]! + 1e-3));
}

export interface Shape {
  /** One byte per pixel of the patch: 1 on the mark and its rim. */
  readonly mask: Uint8Array;
  /** Share of the searched pixels that the mask covers. */
  readonly covered: number;
  /** Share of the surrounding scene's texture that stays in place, 0..1. Near 1 with a camera that does not move. */
  readonly stillness: number;
}

/** Finds the mark within `searched` (one byte per pixel); the pixels around it should be clean. The mask is empty when no mark stands out. */
export function findShape(steps: Steps, searched: Uint8Array): Shape {
  const { width, height, strength, texture } = steps;
  const around = searched.map(wanted => (wanted ? 0 : 1));
  const inside = pick(strength, searched);
  const leastStep = Math.max(
    least.step,
    share.step * quantile(inside, 0.99),
    chance.factor * quantile(pick(strength, around), chance.quantile),
  );
  const levels = integrateSteps(steps);
  const middle = quantile(pick(levels, around), 0.5);
  let mask = new Uint8Array(width * height);
  let relative: Float32Array = levels.map(level => level - middle);
  for (let pass = 0; pass < 2; pass++) {
    const sizes = relative.map(Math.abs);
    const leastLevel = Math.max(
      least.level,
      share.level * quantile(pick(sizes, searched), 0.97),
      chance.factor * quantile(pick(sizes, around), chance.quantile),
    );
    mask = searched.map((wanted, i) => (wanted && (sizes[i]! > leastLevel || strength[i]! > leastStep) ? 1 : 0));
    dropNoise(mask, steps);
    if (pass > 0) break;
    const generous = new Uint8Array(mask.length);
    growMask(mask, width, rim, generous);
    relative = levelAround(levels, generous, width, height);
  }
  const wide = new Uint8Array(mask.length);
  growMask(mask, width, rim, wide);
  const shape = wide.map((value, i) => (value && searched[i] ? 1 : 0));
  const wanted = searched.reduce((sum, value) => sum + value, 0);
  const ratios = Float32Array.from(
    [...texture.keys()].filter(i => !searched[i] && texture[i]! >= leastTexture),
    i => strength[i]! / (2 * texture[i]!),
  );
  return {
    mask: shape,
    covered: shape.reduce((sum, value) => sum + value, 0) / Math.max(1, wanted),
    stillness: ratios.length < 50 ? 0 : quantile(ratios, 0.5) * Math.SQRT2,
  };
}
