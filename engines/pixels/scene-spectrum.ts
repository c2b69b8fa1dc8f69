// Fits a blur to the spectrum of an image: the likelihood of Whittle ("Estimation and information in stationary time series", 1953), with a model of
// sharp scenes, whose power falls with a power of the frequency (Field, "Relations between the statistics of natural images and the response
// properties of cortical cells", 1987), more in some directions than in others.

import { median } from './median.ts';
import { attenuator, type Blur } from './point-spread.ts';
import { type PowerSpectrum, powerFloor, tileSide } from './power-spectrum.ts';
import { solvePositive } from './solve-positive.ts';

/**
 * Number of the scene's parameters, which come first: the log power at `middle`; the exponent of its falloff; cosine and sine of two, four and six
 * times the direction; cosine and sine of twice the direction, times the log frequency. The noise's log power and its tilt follow: how much it falls
 * towards high frequencies, which JPEG discards.
 */
const scenes = 10;
const noiseAt = scenes;
const tiltAt = scenes + 1;
const parameters = scenes + 2;
/** Pairs of the scene's parameters. */
const pairs = (scenes * (scenes + 1)) / 2;
/** Means and standard deviations of the normal prior distributions of the parameters. */
const usual = [0, 2.2, 0, 0, 0, 0, 0, 0, 0, 0, 0, -0.3];
const deviations = [30, 0.45, 0.5, 0.4, 0.35, 0.3, 0.25, 0.25, 0.25, 0.25, 30, 1];
const maxTilt = 0.2;
const minNoise = -4;

/** Reference frequency, in cycles per pixel. */
const middle = 0.1;
/** Standard deviation of a cell's log power from the model, and number of cells with a common deviation. */
const scatter = 0.3;
const sharing = 4;
const weighting = 1 / (scatter * scatter * sharing);
/** Deviations above this count linearly, not squared (Huber, 1964). */
const maxSquared = 0.9;
/** Weight of cells with little more than noise. */
const minWeight = 0.15;
const fullWeightAbove = 1.5;
const lowShare = 0.05;

export interface Scene {
  readonly spectrum: PowerSpectrum;
  readonly weights: Float64Array;
  /** For each cell, the values of the functions that the scene's parameters multiply. */
  readonly basis: Float64Array;
  /** For each cell, the products of each two of them: (0, 0), (1, 0), (1, 1), (2, 0) and so on. */
  readonly products: Float64Array;
  readonly tilt: Float64Array;
  readonly start: Float64Array;
  readonly maxNoise: number;
}

/** Prepares a spectrum for fitting. `maxNoise` limits the noise's power, in levels squared; only every `stride`-th cell is used. */
export function makeScene(whole: PowerSpectrum, maxNoise: number, stride = 1): Scene {
  const pick = (values: Float64Array) => values.filter((_, i) => i % stride === 0);
  const spectrum = { logPower: pick(whole.logPower), across: pick(whole.across), down: pick(whole.down) };
  const { logPower, across, down } = spectrum;
  const count = logPower.length;
  const low = logPower.toSorted()[Math.floor(count * lowShare)]!;
  const basis = new Float64Array(count * scenes);
  const distances = across.map((x, i) => Math.hypot(x, down[i]!));
  for (let i = 0; i < count; i++) {
    const angle = Math.atan2(down[i]!, across[i]!);
    const log = Math.log(distances[i]! / middle);
    const turns = [2, 4, 6].flatMap(times => [Math.cos(times * angle), Math.sin(times * angle)]);
    basis.set([1, -log, ...turns, turns[0]! * log, turns[1]! * log], i * scenes);
  }
  const products = new Float64Array(count * pairs);
  for (let i = 0, at = 0; i < count; i++)
    for (let k = 0; k < scenes; k++)
      for (let l = 0; l <= k; l++) products[at++] = basis[i * scenes + k]! * basis[i * scenes + l]!;
  const max = Math.log(maxNoise);
  const start = Float64Array.from(usual);
  start[0] = median([...logPower].filter((_, i) => Math.abs(distances[i]! - middle) < middle / 4));
  start[noiseAt] = Math.max(minNoise, Math.min(low, max));
  return {
    spectrum,
    weights: logPower.map(value => Math.min(1, Math.max(minWeight, (value - low) / fullWeightAbove))),
    basis,
    products,
    tilt: distances.map(distance => (2 * distance) ** 2 - 0.5),
    start,
    maxNoise: max,
  };
}

