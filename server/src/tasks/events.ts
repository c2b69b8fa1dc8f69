// Server-sent events of a task or a batch. Each carries the whole task and the number of its change, so that a client that
// was cut off says the last number it saw and misses nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Task } from 'contract/task.ts';
import { presentBatchTasks, type TaskService } from './batches.ts';
import { type Audience, presentTask } from './present.ts';
import { findOpenedBatch, findTask, type TaskRow } from './store.ts';

const heartbeatMs = 15_000;
/** At most so often does a stream look again while changes come in a rush. */
const taskPauseMs = 50;
const batchPauseMs = 200;
/** A batch may still grow while its files are being uploaded: its stream ends only after this much silence. */
const batchIdleMs = 10_000;
/** Changes take their number before they commit, so a lower number can appear after a higher one, by no more than this. */
const lateChanges = 100;

const eventOf = (task: Task) => (task.status === 'queued' || task.status === 'running' ? 'progress' : task.status);

/** An event without an id leaves the client's last number as it is: for changes that come late, with a lower number. */
const write = (id: number | undefined, task: Task) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${eventOf(task)}\ndata: ${JSON.stringify(task)}\n\n`;

/** The number in `Last-Event-ID`, or -1 for a client that has seen nothing. */
export const readLastEventId = (header: unknown): number => {
  const number = Number(header ?? Number.NaN);
  return Number.isSafeInteger(number) && number >= 0 ? number : -1;
};

/** Ends with the task; ends at once when the client has already seen the end. */
export async function* streamTask(
  service: TaskService,
  taskId: string,
  audience: Audience,
  lastSeen: number,
): AsyncGenerator<string, void> {
  const follower = service.feed.follow({ taskId });
  // Read only now that changes are listened to: one that came before would be waited for in vain.
  // Whoever opened the stream may be a visitor who logs in meanwhile: whose task it is was asked then.
  const look = () => findTask(service.parts.database, taskId);
  let seen = lastSeen;
  try {
    yield 'retry: 1000\n\n';
    for (let row = await look(); row; row = await look()) {
      if (row.change > seen) {
        yield write(row.change, await presentTask(service.presenter, row, audience));
        seen = row.change;
      }
      if (row.ended_at || service.feed.isClosed()) return;
      if (!(await follower.next(heartbeatMs))) yield ': still here\n\n';
      await sleep(taskPauseMs);
    }
  } finally {
    follower.close();
  }
}

/**
 * Every change of every task of a batch; ends when all tasks have ended and none has come for a while. After every silence
 * the whole batch is read, so that what no number tells (a late commit, a deleted task, one that waits since long) is seen.
 */
export async function* streamBatch(
  service: TaskService,
  batch: { batchId: string; owner: string },
  audience: Audience,
  lastSeen: number,
  pauses = { heartbeatMs, idleMs: batchIdleMs },
): AsyncGenerator<string, void> {
  const follower = service.feed.follow({ batchId: batch.batchId });
  const sent = new Map<string, number>();
  const open = new Set<string>();
  let seen = lastSeen;
  let isQuiet = false;
  try {
    yield 'retry: 1000\n\n';
    for (let isFirst = true; !service.feed.isClosed(); isFirst = false) {
      const isWhole = isFirst || isQuiet;
      const since = isWhole ? -1 : seen - lateChanges;
      const rows = await findOpenedBatch(service.parts.database, batch.batchId, batch.owner, since);
      if (isWhole) open.clear();
      for (const row of rows) {
        if (row.ended_at) open.delete(row.id);
        else open.add(row.id);
        if (isFirst && row.change <= lastSeen - lateChanges) sent.set(row.id, row.change);
      }
      const unsent = rows.filter(row => row.change > (sent.get(row.id) ?? -1)).sort((a, b) => a.change - b.change);
      if (isQuiet && open.size === 0 && unsent.length === 0) {
        yield 'event: end\ndata: {}\n\n';
        return;
      }
      const isNew = (row: TaskRow) => row.change > seen;
      // What the client cannot have seen comes first, so that it gets on even when it is cut off again at once.
      const fresh = [...unsent.filter(isNew), ...unsent.filter(row => !isNew(row))];
      const tasks = await presentBatchTasks(service, fresh, audience);
      for (const [index, row] of fresh.entries()) {
        sent.set(row.id, row.change);
        const id = row.change > seen ? row.change : undefined;
        seen = Math.max(seen, row.change);
        yield write(id, tasks[index] as Task);
      }
      isQuiet = !(await follower.next(open.size > 0 ? pauses.heartbeatMs : pauses.idleMs));
      if (isQuiet && open.size > 0) yield ': still here\n\n';
      await sleep(batchPauseMs);
    }
  } finally {
    follower.close();
  }
}
