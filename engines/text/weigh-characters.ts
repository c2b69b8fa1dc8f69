// Chooses characters of traditional Chinese by all that is known of them: how likely Tesseract and the reading network take each of thousands to be, and
// whether it forms a word with its neighbours. Either of both alone gives its best guess, and knows much more.
import { loadOnce } from '../load-once.ts';
import { countTraditional, mayBeTraditional } from './languages.ts';
import { orderCoded, type Place, weighPlaces } from './likelihood.ts';
import type { Step } from './tesseract.ts';
import { openTesseractData } from './tesseract-data.ts';
import type { ReadCharacter } from './text-reader.ts';

/** A character of a line, as it was chosen of two readings. */
export interface Chosen {
  readonly chosen: ReadCharacter;
  /** What the network read there. */
  readonly own: ReadCharacter | undefined;
  /** Whether it is open: both readers do not agree. */
  readonly isOpen: boolean;
}

// The weights below were chosen on the first half of `bench/text-languages.ts` and 48 other lines, in two fonts.

/** Tesseract is too sure: a part of its logarithms counts, down to a limit. */
const tesseractWeight = 0.23;
const tesseractFloor = -14;
/** Likelihood that the network gives a character that it knows and does not list, at least: it has seen few of the traditional ones. */
const minKnown = 0.008;
const minTraditional = 0.03;
/** Likelihood of one that it does not know, where it read another with a score of 0; half of it with 1. */
const unknown = 0.14;
/** The same where it read a simplified character. */
const unknownSimplified = 0.042;
/** The same where it read nothing, and that of one that it knows. */
const passedUnknown = 0.21;
const passedKnown = 0.05;
/** What the scores of traditional characters are multiplied by: it guesses them rarely. */
const traditionalLead = 4;
/** What words of two and of more characters count, and two neighbours in a longer word. */
const wordOfTwo = 1.5;
const longWord = 3.2;
const partOfWord = 0.75;
/** What the number of words counts in which a character is. */
const commonness = 0.05;
/** What the character counts that was chosen without all this. */
const lead = 0.2;
/** A character that only Tesseract read is left out if nothing is more likely there than this. */
const minNone = -6;
const longestWord = 4;
const rounds = 2;

interface Dictionary {
  readonly words: ReadonlySet<string>;
  /** Neighbours within longer words. */
  readonly pairs: ReadonlySet<string>;
  /** Number of words of up to four characters with a character. */
  readonly counts: ReadonlyMap<string, number>;
}

function makeDictionary(all: readonly string[]): Dictionary {
  const words = new Set(all.filter(word => [...word].length <= longestWord));
  const counts = new Map<string, number>();
  for (const word of words) for (const letter of word) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const pairs = all.flatMap(word => {
    const letters = [...word];
    return letters.length > 2 ? letters.slice(1).map((letter, i) => letters[i]! + letter) : [];
  });
  return { words, pairs: new Set(pairs), counts };
}

const han = /^\p{Script=Han}$/u;

const openWeights = loadOnce(async () => {
  const data = await openTesseractData();
  const coded = [...data.codes].map(([character, codes]) => ({ character, codes }));
  const ordered = orderCoded(coded.filter(({ character }) => han.test(character) && mayBeTraditional(character)));
  return { data, ordered, dictionary: makeDictionary(data.words) };
});

/** Returns what the words count that a character forms with its neighbours. */
function weighWords(
  text: readonly string[],
  at: number,
  character: string,
  { words, pairs, counts }: Dictionary,
): number {
  const common = commonness * Math.log(1 + (counts.get(character) ?? 0));
  let best = 0;
  for (let length = 2; length <= longestWord; length++)
    for (let from = Math.max(0, at - length + 1); from <= Math.min(at, text.length - length); from++) {
      const word = text.slice(from, at).join('') + character + text.slice(at + 1, from + length).join('');
      if (words.has(word)) best = Math.max(best, length === 2 ? wordOfTwo : longWord);
    }
  if (best > 0) return best + common;
  const isPart = pairs.has((text[at - 1] ?? '') + character) || pairs.has(character + (text[at + 1] ?? ''));
  return common + (isPart ? partOfWord : 0);
}

/** Likelihood of a character by the network; `merges` says whether it reads the first as the second. */
function weighOwn(
  character: string,
  own: ReadCharacter | undefined,
  alphabet: ReadonlySet<string>,
  merges: (character: string, read: string) => boolean,
): number {
  const isKnown = alphabet.has(character);
  if (!own) return isKnown ? passedKnown : passedUnknown;
  if (isKnown) {
    const all = [own, ...(own.others ?? [])];
    const score = all.find(one => one.character === character)?.score ?? 0;
    return countTraditional(character) > 0
      ? Math.max(score * traditionalLead, minTraditional)
      : Math.max(score, minKnown);
  }
  if (merges(character, own.character)) return 1;
  return mayBeTraditional(own.character) ? unknown * (1 - own.score / 2) : unknownSimplified;
}

/** Returns the characters of a line, with the likeliest in the open places. */
export async function weighCharacters(
  line: readonly Chosen[],
  steps: readonly Step[],
  alphabet: ReadonlySet<string>,
  merges: (character: string, read: string) => boolean,
): Promise<ReadCharacter[]> {
  const open = line.flatMap(({ isOpen }, i) => (isOpen ? [i] : []));
  if (open.length === 0 || steps.length === 0) return line.map(({ chosen }) => chosen);
  const { data, ordered, dictionary } = await openWeights();
  const text = line.map(({ chosen }) => chosen.character);
  const places = weighPlaces(text, open, steps, data, ordered);
  const choose = ({ characters }: Place, at: number): string => {
    const { own, chosen } = line[at]!;
    const listed = own ? [own, ...(own.others ?? [])] : [];
    const rivals = new Set([...characters.keys(), ...listed.map(one => one.character), chosen.character]);
    let best = { character: chosen.character, sum: Number.NEGATIVE_INFINITY };
    for (const character of rivals) {
      if (!han.test(character) || !mayBeTraditional(character)) continue;
      const sum =
        tesseractWeight * Math.max(characters.get(character) ?? tesseractFloor, tesseractFloor) +
        Math.log(weighOwn(character, own, alphabet, merges)) +
        weighWords(text, at, character, dictionary) +
        (character === chosen.character ? lead : 0);
      if (sum > best.sum) best = { character, sum };
    }
    return best.character;
  };
  for (let round = 0; round < rounds; round++) for (const [i, at] of open.entries()) text[at] = choose(places[i]!, at);
  return line.flatMap(({ chosen, own }, at) => {
    const place = places[open.indexOf(at)];
    if (place && !own && place.none > minNone) return [];
    return [{ ...chosen, character: text[at]! }];
  });
}
