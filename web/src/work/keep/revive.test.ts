// Who goes on with what after a reload, and where each item stands then.
import type { Task } from 'contract/task.ts';
import { expect, test } from 'vitest';
import type { WorkItem } from '../items/item.ts';
import { revive, sortSaved, worthSaving } from './revive.ts';

const item = (id: string, over: Partial<WorkItem> = {}): WorkItem => ({
  id,
  tool: 't',
  batchId: 'b',
  addedAt: 1000,
  facts: { name: `${id}.png`, bytes: 100 },
  upload: 'stored',
  sentBytes: 0,
  run: 'idle',
  runNumber: 0,
  ...over,
});
const saved = [
  { tabId: 'mine', item: item('late', { addedAt: 3000 }) },
  { tabId: 'mine', item: item('early', { addedAt: 2000 }) },
  { tabId: 'open', item: item('elsewhere') },
  { tabId: 'closed', item: item('orphan') },
  { tabId: 'mine', item: item('old', { addedAt: -999_999 }) },
];

test('own work and that of closed tabs is taken, in its order; that of an open tab is left alone', () => {
  const { mine, expired } = sortSaved(saved, 'mine', new Set(['mine', 'open']), 4000, 10_000);
  expect(mine.map(one => one.id)).toEqual(['orphan', 'early', 'late']);
  expect(expired.map(one => one.id)).toEqual(['old']);
});

test('where the browser does not tell which tabs are open, only own work is taken', () => {
  expect(sortSaved(saved, 'mine', undefined, 4000, 10_000).mine.map(one => one.id)).toEqual(['early', 'late']);
});

test('an upload cut off goes on when the file was kept, and asks for it when not', () => {
  const cut = item('a', { upload: 'sending', sentBytes: 50, savedUpload: { key: 'k', uploadId: 'u' }, run: 'wanted' });
  expect(revive(cut, true)).toMatchObject({ upload: 'waiting', run: 'wanted', savedUpload: { uploadId: 'u' } });
  expect(revive(cut, false).upload).toBe('lost');
  expect(revive(item('b', { path: 'p' }), false).upload).toBe('stored');
  expect(revive(item('c', { link: 'https://x/y.png' }), false).upload).toBe('stored');
});

test('a call on its way is made again under the same number, so that it cannot run twice', () => {
  expect(revive(item('a', { run: 'posting', runNumber: 3 }), false)).toMatchObject({ run: 'wanted', runNumber: 3 });
  expect(revive(item('a', { run: 'working' }), false).run).toBe('working');
});

test('progress alone is not worth writing down', () => {
  const task = (progress: number) => ({ taskId: 't', status: 'running', progress, stage: 'working' }) as Task;
  const [one, other] = [10, 60].map(progress =>
    worthSaving(item('a', { run: 'working', task: task(progress), heardAt: progress })),
  );
  expect(JSON.stringify(one)).toBe(JSON.stringify(other));
});
