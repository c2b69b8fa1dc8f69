// The screen's options, and their plan for a clip whose facts are known.
import { expectBytes, isSizeMeasured } from 'contract/clip/expect-bytes.ts';
import { type ClipFormat, formatRules, hasPicture } from 'contract/clip/formats.ts';
import { type ClipPlan, type ClipProblem, planClip } from 'contract/clip/plan.ts';
import type { ClipFacts, ClipWish } from 'contract/clip/wish.ts';
import type { StreamFacts } from 'contract/facts.ts';
import { type MediaName, media } from 'contract/media.ts';

/** auto: compatible tracks are copied, others are encoded at standard quality. */
const qualities = { auto: 75, high: 90, standard: 75, small: 55 } as const;
export type Quality = keyof typeof qualities;

export interface ConvertSettings extends Readonly<Record<string, unknown>> {
  readonly format: ClipFormat;
  readonly quality: Quality;
  readonly shortSide: number | undefined;
  readonly targetMb: number | undefined;
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly mute: boolean;
  readonly speed: number;
  readonly fps: number;
  /** The sound and subtitle tracks to leave out, by their index in the file. */
  readonly dropped: readonly number[];
  /** The track of a sound file; undefined: the one that a player would choose. */
  readonly soundTrack: number | undefined;
  readonly chapters: boolean;
  readonly channels: 'all' | 'stereo';
}

const isSound = (type: MediaName | undefined) => type !== undefined && media[type].kind === 'sound';

/** The default format is MP4, which plays everywhere; sound becomes MP3, and MP3 becomes WAV. */
export function defaultSettings({ type }: { type?: MediaName }): ConvertSettings {
  const format = type === 'mp3' ? 'wav' : isSound(type) ? 'mp3' : 'mp4';
  return {
    format,
    quality: 'auto',
    shortSide: undefined,
    targetMb: undefined,
    start: undefined,
    end: undefined,
    mute: false,
    speed: 1,
    fps: 12,
    dropped: [],
    soundTrack: undefined,
    chapters: true,
    channels: 'all',
  };
}

/** WAV is uncompressed, and a GIF has its own settings. */
export const hasQuality = ({ format, targetMb }: Pick<ConvertSettings, 'format' | 'targetMb'>) =>
  format !== 'gif' && format !== 'wav' && (targetMb === undefined || !hasPicture(format));

const canBeSized = (format: ClipFormat) => format !== 'gif' && format !== 'wav';

/** The tracks of a clip to keep; nothing where all of them are. */
function chooseTracks({ streams = [] }: ClipFacts, { format, dropped, soundTrack, mute }: ConvertSettings) {
  const { makes, holds } = formatRules[format];
  const left = (kind: StreamFacts['kind']) => {
    const all = streams.filter(stream => stream.kind === kind).map(({ index }) => index);
    const kept = all.filter(index => !dropped.includes(index));
    return kept.length < all.length ? kept : undefined;
  };
  const one = streams.find(({ kind, index }) => kind === 'sound' && index === soundTrack);
  const sounds = holds.includes('sounds') && !mute ? left('sound') : one && !makes.video ? [one.index] : undefined;
  const subtitles = makes.subtitle ? left('subtitle') : undefined;
  return { ...(sounds && { sounds }), ...(subtitles && { subtitles }) };
}

/** Converts the screen's options to those of the engine, without the ones that the format does not support. */
function toWish(settings: ConvertSettings, facts: ClipFacts): ClipWish {
  const { format, quality, shortSide, targetMb, start, end, mute, speed, fps } = settings;
  return {
    format,
    quality: qualities[quality],
    reencode: hasQuality(settings) && quality !== 'auto',
    speed,
    mute: mute && hasPicture(format),
    start,
    end,
    ...(hasPicture(format) && { shortSide }),
    ...(canBeSized(format) && { targetMb }),
    ...(format === 'gif' && { fps }),
    ...chooseTracks(facts, settings),
    ...(!settings.chapters && { chapters: false }),
    ...(settings.channels === 'stereo' && { channels: 'stereo' }),
  };
}

/** Returns the fields of the call's body. */
export const toPayload = (settings: ConvertSettings, facts: ClipFacts): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(toWish(settings, facts)).filter(([, value]) => value !== undefined));

interface Foreseen {
  readonly plan: ClipPlan;
  /** From the facts alone; only rough where `isMeasured`. */
  readonly bytes: number;
  /** Whether the size has to be measured. */
  readonly isMeasured: boolean;
}

/** Returns the plan for a clip and its expected size; undefined until its tracks are known. */
export function foresee(facts: ClipFacts, settings: ConvertSettings): Foreseen | { problem: ClipProblem } | undefined {
  if (!facts.streams) return undefined;
  const wish = toWish(settings, facts);
  const plan = planClip(facts, wish);
  if (typeof plan === 'string') return { problem: plan };
  return { plan, bytes: expectBytes(facts, wish, plan), isMeasured: isSizeMeasured(wish, plan) };
}

/** Returns the options to measure the size with; undefined where the facts tell it. */
export function toMeasure(settings: ConvertSettings, facts: ClipFacts): Readonly<Record<string, unknown>> | undefined {
  const seen = foresee(facts, settings);
  return seen && 'plan' in seen && seen.isMeasured ? toPayload(settings, facts) : undefined;
}
