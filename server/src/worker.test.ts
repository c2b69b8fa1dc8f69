// The worker and its notices: no request to work or to stop is lost, whatever happens to the connection that carries notices.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { createClient } from '../testing/client.ts';
import { makeBmp } from '../testing/pictures.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { DatabaseUnavailable } from './adapters/postgres.ts';
import { blame } from './tasks/run-queries.ts';
import { stopTask } from './tasks/tasks.ts';
import type { takeTask } from './tasks/worker-queries.ts';
import type { runTask } from './work/run-task.ts';

type Take = typeof takeTask;
type Run = typeof runTask;
const intercept = vi.hoisted(() => ({
  take: undefined as undefined | ((real: Take, ...given: Parameters<Take>) => ReturnType<Take>),
  run: undefined as undefined | ((real: Run, ...given: Parameters<Run>) => ReturnType<Run>),
}));
vi.mock(import('./work/run-task.ts'), async original => {
  const real = await original();
  const runTask: Run = (...given) => (intercept.run ?? ((run, ...rest) => run(...rest)))(real.runTask, ...given);
  return { ...real, runTask };
});
vi.mock(import('./tasks/worker-queries.ts'), async original => {
  const real = await original();
  const takeTask: Take = (...given) => (intercept.take ?? ((take, ...rest) => take(...rest)))(real.takeTask, ...given);
  return { ...real, takeTask };
});

/** A child whose runs never end by themselves. */
const endlessChild = fileURLToPath(new URL('../testing/naughty-child.ts', import.meta.url));

let server: TestServer;
afterEach(async () => {
  intercept.take = undefined;
  intercept.run = undefined;
  await server.stop();
});

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.postgres.pool.query(text, values)).rows;

const cancel = (taskId: string) => server.client.post(`/web/task/${taskId}/cancel`);

async function startEndlessTask(): Promise<string> {
  const uploaded = await server.client.upload(makeBmp(8, 8), 'endless.bmp');
  const { taskId } = (await server.client.convert(uploaded, { wait: 0 })).body.data;
  const isWorking = async () => (await query("select from task where id = $1 and status = 'running'", [taskId])).length;
  while (!(await isWorking())) await sleep(20);
  return taskId;
}

