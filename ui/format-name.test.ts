// The names of formats as their makers write them.
import { expect, test } from 'vitest';
import { listFormats, nameFormat } from './format-name.ts';

test.each([
  ['jpg', 'JPG'],
  ['webp', 'WebP'],
  ['webm', 'WebM'],
])('%s is written %s', (format, name) => {
  expect(nameFormat(format)).toBe(name);
});

test('the format of the original is named by the tool', () => {
  expect(listFormats(['same', 'webp'], 'Same as original')).toEqual([
    { value: 'same', label: 'Same as original' },
    { value: 'webp', label: 'WebP' },
  ]);
});
