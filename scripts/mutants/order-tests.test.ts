// The order of tests only saves time: each of them is still in it.
import { expect, test } from 'vitest';
import { orderTests } from './order-tests.ts';

const seconds = new Map([
  ['slow', 10],
  ['quick', 1],
  ['usual', 2],
]);

const tests = [...seconds.keys()];

test('tests that saw the neighbours of a fault come first, and without any the quick ones', () => {
  expect(orderTests({ file: 'a', line: 5, tests }, [], seconds)).toEqual(['quick', 'usual', 'slow']);
  const ofUsual = [4, 6, 9].map(line => ({ file: 'a', line, by: 'usual' }));
  expect(orderTests({ file: 'a', line: 5, tests }, ofUsual, seconds)).toEqual(['usual', 'quick', 'slow']);
  // What was seen in another file says little.
  expect(orderTests({ file: 'b', line: 5, tests }, ofUsual, seconds)).toEqual(['quick', 'usual', 'slow']);
});

test('a slow test comes first only where it sees far more than the others', () => {
  const seen = (by: string, count: number) => Array.from({ length: count }, () => ({ file: 'a', line: 1, by }));
  const at = { file: 'a', line: 1, tests };
  expect(orderTests(at, [...seen('slow', 5), ...seen('quick', 3)], seconds)[0]).toBe('quick');
  expect(orderTests(at, [...seen('slow', 40), ...seen('quick', 3)], seconds)[0]).toBe('slow');
});
