// Restores the signs ½, ¼ and ¾, which are not in the network's alphabet: it reads their parts, closer together than characters are.
import type { ReadCharacter } from './text-reader.ts';

/** The bar of such a sign is read as one of these, and less certainly than a printed one. */
const bar = /[/%V]/;
const maxBarScore = 0.95;
/** Maximum distance in columns of the strip between the middles of two neighbouring parts. */
const maxDistance = 16;

const signs: Readonly<Record<string, string>> = { '1 2': '½', ' 2': '½', '1 4': '¼', ' 4': '¼', '3 4': '¾' };
const digit = /\d/;

const middle = ({ from, to }: ReadCharacter) => (from + to) / 2;
const isClose = (a: ReadCharacter, b: ReadCharacter) => middle(b) - middle(a) <= maxDistance;

/** Returns the sign whose bar is at `i`, and the index of its first part; undefined if there is none. */
function findFraction(read: readonly ReadCharacter[], i: number): { first: number; sign: string } | undefined {
  const [above, line, below, after] = [read[i - 1], read[i]!, read[i + 1], read[i + 2]];
  if (!bar.test(line.character) || line.score >= maxBarScore || !below || !isClose(line, below)) return undefined;
  if (below.spaceBefore > 0.5 || (after && digit.test(after.character) && after.spaceBefore < 0.5)) return undefined;
  const isPart = above && digit.test(above.character) && isClose(above, line) && line.spaceBefore < 0.5;
  const number = read[i - 2];
  const isLongNumber = number && digit.test(number.character) && above!.spaceBefore < 0.5;
  if (isPart && isLongNumber) return undefined;
  const sign = signs[`${isPart ? above.character : ''} ${below.character}`];
  return sign === undefined ? undefined : { first: isPart ? i - 1 : i, sign };
}

/** Returns the characters of a line, with the parts of each fraction as one sign. */
export function mendFractions(read: readonly ReadCharacter[]): readonly ReadCharacter[] {
  const mended: ReadCharacter[] = [];
  for (let i = 0; i < read.length; i++) {
    const found = findFraction(read, i);
    if (!found) {
      mended.push(read[i]!);
      continue;
    }
    const first = read[found.first]!;
    if (found.first < i) mended.pop();
    mended.push({ ...first, character: found.sign, to: read[i + 1]!.to });
    i++;
  }
  return mended;
}
