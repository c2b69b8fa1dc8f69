// Batches and lists are returned in pages, with a number of queries that does not grow with the number of tasks.
import type { Batch } from 'contract/routes/tasks.ts';
import type { Task } from 'contract/task.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeBatch } from '../../testing/batches.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { readAllTasks } from './owner-store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false });
  await makeBatch(server, 'small', 1);
  await makeBatch(server, 'large', 230);
});
afterAll(() => server.stop());

const getBatch = async (query = '') => (await server.client.get<Batch>(`/web/batch/large${query}`)).body.data;
const query = async (text: string) => (await server.postgres.pool.query(text)).rows;

/**
 * The number of SQL statements that a GET of this path takes. The minimum of several counts, since background work only adds statements.
 */
async function countQueries(path: string): Promise<number> {
  const counts: number[] = [];
  for (let turn = 0; turn < 5; turn++) {
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    expect((await server.client.get(path)).status).toBe(200);
    counts.push(queries.mock.calls.length);
    queries.mockRestore();
  }
  return Math.min(...counts);
}

test('the pages of a batch contain every task once, in the order the tasks were sent', async () => {
  const first = await getBatch();
  expect(first).toMatchObject({ total: 230, queued: 230, page: 1, size: 100, progress: 0 });
  const pages = [first.tasks, (await getBatch('?page=2')).tasks, (await getBatch('?page=3')).tasks];
  expect(pages.map(page => page.length)).toEqual([100, 100, 30]);
  const ids = pages.flat().map(task => task.taskId);
  const rows = await query(`select id from task where batch_id = 'large' order by created_at, id`);
  expect(ids).toEqual(rows.map(row => row.id));
  expect(pages.flat().map(task => task.queuePosition)).toEqual(ids.map((_, index) => index + 2));
  const beyond = await getBatch('?page=4');
  expect(beyond).toMatchObject({ total: 230, page: 4, tasks: [] });
});

test('a page is at most 100 tasks long and starts at 1', async () => {
  for (const path of ['/web/batch/large', '/web/task'])
    for (const bad of ['size=101', 'size=0', 'page=0', 'page=1.5', 'page=999999999']) {
      const { status, body } = await server.client.get(`${path}?${bad}`);
      expect([bad, status, body.error]).toEqual([bad, 400, 'BAD_REQUEST']);
    }
});

test('a malformed id of a batch or task is answered like an unknown one', async () => {
  const ids = ['nope', 'x'.repeat(65), 'a%20b', 'x'.repeat(1000)];
  for (const path of ids.flatMap(id => [`/web/batch/${id}`, `/web/task/${id}`])) {
    const { status, body } = await server.client.get(path);
    expect([path, status, body.error]).toEqual([path, 404, 'TASK_NOT_FOUND']);
  }
  // A NUL is no part of any id.
  const { status, body } = await server.client.get('/web/task/%00');
  expect([status, body.error]).toEqual([400, 'BAD_REQUEST']);
});

test('another visitor is refused every page of a batch and sees an empty list', async () => {
  const { status, body } = await server.stranger.get('/web/batch/large?page=2&size=10');
  expect([status, body.error]).toEqual([404, 'TASK_NOT_FOUND']);
  const list = (await server.stranger.get<{ list: Task[]; total: number }>('/web/task?size=100')).body.data;
  expect(list).toMatchObject({ list: [], total: 0, page: 1, size: 100 });
});

test('the list of all tasks continues where the page before ended, newest first', async () => {
  const read = async (page: number) =>
    (await server.client.get<{ list: Task[]; total: number }>(`/web/task?page=${page}&size=90`)).body.data;
  const pages = [await read(1), await read(2), await read(3)];
  expect(pages.map(page => [page.total, page.list.length])).toEqual([
    [231, 90],
    [231, 90],
    [231, 51],
  ]);
  const times = pages.flatMap(page => page.list.map(task => task.createdAt));
  expect(times).toEqual([...times].sort().reverse());
});

/** The number of SQL statements and store reads that a quote takes. */
async function costOf(path: string, asked: object) {
  const costs: { queries: number; heads: number }[] = [];
  for (let turn = 0; turn < 3; turn++) {
    const heads = vi.spyOn(server.parts.objects, 'readHead');
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    expect((await server.client.post(path, asked)).body.data).toMatchObject({ allowed: true });
    costs.push({ queries: queries.mock.calls.length, heads: heads.mock.calls.length });
    queries.mockRestore();
    heads.mockRestore();
  }
  const min = (name: 'queries' | 'heads') => Math.min(...costs.map(cost => cost[name]));
  return { queries: min('queries'), heads: min('heads') };
}
/** Of a GIF of these files. */
const costOfQuote = (list: readonly string[]) => costOf('/web/task/quote', { tool: 'gif', payload: { list } });
const uploadFrame = () => server.client.upload(makeBmp(16, 16), 'frame.bmp');

test('a file that is named three hundred times is looked up once, however it is written', async () => {
  const path = await uploadFrame();
  const once = await costOfQuote([path]);
  expect(once.heads).toBe(1);
  expect(await costOfQuote(Array.from({ length: 300 }, () => path))).toEqual(once);
  expect(await costOfQuote(Array.from({ length: 300 }, (_, n) => `${server.url}/store/${path}?${n}`))).toEqual(once);
});

