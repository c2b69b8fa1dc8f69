// The real error table is valid, and every way to break an entry is found.
import { errors } from 'contract/errors.ts';
import { expect, test } from 'vitest';
import { type ErrorTable, findErrorCodeFaults } from './error-codes.ts';
import { plantTree, readTree } from './tree.ts';

test('every code has a valid status, both sentences, and a use', () => {
  expect(findErrorCodeFaults(errors, readTree())).toEqual([]);
});

const sound = { status: 402, zh: '还差 {missing} 个金币', en: '{missing} coins are missing' };
const used = plantTree({ 'server/src/points/points.ts': "throw new AppError('COINS_TOO_FEW');" });

test('a valid code that is used has no fault', () => {
  expect(findErrorCodeFaults({ COINS_TOO_FEW: sound }, used)).toEqual([]);
});

const spoilt: [string, Partial<ErrorTable[string]>, RegExp][] = [
  ['a status that means success', { status: 200 }, /has the status 200/],
  ['an empty sentence', { en: ' ' }, /lacks a sentence/],
  ['one language only', { en: sound.zh }, /same in both languages/],
  ['other places', { en: '{count} coins are missing' }, /other \{places\}/],
];

test.each(spoilt)('%s is found', (_, change, message) => {
  const faults = findErrorCodeFaults({ COINS_TOO_FEW: { ...sound, ...change } }, used);
  expect(faults).toEqual([expect.stringMatching(message)]);
  expect(faults[0]).toContain('Instead: ');
});

test('the table itself and tests do not count as uses of a code', () => {
  const text = "'COINS_TOO_FEW'";
  const unused = plantTree({
    'contract/errors.ts': text,
    'contract/input-errors.ts': text,
    'server/src/a.test.ts': text,
  });
  expect(findErrorCodeFaults({ COINS_TOO_FEW: sound }, unused)).toEqual([
    expect.stringMatching(/never used\. Instead: /),
  ]);
});
