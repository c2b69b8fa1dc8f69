// Plans the outputs of a separation: each sound in the requested format, and the silent clip in a format that can hold its track unchanged.
import { type ClipFormat, plainPixels } from 'contract/clip/formats.ts';
import type { Loss } from 'contract/clip/loss-words.ts';
import { type ClipPlan, type ClipProblem, chooseTrack, planClip } from 'contract/clip/plan.ts';
import type { ClipFacts, ClipWish } from 'contract/clip/wish.ts';

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

/** Returns the options of the engine for each of the files. */
export function wishParts(facts: ClipFacts, { format, start, end }: SeparateWish): PartWishes {
  const both = { quality, speed: 1, start, end };
  const tracks = (facts.streams ?? []).filter(({ kind }) => kind === 'sound').slice(0, maxSounds);
  // The silent clip keeps the subtitles.
  const sound = { ...both, format, mute: false, subtitles: [] };
  return {
    clip: { ...both, format: chooseClipFormat(facts), mute: true },
    // Without any, the plan of the one that is missing says so.
    sounds: tracks.length === 0 ? [sound] : tracks.map(({ index }) => ({ ...sound, sounds: [index] })),
  };
}

/** Sound files of one run. */
const maxSounds = 8;

interface PartWishes {
  readonly clip: ClipWish;
  /** One for each sound track of the clip. */
  readonly sounds: readonly ClipWish[];
}

export interface PartPlans {
  readonly clip: ClipPlan;
  readonly sounds: readonly ClipPlan[];
}

/** What none of the files will hold. */
export function listLosses({ streams = [] }: ClipFacts, { clip, sounds }: PartPlans): readonly Loss[] {
  const reduced = sounds.flatMap(({ losses }) => losses).filter(({ what }) => what === 'channels-reduced').length;
  const unheard = streams.filter(({ kind }) => kind === 'sound').length - sounds.length;
  return [
    ...clip.losses,
    ...(unheard > 0 ? [{ what: 'sounds-left-out' as const, count: unheard }] : []),
    ...(reduced > 0 ? [{ what: 'channels-reduced' as const, count: reduced }] : []),
  ];
}

/** Returns the plans for all files, or the reason why there are none. */
export function planParts(facts: ClipFacts, wish: SeparateWish): PartPlans | ClipProblem {
  const wishes = wishParts(facts, wish);
  const clip = planClip(facts, wishes.clip);
  const sounds: ClipPlan[] = [];
  for (const sound of wishes.sounds) {
    const plan = planClip(facts, sound);
    if (typeof plan === 'string') return plan;
    sounds.push(plan);
  }
  return typeof clip === 'string' ? clip : { clip, sounds };
}
