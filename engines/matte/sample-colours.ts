// Estimates alpha along soft edges by finding, for each pixel, a nearby foreground and background colour whose mix gives the pixel's colour. After
// He, Rhemann, Rother, Tang, Sun, "A Global Sampling Method for Alpha Matting" (CVPR 2011), with the network's alpha as a prior: the cost of a pair
// grows with its colour error, the distance of both samples, and the difference from the network's alpha. Good pairs propagate to neighbours as in
// PatchMatch (Barnes et al., 2009).
import { xorshift32 } from 'contract/random.ts';
import type { CoarseMatte } from './network.ts';
import type { Trimap } from './trimap.ts';

/** Standard deviation of noise in a colour, in levels. */
const noise = 6;
/** Weight of a squared difference from the network's alpha, at a crisp and at a soft edge. */
const crispPrior = 40;
const softPrior = 1;
/** Weight of the distance to a sample, relative to the nearest sample's. */
const distanceWeight = 0.1;
/** Added to that distance, in pixels, because close to the edge all near samples are equally good. */
const minDistance = 4;
/** Softness from which an edge is sampled. At crisper edges the network's alpha is used. */
const minSoftness = 0.05;
/** Longest ray and its step when looking for initial samples along eight rays; then the radii of the random search. */
const farthest = 96;
const rayStep = 3;
const widestJump = 64;
const narrowestJump = 8;
const passes = 2;
/** Only one pixel per cell of this side is searched; the others take the best pair of the cells around them. */
const cellSide = 2;
/** The network's values are biased towards the middle. Values farther than this from 1/2 become 0 or 1, at a crisp and at a soft edge. */
const crispRange = 0.2;
const softRange = 0.44;
/** Squared colour distance between foreground and background at which a pair is trusted half as much as black and white. */
const halfTrustContrast = 900;

/** Smoothing radius; squared colour difference in levels at which a neighbour's weight falls to a quarter; least weight of an untrusted neighbour. */
const smoothRadius = 2;
const colourFalloff = 72;
const minWeight = 0.02;

export interface SampledMatte {
  /** 0..1; exactly 0 or 1 outside the trimap's unknown area. */
  readonly alpha: Float32Array;
  /** Trust in each value, 0..1. */
  readonly trust: Float32Array;
}

const rays = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
] as const;

/** The best pairs found so far. */
interface Search {
  readonly matte: CoarseMatte;
  readonly trimap: Trimap;
  /** Maps a grid pixel to its index in the arrays below, or -1. */
  readonly slots: Int32Array;
  /** Grid pixels that are sampled, and the slots that are searched, one per cell of `cellSide`. */
  readonly pixels: Int32Array;
  readonly searched: Int32Array;
  readonly prior: Float32Array;
  readonly priorWeight: Float32Array;
  /** Grid pixels of the best samples, and 1 / squared distance to the nearest known ones. */
  readonly front: Int32Array;
  readonly behind: Int32Array;
  readonly frontScale: Float32Array;
  readonly behindScale: Float32Array;
  readonly cost: Float32Array;
  readonly alpha: Float32Array;
  readonly trust: Float32Array;
}

function squaredDistance(a: number, b: number, width: number): number {
  const ax = a % width;
  const bx = b % width;
  const dx = ax - bx;
  const dy = (a - ax - b + bx) / width;
  return dx * dx + dy * dy;
}

/** Replaces the pair of `slot` if this one costs less. */
function tryPair(search: Search, slot: number, front: number, behind: number): void {
  const { matte, pixels, prior, priorWeight, frontScale, behindScale, cost, alpha, trust } = search;
  const { guide, width } = matte;
  const i = pixels[slot]!;
  const far =
    squaredDistance(i, front, width) * frontScale[slot]! + squaredDistance(i, behind, width) * behindScale[slot]!;
  const best = cost[slot]!;
  if (distanceWeight * far >= best) return;
  const c = i * 3;
  const f = front * 3;
  const b = behind * 3;
  const red = guide[b]!;
  const green = guide[b + 1]!;
  const blue = guide[b + 2]!;
  const frontRed = guide[f]! - red;
  const frontGreen = guide[f + 1]! - green;
  const frontBlue = guide[f + 2]! - blue;
  const ownRed = guide[c]! - red;
  const ownGreen = guide[c + 1]! - green;
  const ownBlue = guide[c + 2]! - blue;
  const apart = frontRed * frontRed + frontGreen * frontGreen + frontBlue * frontBlue;
  const expected = prior[slot]!;
  const pull = priorWeight[slot]! * 2 * noise * noise;
  const free =
    (ownRed * frontRed + ownGreen * frontGreen + ownBlue * frontBlue + pull * expected) / (apart + pull + 1e-6);
  const value = free < 0 ? 0 : Math.min(free, 1);
  const missRed = ownRed - value * frontRed;
  const missGreen = ownGreen - value * frontGreen;
  const missBlue = ownBlue - value * frontBlue;
  const surprise = value - expected;
  const explained =
    (missRed * missRed + missGreen * missGreen + missBlue * missBlue) / (2 * noise * noise) +
    priorWeight[slot]! * surprise * surprise;
  const total = explained + distanceWeight * far;
  if (total >= best) return;
  cost[slot] = total;
  alpha[slot] = value;
  trust[slot] = (Math.exp(-explained) * apart) / (apart + halfTrustContrast);
  search.front[slot] = front;
  search.behind[slot] = behind;
}

