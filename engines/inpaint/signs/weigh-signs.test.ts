// Tests that signs add up, and that only holes as large as things are judged by them.
import { expect, test } from 'vitest';
import { isFillingUnsure, weighSigns } from './weigh-signs.ts';

const ground = { steps: 0.02, repeats: 4, strange: 6, foreign: 0.4 };

test('ground that goes on is sure, and a foreign thing in it is not', () => {
  expect(weighSigns(ground)).toBeLessThan(0.15);
  expect(weighSigns({ ...ground, foreign: 0.75 })).toBeGreaterThan(0.7);
});

test('what is half foreign is unsure only where other signs say so as well', () => {
  const half = { ...ground, foreign: 0.6 };
  expect(isFillingUnsure(half)).toBe(false);
  expect(isFillingUnsure({ ...half, steps: 0.39, strange: 17, repeats: 17 })).toBe(true);
  expect(isFillingUnsure({ ...half, strange: 19 })).toBe(true);
  expect(isFillingUnsure({ ...ground, foreign: 0.3, strange: 19 })).toBe(false);
});

test('each sign makes a filling more probably wrong', () => {
  for (const [name, value] of Object.entries({ steps: 2, repeats: 30, strange: 40, foreign: 0.7 }))
    expect(weighSigns({ ...ground, [name]: value })).toBeGreaterThan(weighSigns(ground));
});

test('a spot or a line of writing, at which no network looks, is never unsure', () => {
  expect(isFillingUnsure({ steps: 5, repeats: 40, strange: 60, foreign: undefined })).toBe(false);
});
