// Tells apart what the network confuses because it sees no sizes: capital O, small o and zero, x and ×, and digits below the baseline.
import { median } from '../pixels/median.ts';
import type { Pixels } from '../pixels/plane.ts';
import { openRows } from './ink.ts';
import type { ReadCharacter } from './text-reader.ts';

/** Columns of a character's ink. */
export interface Columns {
  readonly from: number;
  readonly to: number;
}

interface Box extends Columns {
  readonly top: number;
  readonly bottom: number;
}

/** Rows of a character's ink, as a share of its fullest row. */
const inkShare = 0.15;

function findBox(rows: Float32Array, columns: Columns): Box | undefined {
  const min = Math.max(6, inkShare * Math.max(...rows));
  const isInked = (ink: number) => ink >= min;
  const top = rows.findIndex(isInked);
  return top < 0 ? undefined : { ...columns, top, bottom: rows.findLastIndex(isInked) + 1 };
}

/** Characters that stand on the baseline, as high as capital letters and lower. */
const high = /[A-PR-WYZ0-9bdhkl]/;
const low = /[aceimnorsuvwxzX]/;
/** Height of low letters in heights of capital ones. */
const lowShare = 0.74;
/** Distance from the baseline and height of a digit below it, in capital heights. */
const lowBottom = 0.1;
const lowHeight = 0.8;
/** Some fonts have such digits on the baseline; those of the height of small letters are old-style figures. */
const tinyHeight = 0.66;
/** Height of small letters without ascenders, and distance of the sign × from the baseline, in capital heights. */
const smallHeight = 0.86;
const raised = 0.06;
/** Height of a capital letter among capitals and digits. */
const tallHeight = 0.93;
/** Width over height from which a round capital is an O, and up to which it is a zero. */
const wideRound = 0.8;
const narrowRound = 0.74;

/** Share of a round character's width and height around its middle in which a zero may have a dot or a stroke. */
const coreWidth = 0.24;
const coreHeight = 0.3;
/** Ink there compared with that of its top. */
const coreInk = 0.5;

/** Columns on each side of the middle of a digit that certainly belong to it. */
const narrow = 5;

const lowDigits = '₀₁₂₃₄₅₆₇₈₉';
const round = /^[oO0]$/;
const partOfName = /[A-Za-z0-9.,:]/;

/** Whether a round character stands among capital letters and digits, or only among others like it, so that the word does not tell it. */
function isUnclear(characters: readonly string[], isApart: (i: number) => boolean, at: number): boolean {
  let [from, to] = [at, at + 1];
  while (from > 0 && !isApart(from) && partOfName.test(characters[from - 1]!)) from--;
  while (to < characters.length && !isApart(to) && partOfName.test(characters[to]!)) to++;
  const others = characters.slice(from, to).filter(one => !round.test(one));
  if (others.length === 0) return to - from > 1;
  return (
    others.some(one => /\d/.test(one)) &&
    others.some(one => /[A-Z]/.test(one)) &&
    !others.some(one => /[a-z.,:]/.test(one))
  );
}

/** Returns the characters of a line with those replaced whose size shows that they are others. `columns` has the ink of each. */
export function mendShapes(
  strip: Pixels,
  read: readonly ReadCharacter[],
  columns: readonly Columns[],
  isApart: (i: number) => boolean,
): readonly ReadCharacter[] {
  const rowsOf = openRows(strip);
  const plain = read.map(({ character }) => character);
  const follows = (i: number) => i > 0 && !isApart(i) && /[a-zA-Z)\]]/.test(plain[i - 1]!);
  const boxOf = ({ from, to }: Columns) => (to > from ? findBox(rowsOf(from, to), { from, to }) : undefined);
  const boxes = columns.map(boxOf);
  // A digit behind a letter may be below the baseline.
  const standing = (pattern: RegExp) =>
    boxes.filter((box, i) => box && pattern.test(plain[i]!) && !(/\d/.test(plain[i]!) && follows(i))) as Box[];
  const heightsOf = (some: readonly Box[]) => some.map(({ top, bottom }) => bottom - top);
  const [tall, small] = [standing(high), standing(low)];
  // A single letter, as in "X₁", is only compared with its own digit.
  const isAlone = tall.length === 0 && small.length === 1;
  const cap = tall.length > 0 ? median(heightsOf(tall)) : median(heightsOf(small)) / (isAlone ? 1 : lowShare);
  const baseline = median([...tall, ...small].map(({ bottom }) => bottom));
  if (tall.length + small.length === 0 || cap < 12) return read;
  /** The ink of the letter before a digit may reach into its columns. */
  const isLow = (i: number): boolean => {
    const middle = Math.round((read[i]!.from + read[i]!.to) / 2);
    const { from, to } = columns[i]!;
    const box = boxOf({ from: Math.max(from, middle - narrow), to: Math.min(to, middle + narrow) });
    if (!box || box.bottom < baseline - raised * cap) return false;
    return box.bottom - box.top < (box.bottom > baseline + lowBottom * cap ? lowHeight : tinyHeight) * cap;
  };
  /** Whether a round character has a dot or a stroke inside, as the zeros of fonts for code have. */
  const hasCore = ({ from, to, top, bottom }: Box): boolean => {
    const side = Math.round(((to - from) * (1 - coreWidth)) / 2);
    const rows = rowsOf(from + side, to - side).subarray(top, bottom);
    const edge = Math.round((rows.length * (1 - coreHeight)) / 2);
    return Math.max(...rows.subarray(edge, -edge)) > coreInk * Math.max(...rows.subarray(0, edge >> 1));
  };
  const isTallRound = (box: Box | undefined, i: number): box is Box =>
    box !== undefined && round.test(plain[i]!) && box.bottom - box.top >= smallHeight * cap;
  const hasMarkedZeros = boxes.some((box, i) => isTallRound(box, i) && hasCore(box));
  const mend = (character: string, i: number): string => {
    const box = boxes[i];
    if (!box) return character;
    const height = box.bottom - box.top;
    if (/^\d$/.test(character) && follows(i) && isLow(i)) return lowDigits[Number(character)]!;
    const isSmall = height < smallHeight * cap;
    const isInWord = /[a-z]/.test(plain[i - 1] ?? '') && /[a-z]/.test(plain[i + 1] ?? '');
    if (character === '0' && isSmall && isInWord && !isApart(i)) return 'o';
    const isOnLine = Math.abs(box.bottom - baseline) <= raised * cap;
    if (character === '×' && isOnLine && isSmall) return 'x';
    if (character === 'X' && isOnLine && isSmall && isApart(i)) return 'x';
    const isName = isApart(i) && !/[a-zA-Z]/.test(plain[i + 1] ?? '');
    if (character === 'x' && isOnLine && isName && tall.length > 0 && height >= tallHeight * cap) return 'X';
    if (!round.test(character) || !isUnclear(plain, isApart, i)) return character;
    if (isSmall) return 'o';
    if (hasMarkedZeros) return hasCore(box) ? '0' : 'O';
    const ratio = (box.to - box.from) / height;
    if (ratio >= wideRound) return 'O';
    return ratio <= narrowRound ? '0' : character;
  };
  return read.map((one, i) => {
    const character = mend(one.character, i);
    return character === one.character ? one : { ...one, character };
  });
}
