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
}

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
});

/** The fields of the call that joins these pictures; the other call needs none. */
export function toPayload(settings: GifSettings, _facts: FileFacts, ids: readonly string[]) {
  const { mode, delays, ...fields } = settings;
  if (mode === 'split') return {};
  const own = ids.map(id => delays[id] ?? null);
  return { ...fields, ...(own.some(delay => delay !== null) && { delays: own }) };
}
