// Finds where the surroundings of each block of a mark lie in another frame: block matching without the hidden pixels, with predicted vectors and a
// diamond search from the best of them (Zhu and Ma, "A New Diamond Search Algorithm", IEEE TIP 9, 2000).
import type { PatchPlane } from './patch.ts';
import type { Block } from './plan-blocks.ts';

/** Maximum numbers of moves by two pixels and by one. */
const roughMoves = 2;
const fineMoves = 8;
/** Price of a pixel's distance from the prediction, in squared levels: on ground without texture all vectors fit, and the prediction is right. */
const pricePerPixel = 0.4;
/**
 * Price of a squared level of unexpected brightness: brightness changes over the whole scene, and without a price a dark flat place would match a
 * bright one.
 */
const priceOfBrightness = 0.25;

export interface Match {
  /** Displacement in pixels from this frame to the other one. */
  readonly x: number;
  readonly y: number;
  /** Mean squared difference in levels without the difference of brightness, and the price of that where it is unexpected. */
  readonly error: number;
  /** How much brighter the other frame is, in levels. */
  readonly brighter: number;
}

export interface Compared {
  readonly from: PatchPlane;
  readonly to: PatchPlane;
  /** Mask of the other frame; pixels of 2 are hidden there. */
  readonly hidden: Uint8Array;
  /** For each corner of a pixel, the number of hidden pixels above and to the left of it. */
  readonly sums: Uint32Array;
  /** How much brighter the other frame is expected to be, in levels; undefined: any difference is as likely. */
  readonly brighter: number | undefined;
}

/** The sums of each mask, which is the same for many frames. */
const knownSums = new WeakMap<Uint8Array, Uint32Array>();

function sumHidden(hidden: Uint8Array, width: number): Uint32Array {
  const known = knownSums.get(hidden);
  if (known) return known;
  const sums = new Uint32Array((width + 1) * (hidden.length / width + 1));
  for (let i = 0; i < hidden.length; i++) {
    const at = i + Math.floor(i / width) + width + 2;
    sums[at] = sums[at - 1]! + sums[at - width - 1]! - sums[at - width - 2]! + (hidden[i] === 2 ? 1 : 0);
  }
  knownSums.set(hidden, sums);
  return sums;
}

/** Prepares the comparison of two frames. `hidden` must not change any more. */
export const compare = (from: PatchPlane, to: PatchPlane, hidden: Uint8Array, brighter?: number): Compared => ({
  from,
  to,
  hidden,
  sums: sumHidden(hidden, from.width),
  brighter,
});

const isWithin = ({ left, right, up, down }: Block['range'], x: number, y: number) =>
  x >= left && x <= right && y >= up && y <= down;

/** Whether no pixel of the other frame is hidden around any sample of a block that stays inside the patch. */
function showsAll({ from: { width, height }, sums }: Compared, { range }: Block, x: number, y: number): boolean {
  const left = Math.max(0, x - range.left - 1);
  const right = Math.min(width, x + width - range.right);
  const top = Math.max(0, y - range.up - 1) * (width + 1);
  const bottom = Math.min(height, y + height - range.down) * (width + 1);
  return sums[bottom + right]! - sums[bottom + left]! - sums[top + right]! + sums[top + left]! === 0;
}

/** Counts the samples that stay inside the patch; zero when they are less than half. */
function countInside({ columns, rows }: Block, { width, height }: PatchPlane, x: number, y: number): number {
  let kept = 0;
  for (let k = 0; k < columns.length; k++) {
    const [u, v] = [columns[k]! + x, rows[k]! + y];
    if (u >= 0 && v >= 0 && u < width - 1 && v < height - 1) kept++;
  }
  return kept * 2 < columns.length ? 0 : kept;
}

/** How much brighter the other frame is at the displacement whose cost was finite last, in levels. */
let lastBrighter = 0;

/** Number of samples between two tests of whether a displacement can still be the best. */
const samplesBetween = 32;

/**
 * Returns the error of a match at an integer displacement; infinite where most samples leave the patch or are hidden, and as soon as it is
 * sure to exceed `max`: the sum of squares about the mean only grows with each sample, so most displacements are dropped after a few samples.
 */
