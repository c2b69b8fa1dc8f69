// Reads one line again in a given language with Tesseract, and combines the result with what the network read.
import type { Pixels } from '../pixels/plane.ts';
import { type Scripts, weighScripts } from './chinese-script.ts';
import { combineWords, writeWords } from './combine.ts';
import { type Doubt, findDoubt } from './doubt.ts';
import { openTextReader, type TextNetwork } from './models.ts';
import { writeLine } from './spaces.ts';
import { cutStrip, growQuad, stripHeight } from './strip.ts';
import { readSteps, readWords, type Steps, type TesseractLanguage, type Word } from './tesseract.ts';
import { openTesseractData } from './tesseract-data.ts';
import { readStrip } from './text-reader.ts';
import { writeTraditional } from './traditional.ts';
import type { Reading } from './turn.ts';

export interface Line extends Doubt {
  /** What the network that reads the page made of the line. */
  readonly original: Reading;
  /** The reading that Tesseract's is combined with: of the network that ships. */
  readonly reading: Reading;
  readonly pixels: Pixels;
  /** Whether its characters stand upright one below the other. */
  readonly isColumn: boolean;
  /** What the network read. */
  readonly text: string;
  readonly han: number;
  readonly latin: number;
  readonly scripts: Scripts;
}

export const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

const latinScript = /\p{Script=Latin}/gu;
const scripts: Readonly<Record<TesseractLanguage, RegExp>> = {
  jpn: /[\u3041-\u30ff\p{Script=Han}]/gu,
  kor: /\p{Script=Hangul}/gu,
  kir: /\p{Script=Cyrillic}/gu,
  chi_tra: /\p{Script=Han}/gu,
  deu: latinScript,
  fra: latinScript,
  spa: latinScript,
};
const letter = /[\p{L}\p{N}]/gu;

/** Room around a line: boxes of the network cut off accents of capital letters and full stops. */
export const roomForWords = { above: 0.12, below: 0.06, aside: 0.2 };

/** Width of a strip in traditional Chinese, whose characters Tesseract knows best if they are a little narrow. */
const narrowing = 0.9;

/** Returns the words of a line at their columns in the network's strip. */
async function readRoomily({ reading, pixels, isColumn }: Line, language: TesseractLanguage): Promise<Steps> {
  const read = async (strip: Pixels): Promise<Steps> =>
    language === 'chi_tra'
      ? readSteps(strip, (await openTesseractData()).characters)
      : { words: await readWords(strip, language), steps: [] };
  if (isColumn) return read(reading.strip);
  const { above, below, aside } = roomForWords;
  const stretch = language === 'chi_tra' ? narrowing : 1;
  const { words, steps } = await read(cutStrip(pixels, growQuad(reading.quad, roomForWords), stretch));
  const place = (column: number) => (column / stretch) * (1 + above + below) - aside * stripHeight;
  return { words: words.map(word => ({ ...word, from: place(word.from), to: place(word.to) })), steps };
}

/** Returns the text of a line that was read again. */
export async function writeAgain({ reading }: Line, attempt: Attempt): Promise<string> {
  const { language, words } = attempt;
  if (language === 'chi_tra') return writeTraditional(reading, attempt, (await openTextReader()).alphabet);
  return writeWords(reading, words, language);
}

function describeLine(original: Reading, reading: Reading, pixels: Pixels, isColumn: boolean): Line {
  const text = reading.characters.length > 0 ? writeLine(reading.strip, reading.characters) : '';
  return {
    ...findDoubt(reading),
    original,
    reading,
    pixels,
    isColumn,
    text,
    han: count(text, /\p{Script=Han}/gu),
    latin: count(text, /\p{Script=Latin}/gu),
    scripts: weighScripts(reading.characters),
  };
}

/**
 * Describes the lines that may be in a language that the network does not know. A network of many languages knows which they are; what combines readings
 * was made for the network that ships, so it reads those lines once more.
 */
export async function describeLines(
  readings: readonly Reading[],
  pixels: Pixels,
  isColumn: boolean,
  { isWide }: TextNetwork,
): Promise<Line[]> {
  if (!isWide) return readings.map(reading => describeLine(reading, reading, pixels, isColumn));
  const shipped = await openTextReader();
  const lines: Line[] = [];
  for (const original of readings) {
    if (!findDoubt(original).isDoubtful) continue;
    const strip = original.aside === 0 ? original.strip : cutStrip(pixels, original.quad);
    const reading = { ...original, ...(await readStrip(strip, shipped)), strip, aside: 0 };
    lines.push({ ...describeLine(original, reading, pixels, isColumn), isDoubtful: true });
  }
  return lines;
}

export interface Attempt extends Steps {
  readonly language: TesseractLanguage;
  readonly text: string;
  /** Mean score of the words that only Tesseract read, by their length. */
  readonly score: number;
  /** Share of the letters that belong to the language's script. */
  readonly share: number;
}

export function meanScore(words: readonly Word[]): number {
  const length = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, { score, text }) => sum + score * text.length, 0) / Math.max(1, length);
}

export async function readAgain(line: Line, language: TesseractLanguage): Promise<Attempt> {
  const { reading } = line;
  const { words: read, steps } = await readRoomily(line, language);
  const words = combineWords(reading, read, language);
  // What the network read better says nothing about Tesseract.
  const own = words.filter((word, i) => word.text === read[i]!.text);
  const text = words.map(word => word.text).join(' ');
  const share = count(text, scripts[language]) / Math.max(1, count(text, letter));
  return { language, words, steps, text, score: meanScore(own), share };
}
