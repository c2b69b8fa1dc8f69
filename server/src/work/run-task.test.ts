// A stale run, because another worker has its task or the task has ended, changes nothing and leaves no file behind.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Task } from 'contract/task.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { logInAs } from '../../testing/accounts.ts';
import { createClient, type TestClient } from '../../testing/client.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { StoreUnavailable } from '../adapters/objects.ts';
import { DatabaseUnavailable } from '../adapters/postgres.ts';
import { blame } from '../tasks/run-queries.ts';
import type { TaskRow } from '../tasks/store.ts';
import { takeTask } from '../tasks/worker-queries.ts';
import { runTask } from './run-task.ts';
import { type Runner, StartFault } from './runner.ts';

let server: TestServer;
let scratch: string;
beforeAll(async () => {
  server = await startTestServer({ works: false, environment: { FETCH_ALLOW: '127.0.0.1/32' } });
  scratch = mkdtempSync(path.join(tmpdir(), 'pixwright-run-'));
});
afterAll(async () => {
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
});

const workerId = randomUUID();
const take = () => takeTask(server.parts.database, { lane: 'image', workerId });

async function takeNewTask(): Promise<TaskRow> {
  const uploaded = await server.client.upload(makeBmp(8, 8), 'run.bmp');
  await server.client.convert(uploaded, { wait: 0 });
  return (await take())!;
}

/** A runner whose run makes one file, after a step that the test provides. */
const runnerThat = (meanwhile: () => Promise<unknown>): Runner => ({
  run: async ({ folder }) => {
    await meanwhile();
    const file = path.join(folder, 'made.png');
    writeFileSync(file, 'made');
    return { files: [{ path: file, name: 'made.png', type: 'png' }] };
  },
});

const run = (row: TaskRow, meanwhile: () => Promise<unknown>, signal = new AbortController().signal) => {
  const runner = runnerThat(meanwhile);
  return runTask({ parts: server.parts, pool: runner, askers: runner, remote: runner, scratch, signal }, row);
};

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.postgres.pool.query(text, values)).rows;

const stateOf = async (id: string) =>
  (await query<Partial<TaskRow>>('select status, stage, attempt, result from task where id = $1', [id]))[0];

const outputsOf = () =>
  query<{ key: string }>("select key from stored_object where key not like 'input/%' and not is_removed");

test('a run that ends well ends its task', async () => {
  const row = await takeNewTask();
  await run(row, async () => undefined);
  expect((await server.client.get<Task>(`/web/task/${row.id}`)).body.data.status).toBe('done');
  await server.client.post(`/web/task/${row.id}/delete`);
});

test.each([
  ['that another worker has taken over', "update task set attempt = attempt + 1, stage = 'working' where id = $1"],
  ['whose claim a crash of the database forgot', "update task set attempt = 0, status = 'queued' where id = $1"],
])('a run %s leaves the task as it is, so that it still ends', async (_name, change) => {
  for (const end of [async () => undefined, () => Promise.reject(new Error('it fails as well'))]) {
    const row = await takeNewTask();
    let taken: Partial<TaskRow> | undefined;
    await run(row, async () => {
      await query(change, [row.id]);
      taken = await stateOf(row.id);
      await end();
    });
    expect(await stateOf(row.id)).toEqual(taken);
    await query("update task set status = 'cancelled', ended_at = now() where id = $1", [row.id]);
  }
  expect(await outputsOf()).toEqual([]);
});

const away = [
  ['a start that fails', new StartFault('no memory')],
  ['a store that is away', new StoreUnavailable('no answer')],
  ['a database that is away', new DatabaseUnavailable('no answer')],
  ['a machine without files', Object.assign(new Error('too many open files'), { code: 'EMFILE' })],
] as const;
test.each(
  away.flatMap(([what, error]) => [
    [what, 'no fault of a task that waited long in the queue', error, { attempt: 119, isStoreThere: true }, 0] as const,
    [
      what,
      'a fault of one that was tried many times',
      error,
      { attempt: 120, isStoreThere: true },
      blame.ofFault,
    ] as const,
    [what, 'no fault while the store is still away', error, { attempt: 120, isStoreThere: false }, 0] as const,
  ]),
)('%s is %s', async (_what, _whose, error, { attempt, isStoreThere }, faults) => {
  const { id } = await takeNewTask();
  const change = "created_at = now() - interval '3 hours', attempt = $2";
  const [row] = await query<TaskRow>(`update task set ${change} where id = $1 returning *`, [id, attempt]);
  const look = vi.spyOn(server.parts.objects, 'check');
  if (!isStoreThere) look.mockRejectedValue(new Error('no answer'));
  // The pause before the next try ends with the signal.
  await run(row!, () => Promise.reject(error), AbortSignal.abort());
  look.mockRestore();
  expect(await query('select status, faults from task where id = $1', [id])).toEqual([{ status: 'queued', faults }]);
  await query("update task set status = 'cancelled', ended_at = now() where id = $1", [id]);
});

