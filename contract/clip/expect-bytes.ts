// How large the result of a conversion becomes.
import type { StreamFacts } from '../facts.ts';
import { formatRules, hasPicture } from './formats.ts';
import type { ClipPlan } from './plan.ts';
import type { ClipFacts, ClipWish, TrackPlan } from './wish.ts';

/** Constant rate factor of x264: 18 is visually lossless, 28 is small and visibly soft. */
export const crfOfQuality = (quality: number): number => Math.round(42 - 0.28 * quality);

/**
 * How many times its bits a picture of this codec needs in H.264, at the same quality. A codec that needs fewer, such as MPEG-2, is not counted on: an
 * encoder keeps its artefacts.
 */
const worthInH264: Readonly<Record<string, number>> = { hevc: 1.9, av1: 2.2, vp9: 1.6 };
const vp9Worth = 1.3;

/** The same for the codec that a format gets. */
const worthIn = (format: ClipWish['format'], codec = '') =>
  (worthInH264[codec] ?? 1) / (formatRules[format].makes.video === 'vp9' ? vp9Worth : 1);

/** Bits per pixel that x264 needs for ordinary footage at CRF 21; six steps halve it. */
const bitsPerPixel = 0.075;
const soundBits = { aac: 160_000, opus: 128_000, mp3: 192_000, pcm_s16le: 1_411_200 };
/** For audio-only files: from this quality, these bitrates replace the usual ones. */
const fineSound = { from: 85, aac: 256_000, mp3: 320_000 };
const smallSound = { below: 65, aac: 96_000, mp3: 128_000 };
/** For GIF frames of footage with half of their pixels unchanged. */
const gifBytesPerPixel = 0.32;

/** Bitrate of encoded audio with one or two channels. */
export function soundBitsOf({ format, quality }: Pick<ClipWish, 'format' | 'quality'>): number {
  const codec = formatRules[format].makes.sound ?? 'aac';
  if (!hasPicture(format) && (codec === 'aac' || codec === 'mp3')) {
    if (quality >= fineSound.from) return fineSound[codec];
    if (quality < smallSound.below) return smallSound[codec];
  }
  return soundBits[codec];
}

/** How much more than two channels a sound with this arrangement needs: 5.1 has five full channels. */
export const surroundShare = ({ stream: { channels = 2 }, layout }: TrackPlan): number =>
  layout === undefined || layout === 'stereo' ? 1 : Math.max(1, (channels - 1) / 2);

const usualHertz = 44_100;
const bitsPerSample = 16;

/** Bits per second of an encoded sound; those of samples follow exactly. */
function encodedSoundBits(wish: ClipWish, sound: TrackPlan): number {
  if (formatRules[wish.format].makes.sound !== 'pcm_s16le') return soundBitsOf(wish) * surroundShare(sound);
  const { hertz = usualHertz, channels = 2 } = sound.stream;
  return hertz * (sound.layout === 'stereo' ? 2 : channels) * bitsPerSample;
}

/** The most that sound alone is encoded with to reach a size. */
const maxSoundBits = 320_000;
const maxSourceSoundBits = 160_000;

/** Bits per second of a sound stream of the clip. */
const bitsOfStream = ({ bitsPerSecond }: StreamFacts, sourceBits: number) =>
  bitsPerSecond ?? Math.min(sourceBits, maxSourceSoundBits);

/** Whether a video is encoded in a codec that needs more bits for the same picture than the clip's own. */
export const needsMoreBits = ({ video }: ClipPlan, format: ClipWish['format']): boolean =>
  video?.does === 'encode' && worthIn(format, video.stream.codec) > 1.1;

/** Whether only a measure can tell the size: a video is encoded at a quality. Copies, sounds and target sizes follow from the facts. */
export const isSizeMeasured = (
  { targetMb, format }: Pick<ClipWish, 'targetMb' | 'format'>,
  { video }: ClipPlan,
): boolean => video?.does === 'encode' && (targetMb === undefined || format === 'gif');

/** Estimated size of the result in bytes, from the facts alone. */
export function expectBytes(facts: ClipFacts, wish: ClipWish, plan: ClipPlan): number {
  const { video, sounds, size, seconds, taken } = plan;
  const whole = facts.seconds || taken;
  const sourceBits = ((facts.bytes ?? 0) * 8) / whole;
  const soundBitsNow = sounds.reduce(
    (sum, sound) =>
      sum + (sound.does === 'copy' ? bitsOfStream(sound.stream, sourceBits) : encodedSoundBits(wish, sound)),
    0,
  );
  const pixelsPerSecond = (size?.width ?? 0) * (size?.height ?? 0) * plan.framesPerSecond;
  if (wish.format === 'gif') return pixelsPerSecond * seconds * gifBytesPerPixel;
  if (wish.targetMb !== undefined && wish.format !== 'wav' && (video ?? sounds[0])?.does === 'encode') {
    const target = wish.targetMb * 1024 * 1024;
    return video ? target : Math.min(target, (maxSoundBits * seconds) / 8);
  }
  const allSounds = (facts.streams ?? []).filter(({ kind }) => kind === 'sound');
  const soundSourceBits = allSounds.reduce((sum, stream) => sum + bitsOfStream(stream, sourceBits), 0);
  const videoSourceBits = video?.stream.bitsPerSecond ?? Math.max(0, sourceBits - soundSourceBits);
  const encodedBits = pixelsPerSecond * bitsPerPixel * 2 ** ((21 - crfOfQuality(wish.quality)) / 6);
  // Encoding rarely needs more bits than the clip had, in the same codec.
  const worth = worthIn(wish.format, video?.stream.codec);
  const videoBits = !video
    ? 0
    : video.does === 'copy'
      ? videoSourceBits
      : Math.min(encodedBits, (videoSourceBits || encodedBits) * 1.2 * worth * wish.speed);
  return ((videoBits + soundBitsNow) * seconds) / 8;
}
