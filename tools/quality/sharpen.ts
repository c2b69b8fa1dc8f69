// Sharpens a picture: measures its blur and its noise, decides what to undo, and does so band by band. The worker and the page's preview run
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
  /** Variance of the differences between neighbours that is not noise. */
  readonly gradients: number;
  /** Undefined when there is no edge to be measured. */
  readonly blur: MeasuredBlur | undefined;
}

/** Larger pictures are measured at nine places, evenly spread. */
const measuredPixels = 2_400_000;
const pieceSide = 512;
/** Memory for a band is some 40 bytes a pixel. */
const bandPixels = 4_000_000;
const bandMargin = 96;

/** A line deviates from its middle by its length over the root of twelve. */
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

/** The radius measured in sharp pictures: neither a lens nor a pixel is a point. */
const sharpRadius = 0.55;
/**
 * Of the radius, what is undone. The softness of an edge is that of a bell; a disc that softens it as much is smaller. A motion taken for too
 * long does more harm than one taken for too short.
 */
const undoneShare = { gaussian: 1, lens: 0.85, motion: 0.92 };
/** At full strength this much more blur is assumed than was measured: in proportion, as a square, and in pixels. */
const [extraShare, extraRadius] = [0.3, 0.55];
const mostRadius = 6;
/** Undoing less than this changes nothing that can be seen. */
const leastRadius = 0.3;
/**
 * How much noise is expected beside the details to be brought back, as a factor: those of a blurred picture are more than what is left of
 * them. For a motion, whose length and direction are never quite right, what does not fit counts as noise.
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
  // Each band's surroundings must be as they came, and the band above has changed its own: its last rows wait.
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
