// Tells whether the scene of a clip stays in place, so that marks cannot be told from it. What looks like a mark does not count as scene: the edges of
// a large mark would pass for those of a scene that stays.
import { areaOf, fillBox, growBox } from '../boxes.ts';
import type { Box } from '../patch.ts';
import { describeCandidate } from './candidate.ts';
import { type Bench, judge } from './judge.ts';
import { alikeAt, findParts, keepAlike, type Steps } from './lasting-steps.ts';
import type { SampledClip } from './sampled-clip.ts';

/** Outlines that count as marks here: clear ones, not too many, and not too large. */
const compact = { alike: 0.85, strong: 40, area: 0.06, max: 12, together: 0.12 };
const fewestViews = 3;
const margin = 12;
const minTexture = 0.2;
const stays = 0.8;
/** Share of the free pixels that must be textured, and the share of these from which on the scene stays. */
const textured = 0.01;
const stillShare = 0.2;
/** The frame is cut into squares of this side; a scene that stays has pixels that last surely in at least this share of them. */
const squares = { side: 32, pixels: 12, share: 0.22 };

export interface Stillness {
  /** Share of the scene's texture that stays in place. */
  readonly share: number;
  /** The camera does not move, although something may pass before it. */
  readonly isFixed: boolean;
}

/** Returns clear outlines that would pass for marks, unless there are so many that they must be the scene. */
function findOwn(bench: Bench, steps: Steps, flags: Uint8Array, frames: readonly number[]): Box[] {
  const { clip } = bench;
  if (clip.viewCount < fewestViews) return [];
  const size = clip.width * clip.height;
  const own = findParts(keepAlike(flags, steps, compact.alike), clip)
    .filter(({ strong, box }) => strong >= compact.strong && areaOf(box) < compact.area * size)
    .sort((a, b) => b.pixels.length - a.pixels.length)
    .slice(0, compact.max)
    .map(({ pixels }) => describeCandidate('outline', pixels, steps, clip.width))
    .filter(candidate => judge(candidate, bench, { frames }).doubt === undefined)
    .map(({ box }) => box);
  return own.reduce((sum, box) => sum + areaOf(box), 0) > compact.together * size ? [] : own;
}

function measureShare({ width, height }: SampledClip, { lengths, weight, ...steps }: Steps, boxes: readonly Box[]) {
  const near = new Uint8Array(width * height);
  for (const box of boxes) {
    const around = growBox(box, Math.floor(margin + Math.min(box.w, 1.5 * box.h)), margin + box.h);
    fillBox(near, around, { width, height });
  }
  let [free, rough, still] = [0, 0, 0];
  for (let i = 0; i < near.length; i++) {
    if (near[i]) continue;
    free++;
    if (lengths[i]! < minTexture * weight) continue;
    rough++;
    if (alikeAt({ ...steps, lengths, weight }, i) >= stays) still++;
  }
  return rough < textured * free ? 0 : still / Math.max(1, rough);
}

/**
 * Returns the share of the squares in which outlines last. Behind what moves before a camera that does not, most of the texture changes all the same,
 * but outlines last all over the frame, those of marks only in some places.
 */
function measureClutter({ width, height }: SampledClip, flags: Uint8Array, candidates: readonly Box[]): number {
  const covered = new Uint8Array(flags.length);
  for (const box of candidates) fillBox(covered, growBox(box, 2), { width, height });
  const across = Math.ceil(width / squares.side);
  const counts = new Int32Array(across * Math.ceil(height / squares.side));
  for (let i = 0; i < flags.length; i++)
    if (flags[i] === 2 && !covered[i])
      counts[Math.floor(i / width / squares.side) * across + Math.floor((i % width) / squares.side)]!++;
  return counts.filter(count => count >= squares.pixels).length / counts.length;
}

/** `candidates` are the boxes of the writing. */
export function measureStillness(
  bench: Bench,
  { steps, flags, frames }: { readonly steps: Steps; readonly flags: Uint8Array; readonly frames: readonly number[] },
  candidates: readonly Box[],
): Stillness {
  const { clip } = bench;
  const share = measureShare(clip, steps, [...candidates, ...findOwn(bench, steps, flags, frames)]);
  const isCluttered = measureClutter(clip, flags, candidates) > squares.share;
  const isFixed = clip.viewCount < fewestViews || share > stillShare || isCluttered;
  return { share, isFixed };
}