function costAt(compared: Compared, block: Block, x: number, y: number, max: number): number {
  const { from, to, hidden } = compared;
  const { samples, columns, rows } = block;
  const { width, height } = from;
  if (isWithin(block.range, x, y))
    return costInside(compared, samples, y * width + x, showsAll(compared, block, x, y), max);
  const inside = countInside(block, from, x, y);
  if (inside === 0) return Number.POSITIVE_INFINITY;
  const offset = y * width + x;
  const a = from.data;
  const b = to.data;
  const limit = max * inside;
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let k = 0; k < samples.length; ) {
    for (const end = Math.min(samples.length, k + samplesBetween); k < end; k++) {
      const i = samples[k]!;
      const [u, v] = [columns[k]! + x, rows[k]! + y];
      if (u < 0 || v < 0 || u >= width - 1 || v >= height - 1) continue;
      const j = i + offset;
      if (hidden[j] === 2) continue;
      const difference = b[j]! - a[i]!;
      sum += difference;
      squares += difference * difference;
      count++;
    }
    if (count > 0 && squares - (sum * sum) / count > limit) return Number.POSITIVE_INFINITY;
  }
  return errorOf(compared, sum, squares, count, inside);
}

const priceOf = ({ brighter }: Compared, found: number) =>
  brighter === undefined ? 0 : priceOfBrightness * (found - brighter) ** 2;

/** Infinite where most samples are hidden. */
function errorOf(compared: Compared, sum: number, squares: number, count: number, inside: number): number {
  if (count * 2 < inside) return Number.POSITIVE_INFINITY;
  lastBrighter = sum / count;
  return squares / count - lastBrighter * lastBrighter + priceOf(compared, lastBrighter);
}

/** `costAt` where no sample leaves the patch, as nearly always. The sums fit into 32 bits, and integers are added twice as fast. */
function costInside(compared: Compared, samples: Int32Array, offset: number, isShown: boolean, max: number): number {
  const { hidden } = compared;
  const a = compared.from.data;
  const b = compared.to.data;
  const inside = samples.length;
  const limit = max * inside;
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let k = 0; k < inside; ) {
    const end = Math.min(inside, k + samplesBetween);
    for (; k < end; k++) {
      const i = samples[k]!;
      const j = i + offset;
      if (!isShown && hidden[j] === 2) continue;
      const difference = b[j]! - a[i]!;
      sum = (sum + difference) | 0;
      squares = (squares + Math.imul(difference, difference)) | 0;
      count = (count + 1) | 0;
    }
    if (count > 0 && squares - (sum * sum) / count > limit) return Number.POSITIVE_INFINITY;
  }
  return errorOf(compared, sum, squares, count, inside);
}

/** The neighbours of a displacement: left, right, above and below, with their costs and how much brighter the other frame is there. */
const besideX = [-1, 1, 0, 0] as const;
const besideY = [0, 0, -1, 1] as const;
const beside = { costs: new Float64Array(4), brighter: new Float64Array(4) };

/** Sets `beside`: all four in one pass, where no sample leaves the patch. */
function measureBeside(compared: Compared, block: Block, x: number, y: number): void {
  const { from, to, hidden } = compared;
  const { samples, range } = block;
  const { width } = from;
  if (!isWithin(range, x - 1, y - 1) || !isWithin(range, x + 1, y + 1)) {
    for (let k = 0; k < 4; k++) {
      beside.costs[k] = costAt(compared, block, x + besideX[k]!, y + besideY[k]!, Number.POSITIVE_INFINITY);
      beside.brighter[k] = lastBrighter;
    }
    return;
  }
  const isShown = showsAll(compared, block, x, y);
  const offset = y * width + x;
  const a = from.data;
  const b = to.data;
  const inside = samples.length;
  let [leftSum, rightSum, upSum, downSum] = [0, 0, 0, 0];
  let [leftSquares, rightSquares, upSquares, downSquares] = [0, 0, 0, 0];
  let [leftCount, rightCount, upCount, downCount] = [0, 0, 0, 0];
  for (let k = 0; k < inside; k++) {
    const i = samples[k]!;
    const j = i + offset;
    const level = a[i]!;
    if (isShown || hidden[j - 1] !== 2) {
      const difference = b[j - 1]! - level;
      leftSum = (leftSum + difference) | 0;
      leftSquares = (leftSquares + Math.imul(difference, difference)) | 0;
      leftCount = (leftCount + 1) | 0;
    }
    if (isShown || hidden[j + 1] !== 2) {
      const difference = b[j + 1]! - level;
      rightSum = (rightSum + difference) | 0;
      rightSquares = (rightSquares + Math.imul(difference, difference)) | 0;
      rightCount = (rightCount + 1) | 0;
    }
    if (isShown || hidden[j - width] !== 2) {
      const difference = b[j - width]! - level;
      upSum = (upSum + difference) | 0;
      upSquares = (upSquares + Math.imul(difference, difference)) | 0;
      upCount = (upCount + 1) | 0;
    }
    if (isShown || hidden[j + width] !== 2) {
      const difference = b[j + width]! - level;
      downSum = (downSum + difference) | 0;
      downSquares = (downSquares + Math.imul(difference, difference)) | 0;
      downCount = (downCount + 1) | 0;
    }
  }
  setBeside(compared, 0, leftSum, leftSquares, leftCount, inside);
  setBeside(compared, 1, rightSum, rightSquares, rightCount, inside);
  setBeside(compared, 2, upSum, upSquares, upCount, inside);
  setBeside(compared, 3, downSum, downSquares, downCount, inside);
}

