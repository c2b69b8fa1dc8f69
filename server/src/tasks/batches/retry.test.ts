// Progress of a task that runs again: automatically after a crash, and on request after a failure.
import type { Batch } from 'contract/routes/tasks.ts';
import type { Task } from 'contract/task.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBatch } from '../../../testing/batches.ts';
import { makeBmp } from '../../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { failTask } from '../end-task.ts';
import { findFailed, lockFailed } from '../retry-store.ts';
import { reportProgress } from '../run-queries.ts';
import { findTask } from '../store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false });
});
afterAll(() => server.stop());

const query = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;

async function queue(batchId: string): Promise<string> {
  const uploaded = await server.client.upload(makeBmp(8, 8), 'again.bmp');
  return (await server.client.convert(uploaded, { wait: 0, batchId })).body.data.taskId;
}

/** Marks a task as having run for 1,000 s, with 1,000 s still to go. */
const run = (id: string, attempt: number) =>
  query(
    `update task set status = 'running', attempt = $2, progress = greatest(progress, start_percent),
      started_at = now() - interval '1000 s', expected_ms = 2000000 where id = $1`,
    [id, attempt],
  );

const look = async (id: string) => (await server.client.get<Task>(`/web/task/${id}`)).body.data;
const report = (id: string, attempt: number, percent: number) =>
  reportProgress(server.parts.database, { id, attempt }, percent, 'working');

test('a run that starts again after a crash shows at least its earlier progress, and the correct remaining time', async () => {
  const id = await queue('crashed');
  await run(id, 1);
  await report(id, 1, 95);
  expect(await look(id)).toMatchObject({ progress: 95 });
  expect((await look(id)).etaSeconds).toBeLessThan(500);
  await run(id, 2);
  expect(await look(id)).toMatchObject({ progress: 95 });
  expect((await look(id)).etaSeconds).toBeGreaterThan(900);
  await report(id, 2, 50);
  expect(await look(id)).toMatchObject({ progress: 95 });
  expect((await look(id)).etaSeconds).toBeGreaterThan(900);
  await report(id, 2, 97);
  expect(await look(id)).toMatchObject({ progress: 97 });
});

test('a retried task starts at 0 %, and reports of its earlier run are ignored', async () => {
  const id = await queue('retried');
  await run(id, 1);
  await report(id, 1, 70);
  await failTask(server.parts.database, { id, attempt: 1 }, { error: 'UNEXPECTED', details: null });
  expect(await look(id)).toMatchObject({ status: 'failed', progress: 70 });
  const { data } = (await server.client.post<Batch>('/web/batch/retried/retry')).body;
  expect(data).toMatchObject({ queued: 1, failed: 0, progress: 0 });
  expect(data.tasks[0]).toMatchObject({ taskId: id, status: 'queued', progress: 0, error: null });
  await report(id, 1, 90);
  expect(await look(id)).toMatchObject({ status: 'queued', progress: 0 });
  await run(id, 2);
  await report(id, 1, 90);
  await report(id, 2, 60);
  await report(id, 2, 55);
  expect(await look(id)).toMatchObject({ status: 'running', progress: 60 });
});

test('parallel retries restart each failed task once, and other requests are answered meanwhile', async () => {
  await makeBatch(server, 'many-failed', 300);
  await query(
    `update task set status = 'failed', ended_at = now(), error = '{"error": "UNEXPECTED", "details": null}'
      where batch_id = 'many-failed'`,
  );
  const before = (await query(`select change from task where batch_id = 'many-failed'`)).length;
  const retries = Array.from({ length: 20 }, () => server.client.post<Batch>('/web/batch/many-failed/retry'));
  const other = await server.stranger.get('/web/task');
  const replies = await Promise.all(retries);
  expect([before, other.status]).toEqual([300, 200]);
  expect(replies.map(reply => reply.status)).toEqual(Array(20).fill(200));
  const { data } = (await server.client.get<Batch>('/web/batch/many-failed')).body;
  expect(data).toMatchObject({ total: 300, queued: 300, failed: 0 });
  expect((await server.stranger.post('/web/batch/many-failed/retry')).body.error).toBe('TASK_NOT_FOUND');
});

test('the same retry sent again runs nothing, and its key retries no other batch', async () => {
  await makeBatch(server, 'keyed', 2);
  await makeBatch(server, 'other', 1);
  const fail = () =>
    query(
      `update task set status = 'failed', ended_at = now(), error = '{"error": "UNEXPECTED", "details": null}'
        where batch_id in ('keyed', 'other')`,
    );
  await fail();
  const retry = (batchId: string, key: string) =>
    server.client.post<Batch>(`/web/batch/${batchId}/retry`, {}, { 'Idempotency-Key': key });
  expect((await retry('keyed', 'first')).body.data).toMatchObject({ queued: 2, failed: 0 });
  await fail();
  expect((await retry('keyed', 'first')).body.data).toMatchObject({ queued: 0, failed: 2 });
  const clash = await retry('other', 'first');
  expect([clash.status, clash.body.error]).toEqual([409, 'IDEMPOTENCY_CLASH']);
  expect((await retry('keyed', 'second')).body.data).toMatchObject({ queued: 2, failed: 0 });
});

test('a retry does not read the long texts that its tasks were sent with, and keeps them', async () => {
  const { database } = server.parts;
  await makeBatch(server, 'long-texts', 3);
  const segments = Array.from({ length: 4000 }, (_, at) => ({ start: at, end: at + 1, text: `line ${at}` }));
  await query(
    `update task set status = 'failed', ended_at = now(), error = '{"error": "UNEXPECTED", "details": null}',
      options = $1 where batch_id = 'long-texts'`,
    [{ name: 'a film', segments }],
  );
  const [{ id, owner }] = (await query(`select id, owner from task where batch_id = 'long-texts'`)) as [
    { id: string; owner: string },
  ];
  const short = [1, 2, 3].map(() => ({ name: 'a film' }));
  expect((await findFailed(database, 'long-texts', owner)).map(({ options }) => options)).toEqual(short);
  expect((await lockFailed(database, 'long-texts', owner)).map(({ options }) => options)).toEqual(short);
  expect((await server.client.post<Batch>('/web/batch/long-texts/retry')).body.data).toMatchObject({ queued: 3 });
  expect((await findTask(database, id))?.options).toEqual({ name: 'a film', segments });
});
