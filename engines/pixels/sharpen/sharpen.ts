// Sharpens an image: measures its blur and noise, plans the deconvolution, and applies it band by band. Shared by the worker and the page's preview.
import { type BlurEstimate, estimateBlur } from '../estimate-blur.ts';
import { measureBlocks, measureNoise } from '../measure-noise.ts';
import type { Plane } from '../plane.ts';
import { type Blur, type BlurKind, reachOf } from '../point-spread.ts';
import { confirmBlur, demandsOnFound, demandsOnGuessed, excessOf } from './confirm-blur.ts';
import { type Area, addDifference, type PixelRows, readLuminance } from './luminance.ts';
import { measureBlur } from './measure-blur.ts';
import { type SharpenPlan, sharpenPlane } from './sharpen-plane.ts';

interface SharpenWish {
  /** auto: the kind that is most likely. */
  readonly filterType: BlurKind | 'auto';
  /** 0 to 100; 50 reverses the measured blur. */
  readonly blurStrength: number;
}

export interface Measured {
  /** Standard deviation in levels, including JPEG artefacts. */
  readonly noise: number;
  /** Undefined if the image has neither enough detail nor an edge. */
  readonly blur: (Pick<BlurEstimate, 'likely' | 'byKind'> & { readonly isProven?: boolean }) | undefined;
  /** Whether the image is blurred, but by none of the known kinds: reversing the most likely one caused halos. */
  readonly isUnsure?: boolean;
}

/** Pixels above which an image is measured in nine evenly spread pieces. */
const measuredPixels = 2_400_000;
const pieceSide = 512;
/** Side of the piece on which the estimated blur is tested, in pixels. */
const triedSide = 384;
/** Pixels per band; a band needs about 40 bytes per pixel. */
const bandPixels = 4_000_000;
const bandMargin = 96;

/** Minimum steps between JPEG blocks, in levels, that are significant, and the noise that they correspond to. */
const minBlocks = 0.15;
const noiseOfBlocks = (height: number) => (height < minBlocks ? 0 : 1 + 1.3 * height);

function choosePieces({ width, height }: PixelRows): Area[] {
  if (width * height <= measuredPixels) return [{ left: 0, top: 0, width, height }];
  const piece = { width: Math.min(pieceSide, width), height: Math.min(pieceSide, height) };
  const place = (length: number, side: number, part: number) => Math.round((length - side) * (0.1 + 0.4 * part));
  return [0, 1, 2].flatMap(row =>
    [0, 1, 2].map(column => ({
      ...piece,
      left: place(width, piece.width, column),
      top: place(height, piece.height, row),
    })),
  );
}

type Pause = () => void | Promise<void>;

const makeRound = (kind: BlurKind, size: number): Blur => ({ kind, size, degrees: 0 });

/** Minimum radius at edges. In a sharp image it is about 0.5, and a motion across some of the edges raises it to at most this value. */
const minRadius = 1;

/**
 * Converts the radius measured at edges, used if the spectrum is inconclusive, to the three kinds of blur. The Gaussian is a tenth narrower, because
 * real edges are softer than steps.
 */
function blurOfRadius(radius: number): Pick<BlurEstimate, 'likely' | 'byKind'> {
  const gaussian = makeRound('gaussian', 0.9 * radius);
  return {
    likely: radius < minRadius ? undefined : gaussian,
    byKind: { gaussian, lens: makeRound('lens', 1.6 * radius), motion: makeRound('motion', 3 * radius) },
  };
}

/** Sizes to choose from if only the radius at edges is known, as multiples of it. */
const guessedGaussians = [0.6, 0.9];
const guessedDiscs = [1.2, 1.4, 1.6, 1.9, 2.2, 2.5];
/** Sizes of discs, as multiples of the best fit, if the spectrum does not tell a disc from a Gaussian; it underestimates discs there. */
const unclearDiscs = [1, 1.2, 1.4];
/** Noise in levels from which gradients are mostly noise, so that solutions cannot be compared. */
const maxNoiseCompared = 2;

const sizesOf = (kind: BlurKind, size: number, shares: readonly number[]) =>
  shares.map(share => makeRound(kind, share * size));

async function confirmFound(plane: Plane, found: BlurEstimate, noise: number, pause: Pause): Promise<Blur | undefined> {
  const { gaussian, lens } = found.byKind;
  const compares = found.isKindUnclear && noise < maxNoiseCompared;
  const tried = compares ? [gaussian, ...sizesOf('lens', lens.size, unclearDiscs)] : [found.likely!];
  return confirmBlur(plane, tried, noise, demandsOnFound, found.isProven, pause);
}

async function confirmRadius(plane: Plane, radius: number, noise: number, pause: Pause): Promise<Blur | undefined> {
  const tried = [...sizesOf('gaussian', radius, guessedGaussians), ...sizesOf('lens', radius, guessedDiscs)];
  return confirmBlur(plane, tried, noise, demandsOnGuessed, false, pause);
}

