// What an item is doing, whether it may run, and how news of its task change it.
import type { Task } from 'contract/task.ts';
import { expect, test } from 'vitest';
import { isOutdated, isRunnable, overallPercent, phaseOf, type WorkItem, withTask } from './item.ts';

const item = (over: Partial<WorkItem> = {}): WorkItem => ({
  id: 'i',
  tool: 't',
  batchId: 'b',
  addedAt: 0,
  facts: { name: 'a.png', bytes: 100 },
  upload: 'stored',
  sentBytes: 100,
  run: 'idle',
  runNumber: 0,
  ...over,
});
const task = (over: Partial<Task> = {}) =>
  ({ taskId: 't1', status: 'running', progress: 0, error: null, ...over }) as Task;

test('phases follow upload and run', () => {
  expect(phaseOf(item({ upload: 'waiting' }))).toBe('waiting');
  expect(phaseOf(item({ upload: 'sending', run: 'wanted' }))).toBe('uploading');
  expect(phaseOf(item())).toBe('ready');
  expect(phaseOf(item({ run: 'wanted' }))).toBe('starting');
  expect(phaseOf(item({ run: 'working', task: task({ status: 'queued' }) }))).toBe('queued');
  expect(phaseOf(item({ run: 'working', task: task() }))).toBe('running');
  expect(phaseOf(item({ upload: 'failed', run: 'wanted' }))).toBe('failed');
  expect(phaseOf(item({ upload: 'lost', run: 'wanted' }))).toBe('lost');
});

test('progress never goes back and an end stays an end', () => {
  const half = withTask(item({ run: 'working' }), task({ progress: 50 }));
  expect(withTask(half, task({ progress: 30 })).task?.progress).toBe(50);
  const done = withTask(half, task({ status: 'done', progress: 100 }));
  expect(withTask(done, task({ progress: 80 }))).toBe(done);
  expect(done.run).toBe('done');
  expect(withTask(done, task({ taskId: 't2', progress: 5 })).task?.progress).toBe(5);
});

test('a failed task brings its reason along, and a new run takes it away', () => {
  const failed = withTask(item(), task({ status: 'failed', error: { error: 'FILE_CORRUPT', msg: 'x' } }));
  expect(failed.problem?.error).toBe('FILE_CORRUPT');
  expect(withTask(failed, task({ taskId: 't2', status: 'queued' })).problem).toBeUndefined();
});

test('a result is outdated once its options change, in whatever order they are written', () => {
  const done = item({ run: 'done', ranOptions: { format: 'webp', quality: 80 } });
  expect(isOutdated(done, { quality: 80, format: 'webp', width: undefined })).toBe(false);
  expect(isOutdated(done, { quality: 70, format: 'webp' })).toBe(true);
  expect(isRunnable(done, { quality: 80, format: 'webp' })).toBe(false);
  expect(isRunnable(done, { quality: 70, format: 'webp' })).toBe(true);
  expect(isRunnable({ ...done, ownOptions: { format: 'webp', quality: 80 } }, { quality: 70, format: 'webp' })).toBe(
    false,
  );
});

test('what is busy or lost does not run; what failed or was cancelled does', () => {
  expect(isRunnable(item({ run: 'working' }), {})).toBe(false);
  expect(isRunnable(item({ upload: 'lost' }), {})).toBe(false);
  expect(isRunnable(item({ run: 'failed' }), {})).toBe(true);
  expect(isRunnable(item({ run: 'cancelled' }), {})).toBe(true);
  expect(isRunnable(item({ run: 'wanted', upload: 'failed' }), {})).toBe(true);
});

test('upload and work share one bar that only grows', () => {
  const steps = [
    item({ upload: 'sending', sentBytes: 50 }),
    item(),
    item({ run: 'working', task: task({ progress: 50 }) }),
    item({ run: 'done' }),
  ].map(overallPercent);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(steps.at(-1)).toBe(100);
});
