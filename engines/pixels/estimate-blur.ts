// Estimates the blur of an image without knowing the sharp one: tries Gaussians, discs and motions of many sizes and takes the one that explains the
// image's spectrum best. Discs and motions are identified by the zeros of their spectra.
import type { Plane } from './plane.ts';
import { type Blur, type BlurKind, blurKinds } from './point-spread.ts';
import { measurePower, type PowerSpectrum } from './power-spectrum.ts';
import { type Fit, fitScene, makeScene, noiseOf, type Scene, weighZeros } from './scene-spectrum.ts';

export interface BlurEstimate {
  /** The most probable blur; undefined if none explains the image better. */
  readonly likely: Blur | undefined;
  /** Whether the likely blur is round, but the spectrum does not tell a Gaussian from a disc. */
  readonly isKindUnclear: boolean;
  /** Whether the zeros of the likely blur are so clear in the spectrum that no other blur is possible. */
  readonly isProven: boolean;
  /** The best blur of each kind, for use when the kind is known. */
  readonly byKind: Readonly<Record<BlurKind, Blur>>;
  /** Standard deviation of the noise in levels, including that of JPEG. */
  readonly noise: number;
}

/** Stride over the cells of the spectrum in the coarse search. */
const coarse = 3;
const coarseSteps = 4;
const fineSteps = 10;

/** Power of the noise that the measurement in calm areas may miss because JPEG smooths them, in levels squared. */
const hiddenNoise = 14;
const noiseTolerance = 1.4;

/** An image with edges in only a few directions is not conclusive: cells above the noise must be in most sectors of directions. */
const sectors = 6;
const fewestSectors = 5;
const fewestInSector = 3;
const aboveNoise = 1.5;

function isTelling({ logPower, across, down }: PowerSpectrum): boolean {
  const noise = logPower.toSorted()[Math.floor(logPower.length / 20)]!;
  const counts = new Uint32Array(sectors);
  for (let i = 0; i < logPower.length; i++) {
    if (logPower[i]! < noise + aboveNoise) continue;
    const angle = Math.atan2(down[i]!, across[i]!) / Math.PI + 0.5;
    counts[Math.min(sectors - 1, Math.floor(angle * sectors))]!++;
  }
  return counts.filter(count => count >= fewestInSector).length >= fewestSectors;
}

interface Range {
  readonly from: number;
  readonly to: number;
  /** Ratio of successive sizes. */
  readonly ratio: number;
}

const ranges: Readonly<Record<BlurKind, Range>> = {
  gaussian: { from: 0.35, to: 6.5, ratio: 1.12 },
  lens: { from: 0.8, to: 9, ratio: 1.06 },
  motion: { from: 2.5, to: 20, ratio: 1.1 },
};
/** Steps of a motion's direction. Halfway between two of the larger steps, the zeros of motions of `longFrom` pixels or more are already missed. */
const degreesStep = 10;
const degreesStepOfLong = 5;
const longFrom = 8;

/** Steps of the fine search: relative change of the size, and change of the direction in degrees. */
const fineSearch = [
  [0.05, 5],
  [0.025, 2.5],
  [0.025, 2.5],
  [0.012, 1.2],
  [0.006, 0.6],
] as const;

/**
 * Minimum gain of a disc or a motion over the next simpler kind, as half the logarithm of the ratio of costs. Scenes with one dominant direction,
 * such as planks, reach 0.08 without any motion.
 */
const minLensGain = 0.015;
const minMotionGain = 0.095;
/** Maximum amount by which a motion may fit worse than without its zeros. Right ones are at most 3.1 worse, wrong ones at least 6. */
const zerosTolerance = 4;
/** Minimum amount by which a disc or motion must fit better than without its zeros to be proven, as a share of its cost. */
const provenShare = 0.3;
/** Minimum difference between a Gaussian and a disc at which the kind is clear, measured like `minLensGain`. */
const clearGain = 0.05;

