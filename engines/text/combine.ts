// Combines what Tesseract and the reading network read in one line: each of them is better at some characters.
import { foldLetters } from './languages.ts';
import { writeLine } from './spaces.ts';
import type { TesseractLanguage, Word } from './tesseract.ts';
import type { ReadCharacter } from './text-reader.ts';
import type { Reading } from './turn.ts';

export const ascii = /^[\x21-\x7e]+$/;
const accented = new Set<TesseractLanguage>(['deu', 'fra', 'spa']);

/** The network's score from which its digits and Latin letters are taken, and Tesseract's from which its own are kept. */
export const sureNetwork = 0.95;
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
export const spread = (words: readonly Word[]): ReadCharacter[] =>
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

/** Returns the words with those of the network that it read better. */
export const combineWords = ({ characters }: Reading, words: readonly Word[], language: TesseractLanguage): Word[] =>
  words.map(word => combineWord(word, characters, language));

/** Returns the text of a line of combined words. */
export function writeWords({ strip }: Reading, words: readonly Word[], language: TesseractLanguage): string {
  if (language === 'jpn') return writeLine(strip, spread(words), { arePlacesExact: false });
  return words.map(({ text }) => text).join(' ');
}
