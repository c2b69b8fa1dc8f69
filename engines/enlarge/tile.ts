// Post-processes an upscaled tile: resamples it to the requested scale and makes it consistent with the original.

import { addTo, cubic, lanczos3, type Planes, resample, shrinkByArea } from '../pixels/resample.ts';
import { keepWithin, steepen } from './limits.ts';

const rounds = 2;

/** Resamples a tile from the network's scale to `scale` times the original. */
function bringTo(large: Planes, original: Planes, scale: number): Planes {
  const { width, height } = { width: original.width * scale, height: original.height * scale };
  if (large.width === width && large.height === height) return large;
  const factor = large.width / width;
  if (Number.isInteger(factor) && large.height === height * factor) return shrinkByArea(large, factor);
  return resample(large, width, height, lanczos3);
}

/**
 * Adjusts `large` until downscaling it reproduces the original, since a camera's pixel is the mean of the area it covers (Irani and Peleg, "Improving
 * resolution by image registration", 1991). Halves the error of a network; two rounds are nearly exact.
 */
function projectBack(large: Planes, original: Planes, scale: number): void {
  for (let round = 0; round < rounds; round++) {
    const missing = shrinkByArea(large, scale);
    for (let i = 0; i < missing.data.length; i++) missing.data[i] = original.data[i]! - missing.data[i]!;
    addTo(large, resample(missing, large.width, large.height, cubic));
  }
}

/**
 * For modes with clean edges, in pixels of the original: how far to look for full colours, which must be far enough for a thin grey stroke to find
 * its ink, and how wide a transition may be. Strokes of letters may take more from their neighbours than shapes in drawings; alpha has no ink to look
 * for.
 */
const edges = {
  graphic: { colourReach: 3, edgeReach: 0.75 },
  text: { colourReach: 3, edgeReach: 1.5 },
  alpha: { colourReach: 1, edgeReach: 0.75 },
};

/** Radius in original pixels that influences a pixel of `finishTile`'s result. */
export const finishReach = 4;

export interface Finish {
  readonly scale: number;
  readonly mode: 'photo' | keyof typeof edges;
  /** The original contains compression errors. Otherwise downscaling the result should reproduce the original. */
  readonly isLossy: boolean;
  /** Downscaling `enlarged` already reproduces the original. */
  readonly isTrue: boolean;
}

/**
 * Brings `enlarged`, which may have any scale, to `scale` times `original`, in place where the size fits. The outermost `finishReach` pixels of the
 * original are not valid in the result.
 */
export function finishTile(enlarged: Planes, original: Planes, { scale, mode, isLossy, isTrue }: Finish): Planes {
  const large = bringTo(enlarged, original, scale);
  // In alpha, ringing that is invisible in colours shows as a ghost around the shape.
  if (!isLossy && mode !== 'alpha' && !(isTrue && large === enlarged)) projectBack(large, original, scale);
  if (mode === 'photo') return large;
  const { colourReach, edgeReach } = edges[mode];
  keepWithin(large, original, colourReach);
  steepen(large, Math.round(edgeReach * scale), 1 + Math.min(4, scale) / 4);
  if (isLossy || mode === 'alpha') return large;
  // Steepening also changes stroke width: back-projecting once more gains one decibel.
  projectBack(large, original, scale);
  keepWithin(large, original, colourReach);
  return large;
}
