// Fills the holes of one region: searches several solutions, at a smaller size if the region is large, and blends them into one.
import { type Answer, blend } from './blend.ts';
import { measureDepth } from './depth.ts';
import { diffuse } from './diffuse.ts';
import { findThick } from './find-thick.ts';
import { buildPyramid } from './levels.ts';
import { findPieces, weighSolutions } from './pieces.ts';
import { listHoles, type Region, shrinkRegion } from './region.ts';
import { makeSystem } from './seams.ts';
import { type Solution, solve } from './solve.ts';
import { peelLayers } from './start-coarse.ts';
import { fillWide, insideRules, uprightWeights, type WideFilling, type WideRules } from './wide/fill-wide.ts';
import type { Window } from './wide/stage.ts';

/** Maximum number of pixels and hole pixels of a search; a larger region is searched at reduced size, and copied at full size. */
const maxSearchedPixels = 4_000_000;
const maxSearchedHoles = 500_000;
/**
 * Maximum number of hole pixels that are filled at full size, at about 270 bytes each; with more, the region is filled at reduced size and the
 * filling enlarged.
 */
const maxHoles = 5_000_000;

const seeds = [12_345, 7, 99];
const searchShare = 0.7;

/** Maximum number of pixels of a region for copying whole pieces, at about 40 bytes each; a larger region is filled from patches. */
const maxWidePixels = 24_000_000;

/** What a region shows. */
interface RegionFacts {
  readonly isThick?: Uint8Array;
  readonly heads?: readonly Window[];
  /** 1 in the holes of removed people and objects, and 1 where it must not be continued into those. */
  readonly isRemoved?: Uint8Array | undefined;
  readonly isBarred?: Uint8Array | undefined;
}

/**
 * Fills a region in place; at least one pixel must be known. Thick holes are copied in whole pieces, but not from `heads`; all others are filled from
 * patches. Yields the share of work done, between steps of a fraction of a second. Returns the fillings copied in whole pieces.
 */
export function* fillRegion(
  region: Region,
  { isThick = findThick(region), heads = [], isRemoved, isBarred }: RegionFacts = {},
): Generator<number, readonly WideFilling[]> {
  const holes = listHoles(region.isHole);
  if (holes.length > maxHoles) {
    yield* fillSmaller(region, Math.ceil(Math.sqrt(holes.length / maxHoles)), { heads, isRemoved, isBarred });
    return [];
  }
  const isCopied = isThick.includes(1) && region.isHole.length <= maxWidePixels;
  const wideShare = isCopied ? Math.min(0.9, listHoles(isThick).length / holes.length) : 0;
  const fillings = isCopied ? yield* copyThick(region, { isThick, heads, isRemoved, isBarred }, wideShare) : [];
  // The copied pixels are known from here on: only the rest is searched for.
  const rest = { ...region, isHole: Uint8Array.from(region.isHole) };
  for (const { pixels, colours } of fillings)
    pixels.forEach((pixel, index) => {
      region.colours.set(colours.subarray(index * 3, index * 3 + 3), pixel * 3);
      rest.isHole[pixel] = 0;
    });
  const left = fillings.length > 0 ? listHoles(rest.isHole) : holes;
  if (left.length > 0) for (const done of fillFromPatches(rest, left)) yield wideShare + (1 - wideShare) * done;
  return fillings;
}

/**
 * Rules for holes of removed people and objects. Pieces are used however badly they fit, because patches would be those of people. What is behind a
 * person is like what is beside it at the same height.
 */
const objectRules: WideRules = {
  ...insideRules,
  takesAny: true,
  weights: uprightWeights(150),
  otherWeights: { list: [uprightWeights(60), uprightWeights(0)], clearlyLess: 0.6 },
};

function* copyThick(
  region: Region,
  { isThick, heads, isRemoved, isBarred }: RegionFacts & { readonly isThick: Uint8Array },
  share: number,
): Generator<number, readonly WideFilling[]> {
  const fillings: WideFilling[] = [];
  const run = function* (isWide: Uint8Array, rules: WideRules, from: number, to: number): Generator<number, void> {
    if (!isWide.includes(1)) return;
    const wide = fillWide(region, isWide, heads, rules);
    let step = wide.next();
    for (; !step.done; step = wide.next()) yield share * (from + (to - from) * step.value);
    fillings.push(...step.value);
  };
  if (isRemoved)
    yield* run(
      isThick.map((thick, pixel) => thick & isRemoved[pixel]!),
      { ...objectRules, isBarred },
      0,
      0.5,
    );
  // Where people leave nothing to copy from, a hole is filled as if they were not known.
  const left = Uint8Array.from(isThick);
  for (const { pixels } of fillings) for (const pixel of pixels) left[pixel] = 0;
  yield* run(left, insideRules, isRemoved ? 0.5 : 0, 1);
  return fillings;
}

