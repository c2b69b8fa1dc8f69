// Combines what Tesseract and the reading network read in one line: each of them is better at some characters.
import { foldLetters, mayBeTraditional } from './languages.ts';
import { writeLine } from './spaces.ts';
import type { TesseractLanguage, Word } from './tesseract.ts';
import type { ReadCharacter } from './text-reader.ts';
import type { Reading } from './turn.ts';

const ascii = /^[\x21-\x7e]+$/;
const accented = new Set<TesseractLanguage>(['deu', 'fra', 'spa']);

/** The network's score from which its digits and Latin letters are taken, and Tesseract's from which its own are kept. */
const sureNetwork = 0.95;
const sureWord = 0.8;
const unsureWord = 0.6;
const certainNetwork = 0.97;
/** A word of this score is wrong, and one of the network of this score is better. */
const hopelessWord = 0.4;
const fairNetwork = 0.85;
/** Distance in columns by which the places of both may differ. */
const slack = 5;

interface Own {
  readonly text: string;
  readonly score: number;
  readonly characters: readonly ReadCharacter[];
}

/** Returns what the network read within a word. */
function ownOf({ from, to }: Word, characters: readonly ReadCharacter[]): Own {
  const own = characters.filter(one => {
    const middle = (one.from + one.to) / 2;
    return middle >= from - slack && middle <= to + slack;
  });
  const score = own.reduce((sum, one) => sum + one.score, 0) / Math.max(1, own.length);
  return { text: own.map(({ character }) => character).join(''), score, characters: own };
}

const digits = /^[\d.,:;/%()-]{2,}$/;

