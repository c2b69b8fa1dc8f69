// The worker's ear: no call to work and no call to stop is lost, whatever happens to the notices.
import { readdirSync, readFileSync } from 'node:fs';
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

const workingChild = () =>
  findToolProcesses(process.pid).find(pid => Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[13]) > 100);

async function startLongTask(): Promise<string> {
  const uploaded = await server.client.upload(makeBmp(2300, 2200), 'long.bmp');
  const { taskId } = (await server.client.convert(uploaded, { format: 'avif', wait: 0 })).body.data;
  while ((await server.client.get<Task>(`/web/task/${taskId}`)).body.data.status !== 'running') await sleep(20);
  return taskId;
}

const scratchOf = (taskId: string) =>
  readdirSync(`${server.parts.config.dataFolder}/scratch`, { recursive: true }).some(name =>
    String(name).includes(taskId),
  );

test('work that is stopped while the notice line is down is stopped when it is up again', async () => {
  server = await startTestServer({ environment: { WORKERS: '1' } });
  const taskId = await startLongTask();
  while (workingChild() === undefined) await sleep(20);
  const child = workingChild();
  await query("update task set status = 'cancelled', ended_at = now() where id = $1", [taskId]);
  await query(`select pg_terminate_backend(pid) from pg_stat_activity
    where query = 'listen "pixwright_' || current_schema() || '"' or query = 'listen pixwright_' || current_schema()`);
  while (scratchOf(taskId)) await sleep(20);
  // A run that is stopped takes its process along; one that ends leaves it for the next.
  expect(findToolProcesses(process.pid)).not.toContain(child);
});

test('a task that is queued while a lane looks in vain is not left waiting', async () => {
  server = await startTestServer({ works: false, environment: { WORKERS: '1' } });
  const { queue, notices } = server.parts;
  const uploaded = await server.client.upload(makeBmp(8, 8), 'early.bmp');
  const take = queue.take;
  const looks: number[] = [];
  queue.take = async lane => {
    looks.push(Date.now());
    if (looks.length > 1) return take(lane);
    const heard = new Promise<void>(resolve => notices.on('task-queued', () => setImmediate(resolve)));
    await server.client.convert(uploaded, { wait: 0 });
    await heard;
    return undefined; // What the database had to say before the task came.
  };
  server.startWorker();
  for (let tries = 0; looks.length < 2 && tries < 200; tries++) await sleep(20);
  expect((looks[1] ?? Number.NaN) - (looks[0] ?? 0)).toBeLessThan(1500);
});
