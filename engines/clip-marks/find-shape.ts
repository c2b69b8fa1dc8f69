// Finds the exact pixels of a mark that stays in place while the scene moves: over many frames the steps between neighbouring pixels of the scene
// cancel out, and those of the mark remain. Source: Dekel, Rubinstein, Liu, Freeman, "On the Effectiveness of Visible Watermarks", CVPR 2017; here
// with a trimmed mean, which is finer than a median of integer levels.

import { findComponents } from '../pixels/components.ts';
import { makeSpectrum, transform, transformBack } from '../pixels/fourier.ts';
import { blurPlane } from '../pixels/gaussian.ts';
import { growMask } from '../pixels/morphology.ts';
import { excludeScene } from './exclude-scene.ts';
import { halfOf, halveMask, type Patch, type PatchPlane } from './patch.ts';

/** Share of the steps trimmed at either end. */
const trimmed = 0.3;
/**
 * Minimum step and minimum level that belong to a mark, absolute and as shares of the mark's strongest values. Chroma needs a larger share, because
 * edges of a scene that move along themselves are coloured faintly.
 */
const min = { step: 1.2, level: 2 };
const share = { step: 0.05, level: 0.07, tint: 0.2 };
/** Quantile of the searched pixels that gives the strongest levels of a mark. */
const strongest = 0.97;
/** Chance values: this quantile over the clean pixels around the mark, times the factor, is also a lower limit. */
const chance = { quantile: 0.75, factor: 1.6 };
/** Connected components that are smaller or fainter are noise. */
const fewPixels = 14;
const minPeak = 2;
/** Margin in pixels around the mark, for its soft rim and compression artefacts. */
const rim = 2;
/** Radius in pixels of the blur that follows slow changes of the level around a mark. */
const slowPixels = 12;
/** Minimum mean texture of a pixel that is used to measure the motion of the scene. */
const minTexture = 2.5;
/** Stillness from which on the edges of the scene last as those of the mark do. */
const stillFrom = 0.8;

/** The lasting step of one plane from each pixel to its right and to its lower neighbour, in levels. */
interface PlaneSteps {
  readonly width: number;
  readonly height: number;
  readonly across: Float32Array;
  readonly down: Float32Array;
}

