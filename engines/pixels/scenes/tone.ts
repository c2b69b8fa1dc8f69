// Conversion between linear light, in which scenes are computed, and sRGB levels, in which images are stored.
import { readColour } from '../read-colour.ts';

/** Linear red, green and blue: 0 is black, 1 is white. */
export type Rgb = readonly [number, number, number];

const toLight = (level: number): number => (level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4);

/** Linear light of each of the 256 levels. */
export const lightOfLevel = Float32Array.from({ length: 256 }, (_, level) => toLight(level / 255));

/** Converts `#rrggbb` to linear light. */
export function lightOf(colour: string): Rgb {
  const [red, green, blue] = readColour(colour);
  return [toLight(red / 255), toLight(green / 255), toLight(blue / 255)];
}

/** Light above this is compressed, so that highlights keep their colour and are not clipped. */
const shoulderAt = 0.72;

/** Applies a film-like shoulder: the identity up to `shoulderAt`, then a curve that flattens towards 1. */
const compress = (light: number): number =>
  light <= shoulderAt ? light : shoulderAt + (1 - shoulderAt) * (1 - Math.exp((shoulderAt - light) / (1 - shoulderAt)));

const steps = 4096;
const brightest = 4;
/** Levels tabulated by the square root of light, which gives dark tones enough steps. */
const levels = Float32Array.from({ length: steps + 2 }, (_, step) => {
  const light = compress((step / steps) ** 2 * brightest);
  return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
});

/** Converts linear light to a level 0..255, not rounded. */
export function levelOf(light: number): number {
  if (!(light > 0)) return 0;
  const place = Math.sqrt(Math.min(light, brightest) / brightest) * steps;
  const step = Math.floor(place);
  return levels[step]! + (levels[step + 1]! - levels[step]!) * (place - step);
}
