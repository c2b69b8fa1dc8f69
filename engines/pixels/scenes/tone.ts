// Conversion between linear light, in which scenes are computed, and sRGB levels, in which images are stored.
import { readColour } from '../read-colour.ts';
import { fromLight, toLight } from '../srgb.ts';

/** Linear red, green and blue: 0 is black, 1 is white. */
export type Rgb = readonly [number, number, number];

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
  return 255 * fromLight(compress((step / steps) ** 2 * brightest));
});

/** Converts linear light to a level 0..255, not rounded. */
export function levelOf(light: number): number {
  if (!(light > 0)) return 0;
  const place = Math.sqrt(Math.min(light, brightest) / brightest) * steps;
  const step = Math.floor(place);
  return levels[step]! + (levels[step + 1]! - levels[step]!) * (place - step);
}