test('a task whose workers died five times is run once more, and fails after the sixth', async () => {
  let runs = 0;
  for (const [losses, status] of [
    [5, 'done'],
    [6, 'failed'],
  ] as const) {
    const { id } = await takeNewTask();
    const change = 'update task set faults = $2 where id = $1 returning *';
    const [row] = await query<TaskRow>(change, [id, losses * blame.ofLoss]);
    await run(row!, async () => {
      runs += 1;
    });
    expect((await stateOf(id))?.status).toBe(status);
    await server.client.post(`/web/task/${id}/delete`);
  }
  expect(runs).toBe(1);
});

test.each([
  ['cancelled', 'cancel'],
  ['deleted', 'delete'],
])('a task that is %s while its result is being stored leaves no file behind', async (_name, verb) => {
  const row = await takeNewTask();
  const { objects } = server.parts;
  const put = objects.putFile.bind(objects);
  const stored: string[] = [];
  objects.putFile = async (key, ...rest) => {
    await server.client.post(`/web/task/${row.id}/${verb}`);
    stored.push(key);
    return put(key, ...rest);
  };
  try {
    await run(row, async () => undefined);
  } finally {
    objects.putFile = put;
  }
  expect(stored).toHaveLength(1);
  expect(await objects.stat(stored[0] ?? '')).toBeUndefined();
  expect(await outputsOf()).toEqual([]);
});

/** Logs in to a new account and hands over what the visitor has. Returns the account's name as an owner. */
async function handOver(visitor: TestClient, mobile: string): Promise<string> {
  const { client, user } = await logInAs(server, mobile);
  // A call with both headers hands over.
  await client.get('/web/task', { clientUid: visitor.headers.clientUid ?? '' });
  return `account:${user.id}`;
}

test('results of a visitor who logged in while the task ran belong to the account', async () => {
  const visitor = createClient(server.url);
  const uploaded = await visitor.upload(makeBmp(8, 8), 'run.bmp');
  await visitor.convert(uploaded, { wait: 0 });
  const row = (await take())!;
  let owner = '';
  await run(row, async () => {
    owner = await handOver(visitor, '13500007001');
  });
  expect(await query('select owner, status from task where id = $1', [row.id])).toEqual([{ owner, status: 'done' }]);
  expect(await query('select owner from stored_object where task_id = $1', [row.id])).toEqual([{ owner }]);
});

test('a task whose links were fetched while its visitor logged in takes a turn of the account', async () => {
  const visitor = createClient(server.url);
  let owner = '';
  const site = createServer(async (_request, response) => {
    owner = await handOver(visitor, '13500007002');
    response.end(makeBmp(8, 8));
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  await visitor.convert(`http://127.0.0.1:${(site.address() as AddressInfo).port}/a.bmp`, { wait: 0 });
  const row = (await takeTask(server.parts.database, { lane: 'link', workerId }))!;
  await run(row, async () => undefined);
  site.close();
  const [task] = await query<TaskRow>('select * from task where id = $1', [row.id]);
  expect(task).toMatchObject({ owner, share: owner, lane: 'image', status: 'queued' });
  const [input] = task?.inputs ?? [];
  const key = input?.kind === 'upload' ? input.key : '';
  expect(await query('select owner from stored_object where key = $1', [key])).toEqual([{ owner }]);
  await query('delete from task where id = $1', [row.id]);
});

test('a task of a tool that this version does not have fails in the end, instead of being retried forever', async () => {
  const { id } = await takeNewTask();
  await query("update task set tool = 'gone-tool', status = 'queued' where id = $1", [id]);
  for (let next = await take(); next; next = await take()) await run(next, async () => undefined);
  const reply = await server.client.get<{ list: Task[] }>('/web/task');
  const task = reply.body.data.list.find(listed => listed.taskId === id);
  expect(task).toMatchObject({ tool: 'gone-tool', status: 'failed', error: { error: 'UNEXPECTED' } });
});
