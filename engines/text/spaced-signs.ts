// Decides on spaces beside signs of arithmetic, which have them on both sides or on none.
import type { ReadCharacter } from './text-reader.ts';

/** Gap beside an x or ×, in letter heights, that is a space on both of its sides. */
const timesGap = 0.22;
const timesSign = /^[x×]$/;

/** Whether a sign of multiplication between two numbers has spaces around it. */
export function isAroundTimes(read: readonly ReadCharacter[], gaps: readonly number[], i: number): boolean {
  const at = timesSign.test(read[i]!.character) ? i : i - 1;
  const [before, sign, after] = [at - 1, at, at + 1].map(each => read[each]?.character ?? '');
  if (!timesSign.test(sign!) || !/\d/.test(before!) || !/\d/.test(after!)) return false;
  return gaps[at]! > timesGap && gaps[at + 1]! > timesGap;
}

/** Signs between two terms, which have spaces on both sides or on none. */
const betweenTerms = /^[+=<>±÷≤≥≠−]$/;
/** Gap beside such a sign, in letter heights, that is a space if the other side has one, and if it has as much. */
const besideSpaced = 0.2;
const besideSign = 0.33;

/** Whether there is a space beside a sign between two terms. */
export function isBesideSign(
  plain: readonly string[],
  gaps: readonly number[],
  isApart: (i: number) => boolean,
  i: number,
) {
  const at = betweenTerms.test(plain[i]!) ? i : i - 1;
  if (at < 1 || at + 1 >= plain.length || !betweenTerms.test(plain[at]!)) return false;
  const other = i === at ? at + 1 : at;
  if (isApart(other) && gaps[i]! > besideSpaced) return true;
  return gaps[i]! > besideSign && gaps[other]! > besideSign;
}
