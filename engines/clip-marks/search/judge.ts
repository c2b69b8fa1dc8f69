// Decides whether a candidate is a mark: it must be shown in enough views of what is around it, and stay where it is while the scene behind its
// outermost pixels changes.
import type { Box } from '../patch.ts';
import { type Candidate, lookAround, measureStay, rangesOf, ringAround, type Sightings } from './candidate.ts';
import { cell, type SampledClip } from './sampled-clip.ts';

/** Why a candidate is no mark. */
type Doubt =
  | 'no surroundings'
  | 'line'
  | 'large'
  | 'few shots'
  | 'still'
  | 'few views'
  | 'rarely shown'
  | 'unchanged behind'
  | 'unlike'
  | 'moves';

export interface Judgement extends Partial<Sightings> {
  readonly doubt: Doubt | undefined;
  /** The share of its rim behind which the scene changes. */
  readonly rim?: number;
  /** It lies on plain surroundings, which cannot change. */
  readonly isOnPlain?: boolean;
}

const fewestRingCells = 12;
export const minRoundness = 0.06;
/** Maximum area and sides as shares of the frame. */
export const max = { area: 0.12, across: 0.75, down: 0.45, narrow: 0.1 };
const fewestViews = { inShots: 3, inOneShot: 4 };
const minShare = { views: 0.75, shots: 0.7 };
const minRim = 0.6;
const minAlike = 0.6;
const minStay = { text: 0.75, other: 0.9 };
/** Range of a cell from which on the scene there changes. */
const changes = 6;
/** Distance in pixels behind the rim at which the scene is looked at. */
const behind = 8;

/** What the judgements of one clip share. */
export interface Bench {
  readonly clip: SampledClip;
  /** Cells covered by candidates, which say nothing about the scene. */
  readonly taken: Uint8Array;
  readonly ranges: (frames: readonly number[]) => Float32Array;
  /** Share of the scene's texture that stays in place. */
  readonly stillness: number;
}

export function rememberRanges(clip: SampledClip): Bench['ranges'] {
  const known = new Map<string, Float32Array>();
  return frames => {
    const key = `${frames[0]} ${frames.length}`;
    const ranges = known.get(key) ?? rangesOf(clip, frames);
    known.set(key, ranges);
    return ranges;
  };
}

/** Returns the outermost pixel of each row and column, as positions a few pixels further out. */
function* lookBehind({ pixels, box: { x, y, w, h } }: Candidate, width: number): Generator<[x: number, y: number]> {
  const [top, bottom] = [new Int32Array(w).fill(-1), new Int32Array(w).fill(-1)];
  const [left, right] = [new Int32Array(h).fill(-1), new Int32Array(h).fill(-1)];
  for (const i of pixels) {
    const [u, v] = [(i % width) - x, Math.floor(i / width) - y];
    if (top[u]! < 0 || v < top[u]!) top[u] = v;
    if (v > bottom[u]!) bottom[u] = v;
    if (left[v]! < 0 || u < left[v]!) left[v] = u;
    if (u > right[v]!) right[v] = u;
  }
  for (let u = 0; u < w; u++) {
    if (top[u]! < 0) continue;
    yield [x + u, y + top[u]! - behind];
    yield [x + u, y + bottom[u]! + behind + 1];
  }
  for (let v = 0; v < h; v++) {
    if (left[v]! < 0) continue;
    yield [x + left[v]! - behind, y + v];
    yield [x + right[v]! + behind + 1, y + v];
  }
}

function measureRim(candidate: Candidate, { width, across, down }: SampledClip, ranges: Float32Array): number {
  let [all, changing] = [0, 0];
  for (const [x, y] of lookBehind(candidate, width)) {
    const [u, v] = [Math.floor(x / cell), Math.floor(y / cell)];
    if (x < 0 || y < 0 || u >= across || v >= down) continue;
    all++;
    if (ranges[v * across + u]! > changes) changing++;
  }
  return all > 0 ? changing / all : 0;
}

export const isLarge = ({ w, h }: Box, { width, height }: SampledClip): boolean =>
  w * h > max.area * width * height || w > max.across * width || (h > max.down * height && w > max.narrow * width);

export interface Terms {
  readonly frames: readonly number[];
  /** Minimum number of views that show it, where it is not the usual one. */
  readonly views?: number;
}

/** Returns the frames from the first to the last that show a candidate: it may come later and go earlier than they do. */
const spanOf = ({ frames, shown }: Sightings): readonly number[] =>
  frames.slice(shown.indexOf(true), shown.lastIndexOf(true) + 1);

