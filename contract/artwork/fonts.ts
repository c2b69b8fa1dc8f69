// The fonts of artworks. All ship with the product under the SIL Open Font License, so that text looks the same everywhere.

interface Font {
  /** The name in font lists, in the language of its users. */
  readonly name: string;
  readonly weights: readonly number[];
  readonly hasChinese: boolean;
}

export const fonts = {
  'noto-sans-sc': { name: '思源黑体 Noto Sans', weights: [300, 400, 500, 700, 900], hasChinese: true },
  'noto-serif-sc': { name: '思源宋体 Noto Serif', weights: [300, 400, 600, 900], hasChinese: true },
  'zcool-kuaile': { name: '站酷快乐体 KuaiLe', weights: [400], hasChinese: true },
  'ma-shan-zheng': { name: '马善政楷书 Ma Shan Zheng', weights: [400], hasChinese: true },
  'playfair-display': { name: 'Playfair Display', weights: [400, 600, 700, 900], hasChinese: false },
  'bebas-neue': { name: 'Bebas Neue', weights: [400], hasChinese: false },
  pacifico: { name: 'Pacifico', weights: [400], hasChinese: false },
} as const satisfies Record<string, Font>;

export type FontId = keyof typeof fonts;
export const fontIds = Object.keys(fonts) as [FontId, ...FontId[]];

/** Fallback for characters that a font lacks. */
export const fallbackFont: FontId = 'noto-sans-sc';
