// Tests progress in numbers, and times and sizes in words, in both languages.

import type { Task } from 'contract/task.ts';
import { expect, test } from 'vitest';
import { etaWords } from '../../tasks/eta-words.ts';
import type { ItemInput, WorkItem } from '../items/item.ts';
import { endWords, overallPercent, sendSecondsLeft, sentShare, sizeWords, stateWords } from './progress-words.ts';

const input = (over: Partial<ItemInput>): ItemInput => ({
  id: 'f',
  facts: { name: 'a.png', bytes: 2048 },
  upload: 'stored',
  sentBytes: 0,
  ...over,
});
const item = (over: Partial<WorkItem>): WorkItem => ({
  id: 'i',
  tool: 't',
  batchId: 'b',
  addedAt: 0,
  inputs: [input({})],
  run: 'working',
  runNumber: 1,
  ...over,
});
const task = (over: object) =>
  ({ taskId: 't', status: 'running', stage: 'working', etaSeconds: null, queuePosition: null, ...over }) as Task;

test('the remaining time', () => {
  expect(etaWords(0.4, 95, 'en')).toBe('almost done');
  expect(etaWords(0.4, 46, 'en')).toBeUndefined();
  expect(etaWords(12, 46, 'en')).toBe('about 12 s left');
  expect(etaWords(41, 46, 'en')).toBe('about 45 s left');
  expect(etaWords(100, 46, 'zh')).toBe('约剩 2 分钟');
});

test('the old size, the new size, and the difference', () => {
  expect(sizeWords(2048, 1024, 'en')).toEqual({ sizes: '2 KB → 1 KB', change: '50% smaller' });
  expect(sizeWords(1000, 1500, 'zh').change).toBe('增大 50%');
  expect(sizeWords(1000, 1000, 'en').change).toBe('same size');
});

test('the state of an item', () => {
  const sending = input({ upload: 'sending', sentBytes: 1024, sending: { since: 0, from: 0 } });
  expect(stateWords(item({ inputs: [sending], run: 'wanted' }), 'en', { now: 1000 })).toBe('Uploading 1 KB of 2 KB');
  expect(stateWords(item({ inputs: [sending], run: 'idle' }), 'en', { now: 4000 })).toBe(
    'Uploading 1 KB of 2 KB · about 4 s left',
  );
  // Without a connection nothing is sent, so no time can be told; the server goes on with what it has.
  const offline = { now: 4000, isOnline: false };
  expect(stateWords(item({ inputs: [sending], run: 'wanted' }), 'en', offline)).toBe('Uploading 1 KB of 2 KB');
  expect(stateWords(item({ task: task({}), endsAt: 11_000 }), 'en', offline)).toBe('Processing · about 7 s left');
  expect(stateWords(item({ task: task({ status: 'queued', queuePosition: 3 }) }), 'en')).toBe('Queued (#3)');
  expect(stateWords(item({ task: task({}), endsAt: 12_000 }), 'en', { now: 5000 })).toBe('Processing · about 7 s left');
  // A run that outlasts its estimate says so; a number would grow with the time that passes.
  const late = item({ task: task({}), endsAt: 12_000, lateAt: 9000 });
  expect(stateWords(late, 'en', { now: 8000 })).toBe('Processing · about 4 s left');
  expect(stateWords(late, 'en', { now: 9000 })).toBe('Processing · slower than usual');
  expect(stateWords(late, 'zh', { now: 90_000 })).toMatch(/比平时慢$/);
  const done = task({ status: 'done', result: { files: [{ size: 512 }], meta: { inputBytes: 2048 } } });
  expect(stateWords(item({ run: 'done', task: done }), 'en')).toBe('2 KB → 512 B · 75% smaller');
  const cut = task({ status: 'done', result: { files: [{ size: 512, width: 30, height: 20 }] } as never });
  expect(stateWords(item({ run: 'done', task: cut }), 'en')).toBe('30 × 20 · 512 B');
  const frames = task({ status: 'done', result: { files: [{ size: 512 }, { size: 600 }] } as never });
  expect(stateWords(item({ run: 'done', task: frames }), 'en')).toBe('2 results');
  expect(stateWords(item({ run: 'failed', problem: { error: 'X', msg: 'because' } }), 'en')).toBe('because');
  const unpaid = { error: 'TRIAL_USED_UP', msg: 'no tries left' };
  expect(stateWords(item({ run: 'failed', problem: unpaid }), 'en')).toBe('Failed');
});

test('the end of a run, with the number of files that failed', () => {
  const done = item({ run: 'done' });
  const failed = item({ run: 'failed', problem: { error: 'X', msg: 'because' } });
  expect(endWords([item({}), done], 'en')).toBeUndefined();
  expect(endWords([item({ run: 'idle' })], 'en')).toBeUndefined();
  expect([endWords([done], 'en'), endWords([failed], 'en')]).toEqual(['Done', undefined]);
  expect(endWords([done, done, item({ run: 'idle' })], 'en')).toBe('2 of 3 done');
  expect(endWords([done, failed], 'zh')).toBe('已完成 1/2 · 1 个失败');
  expect(endWords([failed, failed], 'en')).toBe('0 of 2 done · 2 failed');
});

test('the remaining time of an upload follows its own speed', () => {
  const half = item({ inputs: [input({ upload: 'sending', sentBytes: 1088, sending: { since: 0, from: 128 } })] });
  expect(sendSecondsLeft(half, 4000)).toBe(4);
  expect(sendSecondsLeft(half, 1000)).toBeUndefined();
});

test('upload and run share a progress bar that only grows', () => {
  const steps = [
    item({ inputs: [input({ upload: 'sending', sentBytes: 1024 })], run: 'idle' }),
    item({ run: 'idle' }),
    item({ run: 'working', task: task({ progress: 50 }) }),
    item({ run: 'done' }),
  ].map(overallPercent);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(steps.at(-1)).toBe(100);
  expect(overallPercent(item({ inputs: [], run: 'wanted' }))).toBe(10);
  const half = [input({ upload: 'stored' }), input({ upload: 'sending', sentBytes: 1024 })];
  expect(sentShare(item({ inputs: half }))).toBe(0.75);
});