export function judge(candidate: Candidate, bench: Bench, { frames, views }: Terms): Judgement {
  const { clip, taken } = bench;
  const ring = ringAround(candidate.box, clip, taken);
  if (ring.length < fewestRingCells) return { doubt: 'no surroundings' };
  const seen = lookAround(candidate, clip, frames, ring);
  const doubtful = (doubt: Doubt, more: Partial<Judgement> = {}): Judgement => ({ ...seen, ...more, doubt });
  if (candidate.roundness < minRoundness) return doubtful('line');
  if (isLarge(candidate.box, clip)) return doubtful('large');
  if (seen.shots < minShare.shots * seen.allShots) return doubtful('few shots');
  const min = views ?? (seen.allShots > 1 ? fewestViews.inShots : fewestViews.inOneShot);
  if (seen.views < min) return doubtful(seen.allViews < min ? 'still' : 'few views');
  if (seen.share < minShare.views) return doubtful('rarely shown');
  const rim = measureRim(candidate, clip, bench.ranges(frames));
  if (rim < minRim) return doubtful('unchanged behind', { rim });
  if (candidate.alike < minAlike) return doubtful('unlike', { rim });
  const steadyShare = candidate.kind === 'text' ? minStay.text : minStay.other;
  if (measureStay(candidate, clip, spanOf(seen)) < steadyShare) return doubtful('moves', { rim });
  return { ...seen, rim, doubt: undefined };
}

/** `strength`: the grain of a wall lasts as well, but it is fainter than writing. */
const plain = { stillness: 0.1, roughness: 22, views: 6, viewShare: 0.6, alike: 0.75, strength: 0.25 };

/**
 * Outlines there that are no writing: clear and round ones in the outer band of the frame, while no texture of the scene stays. A bird that the camera
 * follows is in the middle; beneath a moon the horizon stays.
 */
const plainSign = { stillness: 0.01, alike: 0.95, strength: 0.3, roundness: 0.3 };
/** The outer band, as shares of the frame's sides. */
const outer = { across: 0.3, down: 0.2 };

/** Whether the middle of a box is in the outer band of the frame, where marks stand. */
export function isOuter({ x, y, w, h }: Box, { width, height }: SampledClip): boolean {
  const fromSide = Math.min(x + w / 2, width - x - w / 2);
  const fromEnd = Math.min(y + h / 2, height - y - h / 2);
  return fromSide < outer.across * width && fromEnd < outer.down * height;
}

function isClearOnPlain({ kind, box, alike, strength, roundness }: Candidate, { clip, stillness }: Bench): boolean {
  if (kind === 'text')
    return (
      alike >= plain.alike && strength >= plain.strength && roundness >= minRoundness && stillness <= plain.stillness
    );
  const { stillness: max, ...min } = plainSign;
  const isClear = alike >= min.alike && strength >= min.strength && roundness >= min.roundness && stillness <= max;
  return kind === 'outline' && isClear && isOuter(box, clip);
}

/** Whether the middle of a cell is in a box. */
function isInside(i: number, { x, y, w, h }: Box, { across }: SampledClip): boolean {
  const [u, v] = [((i % across) + 0.5) * cell, (Math.floor(i / across) + 0.5) * cell];
  return u >= x && u < x + w && v >= y && v < y + h;
}

/** Mean standard deviation of the levels around a box. */
function measureRoughness({ cells }: SampledClip, ring: readonly number[], frames: readonly number[]): number {
  let sum = 0;
  for (const frame of frames) {
    const levels = ring.map(i => cells[frame]![i]!);
    const mean = levels.reduce((total, level) => total + level, 0) / levels.length;
    sum += Math.sqrt(levels.reduce((total, level) => total + (level - mean) ** 2, 0) / levels.length);
  }
  return sum / frames.length;
}

/** Judges a mark on plain surroundings, which cannot change, in a scene that moves elsewhere: the views of the whole frame count. */
export function judgeOnPlain(candidate: Candidate, before: Judgement, bench: Bench): Judgement {
  const { clip, taken } = bench;
  const { doubt, shown, frames } = before;
  const canBePlain = doubt === 'still' || doubt === 'few views' || doubt === 'unchanged behind';
  if (!canBePlain || !shown || !frames || !isClearOnPlain(candidate, bench)) return before;
  const around = ringAround(candidate.box, clip, taken).filter(i => !isInside(i, candidate.box, clip));
  if (around.length < fewestRingCells || measureRoughness(clip, around, frames) > plain.roughness) return before;
  const groups = Map.groupBy(frames.keys(), k => clip.views[frames[k]!]!);
  const seen = [...groups.values()].filter(
    group => group.filter(k => shown[k]).length >= plain.viewShare * group.length,
  ).length;
  if (seen < plain.views || seen < minShare.views * groups.size) return before;
  if (measureStay(candidate, clip, frames) < (candidate.kind === 'text' ? minStay.text : minStay.other)) return before;
  return { ...before, views: seen, share: seen / groups.size, isOnPlain: true, doubt: undefined };
}
