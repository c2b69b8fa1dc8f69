// Point spread functions: how a blur spreads one point, and the spectrum of that.
import { makeSpectrum, type Spectrum, transform } from './fourier.ts';

/** `radius`: standard deviation of the spread in pixels, for `motion` along it. `degrees`: direction of a motion, 0 is horizontal. */
export interface Blur {
  readonly kind: 'gaussian' | 'lens' | 'motion';
  readonly radius: number;
  readonly degrees: number;
}

/** Samples along each side of a pixel, for shapes with sharp edges. */
const fine = 8;

function spread({ kind, radius, degrees }: Blur, x: number, y: number): number {
  if (kind === 'gaussian') return Math.exp(-(x * x + y * y) / (2 * radius * radius));
  // The standard deviation of a disc is half its radius.
  if (kind === 'lens') return x * x + y * y <= 4 * radius * radius ? 1 : 0;
  const turn = (degrees * Math.PI) / 180;
  const along = x * Math.cos(turn) + y * Math.sin(turn);
  const across = y * Math.cos(turn) - x * Math.sin(turn);
  // The standard deviation of a line is its length over the root of twelve. It is one pixel wide.
  return Math.abs(along) <= radius * Math.sqrt(3) && Math.abs(across) <= 0.5 ? 1 : 0;
}

function meanSpread(blur: Blur, x: number, y: number): number {
  let sum = 0;
  for (let j = 0; j < fine; j++)
    for (let i = 0; i < fine; i++) sum += spread(blur, x + (i + 0.5) / fine - 0.5, y + (j + 0.5) / fine - 0.5);
  return sum;
}

/** How far the spread of one point reaches, in whole pixels. */
export const reachOf = ({ kind, radius }: Blur): number => Math.ceil(kind === 'gaussian' ? 4 * radius : 2 * radius + 1);

/** The spectrum of the blur on `side` x `side` frequencies, transposed as `transform` leaves it. */
export function transformBlur(blur: Blur, side: number): Spectrum {
  const spectrum = makeSpectrum(side);
  const reach = Math.min(side / 2 - 1, reachOf(blur));
  let sum = 0;
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      const value = meanSpread(blur, x, y);
      sum += value;
      spectrum.real[((y + side) % side) * side + ((x + side) % side)] = value;
    }
  }
  for (let i = 0; i < spectrum.real.length; i++) spectrum.real[i]! /= sum;
  transform(spectrum);
  return spectrum;
}
