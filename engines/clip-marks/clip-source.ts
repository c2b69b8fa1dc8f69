// A clip opened for frame-by-frame work: the plan for its tracks, the settings for reading its frames, and a first search for marks.
import type { ClipPlan } from 'contract/clip/plan.ts';
import type { ClipFacts, ClipWish } from 'contract/clip/wish.ts';
import { requirePlan } from '../video/convert-clip.ts';
import type { ClipFile } from '../video/open-arguments.ts';
import { type FrameFormat, type FrameReading, readFormat, readFrames } from '../video/pipe-frames.ts';
import { canMap } from '../video/tone-map.ts';
import { type FoundMark, searchMarks } from './find-still-marks.ts';

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

/** Half the minimum time in seconds that a mark stays in one place, and the maximum number of stretches that a clip is divided into. */
const shortestStretch = 2;
const mostStretches = 24;
const framesPerStretch = 14;
const fewestFrames = 72;

export interface FoundMarks {
  readonly marks: readonly FoundMark[];
  /** True when the camera does not move, so that marks cannot be told from the scene. */
  readonly isStill: boolean;
  /** Uncertainty of the marks' times in seconds. */
  readonly looseSeconds: number;
}

/** Searches for marks in frames spread over the whole clip. CPU: about 10 ms per megapixel of each of 72 to 336 frames, plus decoding. */
export async function findClipMarks(
  { reading, format, seconds }: ClipSource,
  onProgress: (fraction: number) => void,
): Promise<FoundMarks> {
  const stretchSeconds = Math.max(shortestStretch, seconds / mostStretches);
  const wanted = Math.max(fewestFrames, Math.ceil(seconds / stretchSeconds) * framesPerStretch);
  const hertz = Math.min(format.framesPerSecond, wanted / seconds);
  const search = searchMarks(format, seconds, stretchSeconds);
  let read = 0;
  for await (const data of readFrames({ ...reading, everyHertz: hertz })) {
    search.add({ data, width: format.width, height: format.height }, read / hertz);
    read++;
    onProgress(Math.min(1, read / wanted));
  }
  return { ...search.finish(), looseSeconds: stretchSeconds };
}