function setBeside(compared: Compared, k: number, sum: number, squares: number, count: number, inside: number): void {
  beside.costs[k] = errorOf(compared, sum, squares, count, inside);
  beside.brighter[k] = lastBrighter;
}

/**
 * Returns the variance and the mean of the differences at a fractional displacement, by bilinear interpolation. Samples that leave the patch do not
 * count.
 */
function measureAt(compared: Compared, block: Block, x: number, y: number): Match {
  const { from, to, hidden } = compared;
  const { samples, columns, rows } = block;
  const isInside = isWithin(block.range, x, y);
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [across, down] = [x - left, y - top];
  const isShown = isInside && showsAll(compared, block, left, top);
  const { width, height } = from;
  const offset = top * width + left;
  const a = from.data;
  const b = to.data;
  const [first, second, third, fourth] = [
    (1 - across) * (1 - down),
    across * (1 - down),
    (1 - across) * down,
    across * down,
  ];
  let [sum, squares, count] = [0, 0, 0];
  for (let k = 0; k < samples.length; k++) {
    const i = samples[k]!;
    if (!isInside) {
      const [u, v] = [columns[k]! + x, rows[k]! + y];
      if (u < 0 || v < 0 || u >= width - 1 || v >= height - 1) continue;
    }
    const j = i + offset;
    if (!isShown && hidden[j] === 2) continue;
    const difference = first * b[j]! + second * b[j + 1]! + third * b[j + width]! + fourth * b[j + width + 1]! - a[i]!;
    sum += difference;
    squares += difference * difference;
    count++;
  }
  const brighter = sum / Math.max(1, count);
  return { x, y, error: squares / Math.max(1, count) - brighter * brighter + priceOf(compared, brighter), brighter };
}

/** Returns the minimum of the parabola through three costs, between -0.5 and 0.5. */
function lowestBetween(before: number, at: number, after: number): number {
  const bend = before + after - 2 * at;
  if (!Number.isFinite(bend) || bend <= 1e-6) return 0;
  return Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend)));
}

export interface Vector {
  readonly x: number;
  readonly y: number;
}

/** The motion of a scene from one frame to another, and how much brighter the other frame is, in levels. */
export interface Motion extends Vector {
  readonly brighter: number;
}

export const noMotion: Motion = { x: 0, y: 0, brighter: 0 };
/** Adds a motion, or its reverse with a `sign` of -1. */
export const addMotion = (a: Motion, b: Motion, sign: 1 | -1 = 1): Motion => ({
  x: a.x + sign * b.x,
  y: a.y + sign * b.y,
  brighter: a.brighter + sign * b.brighter,
});

/** Displacements already tried for one block; none is tried twice. */
const triedX = new Int16Array(192);
const triedY = new Int16Array(192);

/** A prediction that matches about as well as the frame before did is refined at once: the error may exceed `usualError` by this factor and sum. */
const asUsual = { times: 1.15, more: 1 };

/**
 * Returns the best match of a block near one of the predictions, the first of which is trusted most; undefined when all of them leave the patch.
 * `usualError` is the error of the same block's match in the frame before, where there was one.
 */
