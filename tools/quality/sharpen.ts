// Sharpens a picture: measures its blur and its noise, plans the deconvolution, and applies it band by band. The worker and the page's preview run
// this same code.
import type { Plane } from 'engines/pixels/plane.ts';
import { reachOf } from 'engines/pixels/point-spread.ts';
import type { SharpenOptions } from './contract.ts';
import { type Area, addDifference, type PixelRows, readLuminance } from './luminance.ts';
import { type MeasuredBlur, measureBlur, measureNoise } from './measure-blur.ts';
import { measureMotionLength } from './motion-length.ts';
import { type SharpenPlan, sharpenPlane } from './sharpen-plane.ts';

export interface Measured {
  /** Standard deviation in levels. */
  readonly noise: number;
  /** Variance of the differences between neighbours, less that of the noise. */
  readonly gradients: number;
  /** Undefined when there is no edge to measure. */
  readonly blur: MeasuredBlur | undefined;
}

/** Larger pictures are measured at nine places, evenly spread. */
const measuredPixels = 2_400_000;
const pieceSide = 512;
/** Memory for a band is some 40 bytes a pixel. */
const bandPixels = 4_000_000;
const bandMargin = 96;

/** Length of a line over its standard deviation: the root of twelve. */
const lengthOfRadius = Math.sqrt(12);
const leastMotion = 0.8;

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

function measureGradients(planes: readonly Plane[]): number {
  let squares = 0;
  let count = 0;
  for (const { data, width, height } of planes) {
    for (let y = 0; y < height - 1; y++) {
      for (let x = 0; x < width - 1; x++) {
        const at = y * width + x;
        squares += (data[at + 1]! - data[at]!) ** 2 + (data[at + width]! - data[at]!) ** 2;
        count += 2;
      }
    }
  }
  return count > 0 ? squares / count : 0;
}

export function measurePicture(pixels: PixelRows): Measured {
  const planes = choosePieces(pixels).map(area => readLuminance(pixels, area));
  const noise = Math.min(...planes.map(measureNoise));
  const gradients = Math.max(1, measureGradients(planes) - 2 * noise * noise);
  const blur = measureBlur(planes, noise);
  if (!blur?.motion || blur.motion.radius < leastMotion) return { noise, gradients, blur };
  const { radius, degrees } = blur.motion;
  const length = measureMotionLength(planes, degrees, radius * lengthOfRadius);
  return { noise, gradients, blur: { ...blur, motion: { ...blur.motion, radius: length / lengthOfRadius } } };
}

/** The radius measured in sharp pictures, since neither a lens nor a pixel is a point. */
const sharpRadius = 0.55;
/**
 * Share of the radius that is undone. Edges are measured as if blurred by a Gaussian; a disc that softens them as much is smaller. A motion
 * assumed too long does more harm than one assumed too short.
 */
const undoneShare = { gaussian: 1, lens: 0.85, motion: 0.92 };
/** Additional blur assumed at full strength: as a share of the measured variance, and as a radius in pixels added to it in squares. */
const [extraShare, extraRadius] = [0.3, 0.55];
const mostRadius = 6;
/** Least radius in pixels that makes a visible difference. */
const leastRadius = 0.3;
/**
 * Factor on the expected ratio of noise to detail: the details to be restored are larger than those left in a blurred picture.
 * For a motion, whose length and direction are never exact, the misfit counts as noise.
 */
const noiseExpected = { gaussian: 0.3, lens: 0.3, motion: 2 };

/** The plan; undefined when there is nothing to do. */
export function planSharpening(
  { noise, gradients, blur }: Measured,
  { filterType, blurStrength }: Pick<SharpenOptions, 'filterType' | 'blurStrength'>,
): SharpenPlan | undefined {
  const isMotion = filterType === 'motion' || (filterType === 'auto' && blur?.motion?.isClear === true);
  const kind = isMotion ? 'motion' : filterType === 'lens' ? 'lens' : 'gaussian';
  const found = (isMotion ? blur?.motion?.radius : undefined) ?? blur?.radius ?? 0;
  const own = isMotion ? found : Math.sqrt(Math.max(0, found ** 2 - sharpRadius ** 2));
  const beyond = Math.max(0, blurStrength / 50 - 1);
  const wanted = own ** 2 * (Math.min(1, blurStrength / 50) + extraShare * beyond) + (extraRadius * beyond) ** 2;
  const radius = Math.min(mostRadius, undoneShare[kind] * Math.sqrt(wanted));
  if (radius < leastRadius) return undefined;
  return {
    blur: { kind, radius, degrees: isMotion ? (blur?.motion?.degrees ?? 0) : 0 },
    noise,
    gradients: gradients / noiseExpected[kind],
  };
}

/** Sharpens the pixels in place. `pause` is awaited every few milliseconds with the share done (0..1); an error that it throws ends the work. */
export async function sharpenPixels(
  pixels: PixelRows,
  plan: SharpenPlan,
  pause: (share: number) => void | Promise<void>,
): Promise<void> {
  const { width, height } = pixels;
  const margin = Math.max(bandMargin, 3 * reachOf(plan.blur));
  const rows = Math.max(64, Math.floor(bandPixels / width));
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
