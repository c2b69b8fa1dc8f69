// Tests that amounts of money are read to the cent, and that anything else is rejected.
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

test.each(['', '-1', '1.005', '1e3', '1,000', 'abc', '.5', '12345678'])('%s is not an amount', typed => {
  expect(readAmount(typed)).toBeUndefined();
});

test('an amount is formatted the way it is read', () => {
  expect([5, 1999, 100].map(writeAmount)).toEqual(['0.05', '19.99', '1.00']);
});
