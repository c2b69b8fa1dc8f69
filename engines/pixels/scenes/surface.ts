// The properties of a material at one point of a surface.
import type { Rgb } from './tone.ts';

interface Surface {
  /** Albedo: the share of light that it scatters. */
  red: number;
  green: number;
  blue: number;
  /** Slope of the surface along each of its axes. */
  slopeU: number;
  slopeV: number;
  /** Reflectivity seen head-on: 0 is matt, 1 a mirror. */
  gloss: number;
  /** Width of the reflection: 0 is sharp, 1 a wide sheen. */
  roughness: number;
  /** Strength of a highlight across the threads, like that of silk. */
  sheen: number;
}

export const makeSurface = (): Surface => ({
  red: 1,
  green: 1,
  blue: 1,
  slopeU: 0,
  slopeV: 0,
  gloss: 0,
  roughness: 1,
  sheen: 0,
});

/** Writes the properties at a point of the surface, in units of the image's shorter side; `pixel` is the size of a pixel there. */
export type Material = (u: number, v: number, pixel: number, to: Surface) => void;

export function paint(to: Surface, colour: Rgb, light = 1): void {
  to.red = colour[0] * light;
  to.green = colour[1] * light;
  to.blue = colour[2] * light;
}

/** Blends in a colour. */
export function tint(to: Surface, colour: Rgb, share: number): void {
  to.red += (colour[0] - to.red) * share;
  to.green += (colour[1] - to.green) * share;
  to.blue += (colour[2] - to.blue) * share;
}

export function shade(to: Surface, factor: number): void {
  to.red *= factor;
  to.green *= factor;
  to.blue *= factor;
}

/** Adds the slope of a height function at a point, by finite differences; returns the height there. */
export function slopeOf(
  height: (u: number, v: number) => number,
  u: number,
  v: number,
  step: number,
  to: Surface,
): number {
  const here = height(u, v);
  to.slopeU += (height(u + step, v) - here) / step;
  to.slopeV += (height(u, v + step) - here) / step;
  return here;
}
