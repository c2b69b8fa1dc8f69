// The quality of a GIF as one number, 1 to 100: first similar colours count as unchanged, then there are fewer colours, then pixels may take similar ones.
import type { Tolerance } from './draw-frame.ts';

/** Differences per step of quality: at 60, eleven levels are not seen between two frames of footage. */
const stillPerStep = 0.27;
/** A pixel takes another colour only if it then still counts as unchanged in the next frame. */
const lossyBelowStill = 3;

const coloursFrom = [
  [81, 256],
  [61, 128],
  [31, 64],
] as const;
const fewestColours = 32;

export interface GifLevel {
  readonly colours: number;
  readonly tolerance: Tolerance;
}

/** What a quality means, with at most `maxColours`. */
export function levelOf(quality: number, maxColours = 256): GifLevel {
  const still = (100 - quality) * stillPerStep;
  const colours = coloursFrom.find(([from]) => quality >= from)?.[1] ?? fewestColours;
  return {
    colours: Math.min(colours, maxColours),
    tolerance: { still, lossy: quality < 81 ? Math.max(0, still - lossyBelowStill) : 0 },
  };
}