test('twenty files take no more queries than one', async () => {
  const paths: string[] = [];
  for (let n = 0; n < 20; n++) paths.push(await uploadFrame());
  const { queries } = await costOfQuote(paths.slice(0, 1));
  expect(await costOfQuote(paths)).toEqual({ queries, heads: 20 });
});

test('a pipeline of twenty files takes no more queries than one of a single file, however many steps it has', async () => {
  const inputs: string[] = [];
  for (let n = 0; n < 20; n++) inputs.push(await uploadFrame());
  const step = { path: '/web/picture/resize', payload: { percent: 50 } };
  const costOfPipeline = (files: readonly string[], steps: number) =>
    costOf('/web/pipeline/quote', { inputs: files, steps: Array.from({ length: steps }, () => step) });
  const { queries } = await costOfPipeline(inputs.slice(0, 1), 1);
  expect(await costOfPipeline(inputs, 10)).toEqual({ queries, heads: 20 });
});

test('a hundred tasks take no more queries than one', async () => {
  expect(await countQueries('/web/task?size=100')).toBe(await countQueries('/web/task?size=1'));
  expect(await countQueries('/web/batch/large')).toBe(await countQueries('/web/batch/small'));
});

test('the sums of a batch count each state, and an ended task counts as 100 %', async () => {
  await makeBatch(server, 'mixed', 5);
  const ids = (await query(`select id from task where batch_id = 'mixed' order by created_at, id`)).map(row => row.id);
  const set = (index: number, values: string) =>
    server.postgres.pool.query(`update task set ${values} where id = $1`, [ids[index]]);
  await set(0, `status = 'running', progress = 40, started_at = now()`);
  await set(1, `status = 'cancelled', ended_at = now(), progress = 10`);
  await set(2, `status = 'failed', error = '{"error": "UNEXPECTED", "details": null}', ended_at = now()`);
  await set(
    3,
    `status = 'done', result = '{"files": []}', progress = 100, started_at = now() - interval '4 s', ended_at = now()`,
  );
  const { data } = (await server.client.get<Batch>('/web/batch/mixed')).body;
  const counts = { total: 5, queued: 1, running: 1, done: 1, failed: 1, cancelled: 1 };
  expect(data).toMatchObject({ ...counts, progress: 68 });
  expect(data.tasks.map(task => task.status)).toEqual(['running', 'cancelled', 'failed', 'done', 'queued']);
  expect(new URL(data.zipUrl ?? '').pathname).toBe('/web/batch/mixed/zip');
});

test('requests that read many tasks share a lower limit than requests for one task', async () => {
  const limited = await startTestServer({ works: false, environment: { RATE_PER_MINUTE: '16' } });
  try {
    const { get, post } = limited.client;
    const bulk = [
      () => get('/web/batch/none'),
      () => post('/web/batch/none/retry'),
      () => get('/web/batch/none/zip'),
      () => get('/web/task'),
      () => get('/web/batch/none/events'),
      () => get('/web/task/none/zip'),
    ];
    const statuses: number[] = [];
    for (const send of bulk) statuses.push((await send()).status);
    expect(statuses).toEqual([404, 404, 404, 200, 429, 429]);
    for (let index = 0; index < 20; index++) expect((await get('/web/task/none')).status).toBe(404);
  } finally {
    await limited.stop();
  }
});

test.each(['batch', 'list'])('the tasks of a %s are read while the client takes them, not all at once', async name => {
  const batchId = `heavy-${name}`;
  await makeBatch(server, batchId, 60);
  // Half a megabyte of text for each.
  await query(
    `update task set status = 'done', ended_at = now(), lane = 'image', result = jsonb_build_object('files', '[]'::jsonb, 'text',
      (select string_agg(md5(number::text), '') from generate_series(1, 16000) as number)) where batch_id = '${batchId}'`,
  );
  const path = name === 'batch' ? `/web/batch/${batchId}` : '/web/task?size=60';
  const reply = await fetch(server.url + path, { headers: server.client.headers });
  const chunks = reply.body!.getReader();
  let text = Buffer.from((await chunks.read()).value!);
  // The answer contains only what has been read by this point.
  await query(`delete from task where batch_id = '${batchId}'`);
  for (let next = await chunks.read(); !next.done; next = await chunks.read()) text = Buffer.concat([text, next.value]);
  const { data } = JSON.parse(text.toString()) as { data: { tasks?: Task[]; list?: Task[] } };
  const tasks = data.tasks ?? data.list!;
  expect(tasks.length).toBeGreaterThan(0);
  expect(tasks.length).toBeLessThan(60);
  expect(tasks.map(({ result }) => result?.text?.length)).toEqual(tasks.map(() => 512_000));
});

test('all tasks of an owner are read a page at a time, each once, the newest first', async () => {
  const [{ owner }] = await query("select owner from task where batch_id = 'large' limit 1");
  const sorted = await query(`select id from task where owner = '${owner}' order by created_at desc, id`);
  const read: string[] = [];
  for await (const row of readAllTasks(server.parts.database, owner)) read.push(row.id);
  expect(read.length).toBeGreaterThanOrEqual(230);
  expect(read).toEqual(sorted.map(({ id }) => id));
});
