// Plans a conversion: which streams of a clip are copied and which are encoded. The page shows the plan in advance, price and deadline depend on it,
// and the worker carries it out, so all three use this module.
import type { FileFacts, StreamFacts } from '../facts.ts';
import {
  type ClipFormat,
  formatRules,
  hasPicture,
  isLonger,
  maxClipSeconds,
  maxFramePixels,
  maxFrameSide,
  maxGifSeconds,
  mostFramesPerSecond,
  plainPixels,
} from './formats.ts';

/** Facts about a clip; fields not probed yet are absent. */
export type ClipFacts = Partial<Pick<FileFacts, 'bytes' | 'type' | 'width' | 'height' | 'seconds' | 'isDamaged'>> & {
  readonly streams?: readonly StreamFacts[] | undefined;
};

export interface ClipWish {
  readonly format: ClipFormat;
  /** In pixels of the result. */
  readonly width?: number | undefined;
  /** The shorter side of the result, at most that of the clip: 720 for 720p, portrait clips included. */
  readonly shortSide?: number | undefined;
  /** 1..100. */
  readonly quality: number;
  /** Encode the video (or the audio of an audio-only format) with that quality even if it could be copied. */
  readonly reencode?: boolean | undefined;
  /** Mebibytes. */
  readonly targetMb?: number | undefined;
  /** In seconds of the clip. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly mute: boolean;
  /** 2 is double speed. */
  readonly speed: number;
  /** Frames per second of a GIF. */
  readonly fps?: number | undefined;
}

type Treatment = 'copy' | 'encode';

export interface TrackPlan {
  readonly stream: StreamFacts;
  readonly does: Treatment;
}