/** Positions within a cell, in frequencies, at which the blur is sampled; the window widens a cell beyond its two by two frequencies. */
const places = [
  [0, 0],
  [-1.2, -0.4],
  [1.2, 0.4],
  [0.4, -1.2],
  [-0.4, 1.2],
  [-0.7, 0.7],
  [0.7, -0.7],
  [0.7, 0.7],
  [-0.7, -0.7],
] as const;

function attenuateCells(blur: Blur | undefined, { spectrum: { across, down } }: Scene): Float64Array {
  const kept = new Float64Array(across.length).fill(blur ? 0 : 1);
  if (!blur) return kept;
  const attenuate = attenuator(blur);
  for (const [x, y] of places) {
    const [right, below] = [x / tileSide, y / tileSide];
    for (let i = 0; i < kept.length; i++) kept[i]! += attenuate(across[i]! + right, down[i]! + below);
  }
  for (let i = 0; i < kept.length; i++) kept[i]! /= places.length;
  return kept;
}

/** Sizes, as multiples of a blur's own, over which its attenuation is averaged to remove the zeros. */
const blendedSizes = [0.78, 0.85, 0.92, 1, 1.08, 1.17, 1.27];

function attenuateWithoutZeros(blur: Blur, scene: Scene): Float64Array {
  const all = blendedSizes.map(share => attenuateCells({ ...blur, size: share * blur.size }, scene));
  return all[0]!.map((_, i) => all.reduce((sum, kept) => sum + kept[i]!, 0) / all.length);
}

/** What some parameters predict: the power of the scene and of the noise in each cell. */
interface Prediction {
  readonly values: Float64Array;
  readonly seen: Float64Array;
  readonly noise: Float64Array;
  /** Half the sum of squared deviations; lower is better. */
  readonly cost: number;
}

function predict(
  { spectrum: { logPower }, weights, basis, tilt }: Scene,
  kept: Float64Array,
  values: Float64Array,
): Prediction {
  const seen = new Float64Array(kept.length);
  const noise = new Float64Array(kept.length);
  const [level, slope] = [values[noiseAt]!, values[tiltAt]!];
  let cost = 0;
  for (let i = 0, at = 0; i < kept.length; i++) {
    let log = 0;
    for (let k = 0; k < scenes; k++) log += values[k]! * basis[at++]!;
    seen[i] = kept[i]! * Math.exp(log);
    noise[i] = Math.exp(level + slope * tilt[i]!);
    const off = Math.abs(logPower[i]! - Math.log(seen[i]! + noise[i]! + powerFloor));
    cost += weights[i]! * weighting * (off < maxSquared ? (off * off) / 2 : maxSquared * (off - maxSquared / 2));
  }
  for (let k = 0; k < parameters; k++) cost += (values[k]! - usual[k]!) ** 2 / (2 * deviations[k]! ** 2);
  return { values, seen, noise, cost };
}

