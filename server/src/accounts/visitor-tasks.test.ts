// A login transfers a visitor's tasks to the account, and they stay the account's after logging out.
import type { Login } from 'contract/routes/accounts.ts';
import type { Batch } from 'contract/routes/tasks.ts';
import type { Task } from 'contract/task.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askForCode, logInAs } from '../../testing/accounts.ts';
import { createClient, type TestClient } from '../../testing/client.ts';
import { readEvents, type SeenEvent } from '../../testing/events.ts';
import { holdRows } from '../../testing/locks.ts';
import { makeBmp, readWebpSize } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const mobile = '13400000001';
let server: TestServer;
let visitor: TestClient;
beforeEach(async () => {
  server = await startTestServer({ works: false });
  visitor = createClient(server.url);
});
afterEach(() => server.stop());

/** Logs this browser in and returns a client with the token. */
async function logIn(client = visitor, asMobile = mobile): Promise<TestClient> {
  const code = await askForCode(server, asMobile, client);
  const { data } = (await client.post<Login>('/web/udUser/userLogin', { mobile: asMobile, code })).body;
  const known = createClient(server.url, client.headers.clientUid);
  known.headers.token = data.token;
  return known;
}

const begin = async (client: TestClient, options: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  (await client.convert(await client.upload(makeBmp(20, 10), 'mine.bmp'), { wait: 0, ...options }, headers)).body.data;
const eventsOf = (path: string, client: TestClient) => readEvents(`${server.url}${path}/events`, client.headers);
const look = (client: TestClient, { taskId }: Task) => client.get<Task>(`/web/task/${taskId}`);

test('a task started as a visitor is followed across the login to its end and downloaded', async () => {
  const task = await begin(visitor);
  const stream = eventsOf(`/web/task/${task.taskId}`, visitor);
  const waiting = visitor.convert(await visitor.upload(makeBmp(6, 5), 'waited-for.bmp'), { wait: 15 });
  const member = await logIn();
  server.startWorker();
  const { events } = await stream;
  expect(events.at(-1)).toMatchObject({ event: 'done', task: { taskId: task.taskId } });
  expect((await waiting).body.data.status).toBe('done');
  const { url } = (await member.post<{ url: string }>(`/web/task/${task.taskId}/download`, {})).body.data;
  expect(readWebpSize(Buffer.from(await (await fetch(url)).arrayBuffer()))).toEqual({ width: 20, height: 10 });
  const { list } = (await member.get<{ list: Task[] }>('/web/task')).body.data;
  expect(list).toHaveLength(2);
  await member.post('/web/udUser/logout');
  expect((await look(visitor, task)).status).toBe(404);
  expect((await visitor.get<{ total: number }>('/web/task')).body.data.total).toBe(0);
});

test('a batch, its open stream and its zip links continue after the login', async () => {
  server.startWorker();
  const first = await begin(visitor, { batchId: 'over-the-login' });
  while ((await look(visitor, first)).body.data.status !== 'done');
  const link = (await visitor.get<Batch>('/web/batch/over-the-login')).body.data.zipUrl ?? '';
  const single = (await visitor.post<{ url: string }>(`/web/task/${first.taskId}/download`, { all: true })).body.data
    .url;
  await server.stopWorkers();
  await begin(visitor, { batchId: 'over-the-login' });
  const countDone = (events: readonly SeenEvent[]) =>
    new Set(events.filter(({ event }) => event === 'done').map(({ task }) => task.taskId)).size;
  // A batch that may still grow ends its stream after ten quiet seconds, which another test sees.
  const stream = readEvents(`${server.url}/web/batch/over-the-login/events`, visitor.headers, {
    isEnough: events => countDone(events) > 1,
  });
  const member = await logIn();
  const third = await begin(member, { batchId: 'over-the-login' });
  server.startWorker();
  const { events } = await stream;
  expect(countDone(events)).toBe(2);
  while ((await look(member, third)).body.data.status !== 'done');
  expect((await member.get<Batch>('/web/batch/over-the-login')).body.data).toMatchObject({ total: 3, done: 3 });
  for (const url of [link, single]) expect((await fetch(url)).status).toBe(200);
  expect((await visitor.get('/web/batch/over-the-login')).status).toBe(404);
});

test('a repeated call with the same idempotency key finds the task created as a visitor', async () => {
  const path = await visitor.upload(makeBmp(9, 9), 'twice.bmp');
  const key = { 'Idempotency-Key': 'once-only' };
  const before = await visitor.convert(path, { wait: 0 }, key);
  const member = await logIn();
  const after = await member.convert(path, { wait: 0 }, key);
  expect(after.body.data.taskId).toBe(before.body.data.taskId);
});

test('an idempotency key that the account has used stays with the account', async () => {
  const member = (await logInAs(server, mobile)).client;
  const key = { 'Idempotency-Key': 'used-by-both' };
  const own = await begin(member, {}, key);
  const visited = await begin(visitor, {}, key);
  const known = await logIn();
  for (const task of [own, visited]) expect((await look(known, task)).status).toBe(200);
  const rows = await server.postgres.pool.query('select id, idempotency_key from task');
  expect(rows.rows).toEqual(
    expect.arrayContaining([
      { id: own.taskId, idempotency_key: 'used-by-both' },
      { id: visited.taskId, idempotency_key: null },
    ]),
  );
});

test('a task whose call was in flight during the login is found with the token', async () => {
  const member = await logIn();
  const late = await begin(visitor); // Sent without the token, like a call from before the login.
  expect((await look(member, late)).body.data.taskId).toBe(late.taskId);
});

test("a login takes no tasks of other visitors, and another account receives none of the first one's", async () => {
  const strangers = await begin(server.stranger);
  const mine = await begin(visitor);
  const first = await logIn();
  expect((await look(first, strangers)).status).toBe(404);
  expect((await look(server.stranger, strangers)).status).toBe(200);
  await first.post('/web/udUser/logout');
  const second = await logIn(visitor, '13400000002');
  expect((await look(second, mine)).status).toBe(404);
});

/** Copies a visitor's task and its file until there are as many of each. */
async function multiply({ taskId }: Task, count: number): Promise<void> {
  const { pool } = server.postgres;
  const columns = async (table: string) => {
    const { rows } = await pool.query(
      "select column_name from information_schema.columns where table_name = $1 and table_schema = current_schema() and is_generated = 'NEVER'",
      [table],
    );
    return rows.map(row => `"${row.column_name}"`);
  };
  const copy = async (table: string, changes: Record<string, string>, where: string) => {
    const names = await columns(table);
    const values = names.map(name => changes[name] ?? name);
    const text = `insert into ${table} (${names}) select ${values} from ${table}, generate_series(2, $1) as n where ${where}`;
    await pool.query(text, [count]);
  };
  await copy('task', { '"id"': 'gen_random_uuid()', '"idempotency_key"': 'null' }, `id = '${taskId}'`);
  await copy('stored_object', { '"key"': "key || '-' || n" }, `key = (select key from stored_object limit 1)`);
}

const countOf = async (table: string, owner: string) =>
  (await server.postgres.pool.query(`select count(*)::int from ${table} where owner like $1`, [owner])).rows[0].count;

test('very many tasks and files are moved in transactions of limited size, and are complete for the first call', async () => {
  await multiply(await begin(visitor), 2500);
  const member = await logIn();
  expect(await countOf('task', 'account:%')).toBeLessThanOrEqual(1000);
  const answers = await Promise.all(Array.from({ length: 6 }, () => member.get<{ total: number }>('/web/task')));
  expect(answers.map(({ body }) => body.data.total)).toEqual(answers.map(() => 2500));
  for (const table of ['task', 'stored_object']) {
    expect(await countOf(table, 'visitor:%')).toBe(0);
    const { rows } = await server.postgres.pool.query(`select count(*)::int from ${table} group by xmin::text`);
    expect(Math.max(...rows.map(row => row.count)), table).toBeLessThanOrEqual(1000);
    expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(2500);
  }
});

test('any number of calls that wait for a move of tasks hold one connection', async () => {
  const member = await logIn();
  await begin(visitor);
  await begin(visitor);
  const held = await holdRows(server.postgres, 'select from account');
  const waiting = Array.from({ length: 12 }, () => member.get<{ total: number }>('/web/task'));
  await held.untilWaiting(1);
  for (let call = 0; call < 20; call += 1) await server.stranger.get('/web/task');
  expect(await held.countWaiting()).toBe(1);
  await held.release();
  for (const answer of await Promise.all(waiting)) expect(answer.body.data.total).toBe(2);
});
