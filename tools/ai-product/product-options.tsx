// The settings of the page, and the payload made of them.
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
  /** Of a shop, or `customSize`. */
  readonly size: string;
  readonly width: number;
  readonly height: number;
  readonly place: Place;
}

/** Shops that most visitors with this language sell at. */
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

/** Width and height of the result, in pixels. */
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

/** The scene that these options show, given what an earlier result was made with; undefined where a server draws, or before the first result. */
export function sceneIn(
  options: ScreenOptions,
  made: ScreenOptions,
  meta: Readonly<Record<string, unknown>> | undefined,
): SceneId | undefined {
  if (options.background === 'scene') return options.scene;
  const wasByWords = made.background === 'prompt' && meta?.background === 'scene';
  return wasByWords ? chooseScene(options.prompt) : undefined;
}