export interface ClipPlan {
  readonly video: TrackPlan | undefined;
  readonly sound: TrackPlan | undefined;
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
  | 'frame-too-large';

const frameRateOfStills = 25;
/** Clips with a variable rate are mostly screen recordings, and their mean rate says nothing about their lively parts. */
const leastSteadyRate = 30;

/** The constant frame rate at which a clip loses no motion. */
export const steadyRate = ({ framesPerSecond, isVariable }: Partial<StreamFacts> = {}): number =>
  Math.min(mostFramesPerSecond, Math.max(isVariable ? leastSteadyRate : 0, framesPerSecond || frameRateOfStills));
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
  const most = shortSide ?? (format === 'gif' && wanted === undefined ? gifShortSide : undefined);
  const scale = wanted !== undefined ? wanted / width : most !== undefined && most < short ? most / short : 1;
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
const isSmallEnough = ({ bytes = Number.POSITIVE_INFINITY }: ClipFacts, { targetMb = 0 }: ClipWish) =>
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

/** In seconds: less than half of a millisecond, ffmpeg would be told to take nothing. */
const shortestPart = 0.0005;

/** The plan, or the reason why there is none. `facts` must contain streams and duration. */
export function planClip(facts: ClipFacts, wish: ClipWish): ClipPlan | ClipProblem {
  const { format, speed } = wish;
  const { makes, sound: soundCodecs, keepsEdits } = formatRules[format];
  const streams = facts.streams ?? [];
  const { start, taken } = takePart(facts, wish);
  const video = makes.video && chooseTrack(streams, 'video');
  const sound = makes.sound && !(makes.video && wish.mute) ? chooseTrack(streams, 'sound') : undefined;
  if (makes.video && !video) return 'no-picture';
  if (!makes.video && !sound) return 'no-sound';
  if (!facts.seconds) return 'no-length';
  if (taken < shortestPart) return 'range-empty';
  if (isLonger(taken, maxClipSeconds)) return 'too-long';
  if (format === 'gif' && isLonger(taken / speed, maxGifSeconds)) return 'gif-too-long';
  const size = video && chooseSize(facts, wish);
  const isResized =
    wish.width !== undefined ||
    (wish.shortSide ?? Number.POSITIVE_INFINITY) < Math.min(facts.width ?? 0, facts.height ?? 0);
  const rate = steadyRate(video);
  // A copy can only start at a key frame, so a clip is copied only from its beginning. It keeps the whole of its last frame.
  const isFrameCut = video !== undefined && rate < slowRate && taken < facts.seconds;
  const isRetimed = start > 0 || speed !== 1 || isFrameCut;
  const isSized = wish.targetMb !== undefined && !isSmallEnough(facts, wish);
  const shape = { isResized, isRetimed, isSized };
  const does = video && treatVideo(video, wish, shape);
  const isTooLarge = video ? isSized : sound !== undefined && isSoundTooLarge(sound, facts, taken, wish);
  const fitsSound =
    sound !== undefined && soundCodecs.includes(sound.codec) && (keepsEdits || !sound.hasHiddenStart) && !isTooLarge;
  if (does === 'encode' && size && !isPossible(size)) return 'frame-too-large';
  return {
    video: video && does && { stream: video, does },
    sound: sound && {
      stream: sound,
      does: fitsSound && !isRetimed && !(wish.reencode && !video) ? 'copy' : 'encode',
    },
    size,
    isResized: isResized || format === 'gif',
    framesPerSecond: format === 'gif' ? Math.min(rate, wish.fps ?? gifFramesPerSecond) : rate * Math.min(1, speed),
    start,
    taken,
    seconds: taken / speed,
    lacksEnd: facts.isDamaged === true && start + taken >= facts.seconds - 0.01,
  };
}

/** Constant rate factor of x264: 18 is visually lossless, 28 is small and visibly soft. */
export const crfOfQuality = (quality: number): number => Math.round(42 - 0.28 * quality);

/** Bits per pixel that x264 needs for ordinary footage at CRF 21; six steps halve it. */
const bitsPerPixel = 0.075;
const soundBits = { aac: 160_000, opus: 128_000, mp3: 192_000, pcm_s16le: 1_411_200 };
/** For audio-only files: from this quality, these bitrates replace the usual ones. */
const fineSound = { from: 85, aac: 256_000, mp3: 320_000 };
const smallSound = { below: 65, aac: 96_000, mp3: 128_000 };
/** For GIF frames of footage with half of their pixels unchanged. */
const gifBytesPerPixel = 0.32;

/** Bitrate of encoded audio. */
export function soundBitsOf({ format, quality }: Pick<ClipWish, 'format' | 'quality'>): number {
  const codec = formatRules[format].makes.sound ?? 'aac';
  if (!hasPicture(format) && (codec === 'aac' || codec === 'mp3')) {
    if (quality >= fineSound.from) return fineSound[codec];
    if (quality < smallSound.below) return smallSound[codec];
  }
  return soundBits[codec];
}

/** Estimated size of the result in bytes. */
export function expectBytes(facts: ClipFacts, wish: ClipWish, plan: ClipPlan): number {
  const { video, sound, size, seconds, taken } = plan;
  const whole = facts.seconds || taken;
  const sourceBits = ((facts.bytes ?? 0) * 8) / whole;
  const soundSourceBits = sound?.stream.bitsPerSecond ?? Math.min(sourceBits, 160_000);
  const soundBitsNow = !sound ? 0 : sound.does === 'copy' ? soundSourceBits : soundBitsOf(wish);
  const pixelsPerSecond = (size?.width ?? 0) * (size?.height ?? 0) * plan.framesPerSecond;
  if (wish.format === 'gif') return pixelsPerSecond * seconds * gifBytesPerPixel;
  if (video?.does === 'encode' && wish.targetMb !== undefined && !isSmallEnough(facts, wish))
    return wish.targetMb * 1024 * 1024;
  const videoSourceBits = video?.stream.bitsPerSecond ?? Math.max(0, sourceBits - soundSourceBits);
  const encodedBits = pixelsPerSecond * bitsPerPixel * 2 ** ((21 - crfOfQuality(wish.quality)) / 6);
  // Encoding rarely needs more bits than the clip had.
  const videoBits = !video
    ? 0
    : video.does === 'copy'
      ? videoSourceBits
      : Math.min(encodedBits, (videoSourceBits || encodedBits) * 1.2 * wish.speed);
  return ((videoBits + soundBitsNow) * seconds) / 8;
}

/** The plan with every stream encoded, for when copying fails. */
export const withoutCopies = (plan: ClipPlan): ClipPlan => ({
  ...plan,
  video: plan.video && { ...plan.video, does: 'encode' },
  sound: plan.sound && { ...plan.sound, does: 'encode' },
});

/** The amount of work, in encoded megapixels: copying counts as one frame per second, since the clip is only read and written. */
export function workOf({ video, size, framesPerSecond, seconds }: ClipPlan): number {
  const megapixels = ((size?.width ?? 0) * (size?.height ?? 0)) / 1e6;
  if (video?.does === 'encode') return megapixels * framesPerSecond * seconds;
  return seconds;
}

/** Why a tool that processes a clip as a whole cannot; undefined where nothing is known against it. */
export function findWholeProblem(facts: ClipFacts): ClipProblem | undefined {
  if (!facts.streams) return undefined;
  const plan = planClip(facts, { format: 'mp4', quality: 90, mute: false, speed: 1 });
  return typeof plan === 'string' ? plan : undefined;
}
