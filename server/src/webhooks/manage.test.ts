// Creating, listing and deleting webhooks over HTTP, who may, and what becomes of them with their account.
import type { Webhook, WebhookDelivery } from 'contract/routes/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askForCode, type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { makeApiKey } from '../../testing/api-keys.ts';
import { makeClock } from '../../testing/clock.ts';
import { errorOf } from '../../testing/operators.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { endTask, makeWebhook, queueTask } from '../../testing/webhooks.ts';
import { sweepExpired } from '../retention/sweep.ts';
import { completeTask } from '../tasks/end-task.ts';
import { tellEnds } from './tell-ends.ts';
import { maxWebhooks } from './webhooks.ts';

const clock = makeClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false, now: clock.now });
});
afterAll(() => server.stop());

let lastMobile = 13_700_000_000;
const newPerson = () => logInAs(server, String(++lastMobile));
const url = 'https://hooks.example.org/in';
const events = ['task.done'];
const query = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;
const listOf = async ({ client }: Pick<LoggedIn, 'client'>) =>
  (await client.get<{ list: Webhook[]; total: number; hasCalls: boolean }>('/web/webhook')).body.data;
/** Has a task end and its delivery written, and returns the delivery's id. */
async function tell(person: LoggedIn): Promise<string> {
  await endTask(server, await queueTask(person));
  await tellEnds(server.parts);
  const [row] = await query('select id from webhook_delivery where account_id = $1 order by place desc limit 1', [
    person.user.id,
  ]);
  return row.id;
}

test('a webhook is listed without its secret, which the database has only sealed', async () => {
  const person = await newPerson();
  const { id: keyId } = await makeApiKey(server, person);
  const { secret, ...made } = await makeWebhook(person, ` ${url}#part `, {
    events: ['batch.done', 'task.done', 'batch.done'],
    keyId,
  });
  expect(made).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    url,
    events: ['task.done', 'batch.done'],
    keyId,
    createdAt: expect.stringMatching(/^20/),
    failingSince: null,
    pausedAt: null,
  });
  const bytes = Buffer.from(secret.replace('whsec_', ''), 'base64');
  expect(bytes).toHaveLength(32);
  expect(await listOf(person)).toEqual({ list: [made], total: 1, hasCalls: false });
  const [row] = await query('select * from webhook where id = $1', [made.id]);
  expect(row.secret.includes(bytes)).toBe(false);
  const exported = await person.client.get<{ webhooks: Webhook[] }>('/web/udUser/export');
  expect(exported.body.data.webhooks).toEqual([made]);
});

test.each([
  [{ url: '' }, 'LINK_EMPTY'],
  [{ url: 'hooks.example.org' }, 'LINK_BAD'],
  [{ url: 'ftp://example.org' }, 'LINK_BAD'],
  [{ url: 'https://user:pass@example.org/' }, 'LINK_BAD'],
  [{ url: `https://example.org/${'a'.repeat(2048)}` }, 'BAD_REQUEST'],
  [{ url: 'http://example.org/' }, 'WEBHOOK_NEEDS_HTTPS'],
  [{ url: 'https://127.0.0.1/' }, 'LINK_REFUSED'],
  [{ url: 'https://localhost:8080/' }, 'LINK_REFUSED'],
  [{ url: 'https://[::1]/' }, 'LINK_REFUSED'],
  [{ url: 'https://169.254.169.254/latest/meta-data' }, 'LINK_REFUSED'],
  [{ url: 'https://10.1.2.3/' }, 'LINK_REFUSED'],
  [{ url: 'https://0x7f.1/' }, 'LINK_REFUSED'],
  [{ url: 'https://93.184.216.34:22/' }, 'LINK_REFUSED'],
  [{ events: [] }, 'BAD_REQUEST'],
  [{ events: ['task.started'] }, 'BAD_REQUEST'],
  [{ events: 'task.done' }, 'BAD_REQUEST'],
])('%o is refused with %s', async (fields, error) => {
  const person = await newPerson();
  const reply = await person.client.post('/web/webhook', { url, events, ...fields });
  expect(errorOf(reply)).toEqual([400, error]);
  expect((await listOf(person)).total).toBe(0);
});

test('a key must be a live one of the account', async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  const [own, foreign] = [await makeApiKey(server, person), await makeApiKey(server, other)];
  const create = (keyId: unknown) => person.client.post('/web/webhook', { url, events, keyId });
  for (const keyId of [foreign.id, 'nonsense']) expect(errorOf(await create(keyId))).toEqual([404, 'KEY_NOT_FOUND']);
  for (const none of [null, '']) expect((await create(none)).status).toBe(200);
  expect((await create(own.id)).status).toBe(200);
  await person.client.post(`/web/apiKey/${own.id}/revoke`);
  expect(errorOf(await create(own.id))).toEqual([404, 'KEY_NOT_FOUND']);
});

