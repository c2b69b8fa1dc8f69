// The time left of a batch: from its own tasks, once some have ended.
import { randomUUID } from 'node:crypto';
import type { Batch } from 'contract/routes/tasks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBmp } from '../../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let upload: string;
beforeAll(async () => {
  server = await startTestServer({ works: false });
  upload = await server.client.upload(makeBmp(8, 8), 'forecast.bmp');
});
afterAll(() => server.stop());

/**
 * A batch of 15 tasks of one size that were expected to take a second each, or what `expectedMs` says of the nth: the first `done` took 13 s one
 * after the other, the next one runs.
 */
async function makeBatch(done: number, expectedMs = (_nth: number) => 1000): Promise<string> {
  const batchId = randomUUID();
  const ids: string[] = [];
  for (let sent = 0; sent < 15; sent++)
    ids.push((await server.client.convert(upload, { batchId, wait: 0 })).body.data.taskId);
  const { pool } = server.postgres;
  await pool.query(
    "update task set expected_ms = 1000, created_at = now() - $2 * interval '13 s' where batch_id = $1",
    [batchId, done],
  );
  for (const [nth, id] of ids.slice(0, done).entries())
    await pool.query(
      `update task set status = 'done', stage = 'done', progress = 100, result = '{"files": []}',
        started_at = now() - $2 * interval '13 s', ended_at = now() - $3 * interval '13 s' where id = $1`,
      [id, done - nth, done - nth - 1],
    );
  for (const [nth, id] of ids.entries())
    await pool.query('update task set expected_ms = $2 where id = $1', [id, expectedMs(nth)]);
  await pool.query("update task set status = 'running', started_at = now(), attempt = 1 where id = $1", [ids[done]]);
  return batchId;
}
const left = async (batchId: string) =>
  (await server.client.get<Batch>(`/web/batch/${batchId}`)).body.data.etaSeconds ?? 0;

test.each([3, 4, 10])('after %i of 15 tasks the time left is what they took, not what was expected', async done => {
  const seconds = await left(await makeBatch(done));
  const really = (15 - done) * 13;
  expect(Math.abs(seconds / really - 1)).toBeLessThan(0.1);
});

test('tasks that were sent before anything was measured count as much as those sent after', async () => {
  const seconds = await left(await makeBatch(4, nth => (nth < 8 ? 1000 : 13_000)));
  expect(Math.abs(seconds / (11 * 13) - 1)).toBeLessThan(0.1);
});

test('sizes in different units are not compared: tasks of several calls count by what was expected of them', async () => {
  const batchId = await makeBatch(4, () => 13_000);
  const { pool } = server.postgres;
  await pool.query('update task set amount = 12e6 where batch_id = $1', [batchId]);
  await pool.query(
    `update task set pace = 'seconds of a clip', amount = 60
      where id in (select id from task where batch_id = $1 and status = 'queued' limit 7)`,
    [batchId],
  );
  expect(Math.abs((await left(batchId)) / (11 * 13) - 1)).toBeLessThan(0.1);
});

test('the time left of the last task is that of the others', async () => {
  expect(Math.abs((await left(await makeBatch(14))) - 13)).toBeLessThanOrEqual(1);
});
