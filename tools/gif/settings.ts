// The settings of the page, and the payloads made of them.
import type { FileFacts } from 'ui/tool-screen.ts';
import type { MakeOptions } from './contract.ts';

export interface GifSettings
  extends Pick<
    MakeOptions,
    'format' | 'width' | 'height' | 'fit' | 'background' | 'delayMs' | 'reverse' | 'boomerang' | 'colors' | 'dither'
  > {
  readonly mode: 'make' | 'split';
  readonly loop: number;
  readonly quality: number;
  readonly maxKb?: number | undefined;
  /** By the id of the picture. */
  readonly delays: Readonly<Record<string, number>>;
  /** Numbers of the frames to take out of an animation, by its name and size; all where there are none. */
  readonly frames: Readonly<Record<string, readonly number[]>>;
}

/** The key of an animation's chosen frames, which must not count for another one of the batch. */
export const filmKey = ({ name, bytes }: Pick<FileFacts, 'name' | 'bytes'>) => `${name} ${bytes}`;

export const firstDelayMs = 500;

export const defaultSettings = (facts: FileFacts): GifSettings => ({
  mode: 'make',
  format: 'gif',
  fit: 'contain',
  background: facts.hasAlpha ? 'transparent' : '#ffffff',
  // An animation keeps its own delays until they are changed.
  ...(!facts.isAnimated && { delayMs: firstDelayMs }),
  reverse: false,
  boomerang: false,
  loop: 0,
  colors: 256,
  dither: 0.8,
  quality: 80,
  delays: {},
  frames: {},
});

/** The fields of the call: of the one that joins these pictures, or of the one that takes this one apart. */
export function toPayload(settings: GifSettings, facts: FileFacts, ids: readonly string[]) {
  const { mode, delays, frames, ...fields } = settings;
  const chosen = frames[filmKey(facts)];
  if (mode === 'split') return chosen ? { frames: chosen } : {};
  const own = ids.map(id => delays[id] ?? null);
  return { ...fields, ...(own.some(delay => delay !== null) && { delays: own }) };
}

/** Whether a file can be taken apart, as far as its first bytes tell. */
export const mayBeAnimated = ({ type, isAnimated }: Pick<FileFacts, 'type' | 'isAnimated'>) =>
  type === undefined || ((type === 'gif' || type === 'webp') && isAnimated !== false);
