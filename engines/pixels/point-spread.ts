// Point spread functions of blurs, and their spectra.
import { makeSpectrum, type Spectrum, transform } from './fourier.ts';

export const blurKinds = ['gaussian', 'lens', 'motion'] as const;
export type BlurKind = (typeof blurKinds)[number];

export interface Blur {
  readonly kind: BlurKind;
  /** In pixels: standard deviation of a Gaussian, radius of a lens's disc, or length of a motion. */
  readonly size: number;
  /** Direction of a motion, from 0 to below 180; 0 is horizontal, 90 vertical, 45 runs down to the right. */
  readonly degrees: number;
}

/** Number of samples along each side of a pixel, for shapes with sharp edges. */
const fine = 8;

function spread({ kind, size, degrees }: Blur, x: number, y: number): number {
  if (kind === 'gaussian') return Math.exp(-(x * x + y * y) / (2 * size * size));
  if (kind === 'lens') return x * x + y * y <= size * size ? 1 : 0;
  const turn = (degrees * Math.PI) / 180;
  const along = x * Math.cos(turn) + y * Math.sin(turn);
  const across = y * Math.cos(turn) - x * Math.sin(turn);
  // A line one pixel wide.
  return Math.abs(along) <= size / 2 && Math.abs(across) <= 0.5 ? 1 : 0;
}

function meanSpread(blur: Blur, x: number, y: number): number {
  let sum = 0;
  for (let j = 0; j < fine; j++)
    for (let i = 0; i < fine; i++) sum += spread(blur, x + (i + 0.5) / fine - 0.5, y + (j + 0.5) / fine - 0.5);
  return sum;
}

const reachPerSize = { gaussian: 4, lens: 1, motion: 0.5 };

/** Returns the radius of the point spread function, in whole pixels. */
export const reachOf = ({ kind, size }: Blur): number =>
  Math.ceil(reachPerSize[kind] * size + (kind === 'gaussian' ? 0 : 1));

/** Returns the standard deviation of a Gaussian with the same spread, for a motion along its direction. */
export const deviationOf = ({ kind, size }: Blur): number =>
  kind === 'gaussian' ? size : kind === 'lens' ? size / 2 : size / Math.sqrt(12);

/** Returns the spectrum of the blur at `side` x `side` frequencies, transposed like the result of `transform`. */
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

/** Bessel function of the first kind and first order, for x >= 0 (Abramowitz and Stegun, 1964, 9.4.4 and 9.4.6). */
function bessel(x: number): number {
  if (x < 3) {
    const t = (x / 3) ** 2;
    const sum =
      0.5 +
      t * (-0.56249985 + t * (0.21093573 + t * (-0.03954289 + t * (0.00443319 + t * (-0.00031761 + t * 0.00001109)))));
    return x * sum;
  }
  const t = 3 / x;
  const size =
    0.79788456 +
    t * (0.00000156 + t * (0.01659667 + t * (0.00017105 + t * (-0.00249511 + t * (0.00113653 - t * 0.00020033)))));
  const angle =
    x -
    2.35619449 +
    t * (0.12499612 + t * (0.0000565 + t * (-0.00637879 + t * (0.00074348 + t * (0.00079824 - t * 0.00029166)))));
  return (size * Math.cos(angle)) / Math.sqrt(x);
}

const min = 1e-6;

/** Returns a function for the share of a frequency's power that is left after the blur; frequencies are in cycles per pixel, across and down. */
export function attenuator({ kind, size, degrees }: Blur): (across: number, down: number) => number {
  if (kind === 'gaussian') {
    const factor = -4 * Math.PI ** 2 * size ** 2;
    return (across, down) => Math.exp(factor * (across * across + down * down));
  }
  if (kind === 'lens')
    return (across, down) => {
      const z = 2 * Math.PI * size * Math.sqrt(across * across + down * down);
      return z < min ? 1 : ((2 * bessel(z)) / z) ** 2;
    };
  const turn = (degrees * Math.PI) / 180;
  const [right, below] = [Math.PI * size * Math.cos(turn), Math.PI * size * Math.sin(turn)];
  return (across, down) => {
    const z = across * right + down * below;
    return Math.abs(z) < min ? 1 : (Math.sin(z) / z) ** 2;
  };
}
