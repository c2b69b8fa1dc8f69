// Names in a zip are unique, however many files have the same name.
import { expect, test, vi } from 'vitest';
import { createNamer } from './zip.ts';

test('a name that is taken gets the next free number', () => {
  const nameOnce = createNamer();
  const names = ['a.png', 'A.png', 'a (3).png', 'a.PNG', 'a.png', 'b', 'b', '.png', '.png'].map(nameOnce);
  expect(names).toEqual([
    'a.png',
    'A (2).png',
    'a (3).png',
    'a (4).PNG',
    'a (5).png',
    'b',
    'b (2)',
    '.png',
    '.png (2)',
  ]);
});

test('five thousand files of one name are named without comparing each with all others', () => {
  const nameOnce = createNamer();
  const looks = vi.spyOn(Set.prototype, 'has');
  const names = Array.from({ length: 5000 }, () => nameOnce('same.png'));
  const { length } = looks.mock.calls;
  looks.mockRestore();
  expect(new Set(names).size).toBe(5000);
  expect(names.at(-1)).toBe('same (5000).png');
  expect(length).toBeLessThan(4 * 5000);
});
