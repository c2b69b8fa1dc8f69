// Streams that subscribe late, clients that reconnect late, and tasks that are deleted while they are streamed.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Task } from 'contract/task.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBmp } from '../../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { makeReader, openTaskService } from '../../../testing/streams.ts';
import type { TaskService } from '../batches/batches.ts';
import { findTask, type TaskRow } from '../store.ts';
import { openBatchLogs } from './batch-log.ts';
import { streamBatch, streamTask } from './events.ts';

let server: TestServer;
let service: TaskService;
beforeAll(async () => {
  server = await startTestServer({ works: false });
  service = openTaskService(server);
});
afterAll(async () => {
  service.feed.close();
  await server.stop();
});

const openQuickLogs = () => openBatchLogs(service, { heartbeatMs: 100, lookMs: 100, idleMs: 100 });

async function queue(batchId: string): Promise<TaskRow> {
  const uploaded = await server.client.upload(makeBmp(8, 8), 'stream.bmp');
  const { taskId } = (await server.client.convert(uploaded, { wait: 0, batchId })).body.data;
  return (await findTask(server.parts.database, taskId)) as TaskRow;
}

const cancel = (row: TaskRow) => server.client.post<Task>(`/web/task/${row.id}/cancel`);

/** Collects the names of the events, without heartbeats. */
function follow(events: AsyncIterable<string>): string[] {
  const seen: string[] = [];
  void (async () => {
    for await (const text of events) {
      for (const [, name = ''] of text.matchAll(/^event: (\w+)$/gm)) seen.push(name);
    }
    seen.push('closed');
  })();
  return seen;
}

async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) await sleep(20);
}

test('a task that ended before its stream subscribed is reported as ended', async () => {
  const queued = await queue('slow-to-listen');
  await cancel(queued);
  await sleep(100); // The notice was sent before the stream subscribed.
  const seen = follow(streamTask(service, queued.id, makeReader()));
  await until(() => seen.includes('closed'));
  expect(seen).toEqual(['cancelled', 'closed']);
});

test('a change of a task that nobody announced is sent after a few heartbeats, which do not read it', async () => {
  const row = await queue('unannounced');
  const texts: string[] = [];
  const reading = (async () => {
    for await (const text of streamTask(service, row.id, makeReader(), 150)) texts.push(text);
  })();
  await until(() => texts.length === 2);
  await server.postgres.pool.query(
    "update task set change = nextval('task_change'), status = 'cancelled', ended_at = now() where id = $1",
    [row.id],
  );
  await reading;
  const beats = texts.slice(2, -1);
  expect([beats.length, beats.every(text => text.startsWith(':'))]).toEqual([4, true]);
  expect(texts.at(-1)).toContain('event: cancelled\n');
});

test('a client that reconnects to a batch receives the tasks that are still waiting, however long ago they changed', async () => {
  const [first, second] = [await queue('comes-back'), await queue('comes-back')];
  await cancel(first);
  await server.postgres.pool.query('update task set change = change + 1000 where id = $1', [first.id]);
  await server.postgres.pool.query("select setval('task_change', nextval('task_change') + 2000)");
  const lastSeen = ((await findTask(server.parts.database, first.id)) as TaskRow).change;
  const batch = { batchId: 'comes-back', owner: first.owner };
  const seen = follow(streamBatch(openQuickLogs(), batch, makeReader({ lastSeen })));
  await sleep(1000);
  expect(seen).not.toContain('end');
  await cancel(second);
  await until(() => seen.includes('closed'));
  expect(seen.slice(-3)).toEqual(['cancelled', 'end', 'closed']);
});

test('a change that commits long after later ones is still sent', async () => {
  const [early, late] = [await queue('late-commit'), await queue('late-commit')];
  const batch = { batchId: 'late-commit', owner: early.owner };
  await server.postgres.pool.query('update task set change = change + 1000 where id = $1', [late.id]);
  const seen = follow(streamBatch(openQuickLogs(), batch, makeReader()));
  await until(() => seen.length === 2);
  await server.postgres.pool.query(
    "update task set change = change + 1, status = 'cancelled', ended_at = now() where id = $1",
    [early.id],
  );
  await until(() => seen.includes('cancelled'));
  expect(seen).toEqual(['progress', 'progress', 'cancelled']);
  await cancel(late);
  await until(() => seen.includes('closed'));
});

test('a stream that joins others starts with what is so now, not with what the others have read', async () => {
  const row = await queue('joins-late');
  const batch = { batchId: 'joins-late', owner: row.owner };
  const logs = openQuickLogs();
  const first = follow(streamBatch(logs, batch, makeReader()));
  await until(() => first.length === 1);
  await cancel(row);
  await until(() => first.length === 2);
  // As a retry does, between two reads of the log.
  await server.postgres.pool.query(
    "update task set change = nextval('task_change'), status = 'queued', ended_at = null where id = $1",
    [row.id],
  );
  const second = follow(streamBatch(logs, batch, makeReader()));
  await until(() => second.length > 0);
  expect(second[0]).toBe('progress');
  await cancel(row);
  await until(() => second.includes('closed'));
  expect(second).toEqual(['progress', 'cancelled', 'end', 'closed']);
});

test('a batch whose last open task was deleted ends', async () => {
  const row = await queue('deleted-away');
  const seen = follow(streamBatch(openQuickLogs(), { batchId: 'deleted-away', owner: row.owner }, makeReader()));
  await until(() => seen.length === 1);
  await server.postgres.pool.query('delete from task where id = $1', [row.id]);
  await until(() => seen.includes('closed'));
  expect(seen).toEqual(['progress', 'end', 'closed']);
});
