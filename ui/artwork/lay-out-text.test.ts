// Tests line breaking in Chinese and English.
import { expect, it } from 'vitest';
import { breakLines, cutPieces } from './lay-out-text.ts';

/** Letters are half as wide as Chinese characters. */
const measure = (text: string) => [...text].reduce((sum, one) => sum + (/[\x20-\x7f]/.test(one) ? 0.5 : 1), 0);

it('English words are kept whole, Chinese breaks between any two characters', () => {
  expect(cutPieces('春天 is here')).toEqual(['春', '天 ', 'is ', 'here']);
  expect(breakLines('春天的阳光很好', 3, measure)).toEqual(['春天的', '阳光很', '好']);
  expect(breakLines('hello big world', 5, measure)).toEqual(['hello big', 'world']);
});

it('a line never begins with closing punctuation or ends with opening punctuation', () => {
  expect(breakLines('今天，很好。', 2, measure)).toEqual(['今', '天，', '很', '好。']);
  expect(breakLines('他说“好”吗', 3, measure)).toEqual(['他说', '“好”', '吗']);
});

it('a word wider than the line is split', () => {
  expect(breakLines('abcdefghij', 2, measure)).toEqual(['abcd', 'efgh', 'ij']);
});

it('an empty paragraph becomes one empty line', () => {
  expect(breakLines('', 3, measure)).toEqual(['']);
});
