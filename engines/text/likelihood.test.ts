// The likelihood of a character at a place of a line, against the sum over all ways in which the steps may be read.
import { expect, it } from 'vitest';
import { orderCoded, weighPlaces } from './likelihood.ts';
import type { Step } from './tesseract.ts';

const codes = new Map([
  ['一', [0]],
  ['二', [1]],
  ['三', [0, 1]],
  ['四', [1, 2]],
  ['五', [1, 1]],
]);
const size = 3;
const data = { characters: [...codes.keys()], codes, size, words: [] };
const ordered = orderCoded([...codes].map(([character, own]) => ({ character, codes: own })));

/** Steps whose likelihoods, of the three codes and of none, are given. */
const stepsOf = (...rows: readonly (readonly [number, number, number, number])[]): Step[] =>
  rows.map(row => ({ nothing: row[size]!, codes: [0, 1, 2].map(code => [code, row[code]!] as const) }));

const steps = stepsOf(
  [0.6, 0.2, 0.1, 0.1],
  [0.2, 0.1, 0.1, 0.6],
  [0.1, 0.5, 0.2, 0.2],
  [0.1, 0.2, 0.3, 0.4],
  [0.3, 0.1, 0.5, 0.1],
  [0.5, 0.1, 0.1, 0.3],
);

/** Sums up all sequences of steps that read as the text: repeated codes are one, and then no code is left out. */
function sumAll(text: readonly string[]): number {
  const wanted = text.flatMap(character => codes.get(character)!).join();
  let sum = 0;
  const go = (at: number, likelihood: number, last: number, read: readonly number[]) => {
    const step = steps[at];
    if (!step) {
      if (read.join() === wanted) sum += likelihood;
      return;
    }
    go(at + 1, likelihood * step.nothing, size, read);
    for (const [code, each] of step.codes) go(at + 1, likelihood * each, code, code === last ? read : [...read, code]);
  };
  go(0, 1, size, []);
  return sum;
}

it.each([
  { text: ['一', '二', '一'], at: 0 },
  { text: ['一', '二', '一'], at: 1 },
  { text: ['一', '四', '二'], at: 2 },
  { text: ['二'], at: 0 },
])('of $text at $at is the sum of all ways', ({ text, at }) => {
  const [place] = weighPlaces(text, [at], steps, data, ordered);
  const sums = new Map([...codes.keys()].map(character => [character, sumAll(text.with(at, character))]));
  const max = Math.max(...sums.values());
  for (const [character, sum] of sums)
    if (sum > 0) expect(place!.characters.get(character)).toBeCloseTo(Math.log(sum / max), 6);
  expect(place!.none).toBeCloseTo(Math.log(sumAll(text.toSpliced(at, 1)) / max), 6);
});
