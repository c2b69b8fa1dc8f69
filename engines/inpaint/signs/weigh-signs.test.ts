// Tests that signs add up, and that only holes as large as things are judged by them.
import { expect, test } from 'vitest';
import { isFillingUnsure, isWorthImagining, weighLooks } from './weigh-signs.ts';

const ground = { steps: 0.02, repeats: 4, strange: 6, looks: { subject: 0.4, thing: 0.15, isThin: false } };

test('ground that goes on is sure, and a foreign thing in it is not', () => {
  expect(weighLooks(ground.looks)).toBeLessThan(0.15);
  expect(isFillingUnsure(ground)).toBe(false);
  expect(weighLooks({ subject: 0.65, thing: 0.35, isThin: false })).toBeGreaterThan(0.85);
  expect(isFillingUnsure({ ...ground, looks: { subject: 0.65, thing: 0.35, isThin: false } })).toBe(true);
});

test('what is half foreign is unsure only where another sign says so as well', () => {
  const half = { ...ground, looks: { subject: 0.58, thing: 0.23, isThin: false } };
  expect(isFillingUnsure(half)).toBe(false);
  expect(isFillingUnsure({ ...half, steps: 0.39, strange: 17, repeats: 17 })).toBe(false);
  for (const sign of [{ steps: 0.41 }, { strange: 19 }, { repeats: 19 }])
    expect(isFillingUnsure({ ...half, ...sign })).toBe(true);
  expect(isFillingUnsure({ ...ground, strange: 19 })).toBe(false);
});

test('the more foreign a filling is to either network, the more probably it is wrong', () => {
  const { subject, thing } = ground.looks;
  expect(weighLooks({ subject: subject + 0.1, thing, isThin: false })).toBeGreaterThan(weighLooks(ground.looks));
  expect(weighLooks({ subject, thing: thing + 0.1, isThin: false })).toBeGreaterThan(weighLooks(ground.looks));
});

test('a thin hole is doubted, and imagined anew, only where networks see more against it', () => {
  const looks = { subject: 0.58, thing: 0.23, isThin: false };
  const thin = { ...looks, isThin: true };
  expect(isWorthImagining(looks)).toBe(true);
  expect(isWorthImagining(thin)).toBe(false);
  expect(isFillingUnsure({ ...ground, strange: 19, looks: thin })).toBe(false);
  expect(isFillingUnsure({ ...ground, strange: 19, looks: { ...thin, thing: 0.33 } })).toBe(true);
  expect(isFillingUnsure({ ...ground, imagined: { ...thin, thing: 0.3 } })).toBe(false);
  expect(isFillingUnsure({ ...ground, imagined: { ...thin, thing: 0.36 } })).toBe(true);
});

test('what a network imagined is unsure where it is foreign, whatever stands beside it', () => {
  const imagined = { subject: 0.58, thing: 0.3, isThin: false };
  expect(isFillingUnsure({ ...ground, imagined })).toBe(true);
  expect(isFillingUnsure({ ...ground, imagined: { ...imagined, thing: 0.15 } })).toBe(false);
  expect(isFillingUnsure({ ...ground, looks: undefined, imagined })).toBe(true);
});

test('a spot or a line of writing, at which no network looks, is never unsure', () => {
  expect(isFillingUnsure({ steps: 5, repeats: 40, strange: 60, looks: undefined })).toBe(false);
});
