// Amounts of money are read to the cent, and nothing else is taken for one.
import { expect, test } from 'vitest';
import { readAmount, writeAmount } from './read-amount.ts';

test.each([
  ['12', 1200],
  ['0.1', 10],
  [' 19.99 ', 1999],
  ['8.05', 805],
  ['1。5', 150],
])('%s is %i', (typed, amount) => {
  expect(readAmount(typed)).toBe(amount);
});

test.each(['', '-1', '1.005', '1e3', '1,000', 'abc', '.5', '12345678'])('%s is no amount', typed => {
  expect(readAmount(typed)).toBeUndefined();
});

test('an amount is written as it is read', () => {
  expect([5, 1999, 100].map(writeAmount)).toEqual(['0.05', '19.99', '1.00']);
});
