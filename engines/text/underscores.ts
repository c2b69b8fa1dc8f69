// Finds underscores that the network took for spaces: a bar below the baseline between two characters, which does not go on below them as an underline
// does.
import type { Pixels } from '../pixels/plane.ts';
import { emptyLimit, measureInk, openRows } from './ink.ts';
import type { ReadCharacter } from './text-reader.ts';

/** Grey levels by which a bar differs from the background, and by which nothing does. */
const barInk = 60;
const emptyInk = 25;
/** The bar is in the lower part of the strip, and thin. */
const lowestShare = 0.6;
const maxThickness = 0.15;
/** A bar's own ink may make its columns a little fuller than empty ones. */
const barColumns = 1.6;
/** The bar reaches over this share of the gap. */
const minShare = 0.85;
/** Letters whose hooks below the baseline reach into the gap beside them. */
const descender = /[jgyJQpq]/;
/** Narrowest gap that an underscore fills, in columns. */
const minColumns = 6;
/** Columns on each side of a character's middle where an underline would be seen. */
const reach = 2;

interface Bar {
  readonly top: number;
  readonly bottom: number;
}

/** Returns the only bar in these rows; undefined if there is other ink or none. */
function findBar(rows: Float32Array): Bar | undefined {
  const top = rows.findIndex(ink => ink >= barInk);
  const bottom = rows.findLastIndex(ink => ink >= barInk);
  if (top < lowestShare * rows.length || bottom - top + 1 > maxThickness * rows.length) return undefined;
  // The edges of a bar are soft.
  const isAlone = rows.every((ink, y) => ink < emptyInk || (y >= top - 2 && y <= bottom + 2));
  return isAlone ? { top, bottom } : undefined;
}

/** Returns a function that says whether an underscore is printed before character `i`. */
export function openUnderscores(strip: Pixels, read: readonly ReadCharacter[]): (i: number) => boolean {
  const ink = measureInk(strip);
  const limit = barColumns * emptyLimit(ink);
  const rowsOf = openRows(strip);
  const middle = ({ from, to }: ReadCharacter) => Math.min(strip.width - 1, Math.round((from + to) / 2));
  return i => {
    const [from, to] = [middle(read[i - 1]!), middle(read[i]!)];
    let [start, end, run] = [from, from, 0];
    for (let x = from; x <= to; x++) {
      run = x < to && ink[x]! < limit ? run + 1 : 0;
      if (run > end - start) [start, end] = [x + 1 - run, x + 1];
    }
    if (end - start < minColumns) return false;
    const bar = findBar(rowsOf(start + 1, end - 1));
    if (!bar || descender.test(read[i - 1]!.character + read[i]!.character)) return false;
    const hasBar = (x: number) =>
      rowsOf(x, x + 1)
        .subarray(bar.top, bar.bottom + 1)
        .some(value => value >= barInk);
    const columns = Array.from({ length: end - start - 2 }, (_, at) => start + 1 + at);
    if (columns.filter(hasBar).length < minShare * columns.length) return false;
    const isUnderlined = [from, to].every(at => {
      const rows = rowsOf(Math.max(0, at - reach), Math.min(strip.width, at + reach + 1));
      return rows.subarray(bar.top, bar.bottom + 1).some(value => value >= barInk);
    });
    return !isUnderlined;
  };
}
