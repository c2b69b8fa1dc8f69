// Finishes the lines that a network of many languages has read: names their languages, and adds the signs that its alphabet lacks.
import type { Pixels } from '../pixels/plane.ts';
import { nameLanguages } from './name-languages.ts';
import type { TextLanguage } from './other-languages.ts';
import type { Quad } from './rectangle.ts';
import { roomForWords } from './reread-line.ts';
import { cutStrip, growQuad } from './strip.ts';
import { readWords, type TesseractLanguage, type Word } from './tesseract.ts';

interface WideLine {
  readonly text: string;
  readonly quad: Quad;
}

/** Signs before a word that the network cannot read, the signs after it that show that one is missing, and the data that know them. */
const missing: Partial<
  Record<TextLanguage, { readonly sign: string; readonly after: RegExp; readonly data: TesseractLanguage }>
> = {
  es: { sign: '¡', after: /!/, data: 'spa' },
  de: { sign: '„', after: /["“”]/, data: 'deu' },
};

/** What the network reads in place of a sign that it does not know. */
const leadingSigns = /^[,"“”'‘!|]*/;
const coreOf = (word: string) => word.match(/[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/u)?.[0];

/** Adds a sign before the words before which Tesseract reads it. */
export function addSigns(text: string, words: readonly Pick<Word, 'text'>[], sign: string): string {
  const tokens = text.split(' ');
  for (const word of words) {
    const core = word.text.startsWith(sign) ? coreOf(word.text) : undefined;
    const at = core === undefined ? -1 : tokens.findIndex(token => !token.startsWith(sign) && coreOf(token) === core);
    if (at >= 0) tokens[at] = tokens[at]!.replace(leadingSigns, sign);
  }
  return tokens.join(' ');
}

/** A capital I before an apostrophe is a small l in French, which looks the same in most fonts. */
const mendArticle = (text: string) => text.replace(/(?<![\p{L}\p{N}])I(?=['’]\p{L})/gu, 'l');

async function mend({ text, quad }: WideLine, language: TextLanguage, pixels: Pixels): Promise<string> {
  if (language === 'fr') return mendArticle(text);
  const lack = missing[language];
  if (!lack?.after.test(text) || text.includes(lack.sign)) return text;
  const words = await readWords(cutStrip(pixels, growQuad(quad, roomForWords)), lack.data);
  return addSigns(text, words, lack.sign);
}

/** Returns the lines with their languages, and with the signs that the network could not read. */
export async function finishWideLines<Line extends WideLine>(
  lines: readonly Line[],
  pixels: Pixels,
): Promise<(Line & { readonly language: TextLanguage })[]> {
  const languages = nameLanguages(lines.map(({ text }) => text));
  const finished: (Line & { readonly language: TextLanguage })[] = [];
  for (const [i, line] of lines.entries()) {
    const language = languages[i]!;
    finished.push({ ...line, text: await mend(line, language, pixels), language });
  }
  return finished;
}
