// Finds candidate shifts: pieces of a hole's rim are searched for all over the surroundings, and the hole may be copied from where they match best
// (as He and Sun, "Statistics of Patch Offsets for Image Completion", ECCV 2012, with whole pieces of the rim instead of patches).
import { xorshift32 } from 'contract/random.ts';
import { featureCap, featureScale, openStage, type Scene, type Shift, type Stage, type Window } from './stage.ts';

/** Maximum number of pixels of the stage that is searched exhaustively. */
const maxPlaces = 40_000;
/** A lower maximum for a group with few pixels. */
const placesOfSmall = { min: 10_000, perPixel: 5 };
/** Width in pixels of that stage of the rim that is compared. */
const rimWidth = 3;
const maxNeeds = 16;
const maxPoints = 100;
/**
 * Pieces of rim: their number, their radius in hole depths and its minimum in pixels, the number of best places kept for each, and the maximum number
 * of points.
 */
const searches = [
  { pieces: 12, depths: 1.6, min: 6, keep: 5, max: 48 },
  { pieces: 48, depths: 0.4, min: 3.2, keep: 3, max: 32 },
] as const;
/** For a group with few pixels only a share of these pieces is searched for: from `min` up to all of them at `allFrom` pixels. */
const piecesOfSmall = { min: 0.25, allFrom: 3000 };
const keptOfWhole = 16;
const cap = Math.round((featureCap * featureScale) ** 2);

interface Rim {
  readonly rim: readonly number[];
  /** The rim pixels adjacent to the hole, in order around it. */
  readonly border: readonly number[];
  readonly holes: readonly number[];
}

function findRim({ width, height, isTarget, isKnown }: Stage): Rim {
  const distance = new Uint8Array(width * height).fill(255);
  const holes: number[] = [];
  isTarget.forEach((target, pixel) => {
    if (!target) return;
    distance[pixel] = 0;
    holes.push(pixel);
  });
  const rim: number[] = [];
  let front: readonly number[] = holes;
  const border: number[] = [];
  for (let step = 1; step <= rimWidth; step++) {
    const next: number[] = [];
    for (const pixel of front) {
      const y = Math.floor(pixel / width);
      const x = pixel - y * width;
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const other = row * width + column;
          if (distance[other] !== 255) continue;
          distance[other] = step;
          next.push(other);
          if (!isKnown[other]) continue;
          rim.push(other);
          if (step === 1) border.push(other);
        }
      }
    }
    front = next;
  }
  const middleX = border.reduce((sum, pixel) => sum + (pixel % width), 0) / border.length;
  const middleY = border.reduce((sum, pixel) => sum + Math.floor(pixel / width), 0) / border.length;
  const angle = (pixel: number) => Math.atan2(Math.floor(pixel / width) - middleY, (pixel % width) - middleX);
  return { rim, border: border.sort((a, b) => angle(a) - angle(b)), holes };
}

/** Returns at most `max` items of a list, spread over it. */
function thin(list: readonly number[], max: number, random: () => number): number[] {
  if (list.length <= max) return [...list];
  return Array.from({ length: max }, (_, index) => list[Math.floor(((index + random()) * list.length) / max)]!);
}

/** Shuffles a list in place (Fisher and Yates). */
export function shuffle<T>(list: T[], random: () => number): T[] {
  for (let index = list.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [list[index], list[other]] = [list[other]!, list[index]!];
  }
  return list;
}

interface Place extends Shift {
  readonly score: number;
}

/** Returns the shifts with the lowest scores, without neighbours of a better one. */
function keepBest(scores: Float32Array, width: number, centreX: number, centreY: number, keep: number): Place[] {
  const best: Place[] = [];
  let worst = 3e38;
  for (let index = 0; index < scores.length; index++) {
    const score = scores[index]!;
    if (score >= worst) continue;
    const y = Math.floor(index / width);
    const dx = index - y * width - centreX;
    const dy = y - centreY;
    const beside = best.findIndex(one => Math.abs(one.dx - dx) <= 2 && Math.abs(one.dy - dy) <= 2);
    if (beside >= 0) {
      if (best[beside]!.score <= score) continue;
      best.splice(beside, 1);
    }
    best.push({ dx, dy, score });
    best.sort((a, b) => a.score - b.score);
    if (best.length > keep) best.length = keep;
    if (best.length === keep) worst = best.at(-1)!.score;
  }
  return best;
}

interface Found extends Shift {
  /** Rim pixels of the coarse stage by which the shift was found. */
  readonly points: readonly number[];
}

