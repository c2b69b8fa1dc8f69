// Writes a GIF that stays below a size: the highest quality that fits, and fewer pixels only where the lowest quality is too large. Estimates are made
// from a sample of the frames, so that few files are written as a whole.
import { AppError } from 'contract/errors.ts';
import { type Frames, pickFrames, resizeFrames } from '../animation.ts';
import { roundDelays } from '../frames/round-delays.ts';
import { levelOf } from './quality.ts';
import { type WrittenGif, writeGif } from './write-gif.ts';

export interface GifSearch {
  readonly frames: Frames;
  readonly delaysMs: readonly number[];
  /** 0 repeats forever. */
  readonly loop: number;
  readonly maxColours?: number;
  readonly targetBytes: number;
  /** 1..100: the highest and the lowest quality to try. */
  readonly best?: number;
  readonly worst?: number;
  /** Whether the frames may become smaller. */
  readonly mayScale: boolean;
  /** Receives the number of each file that is written, from 1. */
  readonly onAttempt?: (number: number) => void;
}

export interface FittedGif {
  readonly file: Buffer;
  readonly quality: number;
  readonly width: number;
  readonly height: number;
  /** Fewer than `maxColours`. */
  readonly hasFewerColours: boolean;
}

const ladder = [100, 94, 88, 81, 75, 68, 61, 53, 45, 38, 31, 22, 12, 1];
/** Animations with fewer pixels are written as a whole at once. */
const sampledFrom = 2_000_000;
const runsOfSample = 3;
const framesOfRun = 5;
const smallestSide = 16;
const maxAttempts = 8;
/** From this share of the target on, a file is as large as it should be. */
const closeEnough = 0.9;
/** Estimates aim a little lower. */
const safety = 0.97;

/** The numbers of some runs of consecutive frames, since most of a file is what changes between two; undefined for few pixels. */
function chooseSample({ width, height, count }: Frames): number[] | undefined {
  if (width * height * count < sampledFrom || count <= runsOfSample * framesOfRun) return undefined;
  const gap = (count - framesOfRun) / (runsOfSample - 1);
  return Array.from({ length: runsOfSample }, (_, run) =>
    Array.from({ length: framesOfRun }, (_each, at) => Math.floor(run * gap) + at),
  ).flat();
}

/** The size of a whole file with `count` frames, of which some runs were written. The first frame of a run is more than a change. */
function extrapolate({ file, frameBytes }: WrittenGif, count: number): number {
  const changes = frameBytes.filter((_, at) => at % framesOfRun > 0);
  const mean = changes.reduce((sum, bytes) => sum + bytes, 0) / changes.length;
  const head = file.length - frameBytes.reduce((sum, bytes) => sum + bytes, 0);
  return head + frameBytes[0]! + mean * (count - 1);
}

class Search {
  readonly #search: GifSearch;
  readonly #sample: Frames | undefined;
  readonly #sampled = new Map<number, number>();
  readonly #qualities: readonly number[];
  /** Bytes of a file per estimated byte. */
  #factor = 1;
  #attempts = 0;
  #smallest = Number.POSITIVE_INFINITY;
  #kept: FittedGif | undefined;

  constructor(search: GifSearch) {
    const { frames, best = 100, worst = 1 } = search;
    this.#search = search;
    const sample = chooseSample(frames);
    this.#sample = sample && pickFrames(frames, sample);
    this.#qualities = [best, ...ladder.filter(quality => quality < best && quality >= worst)];
  }

