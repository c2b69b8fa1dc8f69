// The type of a template: one drawing for both languages, from colours by role and texts by language.
import type { Artwork, Palette } from 'contract/artwork/artwork.ts';
import { type DesignCategory, type DesignSize, designSizes } from 'contract/artwork/designs.ts';
import { type PaletteId, palettes } from 'contract/artwork/palettes.ts';
import type { Language, Sentence } from 'contract/words.ts';
import { finishLayers, type Sketch } from './sketch.ts';

interface Scene {
  /** Colours by role. */
  readonly c: Palette;
  /** Size of the page in pixels. */
  readonly w: number;
  readonly h: number;
  readonly isChinese: boolean;
  /** Returns the value for the language: words, sizes, positions. */
  readonly t: <T>(zh: T, en: T) => T;
}

interface TemplateSource {
  readonly id: string;
  readonly category: DesignCategory;
  readonly size: DesignSize;
  readonly title: Sentence;
  /** More search terms, separated by spaces. */
  readonly tags: Sentence;
  readonly palette: PaletteId;
  /** Default: the palette's ground. Null: transparent. */
  readonly background?: keyof Palette | null;
  /** Layers from the bottom to the top. */
  readonly draw: (scene: Scene) => readonly Sketch[];
}

export interface Template extends Omit<TemplateSource, 'draw'> {
  readonly width: number;
  readonly height: number;
  readonly render: (language: Language) => Artwork;
}

export function defineTemplate({ draw, ...source }: TemplateSource): Template {
  const { width, height } = designSizes[source.size];
  const { colors } = palettes[source.palette];
  const { background = 'ground' } = source;
  const render = (language: Language): Artwork => ({
    version: 1,
    width,
    height,
    background: background === null ? null : colors[background],
    layers: finishLayers(
      draw({
        c: colors,
        w: width,
        h: height,
        isChinese: language === 'zh',
        t: (zh, en) => (language === 'zh' ? zh : en),
      }),
    ),
    palette: colors,
  });
  return { ...source, width, height, render };
}
