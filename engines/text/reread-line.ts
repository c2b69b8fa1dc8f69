// Reads one line again in a given language with Tesseract, and combines the result with what the network read.
import type { Pixels } from '../pixels/plane.ts';
import { combineWords } from './combine.ts';
import { type Doubt, findDoubt } from './doubt.ts';
import type { Point, Quad } from './rectangle.ts';
import { writeLine } from './spaces.ts';
import { cutStrip, sidesOf, stripHeight } from './strip.ts';
import { readWords, type TesseractLanguage, type Word } from './tesseract.ts';
import type { Reading } from './turn.ts';

export interface Line extends Doubt {
  readonly reading: Reading;
  readonly pixels: Pixels;
  /** Whether its characters stand upright one below the other. */
  readonly isColumn: boolean;
  /** What the network read. */
  readonly text: string;
  readonly han: number;
  readonly latin: number;
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

/** Room around a line, in heights of its box: boxes of the network cut off accents of capital letters and full stops. */
const roomAbove = 0.12;
const roomBelow = 0.06;
const roomAside = 0.2;

function growQuad(quad: Quad): Quad {
  const [start, end, , below] = quad;
  const { length, height } = sidesOf(quad);
  const along = (i: 0 | 1) => ((end[i] - start[i]) / Math.max(length, 1e-6)) * height;
  const down = (i: 0 | 1) => below[i] - start[i];
  const move = (corner: Point, aside: number, downwards: number): Point => [
    corner[0] + along(0) * aside + down(0) * downwards,
    corner[1] + along(1) * aside + down(1) * downwards,
  ];
  return [
    move(quad[0], -roomAside, -roomAbove),
    move(quad[1], roomAside, -roomAbove),
    move(quad[2], roomAside, roomBelow),
    move(quad[3], -roomAside, roomBelow),
  ];
}

/** Returns the words of a line at their columns in the network's strip. */
async function readRoomily({ reading, pixels, isColumn }: Line, language: TesseractLanguage): Promise<Word[]> {
  if (isColumn) return readWords(reading.strip, language);
  const words = await readWords(cutStrip(pixels, growQuad(reading.quad)), language);
  const place = (column: number) => column * (1 + roomAbove + roomBelow) - roomAside * stripHeight;
  return words.map(word => ({ ...word, from: place(word.from), to: place(word.to) }));
}

export function describeLine(reading: Reading, pixels: Pixels, isColumn: boolean): Line {
  const text = reading.characters.length > 0 ? writeLine(reading.strip, reading.characters) : '';
  return {
    ...findDoubt(reading),
    reading,
    pixels,
    isColumn,
    text,
    han: count(text, /\p{Script=Han}/gu),
    latin: count(text, /\p{Script=Latin}/gu),
  };
}

export interface Attempt {
  readonly language: TesseractLanguage;
  readonly words: readonly Word[];
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
  const read = await readRoomily(line, language);
  const words = combineWords(reading, read, language);
  // What the network read better says nothing about Tesseract.
  const own = words.filter((word, i) => word.text === read[i]!.text);
  const text = words.map(word => word.text).join(' ');
  const share = count(text, scripts[language]) / Math.max(1, count(text, letter));
  return { language, words, text, score: meanScore(own), share };
}