test('work that is cancelled while the notice connection is down is stopped', async () => {
  server = await startTestServer({ environment: { LANES: 'image:1' }, childFile: endlessChild });
  const taskId = await startEndlessTask();
  await query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database()
      and query in ('listen "pixwright_' || current_schema() || '"', 'listen pixwright_' || current_schema())`);
  await query("update task set status = 'cancelled', ended_at = now() where id = $1", [taskId]);
  // The run never ends by itself, and the lane runs one task at a time: the next task starts only if the run was stopped.
  await cancel(await startEndlessTask());
});

test('a task that is stopped while it is being taken is never started', async () => {
  server = await startTestServer({ works: false, environment: { LANES: 'image:1' }, childFile: endlessChild });
  const uploaded = await server.client.upload(makeBmp(8, 8), 'stopped.bmp');
  const { taskId } = (await server.client.convert(uploaded, { wait: 0 })).body.data;
  const taken: string[] = [];
  intercept.take = async (take, ...given) => {
    const row = await take(...given);
    if (row && taken.push(row.id) === 1) {
      const heard = new Promise<void>(resolve => server.parts.notices.on('task-stopped', () => resolve()));
      await cancel(taskId);
      await heard;
    }
    return row;
  };
  server.startWorker();
  while (taken.length === 0) await sleep(20);
  // The lane's only taker is free for the next task, although no run ever ends.
  const next = await startEndlessTask();
  while (taken.length < 2) await sleep(20);
  expect(taken).toEqual([taskId, next]);
  await cancel(next);
});

test('animations of three senders leave a place to a small picture, although the worker takes several tasks at once', async () => {
  server = await startTestServer({
    works: false,
    environment: { LANES: 'image:2', TRUST_PROXY: '1' },
    childFile: endlessChild,
  });
  const countRunning = async (tool: string) =>
    (await query("select from task where tool = $1 and status = 'running'", [tool])).length;
  for (const seat of [1, 2, 3]) {
    const { post, upload } = createClient(server.url, randomUUID());
    const list = [await upload(makeBmp(8, 8), 'frame.bmp')];
    const forwarded = { 'x-forwarded-for': `198.51.100.${seat}` };
    expect((await post('/web/picture/gif', { list, wait: 0 }, forwarded)).status).toBe(200);
  }
  // All takers are on their way to the database before the first one takes a task.
  intercept.take = async (take, ...given) => {
    await sleep(100);
    return take(...given);
  };
  server.startWorker();
  while ((await countRunning('gif')) === 0) await sleep(20);
  await startEndlessTask();
  expect(await countRunning('gif')).toBe(1);
  for (const { id } of await query<{ id: string }>('select id from task')) await stopTask(server.parts, id);
});

test('a task that is queued while a lane finds nothing is taken without waiting for the next look', async () => {
  server = await startTestServer({ works: false, environment: { LANES: 'image:1' } });
  const uploaded = await server.client.upload(makeBmp(8, 8), 'early.bmp');
  let looks = 0;
  intercept.take = async (take, ...given) => {
    looks += 1;
    if (looks > 1) return take(...given);
    const heard = new Promise<void>(resolve => server.parts.notices.on('task-queued', () => setImmediate(resolve)));
    await server.client.convert(uploaded, { wait: 0 });
    await heard;
    return undefined; // The response of the database predates the task.
  };
  // Without a notice it would not look again during this test.
  server.startWorker({ lookAnywayMs: 3_600_000 });
  while (looks < 2) await sleep(20);
});

test('a task whose claim or end got lost with the database is given back without a fault, one whose end cannot be recorded with one', async () => {
  server = await startTestServer({ works: false, environment: { LANES: 'image:3' } });
  const start = async (name: string) => {
    const uploaded = await server.client.upload(makeBmp(8, 8), name);
    return (await server.client.convert(uploaded, { wait: 0 })).body.data.taskId;
  };
  const ids = [await start('unheard.bmp'), await start('away.bmp'), await start('broken.bmp')];
  const [unheard, away, broken] = ids;
  const failures = new Map<string, Error>([
    [away!, new DatabaseUnavailable('no answer')],
    [broken!, new Error('invalid byte sequence')],
  ]);
  let isHeard = true;
  intercept.take = async (take, ...given) => {
    const row = await take(...given);
    if (row?.id !== unheard || !isHeard) return row;
    // The connection to the database breaks after the first claim was written and before its response.
    isHeard = false;
    return undefined;
  };
  intercept.run = async (run, options, row) => {
    const failure = failures.get(row.id);
    failures.delete(row.id);
    if (failure) throw failure;
    return run(options, row);
  };
  server.startWorker();
  const find = () =>
    query<{ status: string; faults: number }>('select status, faults from task order by array_position($1, id)', [ids]);
  let rows = await find();
  for (; rows.some(({ status }) => status !== 'done'); rows = await find()) await sleep(50);
  expect(rows.map(({ faults }) => faults)).toEqual([0, 0, blame.ofFault]);
});

test.each([
  ['a run', false, [20_000]],
  ['a program', true, [20_000, 30 * 60_000]],
])(
  'a stop gives %s the time it needs, and afterwards gives its task back without counting a fault',
  async (_, isProgram, limits) => {
    server = await startTestServer({ works: false, environment: { LANES: 'image:1' }, childFile: endlessChild });
    const timers: { ms: number; act: () => void }[] = [];
    const worker = server.startWorker({
      hasPrograms: () => isProgram,
      startTimer: (ms, act) => {
        timers.push({ ms, act });
        return () => undefined;
      },
    });
    const taskId = await startEndlessTask();
    let isStopped = false;
    const stopped = worker.stop().then(() => {
      isStopped = true;
    });
    const state = async () => (await query('select status, faults from task where id = $1', [taskId]))[0];
    for (const limit of limits) {
      expect(isStopped).toBe(false);
      expect(await state()).toEqual({ status: 'running', faults: 0 });
      timers.find(timer => timer.ms === limit)?.act();
      // Gives a wrong stop time to show.
      if (limit !== limits.at(-1)) await sleep(300);
    }
    await stopped;
    expect(await state()).toEqual({ status: 'queued', faults: 0 });
    await cancel(taskId);
  },
);
