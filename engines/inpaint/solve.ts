// One solution: from the coarsest level to the finest, searching for patches and voting on pixels alternate until each hole pixel has the shift it is
// copied by (Newson, Almansa, Gousseau, Pérez, "Non-Local Patch-Based Image Inpainting", IPOL 7, 2017; the search is PatchMatch: Barnes, Shechtman,
// Finkelstein, Goldman, SIGGRAPH 2009).
import { type Level, type Pyramid, patchRadius } from './levels.ts';
import { startCoarse } from './start-coarse.ts';

export interface Solution {
  /** For each hole pixel of the finest level: the index of its source pixel minus its own. */
  readonly shifts: Int32Array;
  /** The total cost; lower is better. */
  readonly quality: Float32Array;
  /** For each target of the finest level: sum of squared differences to its source patch. */
  readonly unlikeness: Int32Array;
}

/** Rounds and search passes per level, finest first; the last entry applies to all coarser levels. */
const rounds = [3, 3, 4];
const passes = [2, 2, 3];
/** Initial radius of the random search, in pixels of the level. */
const reaches = [8, 16, 64, 4096];
/** Maximum distance of sources, in pixels of the finest level. */
const sourceWindow = 400;
/** A level has converged when votes change by less than this on average. */
const settledBelow = 0.1;

const atLevel = (list: readonly number[], level: number): number => list[Math.min(level, list.length - 1)]!;

const nearbyShifts = [0, 1, -1, 2, -2].flatMap(dy => [0, 1, -1, 2, -2].map(dx => [dx, dy] as const));

/** Initialises the colours and shifts of a level from the coarser one. */
function enlarge(pyramid: Pyramid, index: number, window: number): void {
  const coarse = pyramid.levels[index + 1]!;
  const fine = pyramid.levels[index]!;
  const { width, height, plane, isSource, nearest } = fine;
  for (const pixel of fine.holes) {
    const y = Math.floor(pixel / width);
    const x = pixel - y * width;
    const from = (Math.min(coarse.height - 1, y >> 1) * coarse.width + Math.min(coarse.width - 1, x >> 1)) * 4;
    for (let channel = 0; channel < 4; channel++) plane[pixel * 4 + channel] = coarse.plane[from + channel]!;
  }
  const lastX = coarse.width - 1 - patchRadius;
  const lastY = coarse.height - 1 - patchRadius;
  for (const target of fine.targets) {
    const y = Math.floor(target / width);
    const x = target - y * width;
    const coarseX = Math.min(lastX, Math.max(patchRadius, x >> 1));
    const coarseY = Math.min(lastY, Math.max(patchRadius, y >> 1));
    const source = coarse.nearest[coarseY * coarse.width + coarseX]!;
    let found = -1;
    if (source >= 0) {
      const sourceY = Math.floor(source / coarse.width);
      const wantedY = y + 2 * (sourceY - coarseY);
      const wantedX = x + 2 * (source - sourceY * coarse.width - coarseX);
      found = findSource(fine, wantedX, wantedY);
    }
    nearest[target] =
      found >= 0 ? found : pyramid.kernel.run.randomSource(isSource.byteOffset, width, height, target, window);
  }
}

/** Returns the source patch nearest to a wanted position, within two pixels; -1 when there is none. */
function findSource({ width, height, isSource }: Level, wantedX: number, wantedY: number): number {
  for (const [dx, dy] of nearbyShifts) {
    const x = wantedX + dx;
    const y = wantedY + dy;
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    if (isSource[y * width + x]) return y * width + x;
  }
  return -1;
}

function measure({ kernel }: Pyramid, { plane, nearest, distance, targets, width }: Level): void {
  kernel.run.measure(
    plane.byteOffset,
    nearest.byteOffset,
    distance.byteOffset,
    targets.byteOffset,
    targets.length,
    width,
  );
}

/** Replaces the colours by the votes of the patches. Returns the mean change of a colour value. */
function vote(pyramid: Pyramid, level: Level): number {
  const { kernel, voted } = pyramid;
  const change = kernel.run.vote(
    level.plane.byteOffset,
    level.nearest.byteOffset,
    level.distance.byteOffset,
    level.holes.byteOffset,
    level.holes.length,
    level.width,
    level.height,
    level.trust.byteOffset,
    voted.byteOffset,
  );
  measure(pyramid, level);
  return change / (3 * level.holes.length);
}

function search({ kernel }: Pyramid, level: Level, index: number, window: number): void {
  const reach = Math.min(atLevel(reaches, index), window);
  for (let pass = 0; pass < atLevel(passes, index); pass++)
    kernel.run.search(
      level.plane.byteOffset,
      level.isSource.byteOffset,
      level.nearest.byteOffset,
      level.distance.byteOffset,
      level.targets.byteOffset,
      level.targets.length,
      level.width,
      level.height,
      reach,
      window,
      pass % 2,
    );
}

function readSolution({ kernel, levels, shifts, quality }: Pyramid): Solution {
  const { nearest, distance, holes, targets, width, height } = levels[0]!;
  kernel.run.choose(
    nearest.byteOffset,
    distance.byteOffset,
    holes.byteOffset,
    holes.length,
    width,
    height,
    shifts.byteOffset,
    quality.byteOffset,
  );
  return { shifts: shifts.slice(), quality: quality.slice(), unlikeness: targets.map(target => distance[target]!) };
}

/** Searches for one solution from `seed`. Yields the share of work done after each round. */
export function* solve(pyramid: Pyramid, layers: readonly number[][], seed: number): Generator<number, Solution> {
  const { kernel, levels } = pyramid;
  kernel.run.seed(seed);
  for (let index = levels.length - 1; index >= 0; index--) {
    const level = levels[index]!;
    const window = Math.max(16, sourceWindow >> index);
    if (index === levels.length - 1) {
      startCoarse(pyramid, layers, window);
      measure(pyramid, level);
    } else {
      enlarge(pyramid, index, window);
      measure(pyramid, level);
      vote(pyramid, level);
    }
    const count = atLevel(rounds, index);
    // Each level has a quarter of the pixels of the next finer one.
    const before = index === levels.length - 1 ? 0 : 4 ** -(index + 1);
    for (let round = 0; round < count; round++) {
      search(pyramid, level, index, window);
      yield before + ((4 ** -index - before) * (round + 1)) / count;
      // The last search at the finest level decides; a vote after it would only blur.
      if (index === 0 && round === count - 1) break;
      if (vote(pyramid, level) < settledBelow) break;
    }
  }
  return readSolution(pyramid);
}
