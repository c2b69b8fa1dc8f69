// Possible factors and expected time of an enlargement, from the size alone, so that the page can show them before the start.
import {
  type EnlargeOptions,
  maxMegapixels,
  maxNetworkPixels,
  networkSecondsPerMegapixel,
  quickSecondsPerMegapixel,
  type Scale,
  scales,
} from './contract.ts';

const million = 1_000_000;

export const isPossible = (width: number, height: number, scale: number): boolean =>
  width * height * scale * scale <= maxMegapixels * million;

/** The scales at which a picture of these pixels stays within the limit. */
export const possibleScales = (width: number, height: number): Scale[] =>
  scales.filter(scale => isPossible(width, height, scale));

/** Whether a picture of these pixels is redrawn by the network. */
export const usesNetwork = (width: number, height: number, { detail }: Pick<EnlargeOptions, 'detail'>): boolean =>
  detail === 'best' && width * height <= maxNetworkPixels;

/** Seconds on two processor cores. */
export function forecastSeconds(width: number, height: number, options: EnlargeOptions): number {
  const megapixels = (width * height) / million;
  const quick = megapixels * options.upscale ** 2 * quickSecondsPerMegapixel;
  return usesNetwork(width, height, options) ? quick + megapixels * networkSecondsPerMegapixel : quick;
}
