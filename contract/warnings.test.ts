// The words of warnings, with the numbers of what a clip lost, and what the schemas accept as codes.
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Output } from './run.ts';
import { taskSchema } from './task.ts';
import { isWarning, listWarnings, warningCodes, warningWords } from './warnings.ts';

const leftOut = [
  { what: 'cover-left-out', count: 1 },
  { what: 'sounds-left-out', count: 3 },
];

test('a loss is said with its number', () => {
  expect(warningWords('sounds-left-out', 'en', { leftOut })).toEqual({ sentence: 'Left out: 3 other sound tracks' });
  expect(warningWords('sounds-left-out', 'zh', { leftOut })).toEqual({ sentence: '没有保留：3 条其他音轨' });
});

test('a loss without its number, as in a locked result, is one', () => {
  for (const meta of [undefined, {}, { leftOut: [] }])
    expect(warningWords('sounds-left-out', 'en', meta).sentence).toBe('Left out: 1 other sound track');
});

test('what helps is a sentence of its own, and absent where nothing does', () => {
  expect(warningWords('hard-area', 'en').remedy).toBe('Try a smaller area');
  expect(warningWords('hard-area', 'zh').remedy).toBe('请把范围涂小一点');
  expect(warningWords('one-kept', 'en')).toEqual({ sentence: 'Only one subject was kept' });
});

test('no sentence keeps a placeholder, and none ends with a stop', () => {
  for (const code of warningCodes)
    for (const language of ['zh', 'en'] as const)
      for (const text of Object.values(warningWords(code, language))) expect(text, code).not.toMatch(/[{}]|[.。]$/);
});

test('the codes of what was found stay in order', () => {
  expect(
    listWarnings({ 'no-text': true, 'lines-left-out': false, 'first-frame-only': true, 'far-out': undefined }),
  ).toEqual(['no-text', 'first-frame-only']);
});

test('a code that is not in the catalogue does not compile', () => {
  // @ts-expect-error: two letters of the code are exchanged.
  const given: Output = { files: [], meta: { warnings: ['first-frame-olny'] } };
  // @ts-expect-error: the same in what a run found.
  const found = listWarnings({ 'first-frame-olny': true });
  expect([...(given.meta?.warnings ?? []), ...found].map(isWarning)).toEqual([false, false]);
});

test('names of every object are no codes', () => {
  expect(['constructor', '__proto__', 3, null].map(isWarning)).toEqual([false, false, false, false]);
});

const resultSchema = taskSchema.shape.result;

test('a task’s result lists the codes in its description, and accepts those of another version', () => {
  const described = JSON.stringify(z.toJSONSchema(resultSchema));
  for (const code of warningCodes) expect(described).toContain(`"${code}"`);
  const result = { files: [], meta: { engine: 'own', warnings: ['far-out', 'of-another-version'] } };
  expect(resultSchema.parse(result)).toEqual(result);
  expect(resultSchema.safeParse({ files: [], meta: { warnings: 'far-out' } }).success).toBe(false);
});
