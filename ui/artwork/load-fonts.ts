// Loads the fonts of texts: only the subset files that contain the texts' characters.
import type { Layer, TextLayer } from 'contract/artwork/artwork.ts';
import { type FontId, fallbackFont } from 'contract/artwork/fonts.ts';
import { familyOf, forgetLayouts } from './lay-out-text.ts';

/** Loads the list of subset files of each font, which the build generates. */
export type LoadFaces = Readonly<
  Record<FontId, () => Promise<{ faces: readonly { url: string; weight: string; range: string }[] }>>
>;

const declared = new Map<FontId, Promise<void>>();

function declareFont(font: FontId, loadFaces: LoadFaces): Promise<void> {
  const known =
    declared.get(font) ??
    loadFaces[font]().then(({ faces }) => {
      for (const { url, weight, range } of faces)
        document.fonts.add(
          new FontFace(familyOf(font), `url(${url}) format("woff2")`, { weight, unicodeRange: range }),
        );
    });
  declared.set(font, known);
  // After a network error, the next text tries again.
  known.catch(() => declared.delete(font));
  return known;
}

const isText = (layer: Layer): layer is TextLayer => layer.type === 'text';

/** Resolves with whether any font was newly loaded. Rejects if the network is unavailable. */
export async function loadFontsOf(layers: readonly Layer[], loadFaces: LoadFaces): Promise<boolean> {
  const texts = layers.filter(isText);
  if (texts.length === 0) return false;
  await Promise.all(
    [...new Set([fallbackFont, ...texts.map(({ font }) => font)])].map(font => declareFont(font, loadFaces)),
  );
  const wanted = texts.flatMap(({ font, weight, text }) =>
    [...new Set([font, fallbackFont])].map(one => ({ css: `${weight} 40px "${familyOf(one)}"`, text: `${text}Hg国` })),
  );
  const missing = wanted.filter(({ css, text }) => !document.fonts.check(css, text));
  if (missing.length === 0) return false;
  await Promise.all(missing.map(({ css, text }) => document.fonts.load(css, text)));
  forgetLayouts();
  return true;
}