/** Finds the shifts of the coarse stage. */
function searchCoarse(stage: Stage, depth: number, share: number): Found[] {
  const { kernel, width, height, plane, isSource } = stage;
  const random = xorshift32(4711);
  const { rim, border, holes } = findRim(stage);
  if (border.length === 0) return [];
  const points = kernel.ints(2 * maxPoints);
  const needs = kernel.ints(2 * maxNeeds);
  const scores = kernel.floats(width * height);
  const found: Found[] = [];
  const write = (into: Int32Array, pixels: readonly number[]) => {
    pixels.forEach((pixel, index) => {
      into[index * 2] = pixel % width;
      into[index * 2 + 1] = Math.floor(pixel / width);
    });
    return pixels.length;
  };
  const search = (centre: number, radius: number, keep: number, max: number) => {
    const centreX = centre % width;
    const centreY = Math.floor(centre / width);
    const isNear = (pixel: number) =>
      ((pixel % width) - centreX) ** 2 + (Math.floor(pixel / width) - centreY) ** 2 <= radius * radius;
    // In random order, so that bad places are abandoned early.
    const some = shuffle(thin(rim.filter(isNear), max, random), random);
    if (some.length < 4) return;
    const count = write(points, some);
    const needCount = write(needs, thin(holes.filter(isNear), maxNeeds, random));
    kernel.run.scoreShifts(
      plane.byteOffset,
      isSource.byteOffset,
      width,
      0,
      0,
      width,
      height,
      points.byteOffset,
      count,
      needs.byteOffset,
      needCount,
      centreX,
      centreY,
      cap,
      scores.byteOffset,
    );
    for (const { dx, dy } of keepBest(scores, width, centreX, centreY, keep)) found.push({ dx, dy, points: some });
  };
  search(border[0]!, 1e6, keptOfWhole, maxPoints);
  for (const { pieces, depths, min, keep, max } of searches) {
    const count = Math.min(Math.ceil(share * pieces), border.length);
    for (let piece = 0; piece < count; piece++)
      search(border[Math.floor(((piece + 0.5) * border.length) / count)]!, Math.max(min, depths * depth), keep, max);
  }
  return found;
}

/** Refines shifts to the resolution of the next stage, which is twice as large. */
function sharpen(found: readonly Found[], coarse: Stage, fine: Stage): Found[] {
  const { kernel, width, height, plane, isSource } = fine;
  const list = kernel.ints(2 * maxPoints);
  return found.map(({ dx, dy, points }) => {
    const moved: number[] = [];
    points.forEach((pixel, index) => {
      const y = Math.floor(pixel / coarse.width);
      // One of the four pixels, in rotation.
      const fineX = 2 * (coarse.left + pixel - y * coarse.width) - fine.left + (index & 1);
      const fineY = 2 * (coarse.top + y) - fine.top + ((index >> 1) & 1);
      if (fineX < 0 || fineY < 0 || fineX >= width || fineY >= height) return;
      list[moved.length * 2] = fineX;
      list[moved.length * 2 + 1] = fineY;
      moved.push(fineY * width + fineX);
    });
    const number = kernel.run.sharpenShift(
      plane.byteOffset,
      isSource.byteOffset,
      width,
      height,
      list.byteOffset,
      moved.length,
      2 * dx,
      2 * dy,
      2,
      cap,
    );
    return { dx: 2 * dx - 2 + (number % 5), dy: 2 * dy - 2 + Math.floor(number / 5), points: moved };
  });
}

/**
 * Finds distinct shifts for a group of holes, in pixels of the stage of `size`, and returns them with that stage. `depth`: depth of the thickest
 * hole, in pixels of the region. `count`: number of pixels of the group in the region. `scratchBytes`: additional bytes in the stage's memory. Yields
 * now and then.
 */
export function* findCandidates(
  scene: Scene,
  {
    group,
    window,
    size,
    depth,
    count,
    scratchBytes,
  }: {
    readonly group: number;
    readonly window: Window;
    readonly size: number;
    readonly depth: number;
    readonly count: number;
    readonly scratchBytes: number;
  },
): Generator<void, { readonly shifts: Shift[]; readonly stage: Stage }> {
  const area = (window.right - window.left) * (window.bottom - window.top);
  let coarsest = size + 1;
  const max = Math.min(maxPlaces, placesOfSmall.min + placesOfSmall.perPixel * count);
  while (coarsest < scene.sizes.length - 1 && area / 4 ** coarsest > max) coarsest++;
  const open = (at: number) => {
    const scoreBytes = (area / 4 ** at) * 8 + 100_000;
    return openStage(scene, {
      group,
      window,
      size: at,
      passes: 1,
      scratchBytes: scoreBytes + (at === size ? scratchBytes : 0),
    });
  };
  let stage = open(coarsest);
  const share = piecesOfSmall.min + (1 - piecesOfSmall.min) * Math.min(1, count / piecesOfSmall.allFrom);
  let found = searchCoarse(stage, depth / 2 ** coarsest, share);
  yield;
  for (let at = coarsest - 1; at >= size; at--) {
    const finer = open(at);
    found = sharpen(found, stage, finer);
    stage = finer;
    yield;
  }
  const seen = new Map(found.map(({ dx, dy }) => [`${dx},${dy}`, { dx, dy }]));
  seen.delete('0,0');
  return { shifts: [...seen.values()], stage };
}