/** Initializes a pair with the nearest known foreground and background along eight rays; false when either is missing. */
function findFirstPair(search: Search, slot: number): boolean {
  const { matte, trimap, pixels, front, behind, frontScale, behindScale } = search;
  const { width, height } = matte;
  const i = pixels[slot]!;
  const x = i % width;
  const y = (i - x) / width;
  let subject = -1;
  let ground = -1;
  for (let step = rayStep; step <= farthest && (subject < 0 || ground < 0); step += rayStep) {
    for (const [dx, dy] of rays) {
      const nx = x + dx * step;
      const ny = y + dy * step;
      if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
      const near = ny * width + nx;
      if (trimap.unknown[near]) continue;
      if (trimap.solid[near]) {
        if (subject < 0) subject = near;
      } else if (ground < 0) ground = near;
    }
  }
  if (subject < 0 || ground < 0) return false;
  front[slot] = subject;
  behind[slot] = ground;
  frontScale[slot] = 1 / (Math.sqrt(squaredDistance(i, subject, width)) + minDistance) ** 2;
  behindScale[slot] = 1 / (Math.sqrt(squaredDistance(i, ground, width)) + minDistance) ** 2;
  return true;
}

/** Propagation: tries a neighbour's samples, as a pair and each combined with the current ones. */
function tryNeighbour(search: Search, slot: number, near: number): void {
  const other = search.slots[near] ?? -1;
  if (other < 0 || search.cost[other] === Number.POSITIVE_INFINITY) return;
  const front = search.front[other]!;
  const behind = search.behind[other]!;
  tryPair(search, slot, front, behind);
  tryPair(search, slot, front, search.behind[slot]!);
  tryPair(search, slot, search.front[slot]!, behind);
}

/** Random search: tries another known pixel as a sample, or the samples of an unknown pixel. */
function tryJump(search: Search, slot: number, to: number): void {
  const { trimap, slots } = search;
  if (!trimap.unknown[to]) {
    if (trimap.solid[to]) tryPair(search, slot, to, search.behind[slot]!);
    else tryPair(search, slot, search.front[slot]!, to);
    return;
  }
  const other = slots[to]!;
  if (other < 0 || search.cost[other] === Number.POSITIVE_INFINITY) return;
  tryPair(search, slot, search.front[other]!, search.behind[slot]!);
  tryPair(search, slot, search.front[slot]!, search.behind[other]!);
}

function runPass(search: Search, isForward: boolean, random: () => number): void {
  const { matte, pixels, searched } = search;
  const { width, height } = matte;
  const step = isForward ? cellSide : -cellSide;
  for (let n = 0; n < searched.length; n++) {
    const slot = searched[isForward ? n : searched.length - 1 - n]!;
    if (search.cost[slot] === Number.POSITIVE_INFINITY) continue;
    const i = pixels[slot]!;
    const x = i % width;
    const y = (i - x) / width;
    tryNeighbour(search, slot, i - step);
    tryNeighbour(search, slot, i - step * width);
    for (let jump = widestJump; jump >= narrowestJump; jump /= 2) {
      const nx = Math.min(width - 1, Math.max(0, x + Math.round((random() * 2 - 1) * jump)));
      const ny = Math.min(height - 1, Math.max(0, y + Math.round((random() * 2 - 1) * jump)));
      tryJump(search, slot, ny * width + nx);
    }
  }
}

/** Gives an unsearched pixel the best pair of the cells around it. */
function takeFromCells(search: Search, slot: number): void {
  const { matte, pixels, slots } = search;
  const { width } = matte;
  const i = pixels[slot]!;
  const x = i % width;
  const left = i - (x % cellSide) - (((i - x) / width) % cellSide) * width;
  for (const near of [left, left + cellSide, left + cellSide * width, left + cellSide * (width + 1)]) {
    const other = slots[near] ?? -1;
    if (other < 0 || search.cost[other] === Number.POSITIVE_INFINITY) continue;
    search.frontScale[slot] = search.frontScale[other]!;
    search.behindScale[slot] = search.behindScale[other]!;
    tryPair(search, slot, search.front[other]!, search.behind[other]!);
  }
}

