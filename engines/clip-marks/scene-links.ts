// Compares suspected pixels with the same places of the scene in frames in which it has moved on.
import { addSample, clean, newSums, noise, type Sums } from './fit-line.ts';
import { type Moment, maxError } from './follow-scene.ts';
import type { Patch } from './patch.ts';
import type { SortedPixels } from './plan-blocks.ts';
import { sampleLevel } from './sample-level.ts';

/** Passes of Jacobi's method. Each carries known shifts as far as the scene moves; the rough passes use only every fourth frame. */
const passes = { rough: 8, whole: 2 };
const roughEvery = 4;
/** Differences are stored in steps of 1/32 level. */
const perLevel = 32;
const missing = -32768;

/** Differences between the suspected pixels of one frame and the same places of the scene in another frame. */
interface Links {
  /** For each block: the match in the other frame, as the offset of the pixel up and left of it and the fraction of a pixel beyond that. */
  readonly offsets: Int32Array;
  readonly across: Float32Array;
  readonly down: Float32Array;
  /** For each block; zero without a match. */
  readonly weights: Float32Array;
  readonly errors: Float32Array;
  /** For each suspected pixel. */
  readonly differences: Int16Array;
}

export interface Linked {
  readonly own: Patch;
  readonly links: readonly Links[];
}

export function linkFrame({ own, views }: Moment, { places, starts }: SortedPixels): Linked {
  const { data, width, height } = own[0];
  const links = views.map(({ patch, matches }): Links => {
    const blocks = matches.length;
    const [offsets, across, down] = [new Int32Array(blocks), new Float32Array(blocks), new Float32Array(blocks)];
    const [weights, errors] = [new Float32Array(blocks), new Float32Array(blocks)];
    const differences = new Int16Array(places.length).fill(missing);
    for (const [block, match] of matches.entries()) {
      if (!match || match.error > maxError) continue;
      const [left, top] = [Math.floor(match.x), Math.floor(match.y)];
      offsets[block] = top * width + left;
      across[block] = match.x - left;
      down[block] = match.y - top;
      weights[block] = 1 / (match.error + noise);
      errors[block] = match.error;
      for (let k = starts[block]!; k < starts[block + 1]!; k++) {
        const i = places[k]!;
        const y = Math.floor(i / width);
        const [u, v] = [i - y * width + match.x, y + match.y];
        // Four pixels are needed to interpolate a level, and likewise a shift.
        if (u < 0 || v < 0 || u >= width - 1 || v >= height - 1) continue;
        differences[k] = Math.round((data[i]! - sampleLevel(patch[0], u, v) + match.brighter) * perLevel);
      }
    }
    return { offsets, across, down, weights, errors, differences };
  });
  return { own, links };
}

/** Returns the mean shift that the mark adds to each pixel, in levels. */
export function solveShifts(
  linked: readonly Linked[],
  { places, starts }: SortedPixels,
  width: number,
  size: number,
): Float32Array {
  const shifts = new Float32Array(size);
  const [sums, totals] = [new Float32Array(places.length), new Float32Array(places.length)];
  for (let pass = 0; pass < passes.rough + passes.whole; pass++) {
    sums.fill(0);
    totals.fill(0);
    const every = pass < passes.rough ? roughEvery : 1;
    for (let at = pass % every; at < linked.length; at += every) {
      for (const { offsets, across, down, weights, differences } of linked[at]!.links) {
        for (let block = 0; block < offsets.length; block++) {
          const weight = weights[block]!;
          if (weight === 0) continue;
          const [offset, x, y] = [offsets[block]!, across[block]!, down[block]!];
          const [first, second, third, fourth] = [(1 - x) * (1 - y), x * (1 - y), (1 - x) * y, x * y];
          const end = starts[block + 1]!;
          for (let k = starts[block]!; k < end; k++) {
            const difference = differences[k]!;
            if (difference === missing) continue;
            const j = places[k]! + offset;
            const there =
              first * shifts[j]! +
              second * shifts[j + 1]! +
              third * shifts[j + width]! +
              fourth * shifts[j + width + 1]!;
            sums[k]! += weight * (difference / perLevel + there);
            totals[k]! += weight;
          }
        }
      }
    }
    for (let k = 0; k < places.length; k++) if (totals[k]! > 0) shifts[places[k]!] = sums[k]! / totals[k]!;
  }
  return shifts;
}

/** Collects, for each suspected pixel, pairs of observed and expected levels from places that are clean or nearly so. */
export function sampleLines(
  linked: readonly Linked[],
  { places, starts }: SortedPixels,
  shifts: Float32Array,
  width: number,
): Sums {
  const lines = newSums(places.length);
  const [sums, totals] = [new Float32Array(places.length), new Float32Array(places.length)];
  const [errorSums, counts] = [new Float32Array(places.length), new Float32Array(places.length)];
  for (const { own, links } of linked) {
    const { data } = own[0];
    for (const values of [sums, totals, errorSums, counts]) values.fill(0);
    for (const { offsets, across, down, weights, errors, differences } of links) {
      for (let block = 0; block < offsets.length; block++) {
        const [weight, error] = [weights[block]!, errors[block]!];
        if (weight === 0) continue;
        const [offset, x, y] = [offsets[block]!, across[block]!, down[block]!];
        for (let k = starts[block]!; k < starts[block + 1]!; k++) {
          const difference = differences[k]!;
          if (difference === missing) continue;
          const j = places[k]! + offset;
          const upper = shifts[j]! * (1 - x) + shifts[j + 1]! * x;
          const lower = shifts[j + width]! * (1 - x) + shifts[j + width + 1]! * x;
          const there = upper * (1 - y) + lower * y;
          if (Math.abs(there) > clean.levels) continue;
          sums[k]! += weight * (difference / perLevel + there);
          totals[k]! += weight;
          errorSums[k]! += error;
          counts[k]!++;
        }
      }
    }
    for (let k = 0; k < places.length; k++) {
      if (counts[k] === 0) continue;
      const seen = data[places[k]!]!;
      addSample(lines, k, seen, seen - sums[k]! / totals[k]!, errorSums[k]! / counts[k]!);
    }
  }
  return lines;
}
