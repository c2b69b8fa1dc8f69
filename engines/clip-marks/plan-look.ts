// Precomputes everything that mending needs from a mark alone, so that each frame costs little: the masked pixels, the blocks in which they are
// followed, and how the smooth filling is made and how far it is to be trusted.
import { sumAround } from '../pixels/box-filter.ts';
import type { LearntMark } from './learn-mark.ts';
import { measureDepth } from './mask-depth.ts';
import { planMembrane } from './membrane.ts';
import type { Box, PatchPlane } from './patch.ts';
import { type Block, type PlannedBlocks, planBlocks, planSurroundings, sortByBlock } from './plan-blocks.ts';

/** Minimum squared difference in levels between two views of one place, due to compression. */
export const minError = 1;
const smoothRadius = 4;
/** Margin in pixels around a mask from which its smooth filling is made. */
const innerMargin = 14;
/**
 * Flat ground is recognised by how much the clean pixels around change over a few pixels. There the smooth filling is surer than the undone blend,
 * which errs the same way in all frames and leaves an outline; except where the two differ by more than such errors explain.
 */
const flat = { radius: 6, farRadius: 24, across: 3, fewest: 12, maxFar: 2.5, maxDifference: 14 };
const errorOfFlat = (change: number) => Math.max(0.1, 0.15 * change + 1.5 * change * change);
/** On other ground the filling smooths texture that is finer than the error of the blend, so its error is larger than its difference from it tells. */
const doubt = { flatError: 1, times: 3 };

/** Undoing the blend amplifies noise by the gain; pixels with a larger one say too little to be compared with other frames. */
const maxComparedGain = 2.5;

export type Masks = readonly [Uint8Array, Uint8Array, Uint8Array];

/** Everything that depends on a mark alone. */
export interface Look {
  readonly mark: LearntMark;
  readonly masks: Masks;
  /** 2 where a pixel is not compared with other frames, because it is hidden or too noisy. */
  readonly compared: Uint8Array;
  readonly blocks: readonly Block[];
  /** Per plane, the masked pixels sorted by block, and the index of each block's first one, followed by their number. */
  readonly places: readonly Int32Array[];
  readonly starts: readonly Int32Array[];
  /** The part of each plane around the mask, for everything computed over an area. */
  readonly inner: readonly Inner[];
  readonly hasBlend: boolean;
  /** For each block, whether it has pixels beneath which nothing is known, or leads a block that has some; absent when there are none. */
  readonly hiddenBlocks?: Uint8Array;
  /** Distance in pixels of the innermost pixel of the mark from its rim. */
  readonly depth: number;
  /** Mean factor by which undoing the blend amplifies errors. */
  readonly meanGain: number;
  readonly surroundings: ReturnType<typeof planSurroundings>;
}

/** The box around a mask with a margin, in one plane. */
interface Inner extends Box {
  /** For each masked pixel of the plane, in order, its index in the box. */
  readonly at: Int32Array;
  readonly fill: (plane: ArrayLike<number>) => Float32Array;
  /** 1 where the blend is undone, and the number of such pixels around each pixel. */
  readonly isUndone: Float32Array;
  readonly counts: Float32Array;
  /** Pairs of clean pixels that measure the ground: the first pixel of each, the offset of the second, and the number of pairs around each pixel. */
  readonly pairs: Int32Array;
  readonly steps: Int32Array;
  readonly pairCounts: Float32Array;
  /** The same over a larger radius, for the inside of a wide mark. */
  readonly farCounts: Float32Array;
  /** Buffers for one frame: per pixel of the box, and per masked pixel. */
  readonly levels: Uint8Array;
  readonly squares: Float32Array;
  readonly changes: Float32Array;
  readonly around: Float32Array;
  readonly farAround: Float32Array;
  readonly undone: Float32Array;
  readonly errors: Float32Array;
  readonly sums: Float64Array;
  readonly totals: Float64Array;
}

function planInner(mask: Uint8Array, width: number, height: number, places: Int32Array): Inner {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const i of places) {
    const y = Math.floor(i / width);
    const x = i - y * width;
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  const [x, y] = [Math.max(0, left - innerMargin), Math.max(0, top - innerMargin)];
  const [w, h] = [Math.min(width, right + innerMargin) - x, Math.min(height, bottom + innerMargin) - y];
  const own = new Uint8Array(w * h);
  const at = Int32Array.from(places, i => (Math.floor(i / width) - y) * w + (i % width) - x);
  for (const [k, i] of places.entries()) own[at[k]!] = mask[i]!;
  const isUndone = Float32Array.from(own, value => (value === 1 ? 1 : 0));
  const counts = sumAround(isUndone, w, h, smoothRadius);
  const [pairs, steps]: [number[], number[]] = [[], []];
  for (let i = 0; i < own.length; i++) {
    if (own[i]) continue;
    if ((i % w) + flat.across < w && !own[i + flat.across]) steps[pairs.push(i) - 1] = flat.across;
    if (i + flat.across * w < own.length && !own[i + flat.across * w]) steps[pairs.push(i) - 1] = flat.across * w;
  }
  const pairCounts = new Float32Array(w * h);
  for (const i of pairs) pairCounts[i]!++;
  const ground = { pairs: Int32Array.from(pairs), steps: Int32Array.from(steps) };
  const room = {
    levels: new Uint8Array(w * h),
    squares: new Float32Array(w * h),
    changes: new Float32Array(w * h),
    around: new Float32Array(w * h),
    farAround: new Float32Array(w * h),
    undone: new Float32Array(at.length),
    errors: new Float32Array(at.length),
    sums: new Float64Array(at.length),
    totals: new Float64Array(at.length),
  };
  const around = sumAround(pairCounts, w, h, flat.radius);
  const farCounts = sumAround(pairCounts, w, h, flat.farRadius);
  return {
    x,
    y,
    w,
    h,
    at,
    fill: planMembrane(own, w, h),
    isUndone,
    counts,
    ...ground,
    pairCounts: around,
    farCounts,
    ...room,
  };
}

