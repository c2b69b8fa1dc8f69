// What a material says about one place of a surface.
import type { Rgb } from './tone.ts';

interface Surface {
  /** The share of light that it scatters. */
  red: number;
  green: number;
  blue: number;
  /** Slope of the surface along both of its axes. */
  slopeU: number;
  slopeV: number;
  /** 0 dull, 1 a mirror: how much it reflects when looked at steeply. */
  gloss: number;
  /** 0 a sharp reflection, 1 a wide sheen. */
  roughness: number;
  /** Threads reflect in a band across them, as silk does. */
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

/** Writes what lies at a place of the surface, in units of the picture's shorter side; `pixel` is the size of a pixel there. */
export type Material = (u: number, v: number, pixel: number, to: Surface) => void;

export function paint(to: Surface, colour: Rgb, light = 1): void {
  to.red = colour[0] * light;
  to.green = colour[1] * light;
  to.blue = colour[2] * light;
}

/** Mixes a colour in. */
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

/** The slope of a height that is a function of the place. */
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
