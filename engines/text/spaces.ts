// Decides on spaces in a line, and between look-alike characters. docs/decisions/reading-text.md has the figures.
import type { Pixels } from '../pixels/plane.ts';
import { mendFractions } from './fractions.ts';
import { emptyLimit, measureInk, measureInkHeight } from './ink.ts';
import { type Columns, mendShapes } from './shapes.ts';
import { isAroundTimes, isBesideSign } from './spaced-signs.ts';
import type { ReadCharacter } from './text-reader.ts';
import { openUnderscores } from './underscores.ts';

/** Full-width characters, as UTF-16 units: no space is written between two of them. */
export const wideRanges = [
  [0x2e80, 0xa4cf],
  [0xf900, 0xfaff],
  [0xff00, 0xffef],
] as const;
/** Chinese punctuation, which includes its own space. */
const wideSign = /[\u3001-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/;
const ideograph = /[\u3400-\u9fff\uf900-\ufaff]/;

export function isWide(character: string | undefined): boolean {
  const code = character?.codePointAt(0) ?? 0;
  return wideRanges.some(([from, to]) => code >= from && code <= to);
}

/** Probability of a space that suffices alone or together with a gap, and minimum gaps in letter heights. */
interface SpaceRule {
  readonly likely: number;
  readonly possible: number;
  readonly gap: number;
  /** A gap that suffices alone. */
  readonly wide: number;
}
const betweenLetters: SpaceRule = { likely: 0.1, possible: 0.005, gap: 0.25, wide: 0.9 };
/** Between Chinese and Latin characters the network has rarely been trained to predict a space. */
const betweenScripts: SpaceRule = { likely: 0.3, possible: 0.003, gap: 0.22, wide: 0.6 };

/** Punctuation attached to the text before or after it, and the probability above which a space is still written there. */
const closing = /[,.;:!?)\]}]/;
const opening = /[([{]/;
const withoutDoubt = 0.5;
/** An underscore has no ink beside the letters, so its gaps say nothing. */
const besideUnderscore = 0.6;

/** In fonts whose letters all have one width, the gaps beside narrow characters are as wide as other fonts' spaces. */
const narrowCharacter = /[il1I|()[\]{}]/;
const timesNarrow = 1.8;
/** Likelihood below which two characters are certainly one word. */
const certain = 0.003;

/** Gap between an abbreviation such as "No." and its number, and how much wider it is than the gap before the full stop, in letter heights. */
const numberGap = 0.24;
const numberLead = 0.12;

/** Between Chinese characters a space is an intentional gap, as in a name or a form. */
const betweenCharacters: SpaceRule = { likely: 0.1, possible: 0.02, gap: 0.35, wide: 0.6 };

/** Minimum gap after a full-width comma, in letter heights; a half-width comma with a space leaves less. */
const wideCommaGap = 0.45;

/** Minimum gap after a full-width colon, whose dots are in the middle of its square. */
const wideColonGap = 0.3;

interface Gap {
  /** Columns of the widest empty run before a character; both are 0 for the first. */
  readonly from: number;
  readonly to: number;
}

/** Returns the widest empty run before each character. */
function findGaps(ink: Float32Array, characters: readonly ReadCharacter[]): Gap[] {
  const limit = emptyLimit(ink);
  return characters.map((character, i) => {
    const before = characters[i - 1];
    if (!before)
      return {
        from: 0,
        to: Math.max(
          0,
          ink.findIndex(value => value >= limit),
        ),
      };
    const end = Math.min(ink.length, Math.ceil((character.from + character.to) / 2) + 6);
    const start = Math.max(0, Math.floor((before.from + before.to) / 2) - 6);
    let [widest, run] = [0, 0];
    let to = Math.round((before.to + character.from) / 2);
    for (let x = start; x < end; x++) {
      run = ink[x]! < limit ? run + 1 : 0;
      if (run > widest) [widest, to] = [run, x + 1];
    }
    return { from: to - widest, to };
  });
}

/** Returns the columns of each character's ink, which are those between the gaps. */
const findColumns = (ink: Float32Array, gaps: readonly Gap[]): Columns[] =>
  gaps.map(({ to: from }, i) => {
    const limit = emptyLimit(ink);
    const to = gaps[i + 1]?.from ?? ink.findLastIndex(value => value >= limit) + 1;
    return { from, to: Math.max(from, to) };
  });

/** Chinese characters have equal distances: one longer by this share, with a gap of this many letter heights, has a space. */
const longerPitch = 0.16;
const pitchGap = 0.28;
/** Fewest neighbours from which the usual distance is known. */
const fewestPitches = 4;

/** Returns whether the distance of two Chinese characters is longer than that of the line's others. */
function openPitch(read: readonly ReadCharacter[], columns: readonly Columns[]): (i: number) => boolean {
  const middles = columns.map(({ from, to }) => (from + to) / 2);
  const isPair = (i: number) => ideograph.test(read[i - 1]?.character ?? '') && ideograph.test(read[i]!.character);
  const pitches = middles.flatMap((middle, i) => (i > 0 && isPair(i) ? [middle - middles[i - 1]!] : []));
  if (pitches.length < fewestPitches) return () => false;
  const usual = pitches.toSorted((a, b) => a - b)[pitches.length >> 1]!;
  const isPitch = (i: number) => i > 0 && i < read.length && isPair(i);
  const excess = (i: number) => (isPitch(i) ? (middles[i]! - middles[i - 1]!) / usual - 1 : 0);
  // A character whose ink is not in the middle of its square is nearer to its other neighbour.
  return i =>
    isPitch(i) && [excess(i), excess(i - 1) + excess(i), excess(i) + excess(i + 1)].every(each => each > longerPitch);
}

/** Returns the usual gap beside a narrow character within words of this line, in letter heights. */
function findNarrowGap(read: readonly ReadCharacter[], gaps: readonly number[]): number {
  const found = read.flatMap(({ character, spaceBefore }, i) => {
    const before = read[i - 1]?.character;
    const isNarrow = before !== undefined && (narrowCharacter.test(character) || narrowCharacter.test(before));
    return isNarrow && spaceBefore < certain && !isWide(character) && !isWide(before) ? [gaps[i]!] : [];
  });
  return found.toSorted((a, b) => a - b)[found.length >> 1] ?? 0;
}

interface Pair {
  readonly before: string;
  readonly after: string;
  readonly likelihood: number;
  readonly gap: number;
  /** The usual gap beside a narrow character of the line. */
  readonly narrowGap: number;
}

function isSpace({ before, after, likelihood, gap, narrowGap }: Pair): boolean {
  if (bringsRoom(before) || bringsRoom(after)) return false;
  if (before === '_' || after === '_') return likelihood > besideUnderscore;
  if (closing.test(after) || opening.test(before)) return likelihood > withoutDoubt;
  const wideSides = Number(isWide(before)) + Number(isWide(after));
  const { likely, possible, gap: min, wide } = [betweenLetters, betweenScripts, betweenCharacters][wideSides]!;
  const isNarrow = wideSides === 0 && (narrowCharacter.test(before) || narrowCharacter.test(after));
  const minHere = isNarrow ? Math.max(min, timesNarrow * narrowGap) : min;
  return likelihood > likely || (likelihood > possible && gap > minHere) || gap > wide;
}

/** Whether a number follows an abbreviation, as in "No. 5". The network reads no space before it, because it has seen more decimal numbers. */
function isNumberAfterPoint(read: readonly ReadCharacter[], gaps: readonly number[], i: number): boolean {
  const [letter, point, digit] = [read[i - 2], read[i - 1], read[i]].map(one => one?.character ?? '');
  if (point !== '.' || !/\d/.test(digit!) || !/[a-z]/i.test(letter!)) return false;
  return gaps[i]! > numberGap && gaps[i]! - gaps[i - 1]! > numberLead;
}

/** Chinese punctuation is as wide as characters and needs no space; quotes and dashes belong to both scripts. */
const bringsRoom = (character: string) => wideSign.test(character);

/** Full-width punctuation that the network reads in lines without Chinese. */
const wideToNarrow: Readonly<Record<string, string>> = {
  '，': ',',
  '：': ':',
  '；': ';',
  '（': '(',
  '）': ')',
  '！': '!',
  '？': '?',
};

/** Chooses between look-alike punctuation of both scripts by the characters around it. */
function mendSign(characters: readonly string[], i: number, gapAfter: number, isChinese: boolean): string {
  const own = characters[i]!;
  const [before = '', after = ''] = [characters[i - 1], characters[i + 1]];
  if (own === ',' && isChinese) {
    const isMeantWide = ideograph.test(before) || ideograph.test(after) || !after || gapAfter > wideCommaGap;
    return isMeantWide ? '，' : ',';
  }
  if (own === ':' && isChinese && isWide(before) && gapAfter > wideColonGap) return '：';
  if (!isChinese && own in wideToNarrow) return wideToNarrow[own]!;
  if (own === '：' && /\d/.test(before) && /\d/.test(after)) return ':';
  return own;
}

/** An apostrophe of the font for Chinese is as wide as a character, so the network reads a space behind it. */
const apart = /(?<=\p{Script=Latin}['’]) (?=(?:s|t|d|m|re|ve|ll)(?![\p{L}\d]))/gu;

/** Closes a pair of curly quotes whose other half was read as a straight one. */
const halfStraight = /“([^“”"]*)"|"([^“”"]*)”/g;

/** Repairs what the signs of a whole line say about each other. */
const mendLine = (text: string) =>
  text
    .replace(apart, '')
    .replace(halfStraight, '“$1$2”')
    // The sign for degrees Celsius is in the network's alphabet, which then reads the ring twice.
    .replace(/°\s?℃/g, '°C')
    .replace(/°\s?℉/g, '°F');

/** Characters of names in code, between which an underscore may stand. */
const wordCharacter = /[a-z0-9]/i;

/** Gap between two words, in letter heights; between letters there is less. */
const apartGap = 0.2;
/** Returns the text of a line with its spaces. Distances of characters are compared only where their places are exact. */
export function writeLine(
  strip: Pixels,
  found: readonly ReadCharacter[],
  { arePlacesExact = true }: { readonly arePlacesExact?: boolean } = {},
): string {
  const parts = mendFractions(found);
  const ink = measureInk(strip);
  const height = measureInkHeight(strip);
  const runs = findGaps(ink, parts);
  const gaps = runs.map(({ from, to }, i) => (i === 0 ? 0 : (to - from) / height));
  const columns = findColumns(ink, runs);
  const isFar = arePlacesExact ? openPitch(parts, columns) : () => false;
  const read = mendShapes(strip, parts, columns, i => i === 0 || gaps[i]! > apartGap);
  const narrowGap = findNarrowGap(read, gaps);
  const plain = read.map(({ character }) => character);
  const isChinese = plain.some(character => ideograph.test(character));
  const mended = plain.map((_, i) => mendSign(plain, i, gaps[i + 1] ?? 0, isChinese));
  const isUnderscore = openUnderscores(strip, read);
  const isApart = (i: number) => {
    const pair = {
      before: mended[i - 1]!,
      after: mended[i]!,
      likelihood: read[i]!.spaceBefore,
      gap: gaps[i]!,
      narrowGap,
    };
    return isSpace(pair) || isNumberAfterPoint(read, gaps, i) || isAroundTimes(read, gaps, i);
  };
  const written = mended.map((after, i) => {
    if (i === 0) return after;
    const isSpaced = isApart(i) || isBesideSign(mended, gaps, isApart, i);
    if (!isSpaced && !(isFar(i) && gaps[i]! > pitchGap)) return after;
    return wordCharacter.test(mended[i - 1]!) && wordCharacter.test(after) && isUnderscore(i)
      ? `_${after}`
      : ` ${after}`;
  });
  return mendLine(written.join(''));
}

/** Gap between two pieces of a row that is a space even in Chinese, in heights of their boxes. */
const spaceBetweenPieces = 0.3;

/** Joins two separate pieces of text, with a space unless both meet in Chinese. `gap` is the gap between two pieces of one row, in line heights. */
export function joinPieces(left: string, right: string, gap = 0): string {
  if (!left || !right) return left + right;
  const [before, after] = [left.at(-1)!, right[0]!];
  if (gap > spaceBetweenPieces && !bringsRoom(before) && !bringsRoom(after)) return `${left} ${right}`;
  return bringsRoom(before) || bringsRoom(after) || (isWide(before) && isWide(after))
    ? left + right
    : `${left} ${right}`;
}
