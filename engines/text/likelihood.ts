// How likely a character stands at one place of a line, by all that Tesseract's network took for likely in its steps. Source: Graves et al.,
// "Connectionist temporal classification", ICML 2006 (forward and backward variables).
import type { Step } from './tesseract.ts';
import type { Coded, TesseractData } from './tesseract-data.ts';

/** Tesseract lists likelihoods above 0.01, so the others are taken for this. */
const unlisted = 0.0005;
/** Likelihood, in parts of the largest, below which a step or a character is not looked at. */
const minShare = 1e-7;

/** Likelihoods of all codes in each step; the last of a row is that of no code. */
type Table = readonly Float64Array[];

/** Sums up the ways in which the first codes end before each step, by whether the last step is one of the last code or of none. */
interface Ways {
  readonly code: Float64Array;
  readonly nothing: Float64Array;
}

function makeTable(steps: readonly Step[], size: number): Table {
  return steps.map(({ nothing, codes }) => {
    const row = new Float64Array(size + 1).fill(unlisted);
    for (const [code, likelihood] of codes) if (code < size) row[code] = Math.max(likelihood, unlisted);
    row[size] = Math.max(nothing, unlisted);
    return row;
  });
}

/** A table from one of its steps on. */
interface Part {
  readonly table: Table;
  readonly start: number;
}

/** Adds a code to ways whose last code is `last`. */
function addCode({ table, start }: Part, before: Ways, last: number, code: number, into: Ways): void {
  into.code[0] = 0;
  into.nothing[0] = 0;
  for (let i = 1; i < into.code.length; i++) {
    const row = table[start + i - 1]!;
    const straight = code === last ? 0 : before.code[i - 1]!;
    into.code[i] = (into.code[i - 1]! + before.nothing[i - 1]! + straight) * row[code]!;
    into.nothing[i] = (into.nothing[i - 1]! + into.code[i - 1]!) * row[row.length - 1]!;
  }
}

const makeWays = (length: number): Ways => ({ code: new Float64Array(length), nothing: new Float64Array(length) });

function findMax(values: Float64Array): number {
  let max = 0;
  for (let i = 0; i < values.length; i++) if (values[i]! > max) max = values[i]!;
  return max;
}

/** Divides ways by the largest, so that long lines do not vanish. */
function normalise({ code, nothing }: Ways): void {
  const max = Math.max(findMax(code), findMax(nothing));
  if (max === 0) return;
  for (let i = 0; i < code.length; i++) {
    code[i]! /= max;
    nothing[i]! /= max;
  }
}

/** Returns the ways after each of the characters, and before the first; each has the largest at 1. */
function countWays(table: Table, characters: readonly (readonly number[])[]): { ways: Ways; last: number }[] {
  const first = makeWays(table.length + 1);
  first.nothing[0] = 1;
  for (const [i, row] of table.entries()) first.nothing[i + 1] = first.nothing[i]! * row[row.length - 1]!;
  const all = [{ ways: first, last: -1 }];
  for (const codes of characters) {
    let { ways, last } = all.at(-1)!;
    for (const code of codes) {
      const next = makeWays(table.length + 1);
      addCode({ table, start: 0 }, ways, last, code, next);
      normalise(next);
      [ways, last] = [next, code];
    }
    all.push({ ways, last });
  }
  return all;
}

const sumAt = ({ code, nothing }: Ways, i: number) => code[i]! + nothing[i]!;

/** What is asked of one place of a line. */
export interface Place {
  /** Likelihoods of characters as logarithms, of those that are not much less likely than the likeliest, which has 0. */
  readonly characters: ReadonlyMap<string, number>;
  /** The same of no character. */
  readonly none: number;
}

/** A place between the characters before it, whose last code is `last`, and those behind it, whose first is `next`. */
interface Gap extends Part {
  readonly before: Ways;
  readonly last: number;
  /** Ways of all that follows, by whether the step begins the next code or has none. */
  readonly after: Ways;
  readonly next: number;
}