function* fillFromPatches(region: Region, holes: Int32Array): Generator<number, void> {
  const answer = yield* findShifts(region, holes);
  const filled = answer ? yield* finish(region, holes, answer) : diffuse(region);
  holes.forEach((pixel, slot) => {
    for (let channel = 0; channel < 3; channel++)
      region.colours[pixel * 3 + channel] = Math.max(0, Math.min(255, Math.round(filled[slot * 4 + channel]!)));
  });
}

function* finish(region: Region, holes: Int32Array, answer: Answer): Generator<number, Float32Array> {
  const steps = blend(makeSystem(region, holes), answer);
  let step = steps.next();
  for (; !step.done; step = steps.next()) yield searchShare + (1 - searchShare) * step.value;
  return step.value;
}

/** Returns for each block of a region shrunk by `factor` whether any of its pixels is flagged. */
function shrinkFlags(flags: Uint8Array, { width, height }: Region, factor: number): Uint8Array {
  const across = Math.ceil(width / factor);
  const small = new Uint8Array(across * Math.ceil(height / factor));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (flags[y * width + x]) small[Math.floor(y / factor) * across + Math.floor(x / factor)] = 1;
  return small;
}

function* fillSmaller(
  region: Region,
  factor: number,
  { heads = [], isRemoved, isBarred }: RegionFacts,
): Generator<number, void> {
  const small = shrinkRegion(region, factor);
  const smallHeads = heads.map(({ left, top, right, bottom }) => ({
    left: Math.floor(left / factor),
    top: Math.floor(top / factor),
    right: Math.min(small.width, Math.ceil(right / factor)),
    bottom: Math.min(small.height, Math.ceil(bottom / factor)),
  }));
  yield* fillRegion(small, {
    heads: smallHeads,
    isRemoved: isRemoved && shrinkFlags(isRemoved, region, factor),
    isBarred: isBarred && shrinkFlags(isBarred, region, factor),
  });
  const { width, height, colours, isHole } = region;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isHole[y * width + x]) continue;
      const from = Math.floor(y / factor) * small.width + Math.floor(x / factor);
      for (let channel = 0; channel < 3; channel++)
        colours[(y * width + x) * 3 + channel] = small.colours[from * 3 + channel]!;
    }
  }
}

/** Searches the solutions; returns undefined when there is no whole patch to copy from. */
function* findShifts(region: Region, holes: Int32Array): Generator<number, Answer | undefined> {
  const tooLarge = Math.max(region.isHole.length / maxSearchedPixels, holes.length / maxSearchedHoles);
  const factor = Math.ceil(Math.sqrt(tooLarge));
  const searched = factor > 1 ? shrinkRegion(region, factor) : region;
  const depths = measureDepth(searched.isHole, searched.width, searched.height);
  const halfThickness = depths.reduce((max, depth) => Math.max(max, depth), 0);
  const pyramid = buildPyramid(searched, halfThickness);
  const coarsest = pyramid.levels.at(-1);
  if (!coarsest) return undefined;
  const layers = peelLayers(coarsest.isHole, coarsest.holes, coarsest.width, coarsest.height);
  const solutions: Solution[] = [];
  for (const seed of seeds) {
    const steps = solve(pyramid, layers, seed);
    let step = steps.next();
    for (; !step.done; step = steps.next()) yield (searchShare * (solutions.length + step.value)) / seeds.length;
    solutions.push(step.value);
  }
  const finest = pyramid.levels[0]!;
  const pieces = findPieces(finest);
  const weights = weighSolutions(finest, pieces, solutions).map(ofPieces =>
    new Float32Array(finest.holes.length).map((_, slot) => ofPieces[pieces[finest.holes[slot]!]!]!),
  );
  const answer = { shifts: solutions.map(solution => solution.shifts), weights, halfThickness };
  return factor > 1 ? enlargeAnswer(answer, region, holes, searched, factor) : answer;
}

/** Converts the shifts of a shrunk region to those of the region itself. */
function enlargeAnswer(answer: Answer, region: Region, holes: Int32Array, small: Region, factor: number): Answer {
  const slots = new Int32Array(small.isHole.length);
  listHoles(small.isHole).forEach((pixel, slot) => {
    slots[pixel] = slot;
  });
  const { width, height } = region;
  const smallPixels = holes.map(pixel => {
    const y = Math.floor(pixel / width);
    return Math.floor(y / factor) * small.width + Math.floor((pixel - y * width) / factor);
  });
  const shifts = answer.shifts.map(list =>
    holes.map((pixel, index) => {
      const y = Math.floor(pixel / width);
      const x = pixel - y * width;
      const source = smallPixels[index]! + list[slots[smallPixels[index]!]!]!;
      const sourceY = Math.floor(source / small.width);
      const sourceX = source - sourceY * small.width;
      // The blocks at the right and lower border may be cut off.
      const fromX = Math.min(width - 1, sourceX * factor + (x % factor));
      const fromY = Math.min(height - 1, sourceY * factor + (y % factor));
      return fromY * width + fromX - pixel;
    }),
  );
  const weights = answer.weights.map(list =>
    new Float32Array(smallPixels.length).map((_, slot) => list[slots[smallPixels[slot]!]!]!),
  );
  return { shifts, weights, halfThickness: answer.halfThickness * factor };
}