/** A word as it is written in Latin letters, or an address. */
const latinWord = /^(?:[A-Z]?[a-z]+|[A-Z]+)(?:[-'’](?:[A-Z]?[a-z]+|[A-Z]+))*[.,:;!?]*$|[@/]|\.[a-z]{2}/;

/** Signs as which Tesseract reads strokes of letters that its language lacks. */
const strokes = /[\\<>|{}~^]/;

/** Whether the network read a word of digits, signs and Latin letters better. */
function isNetworkBetter(word: Word, own: Own, language: TesseractLanguage): boolean {
  if (!ascii.test(own.text)) return false;
  if (own.text.length < 0.5 * word.text.length) return false;
  // Cyrillic letters look like Latin ones and digits, but do not form words of them.
  if (language === 'kir' && !latinWord.test(own.text) && !digits.test(own.text)) return false;
  const fair = language === 'kir' ? sureNetwork : fairNetwork;
  if (word.score < hopelessWord && own.score >= fair) return true;
  if (language === 'kir' && strokes.test(word.text) && own.score >= sureNetwork) return true;
  if (own.text.length < 0.7 * word.text.length) return false;
  if (own.score < sureNetwork) return false;
  if (accented.has(language)) return ascii.test(word.text);
  if (language === 'kir') return word.score < sureWord && (own.score >= certainNetwork || digits.test(own.text));
  // A part of the word may lie outside of the columns that Tesseract gives.
  return word.score < unsureWord || (ascii.test(word.text) && own.text.length >= word.text.length);
}

/** The network's likelihood of a space that Tesseract does not see, as in "10 h". */
const surelyApart = 0.6;

/** Returns a word with the spaces that the network sees in it, where both have the same letters. */
function openSpaces(text: string, { characters }: Own): string {
  const letters = [...text];
  if (letters.length !== characters.length) return text;
  return letters.map((one, i) => (i > 0 && characters[i]!.spaceBefore > surelyApart ? ` ${one}` : one)).join('');
}

/** A word of two scripts, such as a name with a Korean ending. */
const twoScripts = /^([\x21-\x7e]+)([^\x20-\x7e]+)$/;

function combineWord(word: Word, characters: readonly ReadCharacter[], language: TesseractLanguage): Word {
  const own = ownOf(word, characters);
  const [, start = '', end = ''] = twoScripts.exec(word.text) ?? [];
  const ownStart = /^[\x21-\x7e]+/.exec(own.text)?.[0] ?? '';
  if (end && !accented.has(language) && word.score < sureWord && Math.abs(ownStart.length - start.length) <= 1)
    return { ...word, text: ownStart + end };
  if (isNetworkBetter(word, own, language)) {
    const text = accented.has(language) ? openSpaces(own.text, own) : own.text;
    return { ...word, text, score: own.score };
  }
  // Both agree but for accents.
  if (accented.has(language) && foldLetters(word.text) === foldLetters(own.text))
    return {
      ...word,
      text: openSpaces(own.text.includes('’') ? word.text.replaceAll("'", '’') : word.text, own),
      score: Math.max(word.score, sureNetwork),
    };
  return word;
}

/** Spreads the characters of words evenly over their columns. */
const spread = (words: readonly Word[]): ReadCharacter[] =>
  words.flatMap(({ text, score, from, to }) => {
    const characters = [...text];
    const width = (to - from) / characters.length;
    return characters.map((character, i) => ({
      character,
      score,
      from: from + i * width,
      to: from + (i + 1) * width,
      spaceBefore: 0,
    }));
  });

type Step = readonly [own: ReadCharacter | undefined, other: ReadCharacter | undefined];

/** Cost of a character that only one of both read. */
const aloneCost = 1;
/** Cost of a sign beside a letter: neither reader takes one for the other. */
const signCost = 1.6;
/** Cost of a distance of one character, which settles what is equal otherwise: Tesseract's places are rough. */
const distanceCost = 0.1;
const farthest = 3;
const sign = /[^\p{L}\p{N}]/u;

/** Signs are the same whether they are as wide as a character or not. */
const fold = (character: string) => character.normalize('NFKC');
const middleOf = ({ from, to }: ReadCharacter) => (from + to) / 2;

/** Cost of taking two readings for one character of the line. */
function swapCost(own: ReadCharacter, other: ReadCharacter, pitch: number): number {
  const apart = distanceCost * Math.min(farthest, Math.abs(middleOf(own) - middleOf(other)) / pitch);
  if (fold(own.character) === fold(other.character)) return apart;
  return apart + (sign.test(own.character) === sign.test(other.character) ? 1 : signCost);
}

/** The usual distance of the network's characters, in columns. */
function findPitch(own: readonly ReadCharacter[]): number {
  const steps = own.slice(1).map((one, i) => middleOf(one) - middleOf(own[i]!));
  return Math.max(1, steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 1);
}

/** Aligns two readings with the least cost. Source: Levenshtein, 1966. */
function align(own: readonly ReadCharacter[], other: readonly ReadCharacter[]): Step[] {
  const pitch = findPitch(own);
  const costs = Array.from({ length: own.length + 1 }, (_, i) =>
    new Float64Array(other.length + 1).fill(i * aloneCost),
  );
  for (let j = 0; j <= other.length; j++) costs[0]![j] = j * aloneCost;
  const swap = (i: number, j: number) => costs[i - 1]![j - 1]! + swapCost(own[i - 1]!, other[j - 1]!, pitch);
  for (let i = 1; i <= own.length; i++)
    for (let j = 1; j <= other.length; j++)
      costs[i]![j] = Math.min(swap(i, j), costs[i - 1]![j]! + aloneCost, costs[i]![j - 1]! + aloneCost);
  const steps: Step[] = [];
  let [i, j] = [own.length, other.length];
  while (i > 0 || j > 0) {
    const cost = costs[i]![j]!;
    if (i > 0 && j > 0 && cost === swap(i, j)) steps.push([own[--i], other[--j]]);
    else if (i > 0 && cost === costs[i - 1]![j]! + aloneCost) steps.push([own[--i], undefined]);
    else steps.push([undefined, other[--j]]);
  }
  return placeAlone(steps.reverse(), pitch);
}

/** Room between two characters of the network, in usual distances, from which it may have passed over one. */
const leastRoom = 1.25;

/**
 * Puts characters that only Tesseract read evenly between those of the network beside them, whose places are exact. They are left out where there is no
 * room for any.
 */
function placeAlone(steps: readonly Step[], pitch: number): Step[] {
  return steps.flatMap((step, i): Step[] => {
    const [own, other] = step;
    if (own || !other) return [step];
    const before = steps.findLastIndex(([one], at) => at < i && one !== undefined);
    const after = steps.findIndex(([one], at) => at > i && one !== undefined);
    if (before < 0 || after < 0) return [step];
    const [start, end] = [middleOf(steps[before]![0]!), middleOf(steps[after]![0]!)];
    if (end - start < leastRoom * pitch) return [];
    const middle = start + ((end - start) * (i - before)) / (after - before);
    return [[undefined, { ...other, from: middle - pitch / 4, to: middle + pitch / 4 }]];
  });
}

/** A character that only the network read is taken from this score on. */
const aloneNetwork = 0.9;
/** Lowest score of a character of the network that replaces one of Tesseract. */
const likelyNetwork = 0.7;
const asciiLetter = /[a-z\d]/i;

/** Returns the better character of two readings of traditional Chinese. */
function chooseCharacter([own, other]: Step): ReadCharacter | undefined {
  // The network does not pass over digits and Latin letters.
  if (!own) return asciiLetter.test(other!.character) ? undefined : other;
  if (!other) return own.score >= aloneNetwork && mayBeTraditional(own.character) ? own : undefined;
  // The network's places are more exact.
  if (own.character === other.character) return { ...own, score: Math.max(own.score, other.score) };
  if (ascii.test(own.character) && own.score >= sureNetwork) return own;
  const isOwnBetter = mayBeTraditional(own.character) && own.score > Math.max(likelyNetwork, (1 + other.score) / 2);
  return isOwnBetter ? own : { ...other, from: own.from, to: own.to };
}

/** Returns the words with those of the network that it read better. */
export const combineWords = ({ characters }: Reading, words: readonly Word[], language: TesseractLanguage): Word[] =>
  words.map(word => combineWord(word, characters, language));

/** Returns the text of a line of combined words. */
export function writeWords(
  { strip, characters }: Reading,
  words: readonly Word[],
  language: TesseractLanguage,
): string {
  if (language === 'jpn') return writeLine(strip, spread(words), { arePlacesExact: false });
  if (language !== 'chi_tra') return words.map(({ text }) => text).join(' ');
  return writeLine(
    strip,
    align(characters, spread(words)).flatMap(step => chooseCharacter(step) ?? []),
  );
}