export function matchBlock(
  compared: Compared,
  block: Block,
  predictions: readonly Vector[],
  usualError = 0,
): Match | undefined {
  const expected = predictions[0]!;
  const price = (x: number, y: number) => pricePerPixel * (Math.abs(x - expected.x) + Math.abs(y - expected.y));
  const best = { x: 0, y: 0, cost: Number.POSITIVE_INFINITY, brighter: 0 };
  const take = (x: number, y: number, cost: number, brighter: number) => {
    best.x = x;
    best.y = y;
    best.cost = cost;
    best.brighter = brighter;
  };
  let tried = 0;
  const offer = (x: number, y: number) => {
    for (let k = 0; k < tried; k++) if (triedX[k] === x && triedY[k] === y) return;
    if (tried < triedX.length) {
      triedX[tried] = x;
      triedY[tried] = y;
      tried++;
    }
    const own = price(x, y);
    if (own >= best.cost) return;
    const cost = costAt(compared, block, x, y, best.cost - own) + own;
    if (cost < best.cost) take(x, y, cost, lastBrighter);
  };
  for (const { x, y } of predictions) offer(Math.round(x), Math.round(y));
  if (!Number.isFinite(best.cost)) return undefined;
  const isUsual = best.cost <= usualError * asUsual.times + asUsual.more;
  for (let move = 0; move < roughMoves && !isUsual; move++) {
    const { x, y } = best;
    offer(x - 2, y);
    offer(x + 2, y);
    offer(x, y - 2);
    offer(x, y + 2);
  }
  // The last steps need the costs of all four neighbours anyway: the fraction of a pixel comes from them.
  for (let move = 0; ; move++) {
    const { x, y, cost } = best;
    measureBeside(compared, block, x, y);
    let lowest = -1;
    for (let k = 0; k < 4; k++) {
      beside.costs[k]! += price(x + besideX[k]!, y + besideY[k]!);
      if (beside.costs[k]! < (lowest < 0 ? cost : beside.costs[lowest]!)) lowest = k;
    }
    if (lowest < 0 || move === fineMoves) break;
    take(x + besideX[lowest]!, y + besideY[lowest]!, beside.costs[lowest]!, beside.brighter[lowest]!);
  }
  const { x, y, cost, brighter } = best;
  const { costs } = beside;
  const fine = {
    x: x + lowestBetween(costs[0]!, cost, costs[1]!),
    y: y + lowestBetween(costs[2]!, cost, costs[3]!),
  };
  const whole = { x, y, error: cost - price(x, y), brighter };
  // Keeps the vectors of a camera that does not move from jittering.
  if (Math.abs(fine.x - x) < 0.1 && Math.abs(fine.y - y) < 0.1) return whole;
  const isInside = isWithin(block.range, fine.x, fine.y) || countInside(block, compared.from, fine.x, fine.y) > 0;
  const between = isInside ? measureAt(compared, block, fine.x, fine.y) : whole;
  return between.error < whole.error * 0.95 ? between : whole;
}

/** A match must lower the prediction's error to this share; without texture, a smaller gain is due to chance. */
const minGain = 0.85;

/** Returns `match`, unless the prediction fits nearly as well. */
export function preferPrediction(
  compared: Compared,
  block: Block,
  prediction: Vector,
  match: Match | undefined,
): Match | undefined {
  if (!match) return undefined;
  // Compared at whole pixels, because interpolation lowers noise.
  const errorAt = ({ x, y }: Vector) => costAt(compared, block, Math.round(x), Math.round(y), Number.POSITIVE_INFINITY);
  const predicted = errorAt(prediction);
  if (!Number.isFinite(predicted) || errorAt(match) < minGain * predicted) return match;
  return measureAt(compared, block, prediction.x, prediction.y);
}

const searchSteps = [-14, -10, -6, -3, 0, 3, 6, 10, 14];

/** Returns the motion of the scene from one frame to the next, with the error of the match. */
export function followSurroundings(compared: Compared, block: Block, expected: Vector): Match | undefined {
  const near = matchBlock(compared, block, [expected, { x: 0, y: 0 }]);
  if (near && near.error < 60) return near;
  const wide = searchSteps.flatMap(y => searchSteps.map(x => ({ x, y })));
  return matchBlock(compared, block, [expected, ...wide]);
}
