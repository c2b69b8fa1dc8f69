// Finishes a tile that a network or a filter has enlarged: brings it to the wanted scale and makes it true to the original.

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
 * Changes `large` until shrinking it gives the original again, as a camera's pixel is the mean of what it covers. Irani and Peleg, "Improving
 * resolution by image registration", 1991. Halves what a network gets wrong; two rounds do nearly all of it.
 */
function projectBack(large: Planes, original: Planes, scale: number): void {
  for (let round = 0; round < rounds; round++) {
    const missing = shrinkByArea(large, scale);
    for (let i = 0; i < missing.data.length; i++) missing.data[i] = original.data[i]! - missing.data[i]!;
    addTo(large, resample(missing, large.width, large.height, cubic));
  }
}

/**
 * For what has clean edges, in pixels of the original: how far to look for the full colours, far enough that a thin grey stroke finds
 * its ink; and how long the way from colour to colour may be. A letter's stroke may take more from its neighbours than a drawing's
 * shapes; around a cut-out shape there is nothing at all.
 */
const edges = {
  graphic: { colourReach: 3, edgeReach: 0.75 },
  text: { colourReach: 3, edgeReach: 1.5 },
  alpha: { colourReach: 1, edgeReach: 0.75 },
};

/** How many pixels of the original around a pixel influence the result of `finishTile`. */
export const finishReach = 4;

export interface Finish {
  readonly scale: number;
  readonly mode: 'photo' | keyof typeof edges;
  /** The original holds errors of compression. Otherwise the result, when it is shrunk, is to give the original again. */
  readonly isLossy: boolean;
  /** `enlarged` gives the original again already. */
  readonly isTrue: boolean;
}

/**
 * `enlarged` from `original` however many times, as `scale` times, in the memory of `enlarged` where that fits. What lies within `finishReach`
 * of the border is not to be used.
 */
export function finishTile(enlarged: Planes, original: Planes, { scale, mode, isLossy, isTrue }: Finish): Planes {
  const large = bringTo(enlarged, original, scale);
  // In alpha, a ripple that is invisible in colours shows as a ghost around the shape.
  if (!isLossy && mode !== 'alpha' && !(isTrue && large === enlarged)) projectBack(large, original, scale);
  if (mode === 'photo') return large;
  const { colourReach, edgeReach } = edges[mode];
  keepWithin(large, original, colourReach);
  steepen(large, Math.round(edgeReach * scale), 1 + Math.min(4, scale) / 4);
  if (isLossy || mode === 'alpha') return large;
  // Steeper edges are thinner or thicker strokes, too: a decibel nearer to the truth when they agree with the original again.
  projectBack(large, original, scale);
  keepWithin(large, original, colourReach);
  return large;
}