  #encode(frames: Frames, quality: number): WrittenGif {
    const { delaysMs, loop, maxColours } = this.#search;
    return writeGif(frames, { ...levelOf(quality, maxColours), delaysMs: roundDelays(delaysMs, 'gif'), loop });
  }

  #sampledBytes(step: number): number {
    const quality = this.#qualities[step]!;
    const { frames } = this.#search;
    let bytes = this.#sampled.get(quality);
    if (bytes === undefined) {
      bytes = this.#sample
        ? extrapolate(this.#encode(this.#sample, quality), frames.count)
        : this.#encode(frames, quality).file.length;
      this.#sampled.set(quality, bytes);
    }
    return bytes;
  }

  #estimate(step: number): number {
    return this.#sampledBytes(step) * this.#factor;
  }

  /** Returns the highest quality from `from` on that should fit, as a step of the ladder; the lowest one if none does. */
  #chooseStep(from: number): number {
    let [low, high] = [from, this.#qualities.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#estimate(middle) <= this.#search.targetBytes * safety) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Writes a file and keeps it if it fits. */
  #attempt(frames: Frames, quality: number): number {
    this.#search.onAttempt?.(++this.#attempts);
    const { file } = this.#encode(frames, quality);
    this.#smallest = Math.min(this.#smallest, file.length);
    if (file.length <= this.#search.targetBytes) {
      const { width, height } = frames;
      const { maxColours } = this.#search;
      const hasFewerColours = levelOf(quality, maxColours).colours < levelOf(100, maxColours).colours;
      this.#kept = { file, quality, width, height, hasFewerColours };
    }
    return file.length;
  }

  /** Returns the size of the last file. */
  #searchQuality(): number {
    const { frames, targetBytes } = this.#search;
    const last = this.#qualities.length - 1;
    for (let step = this.#chooseStep(0); ; ) {
      const bytes = this.#attempt(frames, this.#qualities[step]!);
      this.#factor = bytes / this.#sampledBytes(step);
      if (bytes > targetBytes && !this.#kept && step < last) step = this.#chooseStep(step + 1);
      else {
        // The first estimate may have been too high.
        const better = bytes > targetBytes || bytes > targetBytes * closeEnough ? step : this.#chooseStep(0);
        if (better < step && this.#attempts === 1) step = better;
        else return bytes;
      }
    }
  }

  async #searchScale(bytes: number): Promise<void> {
    const { frames, targetBytes } = this.#search;
    const quality = this.#qualities.at(-1)!;
    let [scale, made] = [1, bytes];
    let [fits, misses] = [0, 1];
    while (this.#attempts < maxAttempts) {
      const guess = scale * Math.sqrt((targetBytes * safety) / made);
      scale = guess > fits && guess < misses ? guess : (fits + misses) / 2;
      const size = { width: Math.round(frames.width * scale), height: Math.round(frames.height * scale) };
      if (Math.min(size.width, size.height) < smallestSide) return;
      made = this.#attempt(await resizeFrames(frames, size), quality);
      if (made <= targetBytes) fits = scale;
      else misses = scale;
      if (fits > 0 && (made >= targetBytes * closeEnough || misses - fits < 0.03)) return;
    }
  }

  async find(): Promise<FittedGif> {
    const bytes = this.#searchQuality();
    if (!this.#kept && this.#search.mayScale) await this.#searchScale(bytes);
    if (this.#kept) return this.#kept;
    const [targetKb, bestKb] = [this.#search.targetBytes, this.#smallest].map(size => Math.ceil(size / 1024));
    throw new AppError('TARGET_SIZE_IMPOSSIBLE', { targetKb, bestKb });
  }

  /** The size that a file of the highest quality should have. */
  estimateBest(): number {
    return this.#estimate(0);
  }
}

/** Returns the file with the highest quality, then the most pixels, of at most `targetBytes`. Throws TARGET_SIZE_IMPOSSIBLE {targetKb, bestKb}. */
export const fitGif = (search: GifSearch): Promise<FittedGif> => new Search(search).find();

/** The size in bytes that a GIF of these frames has at the highest quality of `fitGif`, roughly. */
export const estimateGif = (search: Pick<GifSearch, 'frames' | 'delaysMs' | 'maxColours'>): number =>
  new Search({ ...search, loop: 0, targetBytes: 0, mayScale: false }).estimateBest();
