// Plans a conversion: which streams of a clip are copied and which are encoded. The page shows the plan in advance, price and deadline depend on it,
// and the worker carries it out, so all three use this module.
import type { StreamFacts } from '../facts.ts';
import {
  formatRules,
  isLonger,
  maxFramePixels,
  maxFrameSide,
  maxFramesPerSecond,
  maxGifSeconds,
  maxSecondsOf,
  plainPixels,
} from './formats.ts';
import type { Loss } from './loss-words.ts';
import { type Extras, layoutOf, listSoundLosses, noExtras, planExtras } from './tracks.ts';
import type { ClipFacts, ClipWish, TrackPlan, Treatment } from './wish.ts';

export interface ClipPlan {
  readonly video: TrackPlan | undefined;
  /** In the order of the clip. */
  readonly sounds: readonly TrackPlan[];
  readonly extras: Extras;
  /** What the clip has and the result will not. */
  readonly losses: readonly Loss[];
  /** Displayed size of the result; absent for audio. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
  /** Whether the size differs from the clip's, apart from rounding to even sides. */
  readonly isResized: boolean;
  readonly framesPerSecond: number;
  /** The part of the clip to convert, in seconds of the clip. */
  readonly start: number;
  readonly taken: number;
  /** Duration of the result. */
  readonly seconds: number;
  /** Whether the requested part includes an end that the truncated clip lacks. */
  readonly lacksEnd: boolean;
}

/** Why a clip cannot be converted as requested. */
export type ClipProblem =
  | 'no-picture'
  | 'no-sound'
  | 'no-length'
  | 'range-empty'
  | 'too-long'
  | 'gif-too-long'
  | 'frame-too-large'
  | 'track-missing';

const frameRateOfStills = 25;
/** Clips with a variable rate are mostly screen recordings, and their mean rate says nothing about their lively parts. */
const minSteadyRate = 30;

/** The constant frame rate at which a clip loses no motion. */
export const steadyRate = ({ framesPerSecond, isVariable }: Partial<StreamFacts> = {}): number =>
  Math.min(maxFramesPerSecond, Math.max(isVariable ? minSteadyRate : 0, framesPerSecond || frameRateOfStills));
/** Below this rate, in frames per second, a frame is on display for so long that a part may begin or end well within it, as in a clip of slides. */
export const slowRate = 10;
const gifFramesPerSecond = 12;
export const gifShortSide = 360;

/** The stream of a kind that a player would choose. */
export const chooseTrack = (streams: readonly StreamFacts[], kind: StreamFacts['kind']) => {
  const all = streams.filter(stream => stream.kind === kind);
  return all.find(stream => stream.isDefault) ?? all[0];
};

/** Clamps a time range to the clip. */
export function takePart({ seconds = 0 }: ClipFacts, { start = 0, end }: Pick<ClipWish, 'start' | 'end'>) {
  const from = Math.min(Math.max(0, start), seconds);
  return { start: from, taken: Math.max(0, Math.min(end ?? seconds, seconds) - from) };
}

const even = (pixels: number) => Math.max(2, Math.round(pixels / 2) * 2);
const evenDown = (pixels: number) => Math.max(2, Math.floor(pixels / 2) * 2);

/** The size of the result. H.264 with chroma subsampling needs even sides, so odd ones lose a line. */
export function chooseSize(
  { width = 0, height = 0 }: ClipFacts,
  { format, width: wanted, shortSide }: Pick<ClipWish, 'format' | 'width' | 'shortSide'>,
) {
  const short = Math.min(width, height);
  const max = shortSide ?? (format === 'gif' && wanted === undefined ? gifShortSide : undefined);
  const scale = wanted !== undefined ? wanted / width : max !== undefined && max < short ? max / short : 1;
  if (scale === 1) return { width: evenDown(width), height: evenDown(height) };
  return { width: even(width * scale), height: even(height * scale) };
}

const isPossible = ({ width, height }: { width: number; height: number }) =>
  width * height <= maxFramePixels && Math.max(width, height) <= maxFrameSide;

interface Shape {
  readonly isResized: boolean;
  /** Start, speed or target size is set, so nothing can be copied. */
  readonly isRetimed: boolean;
  readonly isSized: boolean;
}

