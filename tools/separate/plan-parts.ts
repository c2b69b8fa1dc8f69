// The two wishes behind one separation: the sound in a format, and the clip without sound in the one that takes its track as it is.
import { type ClipFormat, plainPixels } from 'contract/clip/formats.ts';
import { type ClipFacts, type ClipPlan, type ClipProblem, type ClipWish, planClip } from 'contract/clip/plan.ts';

export interface SeparateWish {
  readonly format: 'mp3' | 'm4a' | 'wav';
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** For a track that has to be encoded: close to the original, since no smaller one was asked for. */
const quality = 85;

/** The formats that play a codec; a track of any other becomes MP4. */
const homes: Readonly<Record<string, ClipFormat>> = {
  hevc: 'mov',
  prores: 'mov',
  vp8: 'webm',
  vp9: 'webm',
  av1: 'webm',
};

/** The format of the clip without sound. */
function chooseClipFormat({ streams = [] }: ClipFacts): ClipFormat {
  const video =
    streams.find(({ kind, isDefault }) => kind === 'video' && isDefault) ??
    streams.find(({ kind }) => kind === 'video');
  if (video?.codec === 'h264' && !plainPixels.includes(video.pixelFormat ?? '')) return 'mov';
  const home = homes[video?.codec ?? ''] ?? 'mp4';
  // WebM forgets how a phone was held.
  return home === 'webm' && (video?.turn ?? 0) !== 0 ? 'mp4' : home;
}

/** What is asked of the engine for each of the two files. */
export function wishParts(facts: ClipFacts, { format, start, end }: SeparateWish): { clip: ClipWish; sound: ClipWish } {
  const both = { quality, speed: 1, start, end };
  return {
    clip: { ...both, format: chooseClipFormat(facts), mute: true },
    sound: { ...both, format, mute: false },
  };
}

export interface PartPlans {
  readonly clip: ClipPlan;
  readonly sound: ClipPlan;
}

/** Plans for both files, or why there are none. */
export function planParts(facts: ClipFacts, wish: SeparateWish): PartPlans | ClipProblem {
  const wishes = wishParts(facts, wish);
  const [clip, sound] = [planClip(facts, wishes.clip), planClip(facts, wishes.sound)];
  if (typeof sound === 'string') return sound;
  return typeof clip === 'string' ? clip : { clip, sound };
}
