// The bits a second that make a clip as large as wished.
import { type ClipPlan, gifShortSide } from 'contract/clip/plan.ts';

/** Below these a picture falls to pieces; a smaller frame looks better with as many bits. */
const leastBitsPerPixel = 0.02;
const leastKilobits = 40;
/** What a container spends on each frame of picture and of sound. */
const bytesPerFrame = 12;
const headerBytes = 3000;
const soundFramesPerSecond = 47;
const shortSides = [1440, 1080, 720, 540, 480, gifShortSide, 240];

export interface Fit {
  readonly videoKilobits: number;
  readonly soundKilobits: number;
  /** The shorter side to which the picture is reduced; absent: it keeps its size. */
  readonly shortSide?: number;
}

export type FitResult = Fit | { readonly impossible: { readonly leastBytes: number } };

const overheadBytes = ({ seconds, framesPerSecond }: ClipPlan) =>
  headerBytes + seconds * (framesPerSecond + soundFramesPerSecond) * bytesPerFrame;

function chooseSoundKilobits(totalKilobits: number, plan: ClipPlan): number {
  const { sound } = plan;
  if (!sound) return 0;
  const choices = [160, 128, 96, 64, 48];
  // A tenth of everything, or more where there is little: speech has to stay clear.
  return choices.find(kilobits => kilobits <= totalKilobits / 8) ?? 32;
}

/** Divides `targetBytes` between picture and sound. */
export function fitBitrate(plan: ClipPlan, targetBytes: number): FitResult {
  const { seconds, size, framesPerSecond } = plan;
  const kilobits = ((targetBytes - overheadBytes(plan)) * 8) / seconds / 1000;
  const soundKilobits = chooseSoundKilobits(kilobits, plan);
  const videoKilobits = Math.floor(kilobits - soundKilobits);
  if (videoKilobits < leastKilobits) {
    const leastBytes = overheadBytes(plan) + ((leastKilobits + (plan.sound ? 32 : 0)) * 1000 * seconds) / 8;
    return { impossible: { leastBytes: Math.ceil(leastBytes) } };
  }
  const { width = 0, height = 0 } = size ?? {};
  const enough = (scale: number) =>
    (videoKilobits * 1000) / (width * scale * height * scale * framesPerSecond) >= leastBitsPerPixel;
  const short = Math.min(width, height);
  const smaller = shortSides.filter(side => side < short);
  if (enough(1) || smaller.length === 0) return { videoKilobits, soundKilobits };
  const shortSide = smaller.find(side => enough(side / short)) ?? smaller.at(-1)!;
  return { videoKilobits, soundKilobits, shortSide };
}

/** The bits a second for another try, after one that became too large or too small. */
export function correctBitrate(
  fit: Fit,
  plan: ClipPlan,
  bytes: { readonly made: number; readonly wanted: number },
): number {
  const other = overheadBytes(plan) + (fit.soundKilobits * 1000 * plan.seconds) / 8;
  const ratio = Math.max(1, bytes.wanted - other) / Math.max(1, bytes.made - other);
  return Math.max(leastKilobits / 2, Math.round(fit.videoKilobits * Math.min(4, Math.max(0.25, ratio))));
}