function treatVideo(
  stream: StreamFacts,
  { format, reencode }: ClipWish,
  { isResized, isRetimed, isSized }: Shape,
): Treatment {
  const rule = formatRules[format];
  const isPlain = plainPixels.includes(stream.pixelFormat ?? '') && !stream.isHdr && !stream.isInterlaced;
  const fits =
    !stream.isUntimed &&
    rule.video.includes(stream.codec) &&
    (format !== 'mp4' || isPlain) &&
    (rule.keepsEdits || ((stream.turn ?? 0) === 0 && !stream.hasHiddenStart)) &&
    !reencode &&
    !isResized &&
    !isRetimed &&
    !isSized;
  return fits ? 'copy' : 'encode';
}

/** Whether the file is already within the target size. */
const isSmallEnough = ({ bytes = Number.POSITIVE_INFINITY }: ClipFacts, { targetMb = 0 }: ClipWish): boolean =>
  bytes <= targetMb * 1024 * 1024;

/** Whether a copy of the sound alone would exceed the target size. */
function isSoundTooLarge(
  { bitsPerSecond }: StreamFacts,
  { bytes, seconds = 1 }: ClipFacts,
  taken: number,
  { targetMb }: ClipWish,
) {
  if (targetMb === undefined) return false;
  const perSecond = bitsPerSecond ? bitsPerSecond / 8 : (bytes ?? Number.POSITIVE_INFINITY) / seconds;
  return perSecond * taken > targetMb * 1024 * 1024;
}

/** More sounds than films have languages would cost as much time as their video. */
const maxSounds = 16;

/** The sound streams of the result: all that are wanted and fit, or the one that a player would choose. */
function chooseSounds(streams: readonly StreamFacts[], wish: ClipWish): readonly StreamFacts[] {
  const { makes, holds } = formatRules[wish.format];
  if (!makes.sound || (makes.video && wish.mute)) return [];
  const wanted = streams.filter(({ kind, index }) => kind === 'sound' && (wish.sounds?.includes(index) ?? true));
  if (holds.includes('sounds') && !wish.isPreview) return wanted.slice(0, maxSounds);
  const one = wanted.find(({ index }) => index === wish.sounds?.[0]) ?? chooseTrack(wanted, 'sound');
  return one ? [one] : [];
}

/** Whether a track was asked for that the clip does not have. */
function lacksTrack(streams: readonly StreamFacts[], { sounds = [], subtitles = [] }: ClipWish): boolean {
  const lacks = (kind: StreamFacts['kind']) => (index: number) =>
    !streams.some(stream => stream.kind === kind && stream.index === index);
  return sounds.some(lacks('sound')) || subtitles.some(lacks('subtitle'));
}

/** In seconds: less than half of a millisecond, ffmpeg would be told to take nothing. */
const shortestPart = 0.0005;

/** Why there is no result; undefined where nothing is known against it. */
function findProblem(facts: ClipFacts, wish: ClipWish, video: StreamFacts | undefined): ClipProblem | undefined {
  const { format, speed } = wish;
  const { makes } = formatRules[format];
  const streams = facts.streams ?? [];
  const { taken } = takePart(facts, wish);
  if (makes.video && !video) return 'no-picture';
  if (!makes.video && !streams.some(({ kind }) => kind === 'sound')) return 'no-sound';
  if (lacksTrack(streams, wish)) return 'track-missing';
  if (!makes.video && chooseSounds(streams, wish).length === 0) return 'no-sound';
  if (!facts.seconds) return 'no-length';
  if (taken < shortestPart) return 'range-empty';
  if (isLonger(taken, maxSecondsOf(format))) return 'too-long';
  return format === 'gif' && isLonger(taken / speed, maxGifSeconds) ? 'gif-too-long' : undefined;
}

