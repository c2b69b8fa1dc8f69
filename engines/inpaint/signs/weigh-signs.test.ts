// Tests that signs add up, and that only holes as large as things are judged by them.
import { expect, test } from 'vitest';
import { isFillingUnsure, weighLooks } from './weigh-signs.ts';

const ground = { steps: 0.02, repeats: 4, strange: 6, looks: { subject: 0.4, thing: 0.15 } };

test('ground that goes on is sure, and a foreign thing in it is not', () => {
  expect(weighLooks(ground.looks)).toBeLessThan(0.15);
  expect(isFillingUnsure(ground)).toBe(false);
  expect(weighLooks({ subject: 0.65, thing: 0.35 })).toBeGreaterThan(0.85);
  expect(isFillingUnsure({ ...ground, looks: { subject: 0.65, thing: 0.35 } })).toBe(true);
});

test('what is half foreign is unsure only where another sign says so as well', () => {
  const half = { ...ground, looks: { subject: 0.58, thing: 0.23 } };
  expect(isFillingUnsure(half)).toBe(false);
  expect(isFillingUnsure({ ...half, steps: 0.39, strange: 17, repeats: 17 })).toBe(false);
  for (const sign of [{ steps: 0.41 }, { strange: 19 }, { repeats: 19 }])
    expect(isFillingUnsure({ ...half, ...sign })).toBe(true);
  expect(isFillingUnsure({ ...ground, strange: 19 })).toBe(false);
});

test('the more foreign a filling is to either network, the more probably it is wrong', () => {
  const { subject, thing } = ground.looks;
  expect(weighLooks({ subject: subject + 0.1, thing })).toBeGreaterThan(weighLooks(ground.looks));
  expect(weighLooks({ subject, thing: thing + 0.1 })).toBeGreaterThan(weighLooks(ground.looks));
});

test('what a network imagined is unsure where it is foreign, whatever stands beside it', () => {
  const imagined = { subject: 0.58, thing: 0.3 };
  expect(isFillingUnsure({ ...ground, imagined })).toBe(true);
  expect(isFillingUnsure({ ...ground, imagined: { ...imagined, thing: 0.15 } })).toBe(false);
  expect(isFillingUnsure({ ...ground, looks: undefined, imagined })).toBe(true);
});

test('a spot or a line of writing, at which no network looks, is never unsure', () => {
  expect(isFillingUnsure({ steps: 5, repeats: 40, strange: 60, looks: undefined })).toBe(false);
});
