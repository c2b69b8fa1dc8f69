// Confirms the shape of a mark by the motion of the scene: checks whether a suspected pixel differs from the same place of the scene in frames where
// the scene has moved on. There the place may lie beneath another pixel of the mark, so that only the difference of two shifts is known. Jacobi's
// method solves for all shifts together from these differences, with the shifts outside the suspected pixels fixed at zero.
import { sumAround } from '../pixels/box-filter.ts';
import { growMask } from '../pixels/morphology.ts';
import { addSample, fitLine, type Line, newSums, noise, type Sums } from './fit-line.ts';
import type { Camera } from './follow-camera.ts';
import { followScene, type Moment, mostError } from './follow-scene.ts';
import type { Patch } from './patch.ts';
import { type SortedPixels, sortByBlock } from './plan-blocks.ts';
import { sampleLevel } from './sample-level.ts';

/** Largest shift of a pixel that carries no mark, in levels and in standard errors. */
const clean = { levels: 1.6, errors: 3 };
/**
 * A mark of the scene's own mean colour does not shift the scene but lowers its contrast: by more than `least` and by more than so many standard
 * errors.
 */
const faded = { least: 0.2, errors: 3 };
/** Margin in pixels around the pixels found to be marked, for the soft rim. */
const rim = 2;
const rounds = 3;
/** Passes of Jacobi's method. Each carries known shifts as far as the scene moves; the rough passes use only every fourth frame. */
const passes = { rough: 8, whole: 2 };
const roughEvery = 4;
const mostFrames = 36;
/** Number of frames of a rough first pass, and the share of the required pixels below which its result is final. */
const roughFrames = 12;
/** Maximum number of runs that are judged one by one. */
const mostJudged = 4;
const surely = 0.5;
const mostBytes = 64 * 1024 * 1024;
/** Differences are stored in steps of 1/32 level. */
const perLevel = 32;
const missing = -32768;
const usualViews = 8;

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

interface Linked {
  readonly own: Patch;
  readonly links: readonly Links[];
}

