// Lanes that an operator changes while workers run: all follow a new width, and a paused lane keeps its tasks, also over a restart.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Batch } from 'contract/routes/tasks.ts';
import type { Task } from 'contract/task.ts';
import type { LaneWidths } from 'contract/tool.ts';
import { afterEach, expect, test } from 'vitest';
import { makeBmp } from '../testing/pictures.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import type { LaneSetting } from './tasks/lane-queries.ts';
import { putLaneSetting } from './tasks/lane-settings.ts';
import { stopTask } from './tasks/tasks.ts';
import { openCensus } from './work/registry.ts';

/** A child whose runs never end by themselves. */
const endlessChild = fileURLToPath(new URL('../testing/naughty-child.ts', import.meta.url));

let server: TestServer;
afterEach(async () => {
  await cancelRunning();
  await server.stop();
});

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.postgres.pool.query(text, values)).rows;

async function cancelRunning(): Promise<void> {
  for (const { id } of await query<{ id: string }>("select id from task where status in ('queued', 'running')"))
    await stopTask(server.parts, id);
}

const set = (setting: LaneSetting) =>
  server.parts.database.transaction().execute(trx => putLaneSetting(trx, 'image', setting));

const batchId = randomUUID();
async function send(count: number): Promise<string[]> {
  const uploaded = await server.client.upload(makeBmp(8, 8), 'lane.bmp');
  const ids: string[] = [];
  for (let sent = 0; sent < count; sent++)
    ids.push((await server.client.convert(uploaded, { wait: 0, batchId })).body.data.taskId);
  return ids;
}

/** Running tasks of each worker that has any, in order. */
const running = async () =>
  (
    await query<{ count: number }>(
      "select count(*)::int from task where status = 'running' group by worker_id order by 1",
    )
  ).map(({ count }) => count);

/** Waits until each worker runs as many tasks. */
const untilRunning = (expected: readonly number[]) => expect.poll(running, { timeout: 30_000 }).toEqual(expected);

test('two workers follow a width that is changed while they run, up and down, and tell how wide they are', async () => {
  server = await startTestServer({ environment: { LANES: 'image:1' }, childFile: endlessChild });
  server.startWorker();
  await send(12);
  await untilRunning([1, 1]);
  await set({ width: 3, isPaused: false });
  // Each takes one more than it runs, to fetch its files.
  await untilRunning([4, 4]);
  const widths = async (): Promise<LaneWidths> => openCensus(server.parts).read();
  await expect.poll(async () => (await widths()).image, { timeout: 30_000 }).toBe(6);
  await set({ width: 1, isPaused: false });
  // Running tasks go on; of those that are too many, none is replaced.
  expect(await running()).toEqual([4, 4]);
  const known = await query<{ id: string; worker_id: string }>(
    "select id, worker_id from task where status = 'running' order by worker_id",
  );
  for (const group of Map.groupBy(known, row => row.worker_id).values())
    for (const { id } of group.slice(1)) await stopTask(server.parts, id);
  await untilRunning([1, 1]);
  await sleep(200);
  expect(await running()).toEqual([1, 1]);
  expect(await query("select from task where status = 'queued'")).toHaveLength(4);
  await set({ width: null, isPaused: false });
  await expect.poll(async () => (await widths()).image, { timeout: 30_000 }).toBe(2);
});

test('a paused lane starts nothing, says so to those who wait, and goes on where it was after a restart', async () => {
  server = await startTestServer({ environment: { LANES: 'image:1' } });
  await set({ width: null, isPaused: true });
  const [first, second] = await send(2);
  await query('update task set expected_ms = 1000');
  const see = async (id: string) => (await server.client.get<Task>(`/web/task/${id}`)).body.data;
  expect(await see(second!)).toMatchObject({ status: 'queued', queuePosition: 2, isPaused: true, etaSeconds: null });
  const batch = async () => (await server.client.get<Batch>(`/web/batch/${batchId}`)).body.data;
  expect((await batch()).etaSeconds).toBeNull();
  await server.stopWorkers();
  server.startWorker();
  // The restarted worker is there, and leaves them alone.
  await expect.poll(() => query('select from worker'), { timeout: 30_000 }).toHaveLength(1);
  const { '0': worker } = await query<{ last_seen_at: Date }>('select last_seen_at from worker');
  await expect
    .poll(async () => (await query<{ last_seen_at: Date }>('select last_seen_at from worker'))[0]?.last_seen_at, {
      timeout: 30_000,
    })
    .not.toEqual(worker!.last_seen_at);
  expect((await see(first!)).status).toBe('queued');
  await set({ width: null, isPaused: false });
  await expect.poll(async () => (await see(second!)).status, { timeout: 60_000 }).toBe('done');
  const ended = await see(first!);
  expect([ended.status, ended.isPaused]).toEqual(['done', undefined]);
});

test('a task that runs when its lane is paused goes on to its end', async () => {
  server = await startTestServer({ environment: { LANES: 'image:1' }, childFile: endlessChild });
  const [id] = await send(2);
  await untilRunning([1]);
  await set({ width: null, isPaused: true });
  await stopTask(server.parts, id!);
  await sleep(200);
  expect(await running()).toEqual([]);
  await set({ width: null, isPaused: false });
  await untilRunning([1]);
});
