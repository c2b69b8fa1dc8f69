// Finds out whether pixels were saved as JPEG before they came into their file, as those of a screenshot of a photograph or of a copy that was saved
// anew. The coefficients of the blocks that were compressed then still lie near multiples of their quantization steps (Fan and de Queiroz,
// "Identification of bitmap compression history", 2003).

import type { RawPixels } from '../formats/decode-dib.ts';
import type { JpegTables } from '../formats/jpeg-tables.ts';
import { transformBlock } from '../pixels/cosine.ts';
import { luma601 } from '../pixels/luma.ts';

const side = 8;
/** Blocks that are looked at for each of the 64 places that their grid may have, those that decide about the best of them, and the fewest that tell something. */
const [searchedBlocks, decidingBlocks, minBlocks] = [80, 1500, 36] as const;
const decidedGrids = 3;
/** Frequencies up to this sum of both numbers: higher ones rarely survive. */
const maxFrequency = 6;
/** Steps below it are lost in the rounding of levels. */
const minStep = 4;
/** Small multiples hardly differ between qualities that are a few apart, so that a search in larger strides finds them. */
const [roughReach, roughStride] = [2.5, 3] as const;
/** Of what is finer nothing is seen. */
const [coarsest, finest] = [10, 87] as const;
/** How near coefficients are to multiples, on the mean: 1 if all are exact, 0 or less without compression. */
const minNearness = 0.2;
/** The sum of that in standard deviations of coefficients that lie anywhere. */
const minDeviations = 9;

/** Tables of quality 50, row by row: of ITU-T T.81, Annex K, and that of Robidoux, which mozjpeg uses. */
const families = [
  [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
    87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
    72, 92, 95, 98, 112, 100, 103, 99,
  ],
  [
    16, 16, 16, 18, 25, 37, 56, 85, 16, 17, 20, 27, 34, 40, 53, 75, 16, 20, 24, 31, 43, 62, 91, 135, 18, 27, 31, 40, 53,
    74, 106, 156, 25, 34, 43, 53, 69, 94, 131, 189, 37, 40, 62, 74, 94, 124, 169, 238, 56, 53, 91, 106, 131, 169, 226,
    255, 85, 75, 135, 156, 189, 238, 255, 255,
  ],
] as const;

const frequencies = Array.from({ length: 64 }, (_, i) => i).filter(i => {
  const sum = (i >> 3) + (i & 7);
  return sum > 0 && sum <= maxFrequency;
});

/** The steps of libjpeg and mozjpeg for a quality of 1 to 100. */
function scaleTable(family: readonly number[], quality: number): Float32Array {
  const percent = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  return Float32Array.from(family, step => Math.max(1, Math.min(255, Math.floor((step * percent + 50) / 100))));
}

interface Grid {
  /** Where the first whole block begins. */
  readonly left: number;
  readonly top: number;
}

const countBlocks = ({ width, height }: RawPixels, { left, top }: Grid) => ({
  columns: Math.floor((width - left) / side),
  rows: Math.floor((height - top) / side),
});

/** Luma of a block whose first pixel is (x, y). */
function readBlock({ data, width, channels }: RawPixels, x: number, y: number, block: Float32Array): void {
  for (let i = 0; i < side * side; i++) {
    const at = ((y + Math.floor(i / side)) * width + x + (i % side)) * channels;
    block[i] = luma601(data[at]!, data[at + 1]!, data[at + 2]!);
  }
}

const hashLevels = (block: Float32Array) =>
  block.reduce((hash, level) => Math.imul(hash ^ Math.round(level * 8), 0x01000193), 0);

/** 64 frequencies of each of some blocks of a grid, which are spread over the picture. One that looks like another says nothing new and is left out. */
function transformGrid(pixels: RawPixels, grid: Grid, maxBlocks: number): Float32Array {
  const { columns, rows } = countBlocks(pixels, grid);
  const count = Math.min(maxBlocks, columns * rows);
  const coefficients = new Float32Array(count * 64);
  const seen = new Set<number>();
  for (let n = 0; n < count; n++) {
    const nth = Math.floor((n * columns * rows) / count);
    const block = coefficients.subarray(seen.size * 64, (seen.size + 1) * 64);
    readBlock(pixels, grid.left + (nth % columns) * side, grid.top + Math.floor(nth / columns) * side, block);
    const look = hashLevels(block);
    if (seen.has(look)) continue;
    seen.add(look);
    transformBlock(block);
  }
  return coefficients.subarray(0, seen.size * 64);
}

interface Fit {
  readonly nearness: number;
  readonly deviations: number;
}

const angles = 512;
/** Of a part of a turn, in 512ths. */
const cosines = Float32Array.from({ length: angles + 1 }, (_, i) => Math.cos((2 * Math.PI * i) / angles));

/** How near coefficients are to multiples of their steps, up to `reach` steps. Those that are nearly zero say nothing. */
function fitSteps(coefficients: Float32Array, steps: Float32Array, reach: number): Fit {
  let [sum, count] = [0, 0];
  for (const frequency of frequencies) {
    const step = steps[frequency]!;
    if (step < minStep) continue;
    for (let at = frequency; at < coefficients.length; at += 64) {
      const multiple = Math.abs(coefficients[at]!) / step;
      if (multiple <= 0.25 || multiple > reach) continue;
      sum += cosines[Math.round((multiple - Math.floor(multiple)) * angles)]!;
      count++;
    }
  }
  return { nearness: sum / Math.max(1, count), deviations: sum / Math.sqrt(Math.max(1, count) / 2) };
}

interface Save {
  readonly family: readonly number[];
  readonly quality: number;
}

function* listSaves(from: number, to: number, stride: number): Generator<Save> {
  for (const family of families) for (let quality = from; quality <= to; quality += stride) yield { family, quality };
}

/** The save whose steps fit best. */
function fitBest(coefficients: Float32Array, saves: Iterable<Save>, reach: number) {
  let best: (Save & Fit) | undefined;
  for (const save of saves) {
    const fit = fitSteps(coefficients, scaleTable(save.family, save.quality), reach);
    if (fit.deviations > (best?.deviations ?? 0)) best = { ...save, ...fit };
  }
  return best;
}

/**
 * The steps for luma of an earlier save that is coarse enough to be seen, from RGB or RGBA pixels that were not resized since; undefined if none shows.
 */
export function findEarlierJpeg(pixels: RawPixels): JpegTables | undefined {
  const { columns, rows } = countBlocks(pixels, { left: side - 1, top: side - 1 });
  if (columns * rows < minBlocks) return undefined;
  const found: (Grid & Save & Fit)[] = [];
  for (let nth = 0; nth < side * side; nth++) {
    const grid = { left: nth % side, top: Math.floor(nth / side) };
    const fit = fitBest(
      transformGrid(pixels, grid, searchedBlocks),
      listSaves(coarsest, finest, roughStride),
      roughReach,
    );
    if (fit) found.push({ ...grid, ...fit });
  }
  found.sort((a, b) => b.deviations - a.deviations);
  let sure: (Save & Fit) | undefined;
  for (const rough of found.slice(0, decidedGrids)) {
    const near = listSaves(Math.max(1, rough.quality - roughStride), Math.min(finest, rough.quality + roughStride), 1);
    const fit = fitBest(transformGrid(pixels, rough, decidingBlocks), near, Number.POSITIVE_INFINITY);
    if (fit && fit.deviations > (sure?.deviations ?? 0)) sure = fit;
  }
  if (!sure || sure.nearness < minNearness || sure.deviations < minDeviations) return undefined;
  return { luma: scaleTable(sure.family, sure.quality), quality: sure.quality };
}
