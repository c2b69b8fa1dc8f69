// Helpers shared by the painters of all looks: tone steps, tints and mixing.
import type { Lab, LabColour } from '../oklab.ts';
import { ramp } from './grounds.ts';
import type { Study } from './study.ts';

interface PaintWishes {
  readonly study: Study;
  /** Line weight, 0.4..2; 1 is the look's own. */
  readonly line: number;
}

/** Draws a studied image in one look. */
export type Painter = (wishes: PaintWishes) => Lab;

/**
 * Quantises a tone to the nearest level anchor + n * width, with a transition over `soft` steps on either side of the midpoint between two levels.
 * With the tone of the skin as the anchor, no step runs across it.
 */
export function stepTone(value: number, anchor: number, width: number, soft: number): number {
  const place = (value - anchor) / width;
  const level = Math.floor(place + 0.5);
  const within = place - level;
  const past = Math.abs(within) - 0.5 + soft;
  const lift = past > 0 ? (past / soft) * 0.5 : 0;
  return anchor + width * (level + (within < 0 ? -lift : lift));
}

export const mix = (from: number, to: number, share: number): number => from + (to - from) * share;

/** Mixes a colour into one pixel. */
export function tint({ l, a, b }: Lab, i: number, colour: LabColour, share: number): void {
  l[i]! += (colour[0] - l[i]!) * share;
  a[i]! += (colour[1] - a[i]!) * share;
  b[i]! += (colour[2] - b[i]!) * share;
}

/** Lightness of skin where no face was found. */
const usualSkin = 0.74;

export const skinLight = ({ faces }: Study): number => faces?.skinTone[0] ?? usualSkin;

const finest = 1023;
const minSpread = 0.25;

/**
 * Stretches lightness 0..1 between the 1st and 99th percentiles. `evenness` (0..1) blends in histogram equalisation, which gives an image that is
 * dark all over as many light parts as dark ones.
 */
export function stretchLight(light: Float32Array, evenness = 0): Float32Array {
  const counts = new Uint32Array(finest + 1);
  const stepOf = (value: number) => Math.max(0, Math.min(finest, (value * finest) | 0));
  for (let i = 0; i < light.length; i++) counts[stepOf(light[i]!)]!++;
  const ranks = new Float32Array(finest + 1);
  let seen = 0;
  let [dark, bright] = [0, 1];
  for (let step = 0; step <= finest; step++) {
    if (seen < 0.01 * light.length) dark = step / finest;
    if (seen < 0.99 * light.length) bright = step / finest;
    ranks[step] = (seen + counts[step]! / 2) / light.length;
    seen += counts[step]!;
  }
  // An image of almost one tone keeps that tone and is not stretched to full contrast.
  const spread = Math.max(minSpread, bright - dark);
  if (bright - dark < minSpread) dark = ((bright + dark) / 2) * (1 - minSpread);
  return light.map(value => {
    const straight = Math.min(1, Math.max(0, (value - dark) / spread));
    // White stays white, however large its area.
    return evenness === 0 ? straight : mix(straight, ranks[stepOf(value)]!, evenness * (1 - ramp(0.9, 0.99, straight)));
  });
}

/** Stretches lightness, and applies a gamma that gives the skin of the largest face the tone `wanted`. */
export function placeSkin({ faces }: Study, light: Float32Array, wanted: number, evenness = 0): Float32Array {
  const stretched = stretchLight(light, evenness);
  if (!faces) return stretched;
  let sum = 0;
  let weights = 0;
  for (let i = 0; i < light.length; i++) {
    // Counts only skin close to the median, without the shadow of a cap or shiny spots.
    const weight = Math.abs(light[i]! - faces.skinTone[0]) < 0.06 ? faces.skin[i]! : 0;
    sum += stretched[i]! * weight;
    weights += weight;
  }
  if (weights === 0) return stretched;
  const power = Math.log(wanted) / Math.log(Math.min(0.95, Math.max(0.1, sum / weights)));
  const bounded = Math.min(1.8, Math.max(0.6, power));
  return stretched.map(value => value ** bounded);
}
