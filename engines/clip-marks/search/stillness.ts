// Tells whether the scene of a clip stays in place, so that marks cannot be told from it. What looks like a mark does not count as scene: the edges of
// a large mark would pass for those of a scene that stays.
import { areaOf, fillBox, growBox } from '../boxes.ts';
import type { Box } from '../patch.ts';
import { changeOf, describeCandidate } from './candidate.ts';
import { type Bench, changes, judge } from './judge.ts';
import { alikeAt, findParts, keepAlike, type Steps } from './lasting-steps.ts';
import type { SampledClip } from './sampled-clip.ts';

/** Outlines that count as marks here: clear ones, not too many, and not too large. */
const compact = { alike: 0.85, strong: 40, area: 0.06, most: 12, together: 0.12 };
const fewestViews = 3;
const margin = 12;
const leastTexture = 0.2;
const stays = 0.8;
/** Share of the free pixels that must be textured, and the share of these from which on the scene stays. */
const textured = 0.01;
const stillShare = 0.2;

export interface Stillness {
  /** Share of the scene's texture that stays in place. */
  readonly share: number;
  /** The scene stays, although it may change. */
  readonly isFixed: boolean;
  /** The scene neither moves nor changes. */
  readonly isStill: boolean;
}

/** Returns clear outlines that would pass for marks, unless there are so many that they must be the scene. */
function findOwn(bench: Bench, steps: Steps, flags: Uint8Array, frames: readonly number[]): Box[] {
  const { clip } = bench;
  if (clip.viewCount < fewestViews) return [];
  const size = clip.width * clip.height;
  const own = findParts(keepAlike(flags, steps, compact.alike), clip)
    .filter(({ strong, box }) => strong >= compact.strong && areaOf(box) < compact.area * size)
    .sort((a, b) => b.pixels.length - a.pixels.length)
    .slice(0, compact.most)
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
    if (lengths[i]! < leastTexture * weight) continue;
    rough++;
    if (alikeAt({ ...steps, lengths, weight }, i) >= stays) still++;
  }
  return rough < textured * free ? 0 : still / Math.max(1, rough);
}

/** `candidates` are the boxes of the writing. */
export function measureStillness(
  bench: Bench,
  { steps, flags, frames }: { readonly steps: Steps; readonly flags: Uint8Array; readonly frames: readonly number[] },
  candidates: readonly Box[],
): Stillness {
  const { clip } = bench;
  const share = measureShare(clip, steps, [...candidates, ...findOwn(bench, steps, flags, frames)]);
  const isFixed = clip.viewCount < fewestViews || share > stillShare;
  const isUnchanged = changeOf(bench.ranges(frames)) < changes;
  return { share, isFixed, isStill: clip.viewCount < fewestViews || (isFixed && isUnchanged) };
}
