// What a key may spend in a month: held with the acceptance of a task, given back with its release, never exceeded, and begun anew.
import type { ApiKey } from 'contract/routes/api-keys.ts';
import type { Batch } from 'contract/routes/tasks.ts';
import type { Task } from 'contract/task.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { clientWithKey, makeApiKey } from '../../testing/api-keys.ts';
import type { TestClient } from '../../testing/client.ts';
import { findUnbalanced, give, ownedBy } from '../../testing/money.ts';
import { errorOf } from '../../testing/operators.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { buildApp } from '../app.ts';

let server: TestServer;
let person: LoggedIn;
let imageUrl: string;
let lastMobile = 13_300_000_000;
beforeAll(async () => {
  server = await startTestServer({ works: false, environment: { MEMBERSHIP: 'on' } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await logInAs(server, String(++lastMobile));
  await give(server, person, { uses: 50, coins: 500, term: { days: 30 } });
  imageUrl = await person.client.upload(makeBmp(16, 16), 'p.bmp');
});
afterEach(async () => {
  await server.stopWorkers();
  expect(await findUnbalanced(server)).toEqual([]);
});

/** A call that costs one use. */
const filter = (client: TestClient, options: object = {}) =>
  client.post<Task>('/web/photoFilter', { imageUrl, filterType: 'negative', wait: 0, ...options });
const spentOf = async (id: string) => {
  const { list } = (await person.client.get<{ list: ApiKey[] }>('/web/apiKey')).body.data;
  const { usesThisMonth, coinsThisMonth } = list.find(key => key.id === id)!;
  return [usesThisMonth, coinsThisMonth];
};
const query = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;

test('the uses of a month are held with the task, and what exceeds them is refused and holds nothing', async () => {
  const { id, client } = await makeApiKey(server, person, { usesPerMonth: 2 });
  const first = await filter(client);
  expect([first.status, first.body.data.charge]).toEqual([200, { kind: 'use', amount: 1, state: 'held' }]);
  expect(await spentOf(id)).toEqual([1, 0]);
  await filter(client);
  const refused = await filter(client);
  expect(errorOf(refused)).toEqual([402, 'KEY_MONTH_SPENT']);
  expect(refused.body.details).toEqual({ unit: 'use', most: 2, left: 0 });
  expect(await spentOf(id)).toEqual([2, 0]);
  expect((await ownedBy(server, person))[1]).toBe(2);
  // The person and their other keys still pay.
  expect((await filter(person.client)).status).toBe(200);
  expect((await filter((await makeApiKey(server, person)).client)).status).toBe(200);
  const quoted = await client.post<{ allowed: boolean; reason: string }>('/web/task/quote', {
    tool: '/web/photoFilter',
    payload: { imageUrl, filterType: 'negative' },
  });
  expect(quoted.body.data).toMatchObject({ allowed: false, reason: expect.stringContaining('monthly limit') });
});

test('many calls at once over two servers never spend more than the month allows', async () => {
  const other = await buildApp(server.parts);
  onTestFinished(() => other.close());
  const url = await other.listen({ port: 0, host: '127.0.0.1' });
  const { id, key, client } = await makeApiKey(server, person, { usesPerMonth: 5 });
  const clients = [client, clientWithKey(url, key)];
  const replies = await Promise.all(Array.from({ length: 16 }, (_, i) => filter(clients[i % 2]!)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
  for (const reply of replies.filter(({ status }) => status !== 200))
    expect(errorOf(reply)).toEqual([402, 'KEY_MONTH_SPENT']);
  expect(await spentOf(id)).toEqual([5, 0]);
  expect((await ownedBy(server, person)).slice(0, 2)).toEqual([50, 5]);
});

test('a cancelled task gives its use back, a downloaded one stays spent, and a repetition counts once', async () => {
  const { id, client } = await makeApiKey(server, person, { usesPerMonth: 1 });
  const once = { 'idempotency-key': 'one' };
  const post = () => client.post<Task>('/web/photoFilter', { imageUrl, filterType: 'negative', wait: 0 }, once);
  const { taskId } = (await post()).body.data;
  expect((await post()).body.data.taskId).toBe(taskId);
  expect(await spentOf(id)).toEqual([1, 0]);
  await client.post(`/web/task/${taskId}/cancel`);
  expect(await spentOf(id)).toEqual([0, 0]);
  server.startWorker();
  const done = (await filter(client, { wait: 15 })).body.data;
  expect((await client.post(`/web/task/${done.taskId}/download`)).status).toBe(200);
  expect(await spentOf(id)).toEqual([1, 0]);
  expect((await ownedBy(server, person)).slice(0, 2)).toEqual([49, 0]);
  expect(errorOf(await filter(client))).toEqual([402, 'KEY_MONTH_SPENT']);
});

test('coins are counted apart from uses', async () => {
  const rich = await logInAs(server, String(++lastMobile));
  await give(server, rich, { coins: 500 });
  person = rich;
  imageUrl = await person.client.upload(makeBmp(16, 16), 'p.bmp');
  const { id, client } = await makeApiKey(server, person, { usesPerMonth: 0, coinsPerMonth: 1_000_000 });
  const { charge } = (await filter(client)).body.data;
  expect(charge).toMatchObject({ kind: 'coins', state: 'held' });
  expect(await spentOf(id)).toEqual([0, charge.amount]);
  await person.client.post(`/web/apiKey/${id}`, { coinsPerMonth: 2 * charge.amount - 1 });
  expect(errorOf(await filter(client))).toEqual([402, 'KEY_MONTH_SPENT']);
  await person.client.post(`/web/apiKey/${id}`, { coinsPerMonth: 2 * charge.amount });
  expect((await filter(client)).status).toBe(200);
});

test('a new month begins with nothing spent, and a late release of the last month gives nothing to this one', async () => {
  const { id, client } = await makeApiKey(server, person, { usesPerMonth: 1 });
  const { taskId } = (await filter(client)).body.data;
  expect(errorOf(await filter(client))).toEqual([402, 'KEY_MONTH_SPENT']);
  // As if it had been held last month.
  const earlier = "date_trunc('month', now() - interval '40 days')::date";
  await query(`update hold set key_month = ${earlier} where key_id = $1`, [id]);
  await query(`update key_spending set month = ${earlier} where key_id = $1`, [id]);
  expect(await spentOf(id)).toEqual([0, 0]);
  expect((await filter(client)).status).toBe(200);
  expect(await spentOf(id)).toEqual([1, 0]);
  await client.post(`/web/task/${taskId}/cancel`);
  expect(await spentOf(id)).toEqual([1, 0]);
  expect(errorOf(await filter(client))).toEqual([402, 'KEY_MONTH_SPENT']);
  const [row] = await query(`select month::text from key_spending where key_id = $1`, [id]);
  const [{ month }] = await query(
    `select date_trunc('month', now() at time zone '${server.parts.config.timeZone}')::date::text as month`,
  );
  expect(row.month).toBe(month);
});

test('a result that was not paid when it was made is paid for by the key that downloads it', async () => {
  const poor = await logInAs(server, String(++lastMobile));
  person = poor;
  imageUrl = await person.client.upload(makeBmp(16, 16), 'p.bmp');
  const { id, client } = await makeApiKey(server, person, { usesPerMonth: 0 });
  server.startWorker();
  const { taskId, charge } = (await filter(client, { wait: 15 })).body.data;
  expect(charge.state).toBe('none');
  expect(await spentOf(id)).toEqual([0, 0]);
  await give(server, person, { uses: 3, term: { days: 30 } });
  const download = (by: TestClient) => by.post(`/web/task/${taskId}/download`);
  expect(errorOf(await download(client))).toEqual([402, 'KEY_MONTH_SPENT']);
  expect((await ownedBy(server, person)).slice(0, 2)).toEqual([3, 0]);
  await person.client.post(`/web/apiKey/${id}`, { usesPerMonth: 1 });
  expect((await download(client)).status).toBe(200);
  expect((await download(client)).status).toBe(200);
  expect(await spentOf(id)).toEqual([1, 0]);
  expect((await ownedBy(server, person)).slice(0, 2)).toEqual([2, 0]);
});

test('a retried batch runs as far as the month of the key that retries it pays', async () => {
  const { id, client } = await makeApiKey(server, person, { usesPerMonth: 3 });
  const tasks = await Promise.all([1, 2, 3].map(() => filter(client, { batchId: 'again' })));
  const ids = tasks.map(({ body }) => body.data.taskId);
  for (const taskId of ids) await client.post(`/web/task/${taskId}/cancel`);
  expect(await spentOf(id)).toEqual([0, 0]);
  await query(
    `update task set status = 'failed', stage = 'failed', error = '{"error":"UNEXPECTED"}' where id = any ($1)`,
    [ids],
  );
  await person.client.post(`/web/apiKey/${id}`, { usesPerMonth: 2 });
  const narrow = await makeApiKey(server, person, { scopes: ['tools:image-converter'] });
  expect(errorOf(await narrow.client.post('/web/batch/again/retry'))).toEqual([403, 'KEY_SCOPE']);
  const { status, body } = await client.post<Batch>('/web/batch/again/retry');
  expect([status, body.data.queued, body.data.failed]).toEqual([200, 2, 1]);
  expect(body.data.tasks.find(task => task.status === 'failed')?.error?.error).toBe('KEY_MONTH_SPENT');
  expect(await spentOf(id)).toEqual([2, 0]);
});
