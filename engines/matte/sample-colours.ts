// Works out alpha along a soft edge by finding, for each pixel, a colour of the subject and one of the background near by that mix to its own.
//
// Source: He, Rhemann, Rother, Tang, Sun, "A Global Sampling Method for Alpha Matting" (CVPR 2011), with the network's value as a prior: a pair
// is as good as it explains the colour, as both samples are near, and as alpha agrees with the network. Good pairs spread to neighbours
// as in PatchMatch (Barnes et al., 2009).
import type { CoarseMatte } from './network.ts';
import type { Trimap } from './trimap.ts';

/** Standard deviation of noise in a colour, in levels. */
const noise = 6;
/** Weight of a squared difference from the network's alpha, where its edge is crisp and where it is soft. */
const crispPrior = 40;
const softPrior = 1;
/** Weight of the distance to a sample, in units of the distance to the nearest. */
const distanceWeight = 0.1;
/** Added to that distance, in pixels: beside the edge all near samples are alike. */
const leastDistance = 4;
/** Softness from which on an edge is sampled. A crisper one follows the network. */
const leastSoftness = 0.05;
/** How far a first sample is looked for, in steps along eight rays; then how far around better ones are. */
const farthest = 96;
const rayStep = 3;
const widestJump = 64;
const narrowestJump = 8;
const passes = 2;
/** Samples are searched for by one pixel of each cell of so many across and down; the others take the best of those around them. */
const cellSide = 2;
/** The network's values lean to the middle. What is farther than this from 1/2 becomes 0 or 1, at a crisp edge and at a soft one. */
const crispRange = 0.2;
const softRange = 0.44;
/** Squared distance in colour of two samples that tell alpha half as well as black and white do. */
const halfTold = 900;

/** Neighbours steady a value from so far; one whose colour is so far away (squared levels) counts a quarter; least weight of a bad pair. */
const steadyReach = 2;
const unlike = 72;
const leastSay = 0.02;

export interface SampledMatte {
  /** 0..1; outside of the trimap's unknown 0 or 1. */
  readonly alpha: Float32Array;
  /** How far each value can be trusted, 0..1. */
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

/** The pairs of samples found so far. */
interface Search {
  readonly matte: CoarseMatte;
  readonly trimap: Trimap;
  /** By grid pixel: its place in the lists below, or -1. */
  readonly slots: Int32Array;
  /** The grid pixels that are sampled; and the numbers of those whose samples are searched for, one of each cell of `cellSide`. */
  readonly pixels: Int32Array;
  readonly searched: Int32Array;
  readonly prior: Float32Array;
  readonly priorWeight: Float32Array;
  /** Grid pixels of the best samples, and 1 / squared distance to the nearest ones. */
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

/** Takes the pair of samples if it is better than the one that pixel number `slot` has. */
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
  trust[slot] = (Math.exp(-explained) * apart) / (apart + halfTold);
  search.front[slot] = front;
  search.behind[slot] = behind;
}

/** The nearest known pixels of both kinds along eight rays; false when one kind is missing. */
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
  frontScale[slot] = 1 / (Math.sqrt(squaredDistance(i, subject, width)) + leastDistance) ** 2;
  behindScale[slot] = 1 / (Math.sqrt(squaredDistance(i, ground, width)) + leastDistance) ** 2;
  return true;
}

/** Numbers 0..1 (xorshift32, Marsaglia, 2003), the same in every run. */
function startRandom(): () => number {
  let state = 0x2545f491;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Tries the samples of a neighbour, together and each with one's own. */
function tryNeighbour(search: Search, slot: number, near: number): void {
  const other = search.slots[near] ?? -1;
  if (other < 0 || search.cost[other] === Number.POSITIVE_INFINITY) return;
  const front = search.front[other]!;
  const behind = search.behind[other]!;
  tryPair(search, slot, front, behind);
  tryPair(search, slot, front, search.behind[slot]!);
  tryPair(search, slot, search.front[slot]!, behind);
}

/** Tries a pixel somewhere around as a sample, or the samples of an unknown one. */
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

/** Gives a pixel that was not searched for the best of the pairs found in the cells around it. */
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
  for (let i = 0; i < unknown.length; i++) if (unknown[i] && softness[i]! > leastSoftness) slots[i] = count++;
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

/** Trust in the network's own value: high where it is sure, next to none at one half. */
const trustNetwork = (alpha: number) => 0.02 + 0.98 * (2 * alpha - 1) ** 4;

/**
 * Alpha by slot. A pair is found for each pixel alone, which leaves specks where several pairs explain its colour. So a value that is not trusted
 * follows the mean of those around it that have its colour, weighed by their trust (after Gastal and Oliveira, "Shared Sampling for Real-Time
 * Alpha Matting", 2010).
 */
function steady(search: Search): Float32Array {
  const { matte, pixels, slots, alpha, trust, cost } = search;
  const { guide, width, height } = matte;
  const steadied = alpha.slice();
  for (let slot = 0; slot < pixels.length; slot++) {
    if (cost[slot] === Number.POSITIVE_INFINITY) continue;
    const i = pixels[slot]!;
    const x = i % width;
    const y = (i - x) / width;
    let sum = 0;
    let weights = 0;
    for (let ny = Math.max(0, y - steadyReach); ny <= Math.min(height - 1, y + steadyReach); ny++) {
      for (let nx = Math.max(0, x - steadyReach); nx <= Math.min(width - 1, x + steadyReach); nx++) {
        const near = ny * width + nx;
        const other = slots[near]!;
        if (other < 0 || cost[other] === Number.POSITIVE_INFINITY) continue;
        const red = guide[near * 3]! - guide[i * 3]!;
        const green = guide[near * 3 + 1]! - guide[i * 3 + 1]!;
        const blue = guide[near * 3 + 2]! - guide[i * 3 + 2]!;
        const apart = (red * red + green * green + blue * blue) / unlike;
        const weight = (leastSay + trust[other]!) / (1 + apart) ** 2;
        sum += weight * alpha[other]!;
        weights += weight;
      }
    }
    steadied[slot] = trust[slot]! * alpha[slot]! + (1 - trust[slot]!) * (sum / weights);
  }
  return steadied;
}

/** Alpha of the unknown pixels: by samples where the edge is soft, as the network has it elsewhere. */
export function sampleColours(matte: CoarseMatte, trimap: Trimap): SampledMatte {
  const search = openSearch(matte, trimap);
  for (const slot of search.searched)
    if (findFirstPair(search, slot)) tryPair(search, slot, search.front[slot]!, search.behind[slot]!);
  const random = startRandom();
  for (let pass = 0; pass < passes; pass++) runPass(search, pass % 2 === 0, random);
  for (let slot = 0; slot < search.pixels.length; slot++)
    if (search.cost[slot] === Number.POSITIVE_INFINITY) takeFromCells(search, slot);
  const steadied = steady(search);
  const { unknown, solid, softness } = trimap;
  const alpha = new Float32Array(unknown.length);
  const trust = new Float32Array(unknown.length);
  for (let i = 0; i < unknown.length; i++) {
    const slot = search.slots[i]!;
    const isSampled = slot >= 0 && search.cost[slot] !== Number.POSITIVE_INFINITY;
    alpha[i] = !unknown[i] ? solid[i]! : isSampled ? steadied[slot]! : stretch(matte.alpha[i]!, softness[i]!);
    trust[i] = !unknown[i] ? 1 : isSampled ? 0.02 + 0.98 * search.trust[slot]! : trustNetwork(matte.alpha[i]!);
  }
  return { alpha, trust };
}