function openSearch(matte: CoarseMatte, trimap: Trimap): Search {
  const { unknown, softness } = trimap;
  const slots = new Int32Array(unknown.length).fill(-1);
  let count = 0;
  for (let i = 0; i < unknown.length; i++) if (unknown[i] && softness[i]! > minSoftness) slots[i] = count++;
  const pixels = new Int32Array(count);
  const prior = new Float32Array(count);
  const priorWeight = new Float32Array(count);
  const searched = new Int32Array(count);
  let searchedCount = 0;
  const { width } = matte;
  for (let i = 0; i < unknown.length; i++) {
    const slot = slots[i]!;
    if (slot < 0) continue;
    pixels[slot] = i;
    const x = i % width;
    if (x % cellSide === 0 && ((i - x) / width) % cellSide === 0) searched[searchedCount++] = slot;
    prior[slot] = stretch(matte.alpha[i]!, softness[i]!);
    priorWeight[slot] = crispPrior + (softPrior - crispPrior) * softness[i]!;
  }
  const floats = () => new Float32Array(count);
  return {
    matte,
    trimap,
    slots,
    pixels,
    searched: searched.subarray(0, searchedCount),
    prior,
    priorWeight,
    front: new Int32Array(count),
    behind: new Int32Array(count),
    frontScale: floats(),
    behindScale: floats(),
    cost: floats().fill(Number.POSITIVE_INFINITY),
    alpha: prior.slice(),
    trust: floats(),
  };
}

function stretch(alpha: number, softness: number): number {
  const range = crispRange + (softRange - crispRange) * softness;
  return Math.min(1, Math.max(0, 0.5 + (0.5 * (alpha - 0.5)) / range));
}

/** Trust in the network's alpha: high near 0 and 1, almost none at one half. */
const trustNetwork = (alpha: number) => 0.02 + 0.98 * (2 * alpha - 1) ** 4;

/**
 * Smooths alpha. Pairs are chosen for each pixel separately, which leaves specks where several pairs explain its colour. Untrusted values are
 * therefore pulled to the mean of neighbours of the same colour, weighted by trust (after Gastal and Oliveira, "Shared Sampling for Real-Time Alpha
 * Matting", 2010).
 */
function smoothAlpha(search: Search): Float32Array {
  const { matte, pixels, slots, alpha, trust, cost } = search;
  const { guide, width, height } = matte;
  const smoothed = alpha.slice();
  for (let slot = 0; slot < pixels.length; slot++) {
    if (cost[slot] === Number.POSITIVE_INFINITY) continue;
    const i = pixels[slot]!;
    const x = i % width;
    const y = (i - x) / width;
    let sum = 0;
    let weights = 0;
    for (let ny = Math.max(0, y - smoothRadius); ny <= Math.min(height - 1, y + smoothRadius); ny++) {
      for (let nx = Math.max(0, x - smoothRadius); nx <= Math.min(width - 1, x + smoothRadius); nx++) {
        const near = ny * width + nx;
        const other = slots[near]!;
        if (other < 0 || cost[other] === Number.POSITIVE_INFINITY) continue;
        const red = guide[near * 3]! - guide[i * 3]!;
        const green = guide[near * 3 + 1]! - guide[i * 3 + 1]!;
        const blue = guide[near * 3 + 2]! - guide[i * 3 + 2]!;
        const apart = (red * red + green * green + blue * blue) / colourFalloff;
        const weight = (minWeight + trust[other]!) / (1 + apart) ** 2;
        sum += weight * alpha[other]!;
        weights += weight;
      }
    }
    smoothed[slot] = trust[slot]! * alpha[slot]! + (1 - trust[slot]!) * (sum / weights);
  }
  return smoothed;
}

/** Alpha of unknown pixels: from samples at soft edges, from the network elsewhere. */
export function sampleColours(matte: CoarseMatte, trimap: Trimap): SampledMatte {
  const search = openSearch(matte, trimap);
  for (const slot of search.searched)
    if (findFirstPair(search, slot)) tryPair(search, slot, search.front[slot]!, search.behind[slot]!);
  const random = xorshift32(0x2545f491);
  for (let pass = 0; pass < passes; pass++) runPass(search, pass % 2 === 0, random);
  for (let slot = 0; slot < search.pixels.length; slot++)
    if (search.cost[slot] === Number.POSITIVE_INFINITY) takeFromCells(search, slot);
  const smoothed = smoothAlpha(search);
  const { unknown, solid, softness } = trimap;
  const alpha = new Float32Array(unknown.length);
  const trust = new Float32Array(unknown.length);
  for (let i = 0; i < unknown.length; i++) {
    const slot = search.slots[i]!;
    const isSampled = slot >= 0 && search.cost[slot] !== Number.POSITIVE_INFINITY;
    alpha[i] = !unknown[i] ? solid[i]! : isSampled ? smoothed[slot]! : stretch(matte.alpha[i]!, softness[i]!);
    trust[i] = !unknown[i] ? 1 : isSampled ? 0.02 + 0.98 * search.trust[slot]! : trustNetwork(matte.alpha[i]!);
  }
  return { alpha, trust };
}
