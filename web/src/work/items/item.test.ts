// Tests an item's phase, whether it can run, and how task updates change it.
import type { Task } from 'contract/task.ts';
import { expect, test } from 'vitest';
import { type ItemInput, isOutdated, isRunnable, isSlow, phaseOf, uploadOf, type WorkItem, withTask } from './item.ts';

const input = (over: Partial<ItemInput> = {}): ItemInput => ({
  id: 'f',
  facts: { name: 'a.png', bytes: 100 },
  upload: 'stored',
  sentBytes: 100,
  ...over,
});
const uploading = (upload: ItemInput['upload'], sentBytes = 0) => ({ inputs: [input({ upload, sentBytes })] });
const item = (over: Partial<WorkItem> = {}): WorkItem => ({
  id: 'i',
  tool: 't',
  batchId: 'b',
  addedAt: 0,
  inputs: [input()],
  run: 'idle',
  runNumber: 0,
  ...over,
});
const task = (over: Partial<Task> = {}) =>
  ({ taskId: 't1', status: 'running', progress: 0, error: null, ...over }) as Task;

test('the phase follows from upload and run', () => {
  expect(phaseOf(item(uploading('waiting')))).toBe('waiting');
  expect(phaseOf(item({ ...uploading('sending'), run: 'wanted' }))).toBe('uploading');
  expect(phaseOf(item())).toBe('ready');
  expect(phaseOf(item({ run: 'wanted' }))).toBe('starting');
  expect(phaseOf(item({ run: 'working', task: task({ status: 'queued' }) }))).toBe('queued');
  expect(phaseOf(item({ run: 'working', task: task() }))).toBe('running');
  expect(phaseOf(item({ ...uploading('failed'), run: 'wanted' }))).toBe('failed');
  expect(phaseOf(item({ ...uploading('lost'), run: 'wanted' }))).toBe('lost');
});

test('progress never decreases, and an ended task stays ended', () => {
  const half = withTask(item({ run: 'working' }), task({ progress: 50 }));
  expect(withTask(half, task({ progress: 30 })).task?.progress).toBe(50);
  const done = withTask(half, task({ status: 'done', progress: 100 }));
  expect(withTask(done, task({ progress: 80 }))).toBe(done);
  expect(done.run).toBe('done');
  expect(withTask(done, task({ taskId: 't2', progress: 5 })).task?.progress).toBe(5);
});

test('a failed task sets its reason, and a new run removes it', () => {
  const failed = withTask(item(), task({ status: 'failed', error: { error: 'FILE_CORRUPT', msg: 'x' } }));
  expect(failed.problem?.error).toBe('FILE_CORRUPT');
  expect(withTask(failed, task({ taskId: 't2', status: 'queued' })).problem).toBeUndefined();
});

test('a result is outdated once its options change, regardless of their order', () => {
  const done = item({ run: 'done', ranOptions: { format: 'webp', quality: 80 } });
  expect(isOutdated(done, { quality: 80, format: 'webp', width: undefined })).toBe(false);
  expect(isOutdated(done, { quality: 70, format: 'webp' })).toBe(true);
  expect(isRunnable(done, { quality: 80, format: 'webp' })).toBe(false);
  expect(isRunnable(done, { quality: 70, format: 'webp' })).toBe(true);
  expect(isRunnable({ ...done, ownOptions: { format: 'webp', quality: 80 } }, { quality: 70, format: 'webp' })).toBe(
    false,
  );
});

test('busy and lost items are not runnable; failed and cancelled ones are', () => {
  expect(isRunnable(item({ run: 'working' }), {})).toBe(false);
  expect(isRunnable(item(uploading('lost')), {})).toBe(false);
  expect(isRunnable(item({ run: 'failed' }), {})).toBe(true);
  expect(isRunnable(item({ run: 'cancelled' }), {})).toBe(true);
  expect(isRunnable(item({ run: 'wanted', ...uploading('failed') }), {})).toBe(true);
});

test('the remaining time never increases before it has run out', () => {
  const first = withTask(item({ run: 'working' }), task({ etaSeconds: 30 }), 1000);
  expect(first.endsAt).toBe(31_000);
  const later = withTask(first, task({ etaSeconds: 90 }), 5000);
  expect(later.endsAt).toBe(31_000);
  expect(withTask(later, task({ etaSeconds: 5 }), 6000).endsAt).toBe(11_000);
  expect(withTask(later, task({ etaSeconds: 60 }), 32_000).endsAt).toBe(92_000);
});

test('a run is slow once it has outlasted its first estimate by a quarter, whatever is estimated then', () => {
  const running = (etaSeconds: number) => task({ status: 'running', etaSeconds });
  const first = withTask(item({ run: 'working' }), running(40), 1000);
  const later = withTask(first, running(90), 41_500);
  expect([later.endsAt, isSlow(later, 50_999), isSlow(later, 51_000)]).toEqual([131_500, false, true]);
  // An estimate of a second is short by seconds without meaning much.
  expect(isSlow(withTask(item({ run: 'working' }), running(1), 1000), 6999)).toBe(false);
});

test('an item with several inputs has the worst of their upload states', () => {
  const states = (...uploads: ItemInput['upload'][]) =>
    uploadOf(item({ inputs: uploads.map(upload => input({ upload })) }));
  expect(states('stored', 'waiting', 'sending')).toBe('sending');
  expect(states('stored', 'stored')).toBe('stored');
  expect(states('lost', 'failed', 'sending')).toBe('failed');
  expect(states('sending', 'lost')).toBe('lost');
});

test('an item without inputs is ready at once', () => {
  const bare = item({ inputs: [] });
  expect(uploadOf(bare)).toBe('stored');
  expect(phaseOf(bare)).toBe('ready');
  expect(isRunnable(bare, {})).toBe(true);
});
