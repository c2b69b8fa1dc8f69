// The variance of a filling in the 7 x 7 window around each hole pixel, and its gradient.
import { boxSum } from '../pixels/box-filter.ts';
import { luma, type System } from './seams.ts';

const radius = 3;
const side = 2 * radius + 1;
/** Luma is stored relative to mid-grey, because sums of small numbers are more exact. */
const middle = 128;

/** Each list has one number per hole pixel. */
export interface Windows {
  /** Number of pixels of each window; smaller at the border of the image. */
  readonly sizes: Float32Array;
  /** Contribution of known pixels to the mean of each window, and to the mean of squares. */
  readonly knownMeans: Float32Array;
  readonly knownSquares: Float32Array;
  /** Sum of the pixel's weights in the windows of hole pixels that contain it; 1 deep inside a thick hole. */
  readonly coverage: Float32Array;
  /** Returns the sums of `values` over the hole pixels of each window. */
  readonly sumHoles: (values: Float32Array) => Float32Array;
}

/** Returns the luma of each hole pixel relative to mid-grey, from colours of four numbers each. */
export const readBrightness = (colours: Float32Array): Float32Array =>
  new Float32Array(colours.length / 4).map((_, slot) => luma(colours, slot * 4) - middle);

/** Lists the parts of rows from which a window may reach a hole: start and end alternate. */
function listRuns(holes: Int32Array, width: number): Int32Array {
  const runs: number[] = [];
  for (const pixel of holes) {
    const row = pixel - (pixel % width);
    const start = Math.max(row, pixel - radius);
    const end = Math.min(row + width, pixel + radius + 1);
    const last = runs.length - 1;
    if (last > 0 && start <= runs[last]! && runs[last]! > row) runs[last] = end;
    else runs.push(start, end);
  }
  return Int32Array.from(runs);
}

export function openWindows({ region, holes }: System): Windows {
  const { width, height, colours, isHole } = region;
  const beyond = radius * width;
  const plane = new Float32Array(width * height);
  const padded = new Float32Array(plane.length + 2 * beyond);
  const rows = padded.subarray(beyond, beyond + plane.length);
  const sizes = new Float32Array(holes.length).map((_, slot) => {
    const pixel = holes[slot]!;
    const y = Math.floor(pixel / width);
    const x = pixel - y * width;
    const across = Math.min(width, x + radius + 1) - Math.max(0, x - radius);
    return across * (Math.min(height, y + radius + 1) - Math.max(0, y - radius));
  });
  for (let pixel = 0; pixel < plane.length; pixel++) {
    if (isHole[pixel]) continue;
    plane[pixel] = luma(colours, pixel * 3) - middle;
    rows[pixel] = plane[pixel]! * plane[pixel]!;
  }
  boxSum(plane, width, height, radius);
  boxSum(rows, width, height, radius);
  const knownMeans = sizes.map((size, slot) => plane[holes[slot]!]! / size);
  const knownSquares = sizes.map((size, slot) => rows[holes[slot]!]! / size);
  plane.fill(0);
  rows.fill(0);
  const sumHoles = makeSumHoles(holes, width, plane, padded);
  const coverage = sumHoles(sizes.map(size => 1 / size));
  return { sizes, knownMeans, knownSquares, coverage, sumHoles };
}

/**
 * Prepares the sums on two planes of zeros, the second one with extra rows beyond both borders. Row sums are computed only where a window may reach a
 * hole; elsewhere both planes stay zero.
 */
function makeSumHoles(holes: Int32Array, width: number, plane: Float32Array, rows: Float32Array): Windows['sumHoles'] {
  const runs = listRuns(holes, width);
  const beyond = radius * width;
  return values => {
    for (let slot = 0; slot < holes.length; slot++) plane[holes[slot]!] = values[slot]!;
    for (let run = 0; run < runs.length; run += 2) sumRun(plane, rows, beyond, runs[run]!, runs[run + 1]!, width);
    const sums = new Float32Array(holes.length);
    for (let slot = 0; slot < holes.length; slot++) {
      let from = holes[slot]!;
      let sum = 0;
      for (let row = 0; row < side; row++, from += width) sum += rows[from]!;
      sums[slot] = sum;
    }
    return sums;
  };
}

/** Computes the sums over `radius` pixels to both sides, for each pixel of a part of a row. */
function sumRun(
  plane: Float32Array,
  rows: Float32Array,
  beyond: number,
  start: number,
  end: number,
  width: number,
): void {
  const rowEnd = start - (start % width) + width;
  const lastRead = Math.min(end, rowEnd - radius);
  let sum = 0;
  for (let pixel = start; pixel < Math.min(rowEnd, start + radius); pixel++) sum += plane[pixel]!;
  for (let pixel = start; pixel < end; pixel++) {
    if (pixel < lastRead) sum += plane[pixel + radius]!;
    rows[pixel + beyond] = sum;
    if (pixel - radius >= start) sum -= plane[pixel - radius]!;
  }
}

/** Returns the variance of luma in each window. */
export function measureVariances(windows: Windows, brightness: Float32Array): Float32Array {
  const { sizes, knownMeans, knownSquares, sumHoles } = windows;
  const sums = sumHoles(brightness);
  const squares = sumHoles(brightness.map(value => value * value));
  return squares.map((square, slot) => {
    const mean = sums[slot]! / sizes[slot]! + knownMeans[slot]!;
    return Math.max(0, square / sizes[slot]! + knownSquares[slot]! - mean * mean);
  });
}

/** Returns half the gradient of the sum of all variances: each pixel's difference from the means of the windows around it. */
export function findContrast(windows: Windows, brightness: Float32Array): Float32Array {
  const { sizes, knownMeans, coverage, sumHoles } = windows;
  const sums = sumHoles(brightness);
  for (let slot = 0; slot < sums.length; slot++)
    sums[slot] = (sums[slot]! / sizes[slot]! + knownMeans[slot]!) / sizes[slot]!;
  const means = sumHoles(sums);
  for (let slot = 0; slot < means.length; slot++) means[slot] = coverage[slot]! * brightness[slot]! - means[slot]!;
  return means;
}
