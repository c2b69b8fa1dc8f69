// What is read from Tesseract's data file: the codes of characters and the words of its dictionary.
import { expect, it } from 'vitest';
import { openTesseractData } from './tesseract-data.ts';

const { characters, codes, size, words } = await openTesseractData();

it('every character has codes of its own', () => {
  expect(characters).toHaveLength(4589);
  // Both are a stroke that goes around something; 週 has one code more.
  expect(codes.get('過')).not.toEqual(codes.get('週'));
  expect(codes.get('A')).toHaveLength(1);
  const chinese = [...codes].filter(([character]) => /^\p{Script=Han}$/u.test(character));
  expect(chinese.length).toBeGreaterThan(4000);
  expect(new Set(chinese.map(([, each]) => each.join())).size).toBe(chinese.length);
  expect(Math.max(...chinese.flatMap(([, each]) => each))).toBeLessThan(size);
});

it('the dictionary has traditional words alone', () => {
  expect(words).toHaveLength(new Set(words).size);
  expect(words.length).toBeGreaterThan(30_000);
  expect(words).toEqual(expect.arrayContaining(['颱風', '摺疊', '停車場']));
  expect(words).not.toContain('台风');
});