/** Returns the matrix and right-hand side of one Gauss-Newton step. */
function linearise(scene: Scene, { values, seen, noise }: Prediction): [Float64Array, Float64Array] {
  const { spectrum, weights, basis, products, tilt } = scene;
  const ofPairs = new Float64Array(pairs);
  const right = new Float64Array(parameters);
  // The rows of the noise and its tilt: products with the scene's parameters, with the noise, and with the tilt.
  const [ofNoise, ofTilt] = [new Float64Array(parameters), new Float64Array(parameters)];
  for (let i = 0; i < seen.length; i++) {
    const all = seen[i]! + noise[i]! + powerFloor;
    const off = spectrum.logPower[i]! - Math.log(all);
    const weight = weights[i]! * weighting * Math.min(1, maxSquared / Math.max(1e-9, Math.abs(off)));
    const [ofScene, rest] = [seen[i]! / all, noise[i]! / all];
    const [both, toScene, bent] = [weight * ofScene * rest, weight * ofScene * off, tilt[i]!];
    const squared = weight * ofScene * ofScene;
    for (let k = 0, at = i * pairs; k < pairs; k++) ofPairs[k]! += squared * products[at++]!;
    for (let k = 0, at = i * scenes; k < scenes; k++) {
      const value = basis[at++]!;
      right[k]! += toScene * value;
      ofNoise[k]! += both * value;
      ofTilt[k]! += both * bent * value;
    }
    const alone = weight * rest * rest;
    ofNoise[noiseAt]! += alone;
    ofTilt[noiseAt]! += alone * bent;
    ofTilt[tiltAt]! += alone * bent * bent;
    right[noiseAt]! += weight * rest * off;
    right[tiltAt]! += weight * rest * off * bent;
  }
  const matrix = new Float64Array(parameters * parameters);
  for (let k = 0, at = 0; k < parameters; k++) {
    const row = k < scenes ? ofPairs.subarray(at, at + k + 1) : k === noiseAt ? ofNoise : ofTilt;
    at += k + 1;
    for (let l = 0; l <= k; l++) matrix[k * parameters + l] = row[l]!;
  }
  for (let k = 0; k < parameters; k++) {
    right[k]! -= (values[k]! - usual[k]!) / deviations[k]! ** 2;
    matrix[k * parameters + k]! += 1 / deviations[k]! ** 2;
    for (let l = 0; l < k; l++) matrix[l * parameters + k] = matrix[k * parameters + l]!;
  }
  return [matrix, right];
}

export interface Fit {
  /** Undefined if there is no blur. */
  readonly blur: Blur | undefined;
  /** Half the sum of squared deviations; lower is better. */
  readonly cost: number;
  readonly values: Float64Array;
}

const maxDampings = 4;
const enough = 0.02;

/** Finds the scene and noise parameters with which `blur` explains the spectrum best (Levenberg, 1944; Marquardt, 1963). */
export function fitScene(
  scene: Scene,
  blur: Blur | undefined,
  steps: number,
  start = scene.start,
  kept = attenuateCells(blur, scene),
): Fit {
  let best = predict(scene, kept, start);
  let damping = 0.01;
  for (let step = 0; step < steps; step++) {
    const [matrix, right] = linearise(scene, best);
    let gained = 0;
    for (let round = 0; round < maxDampings && gained === 0; round++) {
      const damped = matrix.slice();
      for (let k = 0; k < parameters; k++) damped[k * parameters + k]! *= 1 + damping;
      const change = solvePositive(damped, right);
      const next = best.values.map((value, k) => value + change[k]!);
      next[noiseAt] = Math.min(scene.maxNoise, Math.max(minNoise, next[noiseAt]!));
      next[tiltAt] = Math.min(maxTilt, next[tiltAt]!);
      const found = predict(scene, kept, next);
      if (found.cost < best.cost)
        [gained, best, damping] = [best.cost - found.cost, found, Math.max(1e-4, damping / 5)];
      else damping *= 8;
    }
    if (gained < enough) break;
  }
  return { blur, cost: best.cost, values: best.values };
}

/**
 * Returns how much better the fitted blur explains the spectrum than one that attenuates as much but has no zeros; below 0 if worse. Waves and planks
 * have little detail along their length, and would be taken for a long motion otherwise.
 */
export function weighZeros(scene: Scene, { blur, cost, values }: Fit, steps: number): number {
  if (!blur) return 0;
  return fitScene(scene, blur, steps, values, attenuateWithoutZeros(blur, scene)).cost - cost;
}

/** Returns the standard deviation of a fit's noise, in levels, at middle frequencies. */
export const noiseOf = ({ values }: Fit): number => Math.exp(values[noiseAt]! / 2);
