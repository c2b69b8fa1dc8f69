// Fills the holes of one region: searches several solutions, at a smaller size if the region is large, and blends them into one.
import { type Answer, blend } from './blend.ts';
import { measureDepth } from './depth.ts';
import { diffuse } from './diffuse.ts';
import { buildPyramid } from './levels.ts';
import { findPieces, numberPieces, weighSolutions } from './pieces.ts';
import { listHoles, type Region, shrinkRegion } from './region.ts';
import { makeSystem } from './seams.ts';
import { type Solution, solve } from './solve.ts';
import { peelLayers } from './start-coarse.ts';
import { fillWide, type WideFilling } from './wide/fill-wide.ts';

/** Most pixels of a search; a larger region is searched at a fraction of its size, and copied from at its full size. */
const mostSearchedPixels = 4_000_000;
const mostSearchedHoles = 500_000;
/** Above this number of hole pixels a region is filled at a fraction of its size, and the filling enlarged: each needs about 270 bytes. */
const mostHoles = 5_000_000;

const seeds = [12_345, 7, 99];
const searchShare = 0.7;

/** A hole whose deepest pixel is at least this far from its rim, in pixels, is thick. */
const thickFrom = 10;

/** 1 for every pixel of thick holes. */
function findThick(region: Region): Uint8Array {
  const { width, height, isHole } = region;
  const depths = measureDepth(isHole, width, height);
  const pieces = numberPieces(isHole, width, height);
  const deepest: number[] = [];
  for (let pixel = 0; pixel < pieces.length; pixel++)
    if (isHole[pixel]) deepest[pieces[pixel]!] = Math.max(deepest[pieces[pixel]!] ?? 0, depths[pixel]!);
  const isThick = new Uint8Array(isHole.length);
  for (let pixel = 0; pixel < isThick.length; pixel++)
    if (isHole[pixel] && deepest[pieces[pixel]!]! >= thickFrom) isThick[pixel] = 1;
  return isThick;
}

/** Copying whole pieces takes about 40 bytes for each pixel of a region: a larger one is filled from patches. */
const mostWidePixels = 24_000_000;

/** Share of the progress that thick holes take while there are thin ones too. */
const wideShare = 0.5;

/**
 * Fills in place; at least one pixel must be known. Thick holes are copied in whole pieces, all others from patches. Yields the share of
 * the work that is done, between steps of a fraction of a second. Answers what was copied in whole pieces.
 */
export function* fillRegion(region: Region): Generator<number, readonly WideFilling[]> {
  const holes = listHoles(region.isHole);
  if (holes.length > mostHoles) {
    yield* fillSmaller(region, Math.ceil(Math.sqrt(holes.length / mostHoles)));
    return [];
  }
  const fillings = region.isHole.length <= mostWidePixels ? yield* copyThick(region) : [];
  const copied = fillings.reduce((sum, { pixels }) => sum + pixels.length, 0);
  if (copied < holes.length) {
    for (const share of fillFromPatches(region, holes)) yield wideShare + (1 - wideShare) * share;
  }
  for (const { pixels, colours } of fillings)
    pixels.forEach((pixel, index) => {
      region.colours.set(colours.subarray(index * 3, index * 3 + 3), pixel * 3);
    });
  return fillings;
}

function* copyThick(region: Region): Generator<number, readonly WideFilling[]> {
  const wide = fillWide(region, findThick(region));
  let step = wide.next();
  for (; !step.done; step = wide.next()) yield wideShare * step.value;
  return step.value;
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

function* fillSmaller(region: Region, factor: number): Generator<number, void> {
  const small = shrinkRegion(region, factor);
  yield* fillRegion(small);
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

/** Undefined when there is no whole patch to copy from. */
function* findShifts(region: Region, holes: Int32Array): Generator<number, Answer | undefined> {
  const tooLarge = Math.max(region.isHole.length / mostSearchedPixels, holes.length / mostSearchedHoles);
  const factor = Math.ceil(Math.sqrt(tooLarge));
  const searched = factor > 1 ? shrinkRegion(region, factor) : region;
  const depths = measureDepth(searched.isHole, searched.width, searched.height);
  const halfThickness = depths.reduce((most, depth) => Math.max(most, depth), 0);
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
    Float32Array.from(finest.holes, pixel => ofPieces[pieces[pixel]!]!),
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
      // Blocks at the right and lower border may be cut off.
      const fromX = Math.min(width - 1, sourceX * factor + (x % factor));
      const fromY = Math.min(height - 1, sourceY * factor + (y % factor));
      return fromY * width + fromX - pixel;
    }),
  );
  const weights = answer.weights.map(list => Float32Array.from(smallPixels, pixel => list[slots[pixel]!]!));
  return { shifts, weights, halfThickness: answer.halfThickness * factor };
}
