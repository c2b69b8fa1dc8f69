// Something that may be a mark: its outline, and how strongly each frame shows it.
import type { Box } from '../patch.ts';
import { alikeAt, boundsOf, lengthOf, type Steps, softSteps } from './lasting-steps.ts';
import { cell, groupViews, type SampledClip } from './sampled-clip.ts';

/** Writing is seen by the text detector; an outline by its lasting steps alone; a rest lies beside a mark. */
export type Kind = 'text' | 'outline' | 'rest';

export interface Candidate {
  readonly kind: Kind;
  readonly box: Box;
  readonly pixels: readonly number[];
  /** The mean steps at the pixels, and the sum of their squares. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly squares: number;
  /** Mean share of like steps, and mean strength. */
  readonly alike: number;
  readonly strength: number;
  /** 0 where all steps have one direction, as along a straight line; 1 where they have all. */
  readonly roundness: number;
}

export function describeCandidate(kind: Kind, pixels: readonly number[], steps: Steps, width: number): Candidate {
  const x = Float32Array.from(pixels, i => steps.x[i]! / steps.weight);
  const y = Float32Array.from(pixels, i => steps.y[i]! / steps.weight);
  let [xx, yy, xy, alike] = [0, 0, 0, 0];
  for (const [k, i] of pixels.entries()) {
    xx += x[k]! * x[k]!;
    yy += y[k]! * y[k]!;
    xy += x[k]! * y[k]!;
    alike += alikeAt(steps, i);
  }
  const squares = xx + yy;
  const difference = lengthOf(xx - yy, 2 * xy);
  return {
    kind,
    box: boundsOf(pixels, width),
    pixels,
    x,
    y,
    squares,
    alike: alike / pixels.length,
    strength: Math.sqrt(squares / pixels.length),
    roundness: (squares - difference) / (squares + difference),
  };
}

/** How strongly a frame shows the outline: relative to the mean steps, and as the cosine between its steps and the mean ones. */
export interface Presence {
  readonly amount: number;
  readonly cosine: number;
}

export function measurePresences(
  { pixels, x, y, squares }: Candidate,
  { lumas, width }: SampledClip,
  frames: readonly number[],
): Presence[] {
  return frames.map(frame => {
    const luma = lumas[frame]!;
    let [both, own] = [0, 0];
    for (let k = 0; k < pixels.length; k++) {
      const i = pixels[k]!;
      const right = softSteps[luma[i + 1]! - luma[i]! + 255]!;
      const below = softSteps[luma[i + width]! - luma[i]! + 255]!;
      both += x[k]! * right + y[k]! * below;
      own += right * right + below * below;
    }
    return { amount: both / squares, cosine: both / Math.sqrt(squares * own + 1e-9) };
  });
}

const ringWidth = 16;

/** Returns the cells around a box, up to 16 pixels away, that no candidate covers. */
export function ringAround({ x, y, w, h }: Box, { across, down }: SampledClip, taken: Uint8Array): number[] {
  const left = Math.max(0, Math.floor((x - ringWidth) / cell));
  const right = Math.min(across, Math.floor((x + w + ringWidth + cell - 1) / cell));
  const top = Math.max(0, Math.floor((y - ringWidth) / cell));
  const bottom = Math.min(down, Math.floor((y + h + ringWidth + cell - 1) / cell));
  const ring: number[] = [];
  for (let v = top; v < bottom; v++)
    for (let u = left; u < right; u++) if (!taken[v * across + u]) ring.push(v * across + u);
  return ring;
}

const present = { share: 0.5, quantile: 0.8, cosine: 0.3 };
/** A translucent mark vanishes on a scene of its own level where a line through its presences explains this share of them. */
const fading = { explained: 0.5, below: 0.6 };

/** Returns the frames that show the candidate, and those that decide nothing because a translucent writing vanishes there. */
function readPresences(candidate: Candidate, clip: SampledClip, frames: readonly number[], ring: readonly number[]) {
  const presences = measurePresences(candidate, clip, frames);
  const amounts = Float32Array.from(presences, ({ amount }) => amount);
  const usual = amounts.slice().sort()[Math.floor(amounts.length * present.quantile)]!;
  const shown = presences.map(({ amount, cosine }) => amount >= present.share * usual && cosine > present.cosine);
  if (candidate.kind !== 'text') return { shown, isOpen: shown.map(() => false) };
  const levels = frames.map(frame => {
    const cells = clip.cells[frame]!;
    return ring.reduce((sum, i) => sum + cells[i]!, 0) / ring.length;
  });
  const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
  const [level, amount] = [mean(levels), mean(amounts)];
  let [levelSquares, amountSquares, both] = [0, 0, 0];
  for (const [k, own] of levels.entries()) {
    levelSquares += (own - level) ** 2;
    amountSquares += (amounts[k]! - amount) ** 2;
    both += (own - level) * (amounts[k]! - amount);
  }
  const explained = (both * both) / (levelSquares * amountSquares + 1e-9);
  const slope = both / (levelSquares + 1e-9);
  const isOpen = levels.map(
    (own, k) => explained > fading.explained && !shown[k] && amount + slope * (own - level) < fading.below * usual,
  );
  return { shown, isOpen };
}