/** Those of luma. */
export interface Steps extends PlaneSteps {
  /** Those of both chroma planes, at half the size. */
  readonly tints: readonly PlaneSteps[];
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

interface Averages {
  readonly means: Float32Array;
  readonly sizes: Float32Array;
}
type PlaneAverages = readonly [across: Averages, down: Averages];

/** Returns the trimmed mean over all planes of the steps to the next pixel in `direction`, and the mean of their sizes. */
function averageSteps(planes: readonly PatchPlane[], direction: 'across' | 'down'): Averages {
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
  const [[across, down], ...tints] = ([0, 1, 2] as const).map(c => {
    const planes = patches.map(patch => patch[c]);
    return [averageSteps(planes, 'across'), averageSteps(planes, 'down')] as const;
  }) as [PlaneAverages, PlaneAverages, PlaneAverages];
  const texture = across.sizes.map((size, i) => (size + down.sizes[i]!) / 2);
  const luma = { width, height, across: across.means, down: down.means };
  const halves = tints.map(([right, below]) => ({
    width: width / 2,
    height: height / 2,
    across: right.means,
    down: below.means,
  }));
  return { ...luma, tints: halves, strength: measureStrength(luma, halves), texture };
}

function measureStrength({ width, across, down }: PlaneSteps, tints: readonly PlaneSteps[]): Float32Array {
  const strength = across.map((step, i) => Math.hypot(step, down[i]!));
  for (const tint of tints) {
    for (let i = 0; i < strength.length; i++) {
      const half = halfOf(i, width);
      // A chroma step spans two pixels, so it is half as steep.
      strength[i] = Math.max(strength[i]!, Math.hypot(tint.across[half]!, tint.down[half]!) / 2);
    }
  }
  return strength;
}

/** Returns the steps without those of the same place without the mark. */
export function subtractSteps(steps: Steps, clean: Steps): Steps {
  const subtract = (own: PlaneSteps, other: PlaneSteps): PlaneSteps => ({
    ...{ width: own.width, height: own.height },
    across: own.across.map((step, i) => step - other.across[i]!),
    down: own.down.map((step, i) => step - other.down[i]!),
  });
  const luma = subtract(steps, clean);
  const tints = steps.tints.map((tint, c) => subtract(tint, clean.tints[c]!));
  return { ...luma, tints, strength: measureStrength(luma, tints), texture: steps.texture };
}

/**
 * Returns the levels that have these steps, up to a constant: a Poisson equation solved in the frequency domain (Frankot and Chellappa, PAMI 1988).
 */
function integrateSteps({ width, height, across, down }: PlaneSteps): Float32Array {
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
function dropNoise(mask: Uint8Array, { width, strength }: Steps): void {
  for (const part of findComponents(mask, width, 'corner')) {
    const peak = part.reduce((max, i) => Math.max(max, strength[i]!), 0);
    if (part.length < fewPixels || peak < minPeak) for (const i of part) mask[i] = 0;
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

/** Returns the searched pixels whose level differs more from that of the surroundings than clean pixels around do by chance. */
function findLevels(relative: Float32Array, searched: Uint8Array, minShare: number): Uint8Array {
  const sizes = relative.map(Math.abs);
  const minLevel = Math.max(
    min.level,
    minShare * quantile(pick(sizes, searched), strongest),
    chance.factor * quantile(pick(sizes, searched, 0), chance.quantile),
  );
  return searched.map((wanted, i) => (wanted && sizes[i]! > minLevel ? 1 : 0));
}

function measureStillness({ strength, texture }: Steps, searched: Uint8Array): number {
  const ratios = Float32Array.from(
    [...texture.keys()].filter(i => !searched[i] && texture[i]! >= minTexture),
    i => strength[i]! / (2 * texture[i]!),
  );
  return ratios.length < 50 ? 0 : quantile(ratios, 0.5) * Math.SQRT2;
}

/** Finds the mark within `searched` (one byte per pixel); the pixels around it should be clean. The mask is empty when no mark stands out. */
export function findShape(steps: Steps, searched: Uint8Array): Shape {
  const { width, height, strength, tints } = steps;
  const inside = pick(strength, searched);
  const minStep = Math.max(
    min.step,
    share.step * quantile(inside, 0.99),
    chance.factor * quantile(pick(strength, searched, 0), chance.quantile),
  );
  const halfSearched = halveMask(searched, width, height);
  // A part of the mark may have the mean luma of the scene, such as a red disc in a white ring; its colour still differs.
  const planes = [steps, ...tints].map((plane, c) => ({
    ...plane,
    levels: integrateSteps(plane),
    searched: c === 0 ? searched : halfSearched,
    minShare: c === 0 ? share.level : share.tint,
  }));
  const findAll = (relative: (plane: (typeof planes)[number]) => Float32Array) => {
    const [luma, ...halves] = planes.map(plane => findLevels(relative(plane), plane.searched, plane.minShare));
    const mask = luma!.map((isFound, i) => {
      const isColoured = halves.some(half => half[halfOf(i, width)]);
      return searched[i] && (isFound || isColoured || strength[i]! > minStep) ? 1 : 0;
    });
    dropNoise(mask, steps);
    return mask;
  };
  const rough = findAll(({ levels, searched: own }) => {
    const middle = quantile(pick(levels, own, 0), 0.5);
    return levels.map(level => level - middle);
  });
  const generous = new Uint8Array(rough.length);
  growMask(rough, width, rim, generous);
  const halfGenerous = halveMask(generous, width, height);
  const relativeOf = ({ levels, width: own, height: rows }: (typeof planes)[number]) =>
    levelAround(levels, own === width ? generous : halfGenerous, own, rows);
  const standing = findAll(relativeOf);
  const stillness = measureStillness(steps, searched);
  const usual = () => quantile(pick(relativeOf(planes[0]!).map(Math.abs), searched), strongest);
  const [luma, ...halves] = planes.map(({ levels }) => levels);
  const picture = { width, height, luma: luma!, tints: halves };
  const mask = stillness > stillFrom ? excludeScene(picture, standing, searched, usual()) : standing;
  const wide = new Uint8Array(mask.length);
  growMask(mask, width, rim, wide);
  const shape = wide.map((value, i) => (value && searched[i] ? 1 : 0));
  const wanted = searched.reduce((sum, value) => sum + value, 0);
  return {
    mask: shape,
    covered: shape.reduce((sum, value) => sum + value, 0) / Math.max(1, wanted),
    stillness,
  };
}
