// What a run may still do when it no longer counts, because another worker has its task or the task is gone.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Task } from 'contract/task.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import type { Job } from '../adapters/queue.ts';
import { runTask } from './run-task.ts';
import type { Runner } from './runner.ts';

let server: TestServer;
let scratch: string;
beforeAll(async () => {
  server = await startTestServer({ works: false });
  scratch = mkdtempSync(path.join(tmpdir(), 'pixwright-run-'));
});
afterAll(async () => {
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
});

async function takeNewTask(): Promise<{ job: Job; taskId: string }> {
  const uploaded = await server.client.upload(makeBmp(8, 8), 'run.bmp');
  const { taskId } = (await server.client.convert(uploaded, { wait: 0 })).body.data;
  for (;;) {
    const job = await server.parts.queue.take('image');
    if (job?.taskId === taskId) return { job, taskId };
    if (!job) await sleep(10);
  }
}

/** A runner whose run makes one file, after doing what the test wants done meanwhile. */
const runnerThat = (meanwhile: () => Promise<unknown>): Runner => ({
  run: async ({ folder }) => {
    await meanwhile();
    const file = path.join(folder, 'made.png');
    writeFileSync(file, 'made');
    return { files: [{ path: file, name: 'made.png', type: 'png' }] };
  },
});

const run = (job: Job, meanwhile: () => Promise<unknown>) => {
  const runner = runnerThat(meanwhile);
  const { signal } = new AbortController();
  return runTask({ parts: server.parts, pool: runner, remote: runner, scratch, signal }, job);
};

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.postgres.pool.query(text, values)).rows;

async function stateOfJob(job: Job): Promise<string | undefined> {
  const [schema] = await query<{ name: string }>("select current_schema() || '_queue' as name");
  const rows = await query<{ state: string }>(`select state from ${schema?.name}.job where id = $1`, [job.jobId]);
  return rows[0]?.state;
}

const outputsOf = () => query<{ key: string }>("select key from stored_object where key not like 'input/%'");

test('a run that ends well ends its job', async () => {
  const { job, taskId } = await takeNewTask();
  await run(job, async () => undefined);
  expect((await server.client.get<Task>(`/web/task/${taskId}`)).body.data.status).toBe('done');
  expect(await stateOfJob(job)).toBe('completed');
  await server.client.post(`/web/task/${taskId}/delete`);
});

test.each([
  ['that another worker has taken over', "update task set attempt = attempt + 1, stage = 'working' where id = $1"],
  ['whose claim a crash of the database forgot', "update task set attempt = 0, status = 'queued' where id = $1"],
])('a run %s leaves the job alone, so that the task still ends', async (_name, change) => {
  const { job, taskId } = await takeNewTask();
  await run(job, () => query(change, [taskId]));
  expect(await stateOfJob(job)).toBe('active');
  const { job: other, taskId: otherId } = await takeNewTask();
  await run(other, async () => {
    await query(change, [otherId]);
    throw new Error('it fails as well');
  });
  expect(await stateOfJob(other)).toBe('active');
  expect(await outputsOf()).toEqual([]);
});

test.each([
  ['cancelled', 'cancel'],
  ['deleted', 'delete'],
])('a task that is %s while its result is being stored leaves no file behind', async (_name, verb) => {
  const { job, taskId } = await takeNewTask();
  const { objects } = server.parts;
  const put = objects.putFile.bind(objects);
  const stored: string[] = [];
  objects.putFile = async (key, ...rest) => {
    await server.client.post(`/web/task/${taskId}/${verb}`);
    stored.push(key);
    return put(key, ...rest);
  };
  try {
    await run(job, async () => undefined);
  } finally {
    objects.putFile = put;
  }
  expect(stored).toHaveLength(1);
  expect(await objects.stat(stored[0] ?? '')).toBeUndefined();
  expect(await outputsOf()).toEqual([]);
  expect(await stateOfJob(job)).toBe('completed');
});

test('a task of a tool that is not here any more fails and is told, instead of going round for ever', async () => {
  const { job, taskId } = await takeNewTask();
  await query("update task set tool = 'gone-tool' where id = $1", [taskId]);
  await run(job, async () => undefined);
  for (let next = await server.parts.queue.take('image'); next; next = await server.parts.queue.take('image'))
    await run(next, async () => undefined);
  const reply = await server.client.get<{ list: Task[] }>('/web/task');
  const task = reply.body.data.list.find(listed => listed.taskId === taskId);
  expect(task).toMatchObject({ tool: 'gone-tool', status: 'failed', error: { error: 'UNEXPECTED' } });
});
