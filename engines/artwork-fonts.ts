// The font files of artworks: packages of woff2 pieces split by characters.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FontId } from 'contract/artwork/fonts.ts';

const { resolve } = createRequire(import.meta.url);

const packages: Readonly<Record<FontId, string>> = {
  'noto-sans-sc': '@fontsource-variable/noto-sans-sc',
  'noto-serif-sc': '@fontsource-variable/noto-serif-sc',
  'zcool-kuaile': '@fontsource/zcool-kuaile',
  'ma-shan-zheng': '@fontsource/ma-shan-zheng',
  'playfair-display': '@fontsource-variable/playfair-display',
  'bebas-neue': '@fontsource/bebas-neue',
  pacifico: '@fontsource/pacifico',
};

export interface FontPiece {
  /** Absolute path. */
  readonly file: string;
  /** In CSS syntax, like the range. */
  readonly weight: string;
  readonly range: string;
}

/** Returns the pieces that a font's stylesheet declares. */
export function listFontPieces(font: FontId): FontPiece[] {
  const stylesheet = resolve(`${packages[font]}/index.css`);
  const css = readFileSync(stylesheet, 'utf8');
  return [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].flatMap(([, body = '']) => {
    const file = /url\(\.\/(files\/[\w.-]+\.woff2)\)/.exec(body)?.[1];
    const weight = /font-weight:\s*([^;]+);/.exec(body)?.[1];
    const range = /unicode-range:\s*([^;]+);/.exec(body)?.[1];
    return file && weight && range ? [{ file: join(dirname(stylesheet), file), weight, range }] : [];
  });
}
