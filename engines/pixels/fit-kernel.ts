// Judges whether a restored picture is the blurred one without its blur: fits the kernel that turns the restored picture back into the blurred one, by
// least squares on their gradients (Cho and Lee, "Fast Motion Deblurring", 2009).
import { makeSpectrum, type Spectrum, transform, transformBack } from './fourier.ts';
import type { Plane } from './plane.ts';

export interface KernelFit {
  /** Extent of the kernel along its longest direction in pixels, as that of an even line with the same variance. */
  readonly length: number;
  /** The same across that direction. */
  readonly width: number;
  /** The longest direction, from 0 to 180; 0 is horizontal, 90 vertical. */
  readonly degrees: number;
  /** The share of the change in the gradients that the kernel explains: near 1 for an undone blur, low where something was drawn or noise removed. */
  readonly explained: number;
  /** Mean gradient of the restored picture, as a multiple of that of the blurred one. */
  readonly gain: number;
}

/** The kernel reaches this far from its centre, in pixels. */
const reach = 16;
/** Weights below this share of the largest one are noise of the fit. */
const minWeight = 0.04;
/** Added to the power of each frequency, as a share of the mean. */
const regularisation = 0.01;

interface Tap {
  readonly x: number;
  readonly y: number;
  readonly weight: number;
}

function gradientOf({ data, width, height }: Plane, isDown: boolean): Float32Array {
  const out = new Float32Array(data.length);
  const step = isDown ? width : 1;
  for (let y = 0; y < height - (isDown ? 1 : 0); y++)
    for (let x = 0; x < width - (isDown ? 0 : 1); x++)
      out[y * width + x] = data[y * width + x + step]! - data[y * width + x]!;
  return out;
}

/** The spectrum of a gradient that fades out at the border. */
function spectrumOf(gradient: Float32Array, side: number): Spectrum {
  const fade = Float32Array.from(
    { length: side },
    (_, i) => Math.max(0, 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (side - 1))) ** 0.25,
  );
  const spectrum = makeSpectrum(side);
  for (let i = 0; i < gradient.length; i++)
    spectrum.real[i] = gradient[i]! * fade[i % side]! * fade[Math.floor(i / side)]!;
  transform(spectrum);
  return spectrum;
}

type Gradients = readonly (readonly [before: Float32Array, after: Float32Array])[];

/** The cyclic kernel that minimises the squared difference between the blurred gradients and the restored ones convolved with it. */
function solveKernel(gradients: Gradients, side: number): Spectrum {
  const sum = makeSpectrum(side);
  const power = new Float32Array(side * side);
  for (const [before, after] of gradients) {
    const [x, y] = [spectrumOf(before, side), spectrumOf(after, side)];
    for (let i = 0; i < power.length; i++) {
      sum.real[i]! += y.real[i]! * x.real[i]! + y.imaginary[i]! * x.imaginary[i]!;
      sum.imaginary[i]! += y.real[i]! * x.imaginary[i]! - y.imaginary[i]! * x.real[i]!;
      power[i]! += y.real[i]! ** 2 + y.imaginary[i]! ** 2;
    }
  }
  const mean = power.reduce((all, value) => all + value, 0) / power.length + 1e-12;
  for (let i = 0; i < power.length; i++) {
    sum.real[i]! /= power[i]! + regularisation * mean;
    sum.imaginary[i]! /= power[i]! + regularisation * mean;
  }
  transformBack(sum);
  return sum;
}

/** The clear weights near the centre, scaled to a sum of 1. */
function listTaps({ real, side }: Spectrum): Tap[] {
  const taps: Tap[] = [];
  for (let y = -reach; y <= reach; y++)
    for (let x = -reach; x <= reach; x++)
      taps.push({ x, y, weight: real[((y + side) % side) * side + ((x + side) % side)]! });
  const max = taps.reduce((top, { weight }) => Math.max(top, weight), 0);
  const clear = taps.filter(({ weight }) => weight > 0 && weight >= minWeight * max);
  const sum = clear.reduce((all, { weight }) => all + weight, 0);
  return clear.map(tap => ({ ...tap, weight: tap.weight / sum }));
}

/** Extents of the kernel along and across its longest direction. A line of length n has the variance n * n / 12. */
function measureExtent(taps: readonly Tap[]): Pick<KernelFit, 'length' | 'width' | 'degrees'> {
  const meanOf = (value: (tap: Tap) => number) => taps.reduce((sum, tap) => sum + tap.weight * value(tap), 0);
  const [x, y] = [meanOf(tap => tap.x), meanOf(tap => tap.y)];
  const across = meanOf(tap => (tap.x - x) ** 2);
  const down = meanOf(tap => (tap.y - y) ** 2);
  const both = meanOf(tap => (tap.x - x) * (tap.y - y));
  const half = (across + down) / 2;
  const root = Math.sqrt(Math.max(0, half * half - (across * down - both * both)));
  const extentOf = (variance: number) => Math.sqrt(12 * Math.max(0, variance));
  const degrees = (Math.atan2(2 * both, across - down) * 90) / Math.PI;
  return { length: extentOf(half + root), width: extentOf(half - root), degrees: (degrees + 180) % 180 };
}

/** Squared change of the gradients, and what is left of it when the restored ones are blurred again. */
function compareBlurred(gradients: Gradients, taps: readonly Tap[], side: number): { changed: number; left: number } {
  let [changed, left] = [0, 0];
  for (const [before, after] of gradients)
    for (let y = reach; y < side - reach; y++)
      for (let x = reach; x < side - reach; x++) {
        const i = y * side + x;
        let blurred = 0;
        for (const tap of taps) blurred += tap.weight * after[i - tap.y * side - tap.x]!;
        changed += (before[i]! - after[i]!) ** 2;
        left += (before[i]! - blurred) ** 2;
      }
  return { changed, left };
}

/** Both planes are squares of one size, a power of two. Levels may have any scale. */
export function fitKernel(before: Plane, after: Plane): KernelFit {
  const side = before.width;
  const gradients: Gradients = [false, true].map(
    isDown => [gradientOf(before, isDown), gradientOf(after, isDown)] as const,
  );
  const spectrum = solveKernel(gradients, side);
  const taps = listTaps(spectrum);
  const { changed, left } = compareBlurred(gradients, taps, side);
  const energyOf = (which: 0 | 1) => {
    const [across, down] = gradients.map(pair => pair[which]) as [Float32Array, Float32Array];
    return across.reduce((sum, value, i) => sum + Math.hypot(value, down[i]!), 0);
  };
  return {
    ...measureExtent(taps),
    explained: changed === 0 ? 0 : 1 - left / changed,
    gain: energyOf(1) / Math.max(1e-9, energyOf(0)),
  };
}
