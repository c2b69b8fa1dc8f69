// The numbers of a batch: how far it is, and how long it still takes.
import type { Task } from 'contract/task.ts';
import { expect, test } from 'vitest';
import type { WorkItem } from '../items/item.ts';
import { withTask } from '../items/item.ts';
import { sumUp } from './sum-up.ts';

const task = (over: object) =>
  ({
    taskId: 't',
    status: 'queued',
    stage: 'waiting',
    progress: 0,
    etaSeconds: null,
    queuePosition: 1,
    ...over,
  }) as Task;

const item = (id: string, over: Partial<WorkItem> = {}): WorkItem => ({
  id,
  tool: 't',
  batchId: 'b',
  addedAt: 0,
  inputs: [{ id, facts: { name: 'a.png', bytes: 2048 }, upload: 'stored', sentBytes: 0 }],
  run: 'working',
  runNumber: 1,
  postedAt: 1000,
  ...over,
});

/** An item whose task ran from one moment to another. */
function ran(id: string, from: number, until?: number, over: object = {}): WorkItem {
  const running = withTask(item(id), task({ taskId: id, status: 'running', progress: 40, ...over }), from);
  return until === undefined ? running : withTask(running, task({ taskId: id, status: 'done', progress: 100 }), until);
}
const waiting = (id: string) => withTask(item(id), task({ taskId: id, etaSeconds: 5 }), 1000);

test('a batch is as far as its files have been worked on, whatever was uploaded', () => {
  const items = Array.from({ length: 15 }, (_, nth) => waiting(String(nth)));
  expect(sumUp(items, {}).percent).toBeLessThanOrEqual(10);
});

test('the time left follows what the batch has measured, not what was estimated for an idle machine', () => {
  const done = [0, 1, 2, 3].map(nth => ran(`d${nth}`, 1000 + nth * 13_000, 14_000 + nth * 13_000));
  const now = 14_000 + 3 * 13_000;
  const items = [...done, ran('r', now), ...Array.from({ length: 10 }, (_, nth) => waiting(`w${nth}`))];
  const sum = sumUp(items, {});
  expect(sum.secondsLeft(now)).toBeCloseTo(143, 0);
  expect(sum.secondsLeft(now + 4000)).toBeCloseTo(139, 0);
});

test('the last file of a batch takes as long as those before, whatever the first estimate was', () => {
  const done = Array.from({ length: 10 }, (_, nth) => ran(`d${nth}`, 1000 + nth * 6500, 7500 + nth * 6500));
  const last = ran('l', 66_000, undefined, { etaSeconds: 65 });
  expect(sumUp([...done, last], {}).secondsLeft(67_000)).toBeCloseTo(5.5, 0);
});

test('before two files have ended the estimate of the server is told, and nothing once that is over', () => {
  const items = [ran('a', 1000, undefined, { etaSeconds: 8 }), waiting('b')];
  expect(sumUp(items, {}).secondsLeft(2000)).toBe(7);
  expect(sumUp(items, {}).secondsLeft(20_000)).toBeUndefined();
});
