// Strength of the texture around each pixel, in four octaves, which tells ground in focus from ground out of focus.
import { boxSum } from '../../pixels/box-filter.ts';
import type { Region } from '../region.ts';
import { luma } from '../seams.ts';

/** One octave: details of about 2^n pixels, n = 0..3. */
interface Octave {
  readonly width: number;
  readonly height: number;
  /** Width of one value in pixels of the region. */
  readonly step: number;
  /** log2 of the texture's root mean square in grey levels, plus `floor`. */
  readonly strengths: Float32Array;
}

export type Textures = readonly Octave[];

/** Texture weaker than this, in grey levels, is as good as none. */
const floor = 0.8;
const octaves = 4;

interface Grey {
  readonly width: number;
  readonly height: number;
  /** Luma times weight, and the weight: the share of known pixels. */
  readonly sums: Float32Array;
  readonly weights: Float32Array;
}

function halve({ width, height, sums, weights }: Grey): Grey {
  const across = (width + 1) >> 1;
  const down = (height + 1) >> 1;
  const smallSums = new Float32Array(across * down);
  const smallWeights = new Float32Array(across * down);
  for (let y = 0; y < height; y++) {
    for (let x = 0, from = y * width, to = (y >> 1) * across; x < width; x++, from++) {
      smallSums[to + (x >> 1)]! += sums[from]! / 4;
      smallWeights[to + (x >> 1)]! += weights[from]! / 4;
    }
  }
  return { width: across, height: down, sums: smallSums, weights: smallWeights };
}

/** Applies one or more passes of the kernel 1 2 1 in both directions; zero outside. */
export function smooth(values: Float32Array, width: number, height: number, passes: number): void {
  for (let pass = 0; pass < passes; pass++) {
    for (let y = 0; y < height; y++) {
      const start = y * width;
      let before = 0;
      for (let pixel = start; pixel < start + width; pixel++) {
        const here = values[pixel]!;
        const after = pixel + 1 < start + width ? values[pixel + 1]! : 0;
        values[pixel] = 0.25 * before + 0.5 * here + 0.25 * after;
        before = here;
      }
    }
    const above = new Float32Array(width);
    for (let y = 0; y < height; y++) {
      const start = y * width;
      const isLast = y === height - 1;
      for (let x = 0; x < width; x++) {
        const here = values[start + x]!;
        const after = isLast ? 0 : values[start + x + width]!;
        values[start + x] = 0.25 * above[x]! + 0.5 * here + 0.25 * after;
        above[x] = here;
      }
    }
  }
}

/** Measures the energy that a smoothing removes, averaged over the neighbourhood. */
function measureOctave({ width, height, sums, weights }: Grey, step: number): Octave {
  const broad = sums.slice();
  const broadWeights = weights.slice();
  smooth(broad, width, height, 2);
  smooth(broadWeights, width, height, 2);
  const energy = new Float32Array(sums.length);
  for (let pixel = 0; pixel < sums.length; pixel++) {
    const weight = weights[pixel]!;
    if (weight <= 0) continue;
    const detail = sums[pixel]! / weight - broad[pixel]! / broadWeights[pixel]!;
    energy[pixel] = weight * detail * detail;
  }
  // The finest octave is stored at half its size: it is averaged over many pixels anyway.
  const isFinest = step === 1;
  const kept = isFinest
    ? halve({ width, height, sums: energy, weights })
    : { width, height, sums: energy, weights: weights.slice() };
  for (let turn = 0; turn < 2; turn++) {
    boxSum(kept.sums, kept.width, kept.height, 2);
    boxSum(kept.weights, kept.width, kept.height, 2);
  }
  const strengths = new Float32Array(kept.sums.length);
  for (let cell = 0; cell < strengths.length; cell++)
    if (kept.weights[cell]! > 1e-3)
      strengths[cell] = Math.log2(Math.sqrt(Math.max(0, kept.sums[cell]! / kept.weights[cell]!)) + floor);
  return { width: kept.width, height: kept.height, step: isFinest ? 2 : step, strengths };
}

/**
 * Measures the known pixels of a region, in the octaves from `first` on: the finest one takes most of the time. Takes about 20 bytes per pixel while
 * it works, and 1.4 for the result.
 */
export function measureTextures({ width, height, colours, isHole }: Region, first = 0): Textures {
  const sums = new Float32Array(isHole.length);
  const weights = new Float32Array(isHole.length);
  for (let pixel = 0; pixel < sums.length; pixel++) {
    if (isHole[pixel]) continue;
    sums[pixel] = luma(colours, pixel * 3);
    weights[pixel] = 1;
  }
  let grey: Grey = { width, height, sums, weights };
  const found: Octave[] = [];
  for (let octave = 0; octave < octaves; octave++) {
    if (octave > 0) grey = halve(grey);
    if (octave >= first) found.push(measureOctave(grey, 2 ** octave));
  }
  return found;
}

/** Returns the strength at a place of the region, in pixels. */
export function strengthAt({ width, height, step, strengths }: Octave, x: number, y: number): number {
  const column = Math.min(width - 1, Math.floor(x / step));
  const row = Math.min(height - 1, Math.floor(y / step));
  return strengths[row * width + column]!;
}