function sizesOf({ from, to, ratio }: Range): number[] {
  const count = Math.floor(Math.log(to / from) / Math.log(ratio)) + 1;
  return Array.from({ length: count }, (_, i) => from * ratio ** i);
}

type Pause = () => void | Promise<void>;

async function searchCoarsely(scene: Scene, kind: BlurKind, sharp: Fit, pause: Pause): Promise<Fit> {
  const sizes = sizesOf(ranges[kind]);
  let best: Fit | undefined;
  for (let degrees = 0; degrees < (kind === 'motion' ? 180 : 1); degrees += degreesStepOfLong) {
    let { values } = sharp;
    for (const size of degrees % degreesStep === 0 ? sizes : sizes.filter(size => size >= longFrom)) {
      const fit = fitScene(scene, { kind, size, degrees }, coarseSteps, values);
      values = fit.values;
      if (!best || fit.cost < best.cost) best = fit;
    }
    await pause();
  }
  return best!;
}

async function searchFinely(scene: Scene, around: Fit, pause: Pause): Promise<Fit> {
  let best = fitScene(scene, around.blur, fineSteps, around.values);
  for (const [share, turn] of fineSearch) {
    const { kind, size, degrees } = best.blur!;
    const turns = kind === 'motion' ? [-turn, turn] : [];
    const tried = [
      ...[1 - share, 1 + share].map(factor => ({ kind, size: size * factor, degrees })),
      ...turns.map(by => ({ kind, size, degrees: (degrees + by + 180) % 180 })),
    ];
    for (const blur of tried) {
      const fit = fitScene(scene, blur, fineSteps, best.values);
      if (fit.cost < best.cost) best = fit;
    }
    await pause();
  }
  return best;
}

const gainOf = (simple: Fit, other: Fit) => 0.5 * Math.log(simple.cost / other.cost);

/**
 * Estimates the blur. `planes` are crops of an image's luminance, in levels; `noise` is the standard deviation measured in calm areas. Returns
 * undefined if the crops are smaller than a tile of the spectrum, or too plain. `pause` is awaited every few dozen milliseconds; an error it throws
 * aborts the work.
 */
export async function estimateBlur(
  planes: readonly Plane[],
  noise: number,
  pause: Pause,
): Promise<BlurEstimate | undefined> {
  const spectrum = measurePower(planes);
  if (!spectrum || !isTelling(spectrum)) return undefined;
  await pause();
  const maxNoise = Math.max(hiddenNoise, (noiseTolerance * noise) ** 2);
  const scene = makeScene(spectrum, maxNoise);
  const sketch = makeScene(spectrum, maxNoise, coarse);
  const sharp = fitScene(sketch, undefined, fineSteps);
  const found: Partial<Record<BlurKind, Fit>> = {};
  for (const kind of blurKinds)
    found[kind] = await searchFinely(scene, await searchCoarsely(sketch, kind, sharp, pause), pause);
  const fits = found as Record<BlurKind, Fit>;
  const none = fitScene(scene, undefined, fineSteps);
  let best = fits.gaussian.cost < none.cost ? fits.gaussian : none;
  if (gainOf(best, fits.lens) > minLensGain) best = fits.lens;
  if (gainOf(best, fits.motion) > minMotionGain && weighZeros(scene, fits.motion, fineSteps) > -zerosTolerance)
    best = fits.motion;
  return {
    likely: best.blur,
    isProven:
      (best === fits.lens || best === fits.motion) && weighZeros(scene, best, fineSteps) > provenShare * best.cost,
    isKindUnclear:
      best.blur !== undefined && best.blur.kind !== 'motion' && Math.abs(gainOf(fits.gaussian, fits.lens)) < clearGain,
    byKind: { gaussian: fits.gaussian.blur!, lens: fits.lens.blur!, motion: fits.motion.blur! },
    noise: noiseOf(best),
  };
}
