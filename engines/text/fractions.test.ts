// Fractions of one sign are restored from their parts, and printed parts are kept.
import { expect, test } from 'vitest';
import { mendFractions } from './fractions.ts';

/** Characters with the given columns between their middles; `score` is that of bars. */
const read = (text: string, step: number, score: number) =>
  [...text].map((character, i) => ({
    character,
    score: /[/%V]/.test(character) ? score : 1,
    from: i * step,
    to: i * step + 8,
    spaceBefore: 0,
  }));
const write = (text: string, step: number, score: number) =>
  mendFractions(read(text, step, score))
    .map(({ character }) => character)
    .join('');

test.each([
  ['V2', '½'],
  ['%2', '½'],
  ['1/2', '½'],
  ['/4', '¼'],
  ['3%4x', '¾x'],
])('%s in the room of one sign is %s', (parts, sign) => {
  expect(write(parts, 8, 0.8)).toBe(sign);
});

test('parts that are certain or apart, and parts of longer numbers, are kept', () => {
  expect(write('1/2', 8, 1)).toBe('1/2');
  expect(write('1/2', 24, 0.8)).toBe('1/2');
  expect(write('V25', 8, 0.8)).toBe('V25');
  expect(write('13/4', 8, 0.8)).toBe('13/4');
  expect(write('2/3', 8, 0.8)).toBe('2/3');
});
