// Brings texture back to a denoised picture: in overlapping blocks of 8 x 8 pixels, each frequency moves towards the noisy picture as far as the
// denoised one holds more of it than the noise does. It is the second step of the empirical Wiener filter (Ghael, Sayeed, Baraniuk, "Improved Wavelet
// Denoising via Empirical Wiener Filtering", SPIE 1997), with a network's answer as its pilot and as what is kept where there is nothing to gain.
import { restoreBlock, transformBlock } from '../pixels/cosine.ts';
import type { Pixels } from '../pixels/plane.ts';
import { type BlockNoise, blockSide, blockValues, measureBlockNoise, readBlock } from './block-noise.ts';
import { joinPixels, type Opponent, splitRows } from './opponent.ts';

/** Pixels from one block to the next. */
const step = 4;

/** Where blocks begin along a side; the last one ends with it. */
function listStarts(length: number): readonly number[] {
  const starts: number[] = [];
  for (let at = 0; at < length - blockSide; at += step) starts.push(at);
  return [...starts, length - blockSide];
}

interface Sums {
  readonly values: Float32Array;
  readonly weights: Float32Array;
}

/** Adds what becomes of one block of one plane. `wanted` and `seen` hold it in the denoised and in the noisy picture, and are used up. */
function addBlock(wanted: Float32Array, seen: Float32Array, noise: Float32Array, to: Sums, at: number, width: number) {
  transformBlock(wanted);
  transformBlock(seen);
  // The variance that is left, roughly: calmer blocks count for more where blocks overlap.
  let left = 1;
  for (let i = 1; i < blockValues; i++) {
    const strength = wanted[i]! ** 2;
    const gain = strength / (strength + noise[i]! + 1e-9);
    wanted[i]! += gain * (seen[i]! - wanted[i]!);
    left += gain * gain * noise[i]!;
  }
  restoreBlock(wanted);
  const weight = 1 / left;
  for (let y = 0, from = 0; y < blockSide; y++)
    for (let i = at + y * width, end = i + blockSide; i < end; i++) {
      to.values[i]! += weight * wanted[from++]!;
      to.weights[i]! += weight;
    }
}

function followPlane(seen: Float32Array, wanted: Float32Array, luma: Float32Array, size: Pixels, noiseAt: NoiseAt) {
  const { width, height } = size;
  const sums: Sums = { values: new Float32Array(seen.length), weights: new Float32Array(seen.length) };
  const [one, other] = [new Float32Array(blockValues), new Float32Array(blockValues)];
  for (const y of listStarts(height))
    for (const x of listStarts(width)) {
      const at = y * width + x;
      readBlock(luma, at, width, one);
      const noise = noiseAt(one.reduce((sum, level) => sum + level, 0) / blockValues);
      readBlock(wanted, at, width, one);
      readBlock(seen, at, width, other);
      addBlock(one, other, noise, sums, at, width);
    }
  return sums.values.map((value, i) => value / sums.weights[i]!);
}

/** The variance of each frequency at a brightness; the array is used again by the next call. */
type NoiseAt = (luma: number) => Float32Array;

function prepare({ spectra, varianceAt }: BlockNoise, plane: number, over: number): NoiseAt {
  const [spectrum, noise] = [spectra[plane]!, new Float32Array(blockValues)];
  return luma => {
    const variance = over * varianceAt(plane, luma);
    for (let i = 0; i < blockValues; i++) noise[i] = variance * spectrum[i]!;
    return noise;
  };
}

/**
 * The denoised picture `kept` with more of `picture`. `answer` is the network's own answer, from which the noise is measured; `over` how many times its
 * energy still counts as noise. All have one size, of 8 x 8 pixels at least.
 */
export function followPicture(picture: Pixels, answer: Pixels, kept: Pixels, over: number): Pixels {
  const { width, height } = picture;
  const [seen, wanted, restored] = [picture, kept, answer].map(one => splitRows(one, 0, height)) as [
    Opponent,
    Opponent,
    Opponent,
  ];
  const noise = measureBlockNoise(seen, restored, width, height);
  const planes = seen.map((plane, index) =>
    followPlane(plane, wanted[index]!, wanted[0], picture, prepare(noise, index, over)),
  );
  const data = new Uint8Array(picture.data.length);
  joinPixels(planes as unknown as Opponent, 0, width * height, data, 0);
  return { data, width, height };
}
