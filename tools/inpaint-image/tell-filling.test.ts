// What the screen says of a filling: the advice stands there once, in the callout or in the warning beside it.
import { expect, test } from 'vitest';
import { screenWords } from './screen-words.ts';
import { tellFilling } from './tell-filling.ts';

const t = screenWords.en;

test('how an area was filled is said with advice', () => {
  expect(tellFilling({ engine: 'migan', warnings: [] }, 'en')?.hint).toBe(t.imaginedHint);
  expect(tellFilling({ engine: 'patches' }, 'en')?.hint).toBe(t.patchesHint);
  expect(tellFilling({ engine: 'unblend' }, 'en')?.tone).toBe('good');
});

test('beside a warning that gives the advice, only how it was filled is said', () => {
  for (const warning of ['filling-unsure', 'thing-left', 'hard-area'] as const) {
    expect(tellFilling({ engine: 'migan', warnings: [warning] }, 'en')?.hint).toBe(t.imaginedReason);
    expect(tellFilling({ engine: 'patches', warnings: [warning] }, 'en')?.hint).toBeUndefined();
  }
});

test('in each language, the reason alone gives no advice', () => {
  for (const { imaginedHint, imaginedReason } of Object.values(screenWords)) {
    expect(imaginedHint.startsWith(imaginedReason)).toBe(true);
    expect(imaginedReason.length).toBeLessThan(imaginedHint.length);
  }
});

test('nothing is said of a filling by another engine, or before there is one', () => {
  expect(tellFilling({ engine: 'big-lama' }, 'en')).toBeUndefined();
  expect(tellFilling(undefined, 'en')).toBeUndefined();
});
