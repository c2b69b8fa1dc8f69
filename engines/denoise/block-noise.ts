// Measures the noise of a picture in blocks of 8 x 8 pixels, from what a network has taken out of it: how strong it is at each brightness, and how it
// is spread over the frequencies. Blocks are chosen by the network's answer, in which noise cannot be taken for texture.
import { transformBlock } from '../pixels/cosine.ts';
import type { Opponent } from './opponent.ts';

export const blockSide = 8;
export const blockValues = blockSide * blockSide;
const measuredStep = 6;
const bins = 8;
const levelsOfBin = 256 / bins;
/** Levels beyond which a sensor or a file clips the noise. */
const [darkest, brightest] = [3, 252];
/** A brightness with fewer blocks has the noise of the next one that is known. */
const minOfBin = { blocks: 12, share: 0.02 };
/** Part of the blocks of a brightness that is looked at, those with the least detail in the network's answer. */
const calmShare = 0.1;
/** Quantile of their energies that counts as the noise: fine texture that the network took away has more. */
const noiseQuantile = 0.2;
/** Blocks with more than this many times that energy say nothing about the frequencies. */
const maxOver = 2.5;
/** Blocks are read in `step`s that grow with the picture, so that there are about this many. */
const maxBlocks = 20_000;

export interface BlockNoise {
  /** Mean variance of a coefficient of plane `plane` where the brightness is `luma`. */
  readonly varianceAt: (plane: number, luma: number) => number;
  /** For each plane 64 factors of that variance, one for each frequency. */
  readonly spectra: readonly Float32Array[];
}

interface Block {
  readonly luma: number;
  /** Variance of the network's answer in it, of all planes. */
  readonly detail: number;
  /** Of each plane: the frequencies of what was taken out, and their mean energy without the first. */
  readonly parts: readonly { readonly frequencies: Float32Array; readonly energy: number }[];
}

/** Copies the block whose top left pixel is `at` into `block`. */
export function readBlock(plane: Float32Array, at: number, width: number, block: Float32Array): void {
  for (let y = 0, to = 0; y < blockSide; y++)
    for (let from = at + y * width, end = from + blockSide; from < end; from++) block[to++] = plane[from]!;
}

function spreadOf(block: Float32Array): { mean: number; variance: number } {
  let [sum, squares] = [0, 0];
  for (const value of block) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / blockValues;
  return { mean, variance: Math.max(0, squares / blockValues - mean * mean) };
}

function* listBlocks(picture: Opponent, answer: Opponent, width: number, height: number): Generator<Block> {
  const step = Math.max(measuredStep, Math.ceil(Math.sqrt((width * height) / maxBlocks)));
  const block = new Float32Array(blockValues);
  for (let y = 0; y + blockSide <= height; y += step)
    for (let x = 0; x + blockSide <= width; x += step) {
      const at = y * width + x;
      const spreads = answer.map(plane => {
        readBlock(plane, at, width, block);
        return spreadOf(block);
      });
      const luma = spreads[0]!.mean;
      if (luma < darkest || luma > brightest) continue;
      const parts = picture.map((plane, index) => {
        const frequencies = new Float32Array(blockValues);
        readBlock(plane, at, width, frequencies);
        readBlock(answer[index]!, at, width, block);
        for (let i = 0; i < blockValues; i++) frequencies[i]! -= block[i]!;
        transformBlock(frequencies);
        let energy = 0;
        for (let i = 1; i < blockValues; i++) energy += frequencies[i]! ** 2;
        return { frequencies, energy: energy / (blockValues - 1) };
      });
      yield { luma, detail: spreads.reduce((sum, { variance }) => sum + variance, 0), parts };
    }
}

/** The calmest blocks of each brightness that has enough of them. */
function chooseCalm(blocks: readonly Block[]): ReadonlyMap<number, readonly Block[]> {
  const min = Math.max(minOfBin.blocks, minOfBin.share * blocks.length);
  const calm = new Map<number, readonly Block[]>();
  for (let bin = 0; bin < bins; bin++) {
    const inBin = blocks.filter(({ luma }) => Math.floor(luma / levelsOfBin) === bin);
    if (inBin.length < min) continue;
    const count = Math.max(minOfBin.blocks, Math.ceil(inBin.length * calmShare));
    calm.set(bin, inBin.toSorted((a, b) => a.detail - b.detail).slice(0, count));
  }
  return calm;
}

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;

/** The noise of one plane in calm blocks: its variance in each bin of brightness, and its spectrum. */
function measurePlane(plane: number, calm: ReadonlyMap<number, readonly Block[]>) {
  const spectrum = new Float32Array(blockValues);
  const known = [...calm].map(([bin, blocks]) => {
    const parts = blocks.map(({ parts }) => parts[plane]!);
    const variance = quantile(
      parts.map(({ energy }) => energy),
      noiseQuantile,
    );
    for (const { energy, frequencies } of parts) {
      if (energy > maxOver * variance + 1e-3) continue;
      for (let i = 0; i < blockValues; i++) spectrum[i]! += frequencies[i]! ** 2 / (variance + 0.05);
    }
    return { bin, variance };
  });
  const mean = spectrum.subarray(1).reduce((sum, value) => sum + value, 0) / (blockValues - 1);
  const variances = Array.from({ length: bins }, (_, bin) => {
    const [nearest] = known.toSorted((a, b) => Math.abs(a.bin - bin) - Math.abs(b.bin - bin));
    return nearest?.variance ?? 0;
  });
  return { variances, spectrum: spectrum.map(value => (mean > 0 ? value / mean : 1)) };
}

/** The noise of a picture whose restored copy is `answer`: planes of the same size. */
export function measureBlockNoise(picture: Opponent, answer: Opponent, width: number, height: number): BlockNoise {
  const calm = chooseCalm([...listBlocks(picture, answer, width, height)]);
  const planes = picture.map((_, plane) => measurePlane(plane, calm));
  return {
    spectra: planes.map(({ spectrum }) => spectrum),
    varianceAt: (plane, luma) => {
      const { variances } = planes[plane]!;
      const place = Math.min(bins - 1.001, Math.max(0, luma / levelsOfBin - 0.5));
      const bin = Math.floor(place);
      return variances[bin]! + (place - bin) * (variances[bin + 1]! - variances[bin]!);
    },
  };
}
