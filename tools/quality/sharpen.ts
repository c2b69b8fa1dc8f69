// Sharpens a picture: measures its blur and its noise, plans the deconvolution, and applies it band by band. The worker and the page's preview run
// this same code.
import { type BlurEstimate, estimateBlur } from 'engines/pixels/estimate-blur.ts';
import { measureBlocks, measureNoise } from 'engines/pixels/measure-noise.ts';
import type { Plane } from 'engines/pixels/plane.ts';
import { type Blur, type BlurKind, reachOf } from 'engines/pixels/point-spread.ts';
import type { SharpenOptions } from './contract.ts';
import { type Area, addDifference, type PixelRows, readLuminance } from './luminance.ts';
import { measureBlur } from './measure-blur.ts';
import { isConvincing, type SharpenPlan, sharpenPlane } from './sharpen-plane.ts';

export interface Measured {
  /** Standard deviation in levels, that of JPEG included. */
  readonly noise: number;
  /** Undefined when the picture has neither enough detail nor an edge. */
  readonly blur: Pick<BlurEstimate, 'likely' | 'byKind'> | undefined;
  /** It is blurred, but not as any kind would blur it: undoing the likeliest one made halos. */
  readonly isUnsure?: boolean;
}

/** Larger pictures are measured at nine places, evenly spread. */
const measuredPixels = 2_400_000;
const pieceSide = 512;
/** Side of the piece on which an estimated blur is undone for a trial. */
const triedSide = 384;
/** Memory for a band is some 40 bytes a pixel. */
const bandPixels = 4_000_000;
const bandMargin = 96;

/** Steps between JPEG's blocks, in levels, from which on they are not chance, and the noise that they stand for. */
const leastBlocks = 0.15;
const noiseOfBlocks = (height: number) => (height < leastBlocks ? 0 : 1 + 1.3 * height);

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

/** What the edges tell when the spectrum tells nothing: a Gaussian, a tenth narrower as edges look softer than they are, and other kinds alike. */
function blurOfRadius(radius: number): Pick<BlurEstimate, 'likely' | 'byKind'> {
  const make = (kind: BlurKind, share: number): Blur => ({ kind, size: share * radius, degrees: 0 });
  const gaussian = make('gaussian', 0.9);
  return { likely: gaussian, byKind: { gaussian, lens: make('lens', 1.6), motion: make('motion', 3) } };
}

/** `pause` is awaited every few dozen milliseconds; an error that it throws ends the work. */
export async function measurePicture(pixels: PixelRows, pause: Pause): Promise<Measured> {
  const planes = choosePieces(pixels).map(area => readLuminance(pixels, area));
  const noise = Math.min(...planes.map(measureNoise));
  const blocks = Math.max(0, Math.min(...planes.map(measureBlocks)));
  await pause();
  const found = await estimateBlur(planes, noise, pause);
  const all = Math.max(found?.noise ?? noise, noiseOfBlocks(blocks));
  const radius = found ? undefined : measureBlur(planes, noise);
  const blur = found ?? (radius === undefined ? undefined : blurOfRadius(radius));
  if (!blur?.likely || (await isConvincing(cutMiddle(planes), blur.likely, all, pause))) return { noise: all, blur };
  return { noise: all, blur: { ...blur, likely: undefined }, isUnsure: true };
}

/** The middle of the piece with the most contrast. */
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

/** The standard deviation measured in sharp pictures, since neither a lens nor a pixel is a point. */
const sharpDeviation = 0.4;
/** Least size in pixels that makes a visible difference. */
const leastSizes: Readonly<Record<BlurKind, number>> = { gaussian: 0.45, lens: 1.1, motion: 2.6 };
/** How much larger a Gaussian has to be for each level of noise: what undoing a small one gains, the noise takes. */
const leastForNoise = 0.07;
const asMeasured = 50;
/** How much of the fine detail is added to a picture that has no blur to undo, at full strength. */
const mostBite = 0.8;

/** Sizes near the end of what is searched: the blur may be larger still. */
const mostSizes: Readonly<Record<BlurKind, number>> = { gaussian: 6, lens: 8.5, motion: 18.5 };
export const isBeyondReach = ({ kind, size }: Blur): boolean => size >= mostSizes[kind];

function planBlur({ blur, noise }: Measured, filterType: SharpenOptions['filterType']): Blur | undefined {
  const found = filterType === 'auto' ? blur?.likely : blur?.byKind[filterType];
  if (!found) return undefined;
  const isSoft = found.kind === 'gaussian';
  const size = isSoft ? Math.sqrt(Math.max(0, found.size ** 2 - sharpDeviation ** 2)) : found.size;
  const least = leastSizes[found.kind] + (isSoft ? leastForNoise * noise : 0);
  return size < least ? undefined : { ...found, size };
}

/** The plan; its blur is undefined when the picture is sharp. */
export function planSharpening(
  measured: Measured,
  { filterType, blurStrength }: Pick<SharpenOptions, 'filterType' | 'blurStrength'>,
): SharpenPlan {
  const blur = planBlur(measured, filterType);
  const beyond = Math.max(0, blurStrength / asMeasured - 1);
  return {
    blur,
    noise: measured.noise,
    share: Math.min(1, blurStrength / asMeasured),
    bite: mostBite * (blur ? beyond : blurStrength / 100),
  };
}

/** Sharpens the pixels in place. `pause` is awaited every few milliseconds with the share done (0..1); an error that it throws ends the work. */
export async function sharpenPixels(
  pixels: PixelRows,
  plan: SharpenPlan,
  pause: (share: number) => void | Promise<void>,
  pixelsPerBand = bandPixels,
): Promise<void> {
  const { width, height } = pixels;
  const margin = Math.max(bandMargin, plan.blur ? 3 * reachOf(plan.blur) : 0);
  const rows = Math.max(64, Math.floor(pixelsPerBand / width));
  // A band needs its surroundings unchanged, so the changes of each band are applied after the next one was computed.
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
