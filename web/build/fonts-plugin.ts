// Gives the browser the fonts of artworks: for each a module with the addresses of its pieces and the characters in them.
import { type FontId, fontIds } from 'contract/artwork/fonts.ts';
import { listFontPieces } from 'engines/artwork-fonts.ts';
import type { Plugin } from 'vite';

function writeFontModule(font: FontId): string {
  const pieces = listFontPieces(font);
  const imports = pieces.map(({ file }, index) => `import url${index} from ${JSON.stringify(`${file}?url`)};`);
  const list = pieces.map(
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
