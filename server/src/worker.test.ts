// The worker's ear: no call to work and no call to stop is lost, whatever happens to the notices.
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Task } from 'contract/task.ts';
import { afterEach, expect, test } from 'vitest';
import { makeBmp } from '../testing/pictures.ts';
import { findToolProcesses } from '../testing/process.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
afterEach(() => server.stop());

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.postgres.pool.query(text, values)).rows;

/** Starts a conversion of many seconds and answers once its child has reported progress. */
async function startLongTask(): Promise<string> {
  const uploaded = await server.client.upload(makeBmp(400, 400), 'long.bmp');
  const { taskId } = (await server.client.convert(uploaded, { format: 'avif', width: 6000, enlarge: true, wait: 0 }))
    .body.data;
  const look = async () => (await server.client.get<Task>(`/web/task/${taskId}`)).body.data;
  for (let task = await look(); !['working', 'writing'].includes(task.stage); task = await look()) await sleep(20);
  return taskId;
}

const scratchOf = (taskId: string) =>
  readdirSync(`${server.parts.config.dataFolder}/scratch`, { recursive: true }).some(name =>
    String(name).includes(taskId),
  );

test('work that is stopped while the notice line is down is stopped when it is up again', async () => {
  server = await startTestServer({ environment: { WORKERS: '1' } });
  const taskId = await startLongTask();
  const children = findToolProcesses(process.pid);
  // A stopped process never ends by itself, however long the notice line is down.
  for (const child of children) process.kill(child, 'SIGSTOP');
  await query("update task set status = 'cancelled', ended_at = now() where id = $1", [taskId]);
  await query(`select pg_terminate_backend(pid) from pg_stat_activity
    where query = 'listen "pixwright_' || current_schema() || '"' or query = 'listen pixwright_' || current_schema()`);
  while (scratchOf(taskId)) await sleep(20);
  const remaining = findToolProcesses(process.pid);
  expect(children.filter(child => !remaining.includes(child))).toHaveLength(1);
});

test('a notice that arrives while a lane looks in vain makes it look again', async () => {
  server = await startTestServer({ works: false, environment: { WORKERS: '1' } });
  const { queue, notices } = server.parts;
  const uploaded = await server.client.upload(makeBmp(8, 8), 'early.bmp');
  const take = queue.take;
  let isFirst = true;
  let taskId = '';
  queue.take = async lane => {
    if (!isFirst) return take(lane);
    isFirst = false;
    const heard = new Promise<void>(resolve => notices.on('task-queued', () => setImmediate(resolve)));
    ({ taskId } = (await server.client.convert(uploaded, { wait: 0 })).body.data);
    await heard;
    return undefined; // The answer of a query that ran before the task was queued.
  };
  // Without its regular look, only the notice can make the lane look again.
  server.startWorker({ lookAnywayMs: 2 ** 31 - 1 });
  const look = () => server.client.get<Task>(`/web/task/${taskId}`);
  while (taskId === '' || (await look()).body.data.status !== 'done') await sleep(20);
});
