// Possible factors and expected time of an enlargement, from the size alone, so that the page can show them before the start.
import { type EnlargeOptions, maxMegapixels, type Scale, scales, secondsPerMegapixel } from './contract.ts';

const million = 1_000_000;

export const isPossible = (width: number, height: number, scale: number): boolean =>
  width * height * scale * scale <= maxMegapixels * million;

/** The scales at which a picture of these pixels stays within the limit. */
export const possibleScales = (width: number, height: number): Scale[] =>
  scales.filter(scale => isPossible(width, height, scale));

/** Seconds on two processor cores. */
export const forecastSeconds = (width: number, height: number, { upscale, detail }: EnlargeOptions): number =>
  ((width * height) / million) * secondsPerMegapixel[detail][upscale];
