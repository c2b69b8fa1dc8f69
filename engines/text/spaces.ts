// Decides on spaces in a line, and between look-alike characters. docs/decisions/reading-text.md has the figures.
import type { Pixels } from '../pixels/plane.ts';
import { emptyLimit, measureInk, measureInkHeight } from './ink.ts';
import type { ReadCharacter } from './text-reader.ts';

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
const closing = /[,.;!?)\]}]/;
const opening = /[([{]/;
const withoutDoubt = 0.5;

/** Between Chinese characters a space is an intentional gap, as in a name or a form. */
const betweenCharacters: SpaceRule = { likely: 0.1, possible: 0.02, gap: 0.35, wide: 0.6 };

/** Minimum gap after a full-width comma, in letter heights; a half-width comma with a space leaves less. */
const wideCommaGap = 0.45;

/** Returns the widest gap before each character, in letter heights; 0 for the first. */
function measureGaps(strip: Pixels, characters: readonly ReadCharacter[]): number[] {
  const ink = measureInk(strip);
  const limit = emptyLimit(ink);
  const height = measureInkHeight(strip);
  return characters.map((character, i) => {
    const before = characters[i - 1];
    if (!before) return 0;
    const end = Math.min(ink.length, Math.ceil((character.from + character.to) / 2) + 6);
    let [widest, run] = [0, 0];
    for (let x = Math.max(0, Math.floor((before.from + before.to) / 2) - 6); x < end; x++) {
      run = ink[x]! < limit ? run + 1 : 0;
      widest = Math.max(widest, run);
    }
    return widest / height;
  });
}

function isSpace(before: string, after: string, likelihood: number, gap: number): boolean {
  if (bringsRoom(before) || bringsRoom(after)) return false;
  if (closing.test(after) || opening.test(before)) return likelihood > withoutDoubt;
  const wideSides = Number(isWide(before)) + Number(isWide(after));
  const { likely, possible, gap: least, wide } = [betweenLetters, betweenScripts, betweenCharacters][wideSides]!;
  return likelihood > likely || (likelihood > possible && gap > least) || gap > wide;
}

/** Chinese punctuation is as wide as characters and needs no space; quotes and dashes belong to both scripts. */
const bringsRoom = (character: string) => wideSign.test(character);

/** Chooses between look-alike punctuation of both scripts by the characters around it. */
function mendSign(characters: readonly string[], i: number, gapAfter: number, isChinese: boolean): string {
  const own = characters[i]!;
  const [before = '', after = ''] = [characters[i - 1], characters[i + 1]];
  if (own === ',' && isChinese) {
    const isMeantWide = ideograph.test(before) || ideograph.test(after) || !after || gapAfter > wideCommaGap;
    return isMeantWide ? '，' : ',';
  }
  if (own === '，' && !isChinese) return ',';
  if (own === '：' && (!isChinese || (/\d/.test(before) && /\d/.test(after)))) return ':';
  return own;
}

/** Returns the text of a line with its spaces. */
export function writeLine(strip: Pixels, read: readonly ReadCharacter[]): string {
  const gaps = measureGaps(strip, read);
  const plain = read.map(({ character }) => character);
  const isChinese = plain.some(character => ideograph.test(character));
  const mended = plain.map((_, i) => mendSign(plain, i, gaps[i + 1] ?? 0, isChinese));
  return mended
    .map((character, i) =>
      i > 0 && isSpace(mended[i - 1]!, character, read[i]!.spaceBefore, gaps[i]!) ? ` ${character}` : character,
    )
    .join('');
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
