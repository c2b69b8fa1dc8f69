// Fits a blur to the spectrum of an image: the likelihood of Whittle ("Estimation and information in stationary time series", 1953), with a model of
// sharp scenes, whose power falls with a power of the frequency (Field, "Relations between the statistics of natural images and the response
// properties of cortical cells", 1987), more in some directions than in others.
import { attenuate, type Blur } from './point-spread.ts';
import { type PowerSpectrum, powerFloor, tileSide } from './power-spectrum.ts';

/**
 * Number of the scene's parameters, which come first: the log power at `middle`; the exponent of its falloff; cosine and sine of two, four and six
 * times the direction; cosine and sine of twice the direction, times the log frequency. The noise's log power and its tilt follow: how much it falls
 * towards high frequencies, which JPEG discards.
 */
const scenes = 10;
const noiseAt = scenes;
const tiltAt = scenes + 1;
const parameters = scenes + 2;
/** Means and standard deviations of the normal prior distributions of the parameters. */
const usual = [0, 2.2, 0, 0, 0, 0, 0, 0, 0, 0, 0, -0.3];
const deviations = [30, 0.45, 0.5, 0.4, 0.35, 0.3, 0.25, 0.25, 0.25, 0.25, 30, 1];
const mostTilt = 0.2;
const leastNoise = -4;

/** Reference frequency, in cycles per pixel. */
const middle = 0.1;
/** Standard deviation of a cell's log power from the model, and number of cells with a common deviation. */
const scatter = 0.3;
const sharing = 4;
const weighting = 1 / (scatter * scatter * sharing);
/** Deviations above this count linearly, not squared (Huber, 1964). */
const mostSquared = 0.9;
/** Weight of cells with little more than noise. */
const leastWeight = 0.15;
const fullWeightAbove = 1.5;
const lowShare = 0.05;

