// Which stretches of a clip stand for all of it when its size is measured. Pure functions.
import { formatRules } from 'contract/clip/formats.ts';
import { type ClipPlan, steadyRate } from 'contract/clip/plan.ts';
import type { ClipFacts, ClipWish } from 'contract/clip/wish.ts';

/** In seconds of the clip. */
export interface Stretch {
  readonly start: number;
  readonly taken: number;
}

/** Milliseconds that a megapixel takes on two idle cores. */
const encodeMs = { h264: 15, vp9: 60, gif: 20 };
const decodeMs = 3;
/** Starting the program, opening the clip and seeking in it. */
const startMs = 150;
/** Frames from a key frame to where a stretch begins, which are decoded for nothing. */
const leadFrames = 60;
/** What a measure may cost on two idle cores, unless fewer stretches than the least would be left. */
const maxMs = 8000;
const counts = { min: 4, max: 20 };
/** Frames of one stretch. libvpx decides about groups of some twenty frames, so fewer tell nothing. */
const lengths = {
  h264: { min: 12, usual: 24, max: 48 },
  gif: { min: 12, usual: 24, max: 48 },
  vp9: { min: 24, usual: 40, max: 80 },
};

const megapixels = ({ width = 0, height = 0 }: Partial<NonNullable<ClipPlan['size']>> = {}) => (width * height) / 1e6;

/** Frames per second of the clip: of one with a variable rate, their mean. */
const meanRate = (video: ClipPlan['video']) => steadyRate(video && { ...video.stream, isVariable: false });

/** Frames per second of the result. */
const frameRateOf = ({ video, framesPerSecond }: ClipPlan, { speed }: Pick<ClipWish, 'speed'>): number =>
  Math.min(meanRate(video) * speed, framesPerSecond);

/** Moves each stretch within its step, so that a clip of slides is not met at the same moment of each slide. */
const goldenShare = (Math.sqrt(5) - 1) / 2;

/** How many stretches, and how many frames of the result each has. */
export interface Samples {
  readonly count: number;
  readonly frames: number;
}

/** Spreads stretches evenly over the wanted part; undefined where they nearly touch, since the whole part is exact and takes hardly longer. */
export function spreadStretches(
  wish: Pick<ClipWish, 'speed'>,
  plan: ClipPlan,
  { count, frames }: Samples,
): readonly Stretch[] | undefined {
  const long = (frames / frameRateOf(plan, wish)) * wish.speed;
  const step = plan.taken / count;
  if (long > step * 0.8) return undefined;
  const startOf = (at: number) => plan.start + at * step + (((at + 1) * goldenShare) % 1) * (step - long);
  return Array.from({ length: count }, (_, at) => ({ start: startOf(at), taken: long }));
}

/** The number of stretches that can be afforded; undefined where the whole part can be. */
export function chooseSamples(
  facts: Pick<ClipFacts, 'width' | 'height'>,
  wish: Pick<ClipWish, 'format' | 'speed'>,
  plan: ClipPlan,
): Samples | undefined {
  const { size, taken, seconds, video } = plan;
  const rate = frameRateOf(plan, wish);
  const decodedRate = meanRate(video);
  const codec = formatRules[wish.format].makes.video ?? 'h264';
  const length = lengths[codec];
  const frameMs = megapixels(size) * encodeMs[codec];
  // A GIF is decoded for its palette first.
  const decodedMs = megapixels(facts) * decodeMs * (wish.format === 'gif' ? 2 : 1);
  if (seconds * rate * frameMs + taken * decodedRate * decodedMs <= maxMs) return undefined;
  const costOf = (frames: number) =>
    startMs + frames * frameMs + ((frames / rate) * wish.speed * decodedRate + leadFrames) * decodedMs;
  const fits = (frames: number) => Math.floor(maxMs / costOf(frames));
  if (fits(length.usual) < counts.min) return { count: counts.min, frames: length.min };
  const isCheap = fits(length.max) >= counts.max;
  return { count: Math.min(counts.max, fits(length.usual)), frames: isCheap ? length.max : length.usual };
}
