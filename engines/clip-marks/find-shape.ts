// Finds the exact pixels of a mark that stands still while the scene moves: over many frames the steps between neighbouring pixels of the
// scene cancel out, and those of the mark stay. Source: Dekel, Rubinstein, Liu, Freeman, "On the Effectiveness of Visible Watermarks",
// CVPR 2017; here with a trimmed mean, which is finer than a median of whole levels.

import { makeSpectrum, transform, transformBack } from '../pixels/fourier.ts';
import { blurPlane } from '../pixels/gaussian.ts';
import { growMask } from '../pixels/morphology.ts';
import type { Patch, PatchPlane } from './patch.ts';

/** Share of the steps left out at either end. */
const trimmed = 0.3;
/** Least step and least level, of brightness, that belong to a mark; and as shares of what its strongest pixels have. */
const least = { step: 1.2, level: 2 };
const share = { step: 0.05, level: 0.07 };
/** What the clean pixels around have by chance: this quantile of them must stay below the least, times a factor. */
const chance = { quantile: 0.75, factor: 1.6 };
/** Smaller or fainter parts are noise. */
const fewPixels = 14;
const leastPeak = 2;
/** Margin in pixels around the mark: its soft rim, and what compression makes of it. */
const rim = 2;
/** Pixels over which the slow part of the levels around a mark is followed. */
const slowPixels = 12;
/** A pixel with less texture than this on the mean tells nothing about how much the scene moves. */
const leastTexture = 2.5;

export interface Steps {
  readonly width: number;
  readonly height: number;
  /** The lasting step of brightness from each pixel to its right and to its lower neighbour, in levels. */
  readonly across: Float32Array;
  readonly down: Float32Array;
  /** The strongest lasting step at each pixel, in brightness or in colour. */
  readonly strength: Float32Array;
  /** The mean size of the steps of brightness, whatever their sign. */
  readonly texture: Float32Array;
}

/** How often each step occurs at one pixel, from -255 on; all zero between two pixels. */
const counts = new Uint16Array(511);

/** The mean of the counted steps between two levels, without `cut` of the lowest and of the highest; sets the counts back to zero. */
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

/** The trimmed mean over all planes of the steps to the neighbour `offset` further, and the mean of their sizes. */
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

/** What stays over all patches, which are of one place. At least three. */
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
      // A step of colours lies between pairs of pixels, so it is half as steep.
      strength[i] = Math.max(strength[i]!, Math.hypot(right[half]!, below[half]!) / 2);
    }
  }
  const texture = across.sizes.map((size, i) => (size + down.sizes[i]!) / 2);
  return { width, height, across: across.means, down: down.means, strength, texture };
}

/** The levels whose steps these are, but for a constant: a Poisson equation, solved by its frequencies (Frankot and Chellappa, PAMI 1988). */
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
  // The frequencies of the Laplacian, but for their sign.
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

function quantile(values: Float32Array, wanted: number): number {
  if (values.length === 0) return 0;
  const sorted = values.slice().sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * wanted))]!;
}

const pick = (values: Float32Array, isWanted: Uint8Array, wanted = 1) =>
  values.filter((_, i) => isWanted[i] === wanted);

/** Removes connected parts that are small or nowhere strong, in place. */
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

/** The levels of the mark less what goes on slowly around it. */
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
  /** One byte a pixel of the patch: 1 on the mark and its rim. */
  readonly mask: Uint8Array;
  /** Share of the searched pixels that the mask covers. */
  readonly covered: number;
  /** 0..1: how much of the scene's own texture around stays in place. Near 1 on a still camera. */
  readonly stillness: number;
}

/**
 * The mark within `searched` (one byte a pixel); pixels around it should be clean. An empty mask: nothing stands out.
 */
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
