// The bitrates that make a clip reach a target size.
import { type ClipPlan, gifShortSide } from 'contract/clip/plan.ts';

/** Below this the image breaks up; a smaller frame looks better at the same bit rate. */
const minBitsPerPixel = 0.02;
const minKilobits = 40;
/** Container overhead per video or audio frame. */
const bytesPerFrame = 12;
const headerBytes = 3000;
const soundFramesPerSecond = 47;
const shortSides = [1440, 1080, 720, 540, 480, gifShortSide, 240];

export interface Fit {
  readonly videoKilobits: number;
  /** Of each sound track. */
  readonly soundKilobits: number;
  /** Length to which the shorter side is scaled down; absent: the size is kept. */
  readonly shortSide?: number;
}

/** Below this, speech becomes unclear. */
export const minSoundKilobits = 32;
const maxSoundKilobits = 320;

export type FitResult = Fit | { readonly impossible: { readonly minBytes: number } };

const overheadBytes = ({ seconds, framesPerSecond, sounds }: ClipPlan) =>
  headerBytes + seconds * (framesPerSecond + soundFramesPerSecond * sounds.length) * bytesPerFrame;

/** For each sound track. */
function chooseSoundKilobits(totalKilobits: number, { sounds }: ClipPlan): number {
  if (sounds.length === 0) return 0;
  const choices = [160, 128, 96, 64, 48];
  // At most an eighth of the total, but never less than speech needs to stay clear.
  return choices.find(kilobits => kilobits * sounds.length <= totalKilobits / 8) ?? minSoundKilobits;
}

/** Divides `targetBytes` between video and audio. */
export function fitBitrate(plan: ClipPlan, targetBytes: number): FitResult {
  const { seconds, size, framesPerSecond } = plan;
  const kilobits = ((targetBytes - overheadBytes(plan)) * 8) / seconds / 1000;
  const soundKilobits = chooseSoundKilobits(kilobits, plan);
  const videoKilobits = Math.floor(kilobits - soundKilobits * plan.sounds.length);
  if (videoKilobits < minKilobits) {
    const minBytes = overheadBytes(plan) + ((minKilobits + minSoundKilobits * plan.sounds.length) * 1000 * seconds) / 8;
    return { impossible: { minBytes: Math.ceil(minBytes) } };
  }
  const { width = 0, height = 0 } = size ?? {};
  const enough = (scale: number) =>
    (videoKilobits * 1000) / (width * scale * height * scale * framesPerSecond) >= minBitsPerPixel;
  const short = Math.min(width, height);
  const smaller = shortSides.filter(side => side < short);
  if (enough(1) || smaller.length === 0) return { videoKilobits, soundKilobits };
  const shortSide = smaller.find(side => enough(side / short)) ?? smaller.at(-1)!;
  return { videoKilobits, soundKilobits, shortSide };
}

/** The bit rate with which sound alone fits `targetBytes`. */
export function fitSoundBitrate({ seconds }: ClipPlan, targetBytes: number): FitResult {
  const minBytes = headerBytes + (minSoundKilobits * 1000 * seconds) / 8;
  if (targetBytes < minBytes) return { impossible: { minBytes: Math.ceil(minBytes) } };
  const kilobits = ((targetBytes - headerBytes) * 8) / seconds / 1000;
  return { videoKilobits: 0, soundKilobits: Math.min(maxSoundKilobits, Math.floor(kilobits)) };
}

/** Returns the bit rate for another attempt after one that missed the target size. */
export function correctBitrate(
  fit: Fit,
  plan: ClipPlan,
  bytes: { readonly made: number; readonly wanted: number },
): number {
  const other = overheadBytes(plan) + (fit.soundKilobits * plan.sounds.length * 1000 * plan.seconds) / 8;
  const ratio = Math.max(1, bytes.wanted - other) / Math.max(1, bytes.made - other);
  return Math.max(minKilobits / 2, Math.round(fit.videoKilobits * Math.min(4, Math.max(0.25, ratio))));
}