test('an account has a limit, also for calls at once', async () => {
  const person = await newPerson();
  const replies = await Promise.all(
    Array.from({ length: maxWebhooks + 5 }, () => person.client.post('/web/webhook', { url, events })),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(maxWebhooks);
  for (const reply of replies.filter(({ status }) => status !== 200))
    expect(errorOf(reply)).toEqual([409, 'TOO_MANY_WEBHOOKS']);
  expect((await listOf(person)).total).toBe(maxWebhooks);
});

test('others, visitors and API keys reach no webhook', async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  const { id } = await makeWebhook(person, url);
  const deliveryId = await tell(person);
  const calls = [
    ['get', `/web/webhook/${id}/deliveries`, undefined],
    ['post', `/web/webhook/${id}/replay`, { deliveryId }],
    ['post', `/web/webhook/${id}/resume`, {}],
    ['post', `/web/webhook/${id}/secret`, {}],
    ['post', `/web/webhook/${id}/delete`, {}],
  ] as const;
  const { client: withKey } = await makeApiKey(server, person);
  for (const [method, path, body] of calls) {
    expect(errorOf(await other.client[method](path, body as never))).toEqual([404, 'WEBHOOK_NOT_FOUND']);
    expect(errorOf(await server.client[method](path, body as never))).toEqual([401, 'LOGIN_REQUIRED']);
    expect(errorOf(await withKey[method](path, body as never))).toEqual([403, 'KEY_SCOPE']);
  }
  for (const wrong of ['nonsense', 'calls'])
    expect(errorOf(await person.client.get(`/web/webhook/${wrong}/deliveries`))).toEqual([404, 'WEBHOOK_NOT_FOUND']);
  expect((await listOf(other)).total).toBe(0);
  expect((await listOf(person)).list[0]?.id).toBe(id);
  // A delivery belongs to its webhook.
  const { id: second } = await makeWebhook(person, url);
  for (const [webhookId, wrong] of [
    [second, deliveryId],
    [id, 'nonsense'],
  ])
    expect(errorOf(await person.client.post(`/web/webhook/${webhookId}/replay`, { deliveryId: wrong }))).toEqual([
      404,
      'WEBHOOK_DELIVERY_NOT_FOUND',
    ]);
});

test('deliveries are listed in pages, newest first, and deleted with their webhook', async () => {
  const person = await newPerson();
  const { id } = await makeWebhook(person, url);
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) ids.unshift(await tell(person));
  const read = async (page: number) =>
    (
      await person.client.get<{ list: WebhookDelivery[]; total: number; page: number; size: number }>(
        `/web/webhook/${id}/deliveries?page=${page}&size=2`,
      )
    ).body.data;
  const [first, second] = [await read(1), await read(2)];
  expect([first, second]).toMatchObject([
    { total: 3, page: 1, size: 2 },
    { total: 3, page: 2, size: 2 },
  ]);
  expect([...first.list, ...second.list].map(one => one.id)).toEqual(ids);
  expect(first.list[0]).toMatchObject({ state: 'pending', attempts: [], type: 'task.done', batchId: null });
  expect((await person.client.post(`/web/webhook/${id}/delete`)).body).toMatchObject({ code: 200, data: null });
  expect(await query('select id from webhook_delivery where webhook_id = $1', [id])).toEqual([]);
  expect(errorOf(await person.client.post(`/web/webhook/${id}/delete`))).toEqual([404, 'WEBHOOK_NOT_FOUND']);
  expect((await listOf(person)).total).toBe(0);
});

test('deliveries are deleted after seven days', async () => {
  const person = await newPerson();
  const { id } = await makeWebhook(person, url);
  const old = await tell(person);
  clock.turnSeconds(6 * 86_400);
  const recent = await tell(person);
  clock.turnSeconds(86_400 + 60);
  await sweepExpired(server.parts);
  const left = await query('select id from webhook_delivery where webhook_id = $1', [id]);
  expect(left).toEqual([{ id: recent }]);
  expect(old).not.toBe(recent);
});

test('webhooks and deliveries are deleted with their account', async () => {
  const person = await newPerson();
  await makeWebhook(person, url);
  await person.client.post('/web/webhook/calls/secret');
  await tell(person);
  await endTask(server, await queueTask(person));
  const code = await askForCode(server, String(lastMobile));
  expect((await person.client.post('/web/udUser/delete', { code })).status).toBe(200);
  expect(await query('select id from webhook where account_id = $1', [person.user.id])).toEqual([]);
  expect(await query('select id from webhook_delivery where account_id = $1', [person.user.id])).toEqual([]);
  // What its tasks had still to tell follows nothing.
  await tellEnds(server.parts);
  expect(await query('select place from task_end')).toEqual([]);
});

test('the end of a task is noted in the transaction that ends it, for accounts alone', async () => {
  const person = await newPerson();
  const taskId = await queueTask(person);
  await query(`update task set status = 'running', started_at = now(), attempt = 1 where id = $1`, [taskId]);
  const killed = server.parts.database.transaction().execute(async trx => {
    await completeTask(trx, { id: taskId, attempt: 1 }, { files: [] });
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  expect(await query('select place from task_end where task_id = $1', [taskId])).toEqual([]);
  await completeTask(server.parts.database, { id: taskId, attempt: 1 }, { files: [] });
  const [noted] = await query('select owner, task from task_end where task_id = $1', [taskId]);
  expect(noted).toMatchObject({ owner: `account:${person.user.id}`, task: { status: 'done', result: null } });
  const ofVisitor = await queueTask({ client: server.client });
  await endTask(server, ofVisitor);
  expect(await query('select place from task_end where task_id = $1', [ofVisitor])).toEqual([]);
});
