// Reads lines of text with Tesseract, for languages that the reading network does not know. Data: the models "best_int" of tessdata, which are
// small networks with whole-number weights.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Api } from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import { loadOnce } from '../load-once.ts';
import type { Pixels } from '../pixels/plane.ts';
import { findGround } from './ink.ts';

/**
 * Languages by the names of their data. Kyrgyz stands for all Cyrillic text: its alphabet contains the Russian one, and no package of Russian data is
 * published.
 */
export type TesseractLanguage = 'chi_tra' | 'jpn' | 'kor' | 'kir' | 'deu' | 'fra' | 'spa';

export interface Word {
  readonly text: string;
  /** 0..1 */
  readonly score: number;
  /** Columns of the strip. */
  readonly from: number;
  readonly to: number;
}

const resolve = createRequire(import.meta.url).resolve;
const unpack = promisify(gunzip);

const loadCore = loadOnce(async () => {
  const { default: makeCore } = await import('tesseract.js-core/tesseract-core-simd-lstm.js');
  // Its messages about lines that it cannot read are no faults.
  return makeCore({ print: () => undefined, printErr: () => undefined });
});

/** Tesseract's names for its newer engine and for a picture of one line. */
const networkEngine = 1;
const singleLine = 7;
/** Its name for the setting by which its hOCR lists what each step of the network may be. */
const tellsSteps = 'lstm_choice_mode';

const opening = new Map<TesseractLanguage, Promise<Api>>();

function openLanguage(language: TesseractLanguage): Promise<Api> {
  const known = opening.get(language);
  if (known) return known;
  const api = openNew(language);
  opening.set(language, api);
  api.catch(() => opening.delete(language));
  return api;
}

export async function unpackData(language: TesseractLanguage): Promise<Buffer> {
  const folder = dirname(resolve(`@tesseract.js-data/${language}/package.json`));
  return unpack(await readFile(join(folder, '4.0.0_best_int', `${language}.traineddata.gz`)));
}

async function openNew(language: TesseractLanguage): Promise<Api> {
  const [core, data] = await Promise.all([loadCore(), unpackData(language)]);
  const file = `/${language}.traineddata`;
  core.FS.writeFile(file, data);
  const api = new core.TessBaseAPI();
  const answer = api.Init('/', language, networkEngine);
  core.FS.unlink(file);
  if (answer !== 0) throw new Error(`Tesseract does not open its data for ${language}`);
  api.SetPageSegMode(singleLine);
  if (language === 'chi_tra') api.SetVariable(tellsSteps, '1');
  return api;
}

/** Background around the strip: Tesseract drops letters that touch the border. */
const margin = 10;
const darkBelow = 128;

/** Returns the strip as a grey picture in dark letters on a light background. Source: the format PGM of Netpbm. */
function encodeGrey(strip: Pixels): Buffer {
  const { greys, ground } = findGround(strip);
  const isInverted = ground < darkBelow;
  const level = (grey: number) => (isInverted ? 255 - grey : grey);
  const [width, height] = [strip.width + 2 * margin, strip.height + 2 * margin];
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`);
  const picture = Buffer.alloc(head.length + width * height, level(ground));
  head.copy(picture);
  for (let y = 0; y < strip.height; y++) {
    const to = head.length + (y + margin) * width + margin;
    for (let x = 0; x < strip.width; x++) picture[to + x] = level(greys[y * strip.width + x]!);
  }
  return picture;
}

/** Columns of Tesseract's table: level, five numbers of the place, left, top, width, height, confidence in percent, text. */
const wordLevel = '5';

function readTable(table: string): Word[] {
  return table.split('\n').flatMap(row => {
    const cells = row.split('\t');
    const text = cells[11]?.trim();
    if (cells[0] !== wordLevel || !text) return [];
    const [left, width, confidence] = [cells[6], cells[8], cells[10]].map(Number) as [number, number, number];
    return [
      { text, score: Math.min(1, Math.max(0, confidence / 100)), from: left - margin, to: left - margin + width },
    ];
  });
}

/** Joins the parts of a word: the table has parts of Korean words, and only the text has the spaces as printed. */
function joinParts(parts: readonly Word[], text: string): Word[] {
  const words: Word[] = [];
  let at = 0;
  for (const part of parts) {
    const place = text.indexOf(part.text, at);
    const isApart = place < 0 || /\s/.test(text.slice(at, place));
    if (place >= 0) at = place + part.text.length;
    const last = words.at(-1);
    if (!last || isApart) {
      words.push(part);
      continue;
    }
    const [before, after] = [last.text.length, part.text.length];
    const score = (last.score * before + part.score * after) / (before + after);
    words[words.length - 1] = {
      text: last.text + part.text,
      score,
      from: Math.min(last.from, part.from),
      to: Math.max(last.to, part.to),
    };
  }
  return words;
}

const input = '/input';

/** Reads a strip of one line and returns what `take` takes from the reader; undefined where there is nothing to read. */
async function recognize<T>(strip: Pixels, language: TesseractLanguage, take: (api: Api) => T): Promise<T | undefined> {
  const [core, api] = await Promise.all([loadCore(), openLanguage(language)]);
  core.FS.writeFile(input, encodeGrey(strip));
  if (api.SetImageFile(1, 0, false) !== 0) throw new Error('Tesseract does not open a strip');
  // Everything from here on is synchronous, so that lines read side by side cannot exchange their pictures.
  return api.Recognize(null) === 0 ? take(api) : undefined;
}

const takeWords = (api: Api) => joinParts(readTable(api.GetTSVText(0)), api.GetUTF8Text());

/** Reads a strip of one line; the words are in their order from left to right. */
export const readWords = async (strip: Pixels, language: TesseractLanguage): Promise<Word[]> =>
  (await recognize(strip, language, takeWords)) ?? [];

/** What a step of the network may be: codes with likelihoods above 0.01. Steps are three columns wide at a line height of 48. */
export interface Step {
  /** Likelihood of no code. */
  readonly nothing: number;
  readonly codes: readonly (readonly [code: number, likelihood: number])[];
}

export interface Steps {
  readonly words: readonly Word[];
  readonly steps: readonly Step[];
}

const escapes: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
/** It names a code by the character whose number is higher by two. */
const shift = 2;

/** Reads the lists of choices in hOCR. `characters` are those of the language by number. */
function readHocr(hocr: string, characters: readonly string[]): Step[] {
  const numbers = new Map(characters.map((character, i) => [character, i - shift]));
  return hocr
    .split("id='timestep")
    .slice(1)
    .map(text => {
      const choices = [...text.matchAll(/x_confs (\d+)'>([^<]*)<\/span>/g)].map(([, percent, name = '']) => ({
        likelihood: Number(percent) / 100,
        name: name.replace(/&[^;]+;/g, code => escapes[code] ?? code),
      }));
      const codes = choices.flatMap(({ name, likelihood }) => {
        const code = numbers.get(name);
        return code === undefined || code < 0 ? [] : [[code, likelihood] as const];
      });
      return { nothing: choices.find(({ name }) => name === '')?.likelihood ?? 0, codes };
    });
}

/** Reads a strip of one line in traditional Chinese, with all that the network took for likely. */
export async function readSteps(strip: Pixels, characters: readonly string[]): Promise<Steps> {
  const take = (api: Api) => ({ words: takeWords(api), steps: readHocr(api.GetHOCRText(0), characters) });
  return (await recognize(strip, 'chi_tra', take)) ?? { words: [], steps: [] };
}
