// Tests that the English refusals count in the right number: limits of one minute or one file exist, by default or by an operator's choice.
import { expect, test } from 'vitest';
import { errors } from './errors.ts';
import { fill } from './words.ts';

test('no refusal has a figure before a fixed plural of time', () => {
  const wrong = Object.entries(errors).filter(([, { en }]) => /\{\w+(:,)?\} (seconds|minutes|hours|days)\b/.test(en));
  expect(wrong.map(([code]) => code)).toEqual([]);
});

test('the free try of a minute, which is the default for found marks, is told in the singular', () => {
  expect(fill(errors.TRIAL_TOO_LONG.en, { minutes: 1 })).toContain('up to 1 minute.');
  expect(fill(errors.TRIAL_TOO_LONG.en, { minutes: 1.5 })).toContain('up to 1.5 minutes.');
});
