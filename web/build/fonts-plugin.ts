// Gives the browser the fonts of artworks: for each a module with the addresses of its pieces and the characters in them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type FontId, fontIds } from 'contract/artwork/fonts.ts';
import type { Plugin } from 'vite';

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

interface FacePiece {
  readonly file: string;
  readonly weight: string;
  /** As CSS writes it. */
  readonly range: string;
}

/** The pieces that a stylesheet of a font declares. */
export function readFaces(css: string): FacePiece[] {
  return [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].flatMap(([, body = '']) => {
    const file = /url\(\.\/(files\/[\w.-]+\.woff2)\)/.exec(body)?.[1];
    const weight = /font-weight:\s*([^;]+);/.exec(body)?.[1];
    const range = /unicode-range:\s*([^;]+);/.exec(body)?.[1];
    return file && weight && range ? [{ file, weight, range }] : [];
  });
}

function writeFontModule(font: FontId): string {
  const stylesheet = resolve(`${packages[font]}/index.css`);
  const faces = readFaces(readFileSync(stylesheet, 'utf8'));
  const imports = faces.map(
    ({ file }, index) => `import url${index} from ${JSON.stringify(`${join(dirname(stylesheet), file)}?url`)};`,
  );
  const list = faces.map(
    ({ weight, range }, index) =>
      `{ url: url${index}, weight: ${JSON.stringify(weight)}, range: ${JSON.stringify(range)} }`,
  );
  return `${imports.join('\n')}\nexport const faces = [${list.join(', ')}];`;
}

export function fontsPlugin(): Plugin {
  return {
    name: 'artwork-fonts',
    resolveId: id => (/^virtual:artwork-fonts(\/|$)/.test(id) ? `\0${id}` : undefined),
    load(id) {
      if (id === '\0virtual:artwork-fonts') {
        const loaders = fontIds.map(font => `'${font}': () => import('virtual:artwork-fonts/${font}')`);
        return `export const loadFaces = { ${loaders.join(', ')} };`;
      }
      const font = fontIds.find(one => id === `\0virtual:artwork-fonts/${one}`);
      return font && writeFontModule(font);
    },
  };
}
