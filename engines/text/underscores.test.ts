// A bar between two letters is an underscore; an underline that goes on below the letters, and ink above the baseline, are not.
import { expect, test } from 'vitest';
import { openUnderscores } from './underscores.ts';

const size = { width: 100, height: 48 };
const read = [10, 70].map(from => ({ character: 'a', score: 1, from, to: from + 16, spaceBefore: 0 }));

/** Draws two letters and further bars, each as left, top, right, bottom. */
function isUnderscore(...bars: readonly (readonly [number, number, number, number])[]): boolean {
  const data = new Uint8Array(size.width * size.height * 3).fill(255);
  for (const [left, top, right, bottom] of [[8, 12, 28, 36] as const, [68, 12, 88, 36] as const, ...bars])
    for (let y = top; y < bottom; y++) data.fill(0, (y * size.width + left) * 3, (y * size.width + right) * 3);
  return openUnderscores({ data, ...size }, read)(1);
}

test('a bar below the baseline between two letters is an underscore', () => {
  expect(isUnderscore([30, 39, 66, 42])).toBe(true);
  expect(isUnderscore()).toBe(false);
});

test('an underline, a hyphen and a full stop are none', () => {
  expect(isUnderscore([0, 39, 100, 42])).toBe(false);
  expect(isUnderscore([30, 22, 66, 25])).toBe(false);
  expect(isUnderscore([40, 30, 48, 42])).toBe(false);
  // The hook of a letter such as j.
  expect(isUnderscore([52, 39, 68, 42])).toBe(false);
});
