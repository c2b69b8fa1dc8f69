// The screen's options and the payload built from them.
import type { Place } from 'contract/place.ts';
import type { SceneId } from 'contract/scenes.ts';
import type { Language } from 'contract/words.ts';
import { chooseScene } from './choose-scene.ts';
import type { ProductOptions } from './contract.ts';
import { startPlace } from './place-limits.ts';
import { shopSizes, sides } from './shop-sizes.ts';

export const customSize = 'custom';

export interface ScreenOptions extends Pick<ProductOptions, 'format' | 'shadow' | 'reflection' | 'lightMatch'> {
  readonly background: 'scene' | 'prompt';
  readonly scene: SceneId;
  readonly prompt: string;
  /** The id of a shop size, or `customSize`. */
  readonly size: string;
  readonly width: number;
  readonly height: number;
  readonly place: Place;
}

/** The most common shop size for each language. */
const startSizes = { zh: 'taobao', en: 'square-small' } as const;
const pageLanguage = (): Language => (document.documentElement.lang.startsWith('en') ? 'en' : 'zh');

export const defaultOptions = (): ScreenOptions => ({
  background: 'scene',
  scene: 'podium-cream',
  prompt: '',
  size: startSizes[pageLanguage()],
  width: sides.usual,
  height: sides.usual,
  format: 'jpg',
  shadow: 60,
  reflection: true,
  lightMatch: 50,
  place: startPlace,
});

/** Returns the size of the result, in pixels. */
export function sizeOf({ size, width, height }: ScreenOptions): { width: number; height: number } {
  const shop = shopSizes.find(({ id }) => id === size);
  return shop ? { width: shop.width, height: shop.height } : { width, height };
}

export function payloadOf(options: ScreenOptions): Record<string, unknown> {
  const { background, scene, prompt, format, shadow, reflection, lightMatch, place } = options;
  return {
    ...(background === 'scene' ? { backgroundType: scene } : { prompt }),
    ...sizeOf(options),
    format,
    shadow,
    reflection,
    lightMatch,
    place,
    withLayer: true,
  };
}

/**
 * Returns the scene that these options show, given the options and metadata of an earlier result; undefined if a server draws the background or there
 * is no result yet.
 */
export function sceneIn(
  options: ScreenOptions,
  made: ScreenOptions,
  meta: Readonly<Record<string, unknown>> | undefined,
): SceneId | undefined {
  if (options.background === 'scene') return options.scene;
  const wasByWords = made.background === 'prompt' && meta?.background === 'scene';
  return wasByWords ? chooseScene(options.prompt) : undefined;
}
