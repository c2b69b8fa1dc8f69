// Tests which tab continues which item after a reload, and the item's state then.
import type { Task } from 'contract/task.ts';
import { expect, test } from 'vitest';
import type { ItemInput, WorkItem } from '../items/item.ts';
import { revive, sortSaved, upgrade, worthSaving } from './revive.ts';

const input = (id: string, over: Partial<ItemInput> = {}): ItemInput => ({
  id,
  facts: { name: `${id}.png`, bytes: 100 },
  upload: 'stored',
  sentBytes: 0,
  ...over,
});
const item = (id: string, over: Partial<WorkItem> = {}): WorkItem => ({
  id,
  tool: 't',
  batchId: 'b',
  addedAt: 1000,
  inputs: [input(id)],
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

test('own work and that of closed tabs is continued in order; that of an open tab is not', () => {
  const { mine, expired } = sortSaved(saved, 'mine', new Set(['mine', 'open']), 4000, 10_000);
  expect(mine.map(one => one.id)).toEqual(['orphan', 'early', 'late']);
  expect(expired.map(one => one.id)).toEqual(['old']);
});

test('if the open tabs are unknown, only own work is continued', () => {
  expect(sortSaved(saved, 'mine', undefined, 4000, 10_000).mine.map(one => one.id)).toEqual(['early', 'late']);
});

const uploadsOf = (one: WorkItem, ...found: string[]) =>
  revive(one, id => found.includes(id)).inputs.map(({ upload }) => upload);

test('an interrupted upload resumes if the file was kept, and asks for the file if not', () => {
  const savedUpload = { key: 'k', uploadId: 'u' };
  const cut = item('a', { inputs: [input('a', { upload: 'sending', sentBytes: 50, savedUpload })], run: 'wanted' });
  expect(revive(cut, () => true)).toMatchObject({ run: 'wanted', inputs: [{ upload: 'waiting', savedUpload }] });
  expect(uploadsOf(cut)).toEqual(['lost']);
  expect(uploadsOf(item('b'))).toEqual(['stored']);
  expect(uploadsOf(item('c', { inputs: [input('c', { link: 'https://x/y.png' })] }))).toEqual(['stored']);
});

test('the state of each input depends on its own file', () => {
  const inputs = [input('a'), input('b', { upload: 'waiting' }), input('c', { upload: 'failed' })];
  expect(uploadsOf(item('i', { inputs }), 'b')).toEqual(['stored', 'waiting', 'lost']);
});

test('a call in progress is repeated with the same number, so that it cannot run twice', () => {
  const again = (over: Partial<WorkItem>) => revive(item('a', over), () => false);
  expect(again({ run: 'posting', runNumber: 3 })).toMatchObject({ run: 'wanted', runNumber: 3 });
  expect(again({ run: 'posting', hasSideFiles: true }).run).toBe('idle');
  expect(again({ run: 'working' }).run).toBe('working');
});

test('an item stored in the old format becomes an item with a single input', () => {
  const { inputs: _, ...rest } = item('a', { run: 'wanted' });
  const old = { ...rest, facts: { name: 'a.png' }, upload: 'sending', sentBytes: 7, path: 'p' } as const;
  expect(upgrade(old, true)).toMatchObject({
    id: 'a',
    run: 'wanted',
    inputs: [{ id: 'a', facts: { name: 'a.png' }, upload: 'sending', path: 'p' }],
  });
  expect(upgrade(item('b'), true)).toEqual(item('b'));
});

test('options stored by another build of the page are dropped, because their format may differ', () => {
  const options = { kind: 'text', words: 'Mark' };
  const kept = item('a', { ownOptions: options, ranOptions: options, run: 'wanted', payload: { markType: 'text' } });
  expect(upgrade(kept, true)).toEqual(kept);
  expect(upgrade(kept, false)).toEqual(item('a', { run: 'wanted', payload: { markType: 'text' } }));
});

test('a change of progress alone is not stored', () => {
  const task = (progress: number) => ({ taskId: 't', status: 'running', progress, stage: 'working' }) as Task;
  const [one, other] = [10, 60].map(progress =>
    worthSaving(item('a', { run: 'working', task: task(progress), endsAt: progress })),
  );
  expect(JSON.stringify(one)).toBe(JSON.stringify(other));
});