/** `pause` is awaited every few dozen milliseconds; an error that it throws aborts the work. */
export async function measurePicture(pixels: PixelRows, pause: Pause): Promise<Measured> {
  const planes = choosePieces(pixels).map(area => readLuminance(pixels, area));
  const noise = Math.min(...planes.map(measureNoise));
  const blocks = Math.max(0, Math.min(...planes.map(measureBlocks)));
  await pause();
  const found = await estimateBlur(planes, noise, pause);
  const all = Math.max(found?.noise ?? noise, noiseOfBlocks(blocks));
  const radius = found ? undefined : measureBlur(planes, noise);
  const blur = found ?? (radius === undefined ? undefined : blurOfRadius(radius));
  if (!blur || !planBlur({ noise: all, blur }, 'auto')) return { noise: all, blur };
  const piece = cutMiddle(planes);
  const likely = found ? await confirmFound(piece, found, all, pause) : await confirmRadius(piece, radius!, all, pause);
  const byKind = likely ? { ...blur.byKind, [likely.kind]: likely } : blur.byKind;
  return { noise: all, blur: { likely, byKind, isProven: found?.isProven ?? false }, isUnsure: !likely };
}

/** Returns the centre of the piece with the most contrast. */
function cutMiddle(planes: readonly Plane[]): Plane {
  const contrastOf = ({ data }: Plane) => {
    const mean = data.reduce((sum, level) => sum + level, 0) / data.length;
    return data.reduce((sum, level) => sum + (level - mean) ** 2, 0) / data.length;
  };
  const plane = planes.reduce((best, each) => (contrastOf(each) > contrastOf(best) ? each : best));
  const [width, height] = [Math.min(triedSide, plane.width), Math.min(triedSide, plane.height)];
  const [left, top] = [(plane.width - width) >> 1, (plane.height - height) >> 1];
  const data = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (top + y) * plane.width + left;
    data.set(plane.data.subarray(from, from + width), y * width);
  }
  return { data, width, height };
}

/** Minimum size in pixels with a visible effect. */
const minSizes: Readonly<Record<BlurKind, number>> = { gaussian: 0.45, lens: 1.1, motion: 2.6 };
/** Increase of the Gaussian's minimum size per level of noise: for a small one, noise would outweigh the gain. */
const minForNoise = 0.07;
const asMeasured = 50;
/** Amplification of fine detail at full strength in an image without blur. */
const maxBite = 0.8;

/** Sizes near the end of the search range: the real blur may be larger. */
const maxSizes: Readonly<Record<BlurKind, number>> = { gaussian: 6, lens: 8.5, motion: 18.5 };
export const isBeyondReach = ({ kind, size }: Blur): boolean => size >= maxSizes[kind];

function planBlur({ blur, noise }: Measured, filterType: SharpenWish['filterType']): Blur | undefined {
  const found = filterType === 'auto' ? blur?.likely : blur?.byKind[filterType];
  if (!found) return undefined;
  const excess = excessOf(found);
  const min = minSizes[found.kind] + (found.kind === 'gaussian' ? minForNoise * noise : 0);
  return excess.size < min ? undefined : excess;
}

/** Returns the plan; its blur is undefined if the image is sharp. */
export function planSharpening(measured: Measured, { filterType, blurStrength }: SharpenWish): SharpenPlan {
  const blur = planBlur(measured, filterType);
  const beyond = Math.max(0, blurStrength / asMeasured - 1);
  return {
    blur,
    isProven: measured.blur?.isProven === true && measured.blur.likely?.kind === blur?.kind,
    noise: measured.noise,
    share: Math.min(1, blurStrength / asMeasured),
    bite: maxBite * beyond,
  };
}

/**
 * Sharpens the pixels in place. `pause` is awaited every few milliseconds with the completed share (0..1); an error that it throws aborts the work.
 */
export async function sharpenPixels(
  pixels: PixelRows,
  plan: SharpenPlan,
  pause: (share: number) => void | Promise<void>,
  pixelsPerBand = bandPixels,
): Promise<void> {
  const { width, height } = pixels;
  const margin = Math.max(bandMargin, plan.blur ? 3 * reachOf(plan.blur) : 0);
  // A band needs its unchanged surroundings, so its changes are applied after the next band is computed. The margin of a band must not reach beyond
  // the previous one.
  const rows = Math.max(margin, Math.floor(pixelsPerBand / width));
  let waiting: (() => void) | undefined;
  for (let top = 0; top < height; top += rows) {
    const first = Math.max(0, top - margin);
    const end = Math.min(height, top + rows);
    const area = { left: 0, top: first, width, height: Math.min(height, end + margin) - first };
    const before = readLuminance(pixels, area);
    const after = await sharpenPlane(before, plan, share => pause((top + share * (end - top)) / height));
    waiting?.();
    waiting = () => addDifference(pixels, area, before, after, top - first, end - first);
  }
  waiting?.();
}
