// Plans both outputs of a separation: the sound in the requested format, and the silent clip in a format that can hold its track unchanged.
import { type ClipFormat, plainPixels } from 'contract/clip/formats.ts';
import {
  type ClipFacts,
  type ClipPlan,
  type ClipProblem,
  type ClipWish,
  chooseTrack,
  planClip,
} from 'contract/clip/plan.ts';

export interface SeparateWish {
  readonly format: 'mp3' | 'm4a' | 'wav';
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** Quality of a track that has to be encoded: close to the original, because no smaller file is requested. */
const quality = 85;

/** Container formats for a codec; any other becomes MP4. */
const homes: Readonly<Record<string, ClipFormat>> = {
  hevc: 'mov',
  prores: 'mov',
  vp8: 'webm',
  vp9: 'webm',
  av1: 'webm',
};

/** Returns the format of the silent clip. */
function chooseClipFormat({ streams = [] }: ClipFacts): ClipFormat {
  const video = chooseTrack(streams, 'video');
  if (video?.codec === 'h264' && !plainPixels.includes(video.pixelFormat ?? '')) return 'mov';
  const home = homes[video?.codec ?? ''] ?? 'mp4';
  // WebM does not store a rotation.
  return home === 'webm' && (video?.turn ?? 0) !== 0 ? 'mp4' : home;
}

/** Returns the options of the engine for each of the two files. */
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

/** Returns the plans for both files, or the reason why there are none. */
export function planParts(facts: ClipFacts, wish: SeparateWish): PartPlans | ClipProblem {
  const wishes = wishParts(facts, wish);
  const [clip, sound] = [planClip(facts, wishes.clip), planClip(facts, wishes.sound)];
  if (typeof sound === 'string') return sound;
  return typeof clip === 'string' ? clip : { clip, sound };
}