export interface Scene {
  readonly spectrum: PowerSpectrum;
  readonly weights: Float64Array;
  /** For each cell, the values of the functions that the scene's parameters multiply. */
  readonly basis: Float64Array;
  readonly tilt: Float64Array;
  readonly start: Float64Array;
  readonly mostNoise: number;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Prepares a spectrum for fitting. `mostNoise` limits the noise's power, in levels squared; only every `stride`-th cell is used. */
export function makeScene(whole: PowerSpectrum, mostNoise: number, stride = 1): Scene {
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
  const most = Math.log(mostNoise);
  const start = Float64Array.from(usual);
  start[0] = median([...logPower].filter((_, i) => Math.abs(distances[i]! - middle) < middle / 4));
  start[noiseAt] = Math.max(leastNoise, Math.min(low, most));
  return {
    spectrum,
    weights: logPower.map(value => Math.min(1, Math.max(leastWeight, (value - low) / fullWeightAbove))),
    basis,
    tilt: distances.map(distance => (2 * distance) ** 2 - 0.5),
    start,
    mostNoise: most,
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
  const kept = new Float64Array(across.length).fill(1);
  if (!blur) return kept;
  for (let i = 0; i < kept.length; i++) {
    let sum = 0;
    for (const [x, y] of places) sum += attenuate(blur, across[i]! + x / tileSide, down[i]! + y / tileSide);
    kept[i] = sum / places.length;
  }
  return kept;
}

/** Sizes, as multiples of a blur's own, over which its attenuation is averaged to remove the zeros. */
const blendedSizes = [0.78, 0.85, 0.92, 1, 1.08, 1.17, 1.27];

function attenuateWithoutZeros(blur: Blur, scene: Scene): Float64Array {
  const all = blendedSizes.map(share => attenuateCells({ ...blur, size: share * blur.size }, scene));
  return all[0]!.map((_, i) => all.reduce((sum, kept) => sum + kept[i]!, 0) / all.length);
}

/** Returns the power of the scene and of the noise in one cell. */
function predict(scene: Scene, kept: Float64Array, values: Float64Array, i: number): [seen: number, noise: number] {
  let log = 0;
  for (let k = 0; k < scenes; k++) log += values[k]! * scene.basis[i * scenes + k]!;
  return [kept[i]! * Math.exp(log), Math.exp(values[noiseAt]! + values[tiltAt]! * scene.tilt[i]!)];
}

function costOf(scene: Scene, kept: Float64Array, values: Float64Array): number {
  const { logPower } = scene.spectrum;
  let cost = 0;
  for (let i = 0; i < kept.length; i++) {
    const [seen, noise] = predict(scene, kept, values, i);
    const off = Math.abs(logPower[i]! - Math.log(seen + noise + powerFloor));
    cost +=
      scene.weights[i]! * weighting * (off < mostSquared ? (off * off) / 2 : mostSquared * (off - mostSquared / 2));
  }
  for (let k = 0; k < parameters; k++) cost += (values[k]! - usual[k]!) ** 2 / (2 * deviations[k]! ** 2);
  return cost;
}

/** Returns the matrix and right-hand side of one Gauss-Newton step. */
function linearise(scene: Scene, kept: Float64Array, values: Float64Array): [Float64Array, Float64Array] {
  const matrix = new Float64Array(parameters * parameters);
  const right = new Float64Array(parameters);
  const slopes = new Float64Array(parameters);
  for (let i = 0; i < kept.length; i++) {
    const [seen, noise] = predict(scene, kept, values, i);
    const all = seen + noise + powerFloor;
    const off = scene.spectrum.logPower[i]! - Math.log(all);
    for (let k = 0; k < scenes; k++) slopes[k] = (seen / all) * scene.basis[i * scenes + k]!;
    slopes[noiseAt] = noise / all;
    slopes[tiltAt] = (noise / all) * scene.tilt[i]!;
    const weight = scene.weights[i]! * weighting * Math.min(1, mostSquared / Math.max(1e-9, Math.abs(off)));
    for (let k = 0; k < parameters; k++) {
      const share = weight * slopes[k]!;
      right[k]! += share * off;
      for (let l = 0; l <= k; l++) matrix[k * parameters + l]! += share * slopes[l]!;
    }
  }
  for (let k = 0; k < parameters; k++) {
    right[k]! -= (values[k]! - usual[k]!) / deviations[k]! ** 2;
    matrix[k * parameters + k]! += 1 / deviations[k]! ** 2;
    for (let l = 0; l < k; l++) matrix[l * parameters + k] = matrix[k * parameters + l]!;
  }
  return [matrix, right];
}

/** Solves a symmetric positive definite system by Gaussian elimination; overwrites the matrix. */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const n = right.length;
  const solution = right.slice();
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const factor = matrix[j * n + i]! / matrix[i * n + i]!;
      for (let k = i; k < n; k++) matrix[j * n + k]! -= factor * matrix[i * n + k]!;
      solution[j]! -= factor * solution[i]!;
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) solution[i]! -= matrix[i * n + k]! * solution[k]!;
    solution[i]! /= matrix[i * n + i]!;
  }
  return solution;
}

export interface Fit {
  /** Undefined if there is no blur. */
  readonly blur: Blur | undefined;
  /** Half the sum of squared deviations; lower is better. */
  readonly cost: number;
  readonly values: Float64Array;
}

const mostDampings = 4;
const enough = 0.02;

/** Finds the scene and noise parameters with which `blur` explains the spectrum best (Levenberg, 1944; Marquardt, 1963). */
export function fitScene(
  scene: Scene,
  blur: Blur | undefined,
  steps: number,
  start = scene.start,
  kept = attenuateCells(blur, scene),
): Fit {
  let values = start;
  let cost = costOf(scene, kept, values);
  let damping = 0.01;
  for (let step = 0; step < steps; step++) {
    const [matrix, right] = linearise(scene, kept, values);
    let gained = 0;
    for (let round = 0; round < mostDampings && gained === 0; round++) {
      const damped = matrix.slice();
      for (let k = 0; k < parameters; k++) damped[k * parameters + k]! *= 1 + damping;
      const change = solve(damped, right);
      const next = values.map((value, k) => value + change[k]!);
      next[noiseAt] = Math.min(scene.mostNoise, Math.max(leastNoise, next[noiseAt]!));
      next[tiltAt] = Math.min(mostTilt, next[tiltAt]!);
      const found = costOf(scene, kept, next);
      if (found < cost) [gained, cost, values, damping] = [cost - found, found, next, Math.max(1e-4, damping / 5)];
      else damping *= 8;
    }
    if (gained < enough) break;
  }
  return { blur, cost, values };
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
