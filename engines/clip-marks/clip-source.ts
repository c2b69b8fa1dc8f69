// A clip opened for frame-by-frame work: the plan for its tracks, and the settings for reading its frames.

import type { ClipPlan } from 'contract/clip/plan.ts';
import { requirePlan } from 'contract/clip/require-plan.ts';
import type { ClipFacts, ClipWish } from 'contract/clip/wish.ts';
import type { ClipFile } from '../video/open-arguments.ts';
import { type FrameFormat, type FrameReading, readFormat } from '../video/pipe-frames.ts';
import { canMap } from '../video/tone-map.ts';

export interface ClipSource {
  readonly facts: ClipFacts;
  readonly plan: ClipPlan;
  readonly reading: FrameReading;
  readonly format: FrameFormat;
  readonly seconds: number;
}

/** The result is an MP4 with everything of the clip that it can hold. */
export const clipWish: ClipWish = { format: 'mp4', quality: 90, mute: false, speed: 1 };

/** Throws CLIP_WITHOUT_PICTURE, CLIP_TOO_LONG or FILE_CORRUPT. */
export async function openSource(file: ClipFile, facts: ClipFacts, folder: string): Promise<ClipSource> {
  const plan = requirePlan(facts, clipWish);
  const stream = plan.video!.stream;
  const size = { width: facts.width ?? 0, height: facts.height ?? 0 };
  const format = await readFormat(file, stream, size, folder);
  const canToneMap = await canMap(stream, folder);
  const { seconds } = plan;
  return { facts, plan, reading: { file, stream, format, folder, canToneMap, seconds }, format, seconds };
}