/** The plan, or the reason why there is none. `facts` must contain streams and duration. */
export function planClip(facts: ClipFacts, wish: ClipWish): ClipPlan | ClipProblem {
  const { format, speed } = wish;
  const { makes, sound: soundCodecs, keepsEdits } = formatRules[format];
  const streams = facts.streams ?? [];
  const { start, taken } = takePart(facts, wish);
  const video = makes.video && chooseTrack(streams, 'video');
  const problem = findProblem(facts, wish, video);
  if (problem) return problem;
  const size = video && chooseSize(facts, wish);
  const isResized =
    wish.width !== undefined ||
    (wish.shortSide ?? Number.POSITIVE_INFINITY) < Math.min(facts.width ?? 0, facts.height ?? 0);
  const rate = steadyRate(video);
  const seconds = facts.seconds ?? 0;
  // A copy can only start at a key frame, so a clip is copied only from its beginning. It keeps the whole of its last frame.
  const isFrameCut = video !== undefined && rate < slowRate && taken < seconds;
  const isRetimed = start > 0 || speed !== 1 || isFrameCut;
  const isSized = wish.targetMb !== undefined && !isSmallEnough(facts, wish);
  const does = video && treatVideo(video, wish, { isResized, isRetimed, isSized });
  if (does === 'encode' && size && !isPossible(size)) return 'frame-too-large';
  const planSound = (stream: StreamFacts): TrackPlan => {
    const layout = layoutOf(stream, wish);
    const fits =
      soundCodecs.includes(stream.codec) &&
      (keepsEdits || !stream.hasHiddenStart) &&
      !(video ? isSized : isSoundTooLarge(stream, facts, taken, wish)) &&
      !(layout === 'stereo' && wish.channels === 'stereo');
    const isCopied = fits && !isRetimed && !(wish.reencode && !video);
    return { stream, does: isCopied ? 'copy' : 'encode', layout };
  };
  const sounds = chooseSounds(streams, wish).map(planSound);
  const isPlain = wish.isPreview || format === 'gif';
  const part = { start, taken, isWhole: start === 0 && taken >= seconds - 0.01 };
  const { extras, losses } = isPlain ? { extras: noExtras, losses: [] } : planExtras(facts, wish, part);
  return {
    video: video && does && { stream: video, does },
    sounds,
    extras,
    losses: isPlain ? [] : [...listSoundLosses(streams, sounds, wish), ...losses],
    size,
    isResized: isResized || format === 'gif',
    framesPerSecond: format === 'gif' ? Math.min(rate, wish.fps ?? gifFramesPerSecond) : rate * Math.min(1, speed),
    start,
    taken,
    seconds: taken / speed,
    lacksEnd: facts.isDamaged === true && start + taken >= seconds - 0.01,
  };
}

/** The plan with every stream encoded, for when copying fails. */
export const withoutCopies = (plan: ClipPlan): ClipPlan => ({
  ...plan,
  video: plan.video && { ...plan.video, does: 'encode' },
  sounds: plan.sounds.map(sound => ({ ...sound, does: 'encode' })),
});

/** What happens to the sounds: they are copied only if all of them are. */
export const soundTreatment = ({ sounds }: ClipPlan): Treatment | 'none' =>
  sounds.length === 0 ? 'none' : sounds.every(({ does }) => does === 'copy') ? 'copy' : 'encode';

/** The amount of work, in encoded megapixels: copying counts as one frame per second, since the clip is only read and written. */
export function workOf({ video, size, framesPerSecond, seconds }: ClipPlan): number {
  const megapixels = ((size?.width ?? 0) * (size?.height ?? 0)) / 1e6;
  if (video?.does === 'encode') return megapixels * framesPerSecond * seconds;
  return seconds;
}

/** What a tool that processes a clip as a whole leaves out. */
export function findWholeLosses(facts: ClipFacts, format: 'mp4' | 'mkv'): readonly Loss[] {
  const plan = facts.streams && planClip(facts, { format, quality: 90, mute: false, speed: 1 });
  return typeof plan === 'object' ? plan.losses : [];
}

/** Why a tool that processes a clip as a whole cannot; undefined where nothing is known against it. */
export function findWholeProblem(facts: ClipFacts): ClipProblem | undefined {
  if (!facts.streams) return undefined;
  const plan = planClip(facts, { format: 'mp4', quality: 90, mute: false, speed: 1 });
  return typeof plan === 'string' ? plan : undefined;
}
