// The part of a clip that a conversion wants: how it is opened and cut, and what the arguments for its result need to know.
import { maxSecondsOf } from 'contract/clip/formats.ts';
import type { ClipPlan } from 'contract/clip/plan.ts';
import type { ClipFacts, ClipWish } from 'contract/clip/wish.ts';
import { cutPart, mayHoldFrame, type PartCut } from './cut-part.ts';
import type { ClipFile } from './open-arguments.ts';
import { decodeAlpha, rateOfQuality, type Writing } from './write-arguments.ts';

export interface Wanted {
  readonly file: ClipFile;
  readonly facts: ClipFacts;
  readonly wish: ClipWish;
  readonly plan: ClipPlan;
  readonly canToneMap: boolean;
}

/**
 * The input of every step and its first filters: only the requested part. For the rest of a clip, reading continues to its actual end, which may be
 * slightly later than the header says, but is bounded: more tightly where gaps are filled with frames, or a last frame that claims to last for days
 * would be repeated until then.
 */
export function cutWanted({ file, facts, wish, plan: { video, start, taken } }: Wanted): PartCut {
  const isRest = start + taken >= (facts.seconds ?? 0) - 0.01;
  // All of a clip, and copies, keep the times of their frames.
  const isUntimed = video?.stream.isUntimed === true;
  const fillsGaps = video?.does === 'encode' && mayHoldFrame(video.stream, taken) && (start > 0 || !isRest);
  if (fillsGaps) return cutPart(file, { start, taken, beyond: isRest ? 1 : 0 }, video.stream);
  return cutPart(
    file,
    { start, taken: isRest ? maxSecondsOf(wish.format) + 1 : taken },
    isUntimed ? video.stream : undefined,
  );
}

/** The arguments that open the clip at a part. */
export const openCut = ({ plan: { video }, wish }: Wanted, { input }: PartCut): readonly string[] => [
  ...(video?.does === 'encode' ? decodeAlpha(video.stream, wish.format) : []),
  ...input,
];

export const openWanted = (wanted: Wanted): readonly string[] => openCut(wanted, cutWanted(wanted));

export const writingOf = (wanted: Wanted, more: Partial<Writing> = {}): Writing => ({
  plan: wanted.plan,
  wish: wanted.wish,
  canToneMap: wanted.canToneMap,
  cut: cutWanted(wanted),
  rate: rateOfQuality(wanted.wish),
  ...more,
});