function openGap(table: Table, before: { ways: Ways; last: number }, after: { ways: Ways; last: number }): Gap {
  const { length } = table;
  let start = 0;
  while (start < length && sumAt(before.ways, start) < minShare) start++;
  let end = length;
  while (end > start + 1 && sumAt(after.ways, length - end) < minShare) end--;
  const cut = (values: Float64Array) => values.slice(start, end + 1);
  const turned = (values: Float64Array) => cut(values.toReversed());
  return {
    table,
    start,
    before: { code: cut(before.ways.code), nothing: cut(before.ways.nothing) },
    last: before.last,
    after: { code: turned(after.ways.code), nothing: turned(after.ways.nothing) },
    next: after.last,
  };
}

/** Likelihood that the last code before `after` ends where `ends` says, by step. */
function joinWays(ends: Float64Array, last: number, { after, next }: Gap): number {
  let sum = 0;
  for (let i = 0; i < ends.length; i++)
    sum += ends[i]! * (last === next ? after.nothing[i]! : after.nothing[i]! + after.code[i]!);
  return sum;
}

/** Likelihoods in a gap of all characters in the order of their codes, which share the ways of their first codes. */
function weighAll(gap: Gap, ordered: readonly Coded[]): Map<string, number> {
  const stack: { code: number; ways: Ways }[] = [];
  // How many of the stack's codes are those of the character before, and its first codes if no character that begins with them is likely.
  let valid = 0;
  let hopeless: readonly number[] = [];
  let best = 0;
  const likelihoods = new Map<string, number>();
  for (const { character, codes } of ordered) {
    if (hopeless.length > 0 && hopeless.every((code, i) => codes[i] === code)) continue;
    hopeless = [];
    let shared = 0;
    while (shared < Math.min(valid, codes.length) && stack[shared]!.code === codes[shared]) shared++;
    for (valid = shared; valid < codes.length && hopeless.length === 0; valid++) {
      const code = codes[valid]!;
      const before = valid > 0 ? stack[valid - 1]! : { ways: gap.before, code: gap.last };
      const ways = stack[valid]?.ways ?? makeWays(gap.before.code.length);
      addCode(gap, before.ways, before.code, code, ways);
      stack[valid] = { code, ways };
      if (findMax(ways.code) * ways.code.length < best * minShare) hopeless = codes.slice(0, valid + 1);
    }
    if (hopeless.length > 0) continue;
    const likelihood = joinWays(stack[valid - 1]!.ways.code, codes.at(-1)!, gap);
    best = Math.max(best, likelihood);
    likelihoods.set(character, likelihood);
  }
  return likelihoods;
}

/** Likelihood that nothing stands in a gap. */
function weighNone(gap: Gap): number {
  const atStart = gap.last < 0 ? gap.before.nothing[0]! * (gap.after.code[0]! + gap.after.nothing[0]!) : 0;
  return atStart + joinWays(gap.before.code, gap.last, gap);
}

/** Orders characters by their codes. */
export const orderCoded = (coded: readonly Coded[]): Coded[] =>
  coded.toSorted((a, b) => {
    const at = a.codes.findIndex((code, i) => code !== b.codes[i]);
    return at < 0 ? a.codes.length - b.codes.length : (a.codes[at] ?? -1) - (b.codes[at] ?? -1);
  });

/**
 * Returns how likely each of the characters stands at some places of a line, `text`, in place of the character there. `ordered` are the characters
 * that are asked for, by their codes.
 */
export function weighPlaces(
  text: readonly string[],
  places: readonly number[],
  steps: readonly Step[],
  { codes, size }: TesseractData,
  ordered: readonly Coded[],
): Place[] {
  const table = makeTable(steps, size);
  const coded = text.map(character => codes.get(character) ?? codes.get(character.normalize('NFKC')) ?? []);
  const before = countWays(table, coded);
  const after = countWays(
    table.toReversed(),
    coded.toReversed().map(each => each.toReversed()),
  );
  return places.map(i => {
    const gap = openGap(table, before[i]!, after[text.length - 1 - i]!);
    const likelihoods = weighAll(gap, ordered);
    const max = Math.max(...likelihoods.values());
    const characters = new Map([...likelihoods].map(([character, value]) => [character, Math.log(value / max)]));
    return { characters, none: Math.log(weighNone(gap) / max) };
  });
}