/** What the frames say about a candidate: in how many views of its surroundings, and in how many shots, it is shown. */
export interface Sightings {
  readonly frames: readonly number[];
  readonly shown: readonly boolean[];
  /** Views that show it, all views of its surroundings, and the share of those that decide. */
  readonly views: number;
  readonly allViews: number;
  readonly share: number;
  readonly shots: number;
  readonly allShots: number;
}

const viewShare = 0.6;
const shot = { fewestFrames: 3, share: 0.5 };

export function lookAround(
  candidate: Candidate,
  clip: SampledClip,
  frames: readonly number[],
  ring: readonly number[],
): Sightings {
  const { shown, isOpen } = readPresences(candidate, clip, frames, ring);
  const { views, count } = groupViews(clip, ring, frames);
  const tally = (groupOf: (k: number) => number) => {
    const groups = new Map<number, { all: number; shown: number }>();
    for (const k of frames.keys()) {
      if (isOpen[k]) continue;
      const group = groups.get(groupOf(k)) ?? { all: 0, shown: 0 };
      group.all++;
      if (shown[k]) group.shown++;
      groups.set(groupOf(k), group);
    }
    return [...groups.values()];
  };
  const told = tally(k => views[k]!);
  const seen = told.filter(one => one.shown >= viewShare * one.all).length;
  const shots = tally(k => clip.shots[frames[k]!]!).filter(({ all }) => all >= shot.fewestFrames);
  return {
    frames,
    shown,
    views: seen,
    allViews: count,
    share: seen / Math.max(1, told.length),
    shots: shots.filter(one => one.shown >= shot.share * one.all).length,
    allShots: shots.length,
  };
}

const steadyFrames = 14;
const farthest = 6;
const steadyPixels = 400;
const nearlyBest = 0.97;

/** Returns how well the outline fits a frame when it is shifted. */
function fitAt({ pixels, x, y }: Candidate, luma: Uint8Array, width: number, some: readonly number[], shift: number) {
  let [both, own] = [0, 0];
  for (const k of some) {
    const i = pixels[k]! + shift;
    if (i < 0 || i + width >= luma.length) continue;
    const right = softSteps[luma[i + 1]! - luma[i]! + 255]!;
    const below = softSteps[luma[i + width]! - luma[i]! + 255]!;
    both += x[k]! * right + y[k]! * below;
    own += right * right + below * below;
  }
  return both / Math.sqrt(own + 1);
}

/** Returns the share of frames in which the outline fits best where it is; outlines of a scene move with it. */
export function measureStay(candidate: Candidate, { lumas, width }: SampledClip, frames: readonly number[]): number {
  const step = Math.max(1, candidate.pixels.length / steadyPixels);
  const some: number[] = [];
  for (let k = 0; k < candidate.pixels.length; k += step) some.push(Math.floor(k));
  const every = Math.max(1, Math.floor(frames.length / steadyFrames));
  const looked = frames.filter((_, k) => k % every === 0);
  let steady = 0;
  for (const frame of looked) {
    let [best, bestDistance, here] = [Number.NEGATIVE_INFINITY, 0, 0];
    for (let dy = -farthest; dy <= farthest; dy++)
      for (let dx = -farthest; dx <= farthest; dx++) {
        const fit = fitAt(candidate, lumas[frame]!, width, some, dy * width + dx);
        const distance = Math.max(Math.abs(dx), Math.abs(dy));
        if (distance <= 1) here = Math.max(here, fit);
        if (fit > best) [best, bestDistance] = [fit, distance];
      }
    if (bestDistance <= 1 || here > nearlyBest * best) steady++;
  }
  return steady / looked.length;
}

/** Range from the 10th to the 90th percentile of each cell over frames, changes of brightness aside. */
export function rangesOf({ cells, offset, across, down }: SampledClip, frames: readonly number[]): Float32Array {
  const shifts = frames.map(frame => offset(frame, frames[0]!));
  const levels = new Float32Array(frames.length);
  const [low, high] = [Math.floor(levels.length * 0.1), Math.ceil(levels.length * 0.9) - 1];
  const ranges = new Float32Array(across * down);
  for (let i = 0; i < ranges.length; i++) {
    for (let k = 0; k < levels.length; k++) levels[k] = cells[frames[k]!]![i]! - shifts[k]!;
    levels.sort();
    ranges[i] = levels[high]! - levels[low]!;
  }
  return ranges;
}
