// The screen's options and the payloads built from them.
import { isLonger, maxGifSeconds } from 'contract/clip/formats.ts';
import { takePart } from 'contract/clip/plan.ts';
import { media } from 'contract/media.ts';
import type { FileFacts } from 'ui/tool-screen.ts';
import { type MakeOptions, stillDelayMs } from './contract.ts';

export interface GifSettings
  extends Pick<
    MakeOptions,
    'width' | 'height' | 'fit' | 'background' | 'delayMs' | 'reverse' | 'boomerang' | 'colors' | 'dither' | 'fps'
  > {
  readonly mode: 'make' | 'video' | 'split';
  /** mp4: a clip from pictures. */
  readonly format: 'gif' | 'webp' | 'mp4';
  /** The part of a clip, in seconds. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** Only for a clip from pictures. */
  readonly secondsEach: number;
  readonly fadeSeconds: number;
  readonly loop: number;
  readonly quality: number;
  readonly maxKb?: number | undefined;
  /** By the id of the picture. */
  readonly delays: Readonly<Record<string, number>>;
  /** Numbers of the frames to extract from an animation, by its name and size; all if absent. */
  readonly frames: Readonly<Record<string, readonly number[]>>;
}

/** Returns the key under which an animation's selected frames are stored, unique within the batch. */
export const filmKey = ({ name, bytes }: Pick<FileFacts, 'name' | 'bytes'>) => `${name} ${bytes}`;

export const isClip = ({ type }: Pick<FileFacts, 'type'>) => type !== undefined && media[type].kind === 'video';

export const defaultSettings = (facts: FileFacts): GifSettings => ({
  mode: isClip(facts) ? 'video' : 'make',
  format: 'gif',
  fit: 'contain',
  background: facts.hasAlpha ? 'transparent' : '#ffffff',
  // An animation keeps its own delays until they are changed.
  ...(!facts.isAnimated && { delayMs: stillDelayMs }),
  fps: 12,
  start: undefined,
  end: undefined,
  secondsEach: 3,
  fadeSeconds: 0.5,
  reverse: false,
  boomerang: false,
  loop: 0,
  colors: 256,
  dither: 0.8,
  quality: 80,
  delays: {},
  frames: {},
});

type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields of the call, for joining all pictures or splitting this one. */
export function toPayload(settings: GifSettings, facts: FileFacts, ids: readonly string[]): Fields {
  const { mode, delays, frames, format, start, end, fps, delayMs, secondsEach, fadeSeconds, ...fields } = settings;
  const { width, height, fit, background, reverse } = settings;
  const chosen = frames[filmKey(facts)];
  if (mode === 'split') return chosen ? { frames: chosen } : {};
  // mp4 is only for clips from pictures.
  if (mode === 'video') return { ...fields, format: format === 'mp4' ? 'gif' : format, start, end, fps };
  if (format === 'mp4') {
    const colour = background === 'transparent' ? '#ffffff' : background;
    return { width, height, fit, background: colour, reverse, secondsEach, fadeSeconds };
  }
  const own = ids.map(id => delays[id] ?? null);
  return { ...fields, format, delayMs, ...(own.some(delay => delay !== null) && { delays: own }) };
}

/** Judges the chosen part of a clip once its duration is known. */
export function judgePart(facts: FileFacts, { start, end }: GifSettings): 'empty' | 'long' | undefined {
  if (facts.seconds === undefined) return undefined;
  const { taken } = takePart(facts, { start, end });
  return taken <= 0 ? 'empty' : isLonger(taken, maxGifSeconds) ? 'long' : undefined;
}

/** Returns the number of frames of an animation from a clip. */
export const countFrames = (facts: FileFacts, { start, end, fps, boomerang }: GifSettings): number => {
  const count = Math.max(1, Math.round(takePart(facts, { start, end }).taken * fps));
  return boomerang ? Math.max(1, count * 2 - 2) : count;
};

const movingTypes: readonly string[] = ['gif', 'webp', 'png', 'avif'];

/** Whether a file can be split, as far as its header shows. */
export const mayBeAnimated = ({ type, isAnimated }: Pick<FileFacts, 'type' | 'isAnimated'>) =>
  type === undefined || (movingTypes.includes(type) && isAnimated !== false);

/** A clip always becomes an animation; converting it to another video format is the video converter's task. */
export const formatOf = ({ mode, format }: GifSettings) => (mode === 'video' && format === 'mp4' ? 'gif' : format);
