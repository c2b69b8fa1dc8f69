// Possible scale factors and expected duration of an enlargement, from the size alone, so that the page can show them before the start.
import { type EnlargeOptions, maxMegapixels, type Scale, scales, secondsPerMegapixel } from './contract.ts';

const million = 1_000_000;

export const isPossible = (width: number, height: number, scale: number): boolean =>
  width * height * scale * scale <= maxMegapixels * million;

/** Returns the scale factors at which the result stays within the limit. */
export const possibleScales = (width: number, height: number): Scale[] =>
  scales.filter(scale => isPossible(width, height, scale));

/** Returns seconds on two processor cores. */
export const forecastSeconds = (width: number, height: number, { upscale, detail }: EnlargeOptions): number =>
  ((width * height) / million) * secondsPerMegapixel[detail][upscale];