function linkFrame({ own, views }: Moment, { places, starts }: SortedPixels): Linked {
  const { data, width, height } = own[0];
  const links = views.map(({ patch, matches }): Links => {
    const blocks = matches.length;
    const [offsets, across, down] = [new Int32Array(blocks), new Float32Array(blocks), new Float32Array(blocks)];
    const [weights, errors] = [new Float32Array(blocks), new Float32Array(blocks)];
    const differences = new Int16Array(places.length).fill(missing);
    for (const [block, match] of matches.entries()) {
      if (!match || match.error > mostError) continue;
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
function solveShifts(
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
function sampleLines(
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

function carriesMark({ shift, shiftError, slope, slopeError, flattened }: Line): boolean {
  const isShifted = Math.abs(shift) > Math.max(clean.levels, clean.errors * shiftError);
  const isFaded = 1 - slope - 2 * flattened > Math.max(faded.least, faded.errors * slopeError);
  return isShifted || isFaded;
}

/** A mark seen in one run must shift a place that is clean in another one by more than this many times what is allowed to a clean pixel. */
const contradiction = 3;

/** Returns the frames of each run if there are several, but not so many that a run has too few frames to be judged. */
function splitRuns(linked: readonly Linked[], runs: readonly (readonly Patch[])[]): Linked[][] {
  if (runs.length < 2 || runs.length > mostJudged) return [];
  return runs.map(run => linked.filter(({ own }) => run.includes(own)));
}

/**
 * Whether a pixel is clean in one run, although the mark that it seems to carry in another one would shift it there. Where the scene hardly moves along
 * an edge, wrong matches look like a mark.
 */
function isContradicted(lines: readonly Line[]): boolean {
  return lines.some(one => {
    if (carriesMark(one)) return false;
    const allowed = Math.max(clean.levels, clean.errors * one.shiftError);
    return lines.some(other => {
      const shift = other.shift + (other.slope - 1) * (one.expected - other.expected);
      return carriesMark(other) && Math.abs(shift) > contradiction * allowed;
    });
  });
}

/** The outcome of one round, and the differences that led to it. */
interface Round {
  readonly shape: Uint8Array;
  readonly linked: readonly Linked[];
  readonly suspects: SortedPixels;
}

/** One round of `confirmShape`: no pixel in `hidden` is compared. Returns undefined when the motion reveals fewer than 50 pixels. */
function confirmOnce(
  runs: readonly (readonly Patch[])[],
  suspected: Uint8Array,
  hidden: Uint8Array,
  camera: Camera | undefined,
  wanted: number = mostFrames,
): Round | undefined {
  const [{ width, height }] = runs[0]![0]!;
  const most = Math.max(8, Math.min(wanted, Math.floor(mostBytes / (2 * usualViews * countSet(suspected)))));
  const asked = suspected.map((value, i) => (hidden[i] ? 2 : value ? 1 : 0));
  const scene = followScene(runs, asked, camera, most);
  const suspects = sortByBlock(suspected, width, scene);
  const linked = Array.from(scene.moments, moment => linkFrame(moment, suspects));
  const shifts = solveShifts(linked, suspects, width, suspected.length);
  const lines = sampleLines(linked, suspects, shifts, width);
  const runLines = splitRuns(linked, runs).map(own => sampleLines(own, suspects, shifts, width));
  let told = 0;
  const kept = new Uint8Array(suspected.length);
  for (const [k, i] of suspects.places.entries()) {
    const line = fitLine(lines, k);
    if (!line) {
      // Every view of this place lies beneath the mark.
      kept[i] = 1;
      continue;
    }
    told++;
    if (carriesMark(line) && !isContradicted(runLines.flatMap(own => fitLine(own, k) ?? []))) kept[i] = 1;
  }
  if (told < 50) return undefined;
  const company = sumAround(Float32Array.from(kept), width, height, 1);
  const core = kept.map((value, at) => (value && company[at]! > 27 ? 1 : 0));
  const wide = new Uint8Array(core.length);
  growMask(core, width, rim, wide);
  return { shape: wide.map((value, at) => (value && suspected[at] ? 1 : 0)), linked, suspects };
}

/** Gaps of up to twice this many pixels in an outline still count as closed. */
const gap = 3;
/** Minimum share of suspected pixels within an outline; with fewer it is the open middle of a ring. */
const leastSuspected = 0.5;
/** Pixels within an outline are clean, as between two lines of writing, where enough of them are seen in other places and most of those are clean. */
const gapBetween = { seen: 0.05, clean: 0.8 };
/** Stands for an unknown shift: far more than any mark shifts a level. */
const unknownShift = 1e6;

/** Returns the 4-connected components of the pixels that are not set in `walls`. */
function findParts(walls: Uint8Array, width: number): Int32Array[] {
  const seen = walls.slice();
  const parts: Int32Array[] = [];
  for (let start = 0; start < walls.length; start++) {
    if (seen[start]) continue;
    const part = [start];
    seen[start] = 1;
    for (let next = 0; next < part.length; next++) {
      const at = part[next]!;
      const x = at % width;
      for (const other of [x > 0 ? at - 1 : at, x + 1 < width ? at + 1 : at, at - width, at + width]) {
        if (other < 0 || other >= walls.length || seen[other]) continue;
        seen[other] = 1;
        part.push(other);
      }
    }
    parts.push(Int32Array.from(part));
  }
  return parts;
}

/** Returns a test for parts that are seen to be clean in other frames, in places that are not `unknown`. */
function seenClean({ linked, suspects }: Round, unknown: Uint8Array, width: number): (part: Int32Array) => boolean {
  const shifts = Float32Array.from(unknown, value => (value ? unknownShift : 0));
  const lines = sampleLines(linked, suspects, shifts, width);
  const [isSeen, isClean] = [new Uint8Array(unknown.length), new Uint8Array(unknown.length)];
  for (const [k, i] of suspects.places.entries()) {
    const line = fitLine(lines, k);
    if (!line) continue;
    isSeen[i] = 1;
    isClean[i] = carriesMark(line) ? 0 : 1;
  }
  return part => {
    const seen = shareOf(part, isSeen);
    return seen >= gapBetween.seen && shareOf(part, isClean) >= gapBetween.clean * seen;
  };
}

/**
 * Restores suspected pixels inside the shape. The middle of a plate wider than the scene's motion looks the same in every comparison, so it seems
 * clean. Left out of the mask, its pixels would spread over everything filled around them. What is seen to be clean beyond the outline is no plate.
 */
function fillInside(round: Round, suspected: Uint8Array, width: number): Uint8Array {
  const { shape } = round;
  const isAtBorder = (at: number) =>
    at < width || at >= shape.length - width || at % width === 0 || (at + 1) % width === 0;
  const enclosed = (walls: Uint8Array) => findParts(walls, width).filter(part => !part.some(isAtBorder));
  const walls = new Uint8Array(shape.length);
  growMask(shape, width, gap, walls);
  const inside = new Uint8Array(shape.length);
  const within = enclosed(walls).filter(part => shareOf(part, suspected) >= leastSuspected);
  if (within.length > 0) {
    const unknown = walls.slice();
    for (const part of within) for (const at of part) unknown[at] = 1;
    const isClean = seenClean(round, unknown, width);
    for (const part of within) if (!isClean(part)) for (const at of part) inside[at] = 1;
  }
  // A hole that closes when the outline is dilated is too narrow to be the open middle of a ring.
  for (const part of enclosed(shape)) if (part.every(at => walls[at])) for (const at of part) inside[at] = 1;
  if (!inside.includes(1)) return shape;
  const wide = new Uint8Array(shape.length);
  growMask(inside, width, gap, wide);
  const filled = shape.map((value, at) => (value || inside[at] || (wide[at] && suspected[at]) ? 1 : 0));
  // Closes the holes left between the outline and the pixels it encloses.
  growMask(inside, width, gap + 1, wide);
  for (const part of enclosed(filled)) if (part.some(at => wide[at])) for (const at of part) filled[at] = 1;
  return filled;
}

const shareOf = (part: Int32Array, mask: Uint8Array) => part.reduce((sum, at) => sum + mask[at]!, 0) / part.length;

const countSet = (mask: Uint8Array) => mask.reduce((sum, value) => sum + (value ? 1 : 0), 0);

/**
 * Returns a suspected shape without the pixels that turn out to be clean. Each round compares against the pixels cleared before, so more of the rest
 * can be decided. Ends early when less than `leastShare` is left. For most guesses, a third of the frames is enough to show that far
 * less is left.
 */
export function confirmShape(
  runs: readonly (readonly Patch[])[],
  suspected: Uint8Array,
  { camera, leastShare = 0 }: { readonly camera?: Camera | undefined; readonly leastShare?: number } = {},
): Uint8Array {
  const [{ width }] = runs[0]![0]!;
  const least = leastShare * countSet(suspected);
  if (leastShare > 0) {
    const rough = confirmOnce(runs, suspected, suspected, camera, roughFrames);
    if (rough && countSet(rough.shape) < least * surely) return rough.shape;
  }
  let last: Round | undefined;
  let count = countSet(suspected);
  for (let round = 0; round < rounds; round++) {
    const next = confirmOnce(runs, suspected, last?.shape ?? suspected, camera);
    if (!next) break;
    last = next;
    const left = countSet(next.shape);
    const isSettled = Math.abs(left - count) < count * 0.03;
    if (isSettled || left < least) break;
    count = left;
  }
  return last ? fillInside(last, suspected, width) : suspected;
}