/** Copies the inner part of a plane into its buffer. */
function cutInner({ x, y, w, h, levels }: Inner, { data, width }: PatchPlane): Uint8Array {
  for (let row = 0; row < h; row++) {
    const from = (y + row) * width + x;
    levels.set(data.subarray(from, from + w), row * w);
  }
  return levels;
}

function meanOf({ mask, blends: [{ gain }] }: LearntMark): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < gain.length; i++) {
    if (mask[i] !== 1) continue;
    sum += gain[i]!;
    count++;
  }
  return sum / Math.max(1, count);
}

/** Marks the blocks with hidden pixels and their leaders. */
function findHiddenBlocks(mask: Uint8Array, width: number, { blocks, blockOf }: PlannedBlocks): Uint8Array {
  const hidden = new Uint8Array(blocks.length);
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] !== 2) continue;
    const block = blockOf(i % width, Math.floor(i / width));
    hidden[block] = 1;
    const { leader } = blocks[block]!;
    if (leader >= 0) hidden[leader] = 1;
  }
  return hidden;
}

export function planLook(mark: LearntMark): Look {
  const { w: width, h: height } = mark.box;
  const masks = [mark.mask, mark.halfMask, mark.halfMask] as const;
  const [{ gain }] = mark.blends;
  const compared = mark.mask.map((value, i) => (value && gain[i]! > maxComparedGain ? 2 : value));
  const planned = planBlocks(compared, width, height);
  const sorted = masks.map((mask, c) => sortByBlock(mask, c === 0 ? width : width / 2, planned, c === 0 ? 1 : 2));
  const places = sorted.map(each => each.places);
  return {
    mark,
    masks,
    compared,
    blocks: planned.blocks,
    ...(mark.mask.includes(2) && { hiddenBlocks: findHiddenBlocks(mark.mask, width, planned) }),
    depth: measureDepth(mark.mask, width, height),
    places,
    starts: sorted.map(each => each.starts),
    inner: masks.map((mask, c) => planInner(mask, width / (c === 0 ? 1 : 2), height / (c === 0 ? 1 : 2), places[c]!)),
    hasBlend: mark.mask.includes(1),
    meanGain: meanOf(mark),
    surroundings: planSurroundings(mark.mask, width, height),
  };
}

/** An estimate of the ground beneath a mark from one frame, per masked pixel. */
export interface Ground {
  /** The smoothest filling. */
  readonly smooth: Float32Array;
  /** Its squared error where the ground around is flat; infinite where that is not so. */
  readonly errors: Float32Array;
}

/** Fills the masked pixels of a plane smoothly and measures the flatness of the ground around them. */
export function measureGround(inner: Inner, plane: PatchPlane): Ground {
  const { at, isUndone, changes, w, h, pairs, steps, pairCounts, farCounts } = inner;
  const levels = cutInner(inner, plane);
  const filled = inner.fill(levels);
  changes.fill(0);
  for (let k = 0; k < pairs.length; k++) {
    const i = pairs[k]!;
    changes[i]! += (levels[i + steps[k]!]! - levels[i]!) ** 2 / 2;
  }
  const ground = sumAround(changes, w, h, flat.radius, inner.around);
  const farGround = sumAround(changes, w, h, flat.farRadius, inner.farAround);
  const [smooth, errors] = [new Float32Array(at.length), new Float32Array(at.length)];
  for (let k = 0; k < at.length; k++) {
    const i = at[k]!;
    smooth[k] = filled[i]!;
    const isNear = pairCounts[i]! >= flat.fewest;
    const change = isNear ? ground[i]! / pairCounts[i]! : farGround[i]! / Math.max(1, farCounts[i]!);
    // Inside a wide mark, only ground that is flat all around is evidence.
    const isTold = isNear || (farCounts[i]! >= flat.fewest && change < flat.maxFar);
    errors[k] = isTold && (isUndone[i] || change < flat.maxFar) ? errorOfFlat(change) : Number.POSITIVE_INFINITY;
  }
  return { smooth, errors };
}

/**
 * Estimates the squared error of the smooth filling at each masked pixel, from its difference to the undone blend and from the flatness of the
 * ground. `blend` is the squared error of the blend itself.
 */
export function measureSmooth(inner: Inner, ground: Ground, blend: number): Float32Array {
  const { at, isUndone, undone, counts, squares, errors, w, h } = inner;
  squares.fill(0);
  for (let k = 0; k < at.length; k++) {
    const i = at[k]!;
    if (isUndone[i]) squares[i] = (undone[k]! - ground.smooth[k]!) ** 2;
  }
  const around = sumAround(squares, w, h, smoothRadius, inner.around);
  // A pixel that differs more than those around it counts for itself, so that no detail is smoothed away.
  for (let k = 0; k < at.length; k++) {
    const i = at[k]!;
    const flatError = ground.errors[k]!;
    if (!isUndone[i]) {
      errors[k] = flatError;
      continue;
    }
    const seen = Math.max(minError, Math.max(squares[i]! / 4, around[i]! / counts[i]!) - blend);
    const measured = flatError < doubt.flatError ? seen : doubt.times * seen;
    errors[k] = squares[i]! < flat.maxDifference * blend ? Math.min(measured, flatError) : measured;
  }
  return errors;
}
