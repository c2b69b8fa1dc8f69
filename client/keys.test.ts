// A client with an API key: what it may do, and what it meets when the key is over its limits, too narrow, or revoked.
import { type LoggedIn, logInAs } from 'server/testing/accounts.ts';
import { makeApiKey } from 'server/testing/api-keys.ts';
import { give } from 'server/testing/money.ts';
import { makeBmp } from 'server/testing/pictures.ts';
import { startTestServer, type TestServer } from 'server/testing/server.ts';
import { tools } from 'tools/index.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pause } from './attempt.ts';
import { type ClientOptions, createClient } from './client.ts';

const convertPath = '/web/picture/format/newPicFormat';

let server: TestServer;
let person: LoggedIn;
let lastMobile = 13_700_000_000;
beforeAll(async () => {
  server = await startTestServer({ environment: { MEMBERSHIP: 'on' } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await logInAs(server, String(++lastMobile));
  await give(server, person, { uses: 50, term: { days: 30 } });
});

const picture = () => new File([makeBmp(16, 16)], 'p.bmp');
const open = (key: string, options: Partial<ClientOptions> = {}) =>
  createClient({ origin: server.url, key, tools, ...options });

test('a key runs tools for its account, and settles what they cost once', async () => {
  const { id, key } = await makeApiKey(server, person);
  const client = open(key);
  const task = await client.tools.photoFilter({ imageUrl: picture(), filterType: 'negative' });
  expect(task).toMatchObject({ status: 'done', charge: { kind: 'use', amount: 1 } });
  await client.settle(task.taskId);
  const answer = await client.openResult(task.taskId);
  expect((await answer.arrayBuffer()).byteLength).toBe(task.result?.files[0]?.size);
  expect((await client.findTask(task.taskId)).charge.state).toBe('settled');
  const { list } = (await person.client.get<{ list: { id: string; usesThisMonth: number }[] }>('/web/apiKey')).body
    .data;
  expect(list.find(one => one.id === id)?.usesThisMonth).toBe(1);
});

test('a token and a visitor work alike', async () => {
  const byToken = createClient({ origin: server.url, token: person.client.headers.token!, tools });
  const task = await byToken.tools.imageConverter({ imageUrl: picture(), format: 'png' });
  expect(task.status).toBe('done');
  const visitor = createClient({ origin: server.url, tools });
  await expect(visitor.findTask(task.taskId)).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' });
});

test('over the limit of a minute the client waits as long as it is told, and then goes on', async () => {
  const { id, key } = await makeApiKey(server, person, { perMinute: 3 });
  const waits: number[] = [];
  const client = open(key, {
    patience: {
      // The minute passes at once.
      pause: async (ms, signal) => {
        waits.push(ms);
        await server.postgres.pool.query(`update allowance set window_ends_at = now() where key = $1`, [
          `api-key ${id}`,
        ]);
        await pause(0, signal);
      },
    },
  });
  for (let call = 1; call <= 5; call++) expect((await client.listTasks()).total).toBe(0);
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeGreaterThan(30_000);
});

test('a client without the patience for that throws, with the seconds to wait', async () => {
  const { key } = await makeApiKey(server, person, { perMinute: 1 });
  const client = open(key, { patience: { giveUpAfterMs: 2000 } });
  await client.listTasks();
  const refused = await client.listTasks().catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'RATE_LIMITED', status: 429 });
  expect((refused as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(2);
});

test('a month that is spent, a scope that is missing and a revoked key are errors of the table, at once', async () => {
  const spent = open((await makeApiKey(server, person, { usesPerMonth: 0 })).key);
  const filter = { imageUrl: picture(), filterType: 'negative' } as const;
  await expect(spent.tools.photoFilter(filter)).rejects.toMatchObject({ code: 'KEY_MONTH_SPENT', status: 402 });
  const blind = open((await makeApiKey(server, person, { scopes: ['tools:image-converter'] })).key);
  await expect(blind.tools.photoFilter(filter)).rejects.toMatchObject({ code: 'KEY_SCOPE', status: 403 });
  const accepted = await blind.startTask(convertPath, { imageUrl: picture(), format: 'png' });
  await expect(blind.followTask(accepted.taskId)).rejects.toMatchObject({ code: 'KEY_SCOPE' });
  const { id, key } = await makeApiKey(server, person);
  await server.stopWorkers();
  const revoked = open(key);
  const started = await revoked.startTask(convertPath, { imageUrl: picture(), format: 'png' });
  await person.client.post(`/web/apiKey/${id}/revoke`);
  await expect(revoked.followTask(started)).rejects.toMatchObject({ code: 'KEY_INVALID', status: 401 });
  server.startWorker();
});
