// Searches for the highest quality, then the largest dimensions, at which a file stays below a size.
import { AppError } from 'contract/errors.ts';

export interface Attempt {
  /** 1..100. */
  readonly quality: number;
  /** Factor for both sides, 0..1. */
  readonly scale: number;
}

export interface SizeSearch {
  readonly targetBytes: number;
  /** The highest wanted quality; null for a format without quality, where only the dimensions are reduced. */
  readonly quality: number | null;
  /** The longer side at scale 1, in pixels. */
  readonly longEdge: number;
  /** Encodes and returns the number of bytes; `number` counts from 1. */
  readonly encode: (attempt: Attempt, number: number) => Promise<number>;
}

export interface Fit extends Attempt {
  readonly bytes: number;
  /** The number of the attempt. */
  readonly number: number;
}

/** Quality below which an image consists of visible blocks; fewer pixels then look better. */
const lowestQuality = 25;
const shortestLongEdge = 16;
export const maxAttempts = 12;
const qualityAttempts = 7;
/** Share of the target from which on a fit is close enough to stop. */
const closeEnough = 0.93;
/** Initial estimate of the change of log size per step of quality: halving takes about 30 steps. */
const startSlope = Math.LN2 / 30;

/**
 * Returns the best attempt that fits, in at most `maxAttempts` encodings. Throws TARGET_SIZE_IMPOSSIBLE {targetKb, bestKb}. Interpolates the
 * logarithm of the size over quality, which is nearly linear.
 */
export async function fitSize({ targetBytes, quality, longEdge, encode }: SizeSearch): Promise<Fit> {
  let number = 0;
  let smallest = Number.POSITIVE_INFINITY;
  const attempt = async (at: Attempt): Promise<Fit> => {
    const bytes = await encode(at, ++number);
    smallest = Math.min(smallest, bytes);
    return { ...at, bytes, number };
  };
  const first = await attempt({ quality: quality ?? 100, scale: 1 });
  if (first.bytes <= targetBytes) return first;
  let last = first;
  if (quality !== null && quality > lowestQuality) {
    const found = await searchQuality(first, targetBytes, attempt);
    if (found.bytes <= targetBytes) return found;
    last = found;
  }
  while (number < maxAttempts) {
    const scale = last.scale * Math.min(0.9, Math.sqrt(targetBytes / last.bytes) * 0.96);
    if (scale * longEdge < shortestLongEdge) break;
    last = await attempt({ quality: last.quality, scale });
    if (last.bytes <= targetBytes) return last;
  }
  throw new AppError('TARGET_SIZE_IMPOSSIBLE', {
    targetKb: Math.floor(targetBytes / 1024),
    bestKb: Math.ceil(smallest / 1024),
  });
}

/** Returns the best fit between the lowest quality and `first`, or the attempt at the lowest when none fits. */
async function searchQuality(first: Fit, targetBytes: number, attempt: (at: Attempt) => Promise<Fit>): Promise<Fit> {
  let above = first;
  let below: Fit | null = null;
  for (let tries = 0; tries < qualityAttempts; tries++) {
    const low = below ? below.quality + 1 : lowestQuality;
    const high = above.quality - 1;
    if (low > high) break;
    const slope: number =
      below === null ? startSlope : Math.log(above.bytes / below.bytes) / (above.quality - below.quality) || startSlope;
    // Aims slightly low, so that the next attempt fits and ends the search.
    const aim = above.quality - Math.log(above.bytes / (targetBytes * 0.97)) / slope;
    const isLastTry = below === null && tries === qualityAttempts - 1;
    const quality = isLastTry ? lowestQuality : Math.round(Math.min(high, Math.max(low, aim)));
    const next = await attempt({ quality, scale: 1 });
    if (next.bytes <= targetBytes) {
      below = next;
      if (next.bytes >= targetBytes * closeEnough) break;
    } else {
      above = next;
      if (quality === lowestQuality) break;
    }
  }
  return below ?? above;
}
