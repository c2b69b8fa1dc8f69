// Messages as a receiver gets them: signed, about the right tasks, in order, once for a batch, again after failures, and never to forbidden addresses.
import type { WebhookDelivery } from 'contract/routes/webhooks.ts';
import type { Task } from 'contract/task.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { makeApiKey } from '../../testing/api-keys.ts';
import { makeClock } from '../../testing/clock.ts';
import { errorOf } from '../../testing/operators.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { paths, sendPipeline } from '../../testing/pipelines.ts';
import { isSignedWith, type Receiver, startReceiver } from '../../testing/receiver.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { hasAttempts, lookForDue, makeWebhook, untilDeliveries } from '../../testing/webhooks.ts';

const clock = makeClock();
let server: TestServer;
let person: LoggedIn;
let picture: string;
let lastMobile = 13_900_000_000;
beforeAll(async () => {
  server = await startTestServer({ now: clock.now, environment: { FETCH_ALLOW: '127.0.0.1/32' } });
  server.startWebhooks();
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await logInAs(server, String(++lastMobile));
  picture = await person.client.upload(makeBmp(8, 8), 'p.bmp');
});

const query = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;

/** Turns the clock and has the servers look for what is due. */
async function turn(seconds: number): Promise<void> {
  clock.turnSeconds(seconds);
  await lookForDue(server);
}

const convert = (options: object = {}, client = person.client) => client.convert(picture, { ...options });
const corrupt = async () => {
  const damaged = await person.client.upload(makeBmp(8, 8).subarray(0, 60), 'broken.bmp');
  return ((await person.client.convert(damaged)).body.details as { taskId: string }).taskId;
};

/** Returns when a later message has arrived at another receiver: by then an earlier one would have arrived, too. */
async function settle(): Promise<void> {
  const [witness, other] = [await startReceiver(), await logInAs(server, String(++lastMobile))];
  await makeWebhook(other, witness.url);
  await other.client.convert(await other.client.upload(makeBmp(8, 8), 'p.bmp'));
  await witness.until(1);
}

test('a finished task is told once, signed, with the task as a client reads it', async () => {
  const receiver = await startReceiver();
  const { secret, id } = await makeWebhook(person, `${receiver.url}/hook?a=1`, { events: ['task.done'] });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const { taskId } = (await convert({ batchId: 'a' })).body.data;
  const [message] = await receiver.until(1);
  const task = (await person.client.get<Task>(`/web/task/${taskId}`)).body.data;
  expect(JSON.parse(message!.body)).toEqual({ type: 'task.done', timestamp: message!.message.timestamp, data: task });
  const [{ ended_at: endedAt }] = (await query('select ended_at from task where id = $1', [taskId])) as [
    { ended_at: Date },
  ];
  expect(message!.message.timestamp).toBe(endedAt.toISOString());
  expect(message!.path).toBe('/hook?a=1');
  expect(message!.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Pixwright/1.0' });
  expect(message!.headers['webhook-timestamp']).toMatch(/^\d{10}$/);
  expect(message!.headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  expect(isSignedWith(message!, secret)).toBe(true);
  expect(isSignedWith({ ...message!, body: `${message!.body} ` }, secret)).toBe(false);
  const [delivery] = await untilDeliveries(person, id, ([one]) => one?.state === 'delivered');
  expect(delivery).toMatchObject({
    id: message!.id,
    type: 'task.done',
    taskId,
    batchId: 'a',
    url: `${receiver.url}/hook?a=1`,
    nextAttemptAt: null,
    attempts: [{ status: 204, error: null, body: '' }],
  });
  await settle();
  expect(receiver.received).toHaveLength(1);
});

test('each kind of end is told as such, and only the kinds that were asked for', async () => {
  const [all, failures] = [await startReceiver(), await startReceiver()];
  await makeWebhook(person, all.url);
  await makeWebhook(person, failures.url, { events: ['task.failed'] });
  const failed = await corrupt();
  await server.stopWorkers();
  const { taskId: cancelled } = (await convert({ wait: 0 })).body.data;
  await person.client.post(`/web/task/${cancelled}/cancel`);
  server.startWorker();
  const { taskId: done } = (await convert()).body.data;
  const told = (await all.until(3)).map(({ message }) => [message.type, message.data.taskId, message.data.status]);
  expect(told.sort()).toEqual([
    ['task.cancelled', cancelled, 'cancelled'],
    ['task.done', done, 'done'],
    ['task.failed', failed, 'failed'],
  ]);
  expect((await failures.until(1)).map(({ message }) => message.data)).toMatchObject([
    { taskId: failed, error: { error: expect.any(String), msg: expect.any(String) }, result: null },
  ]);
  await settle();
  expect(failures.received).toHaveLength(1);
});

test('a webhook of a key is told only of tasks that were made with that key', async () => {
  const [ofKey, ofAll] = [await startReceiver(), await startReceiver()];
  const [key, other] = [await makeApiKey(server, person), await makeApiKey(server, person)];
  await makeWebhook(person, ofKey.url, { keyId: key.id });
  await makeWebhook(person, ofAll.url);
  const ids: string[] = [];
  for (const client of [person.client, other.client, key.client])
    ids.push((await convert({}, client)).body.data.taskId);
  const all = await ofAll.until(3);
  expect(all.map(({ message }) => message.data.taskId).sort()).toEqual([...ids].sort());
  expect((await ofKey.until(1)).map(({ message }) => message.data.taskId)).toEqual([ids[2]]);
});

test('others get nothing: a visitor, another account', async () => {
  const receiver = await startReceiver();
  await makeWebhook(person, receiver.url);
  const stranger = await logInAs(server, String(++lastMobile));
  for (const client of [server.client, stranger.client])
    await client.convert(await client.upload(makeBmp(8, 8), 'p.bmp'));
  await settle();
  expect(receiver.received).toEqual([]);
});

test('a call names an address of its own; it is signed with the secret for calls', async () => {
  const receiver = await startReceiver();
  const { secret } = (await person.client.post<{ secret: string }>('/web/webhook/calls/secret')).body.data;
  const { client } = await makeApiKey(server, person);
  const { taskId } = (await convert({ webhookUrl: `${receiver.url}/job/7` }, client)).body.data;
  const [message] = await receiver.until(1);
  expect(message).toMatchObject({ path: '/job/7', message: { type: 'task.done', data: { taskId } } });
  expect(isSignedWith(message!, secret)).toBe(true);
  const [delivery] = await untilDeliveries(person, 'calls', ([one]) => one?.state === 'delivered');
  expect(delivery).toMatchObject({ taskId, url: `${receiver.url}/job/7` });
  expect((await person.client.get('/web/webhook')).body.data).toEqual({ list: [], total: 0, hasCalls: true });
});

test('a pipeline names an address as a call does: the end of each of its tasks is told there, once', async () => {
  const receiver = await startReceiver();
  const steps = [
    { path: paths.resize, payload: { width: 4 } },
    { path: paths.format, payload: { format: 'png' } },
  ];
  const second = await person.client.upload(makeBmp(9, 9), 'q.bmp');
  const sent = { webhookUrl: `${receiver.url}/pipeline` };
  const { body } = await sendPipeline(person.client, steps, [picture, second], sent, { 'Idempotency-Key': 'p1' });
  const messages = await receiver.until(2);
  await settle();
  expect(receiver.received).toHaveLength(2);
  for (const { path, message } of messages) {
    expect([path, message.type, message.data.step]).toEqual(['/pipeline', 'task.done', { index: 1, of: 2 }]);
    expect(message.data.batchId).toBe(body.data.batchId);
  }
  const clash = await sendPipeline(person.client, steps, [picture, second], {}, { 'Idempotency-Key': 'p1' });
  expect(errorOf(clash)).toEqual([409, 'IDEMPOTENCY_CLASH']);
  const forbidden = await sendPipeline(person.client, steps, [picture], { webhookUrl: 'https://169.254.169.254/' });
  expect(errorOf(forbidden)).toEqual([400, 'LINK_REFUSED']);
  const asVisitor = await sendPipeline(server.client, steps, [picture], sent);
  expect(errorOf(asVisitor)).toEqual([401, 'LOGIN_REQUIRED']);
});

test('of a result that is too long for a message, texts are left out, and the message says so', async () => {
  const receiver = await startReceiver();
  const { id } = await makeWebhook(person, receiver.url);
  const { taskId } = (await convert()).body.data;
  const [whole] = await receiver.until(1);
  expect(whole!.message).not.toHaveProperty('isShortened');
  const [delivery] = await untilDeliveries(person, id, ([one]) => one?.state === 'delivered');
  const text = '字'.repeat(400_000);
  const longer = `update task set result = result || jsonb_build_object('text', $2::text) where id = $1`;
  await query(longer, [taskId, text]);
  expect((await person.client.get<Task>(`/web/task/${taskId}`)).body.data.result?.text).toBe(text);
  // A message is made when it is sent.
  await person.client.post(`/web/webhook/${id}/replay`, { deliveryId: delivery!.id });
  const [, shortened] = await receiver.until(2);
  expect(shortened!.body.length).toBeLessThan(10_000);
  expect(shortened!.message).toMatchObject({ isShortened: true, data: { taskId, status: 'done' } });
  expect(shortened!.message.data.result?.files).toEqual(whole!.message.data.result?.files);
  expect(shortened!.message.data.result).not.toHaveProperty('text');
});

test('an address of a call at the origin of a webhook is signed with its secret, and told once', async () => {
  const receiver = await startReceiver();
  const { secret } = await makeWebhook(person, `${receiver.url}/hook`);
  await convert({ webhookUrl: `${receiver.url}/hook` });
  await convert({ webhookUrl: `${receiver.url}/other` });
  const all = await receiver.until(3);
  await settle();
  expect(all.map(({ path }) => path).sort()).toEqual(['/hook', '/hook', '/other']);
  for (const message of all) expect(isSignedWith(message, secret)).toBe(true);
});

test('a call that names an address needs an account and an address that may be reached', async () => {
  const receiver = await startReceiver();
  const uploaded = await server.client.upload(makeBmp(8, 8), 'p.bmp');
  const asVisitor = await server.client.convert(uploaded, { webhookUrl: receiver.url });
  expect(errorOf(asVisitor)).toEqual([401, 'LOGIN_REQUIRED']);
  for (const [url, error] of [
    ['http://10.0.0.1/', 'LINK_REFUSED'],
    ['https://169.254.169.254/', 'LINK_REFUSED'],
    ['ftp://example.org/', 'LINK_BAD'],
    [`https://example.org/${'a'.repeat(2048)}`, 'BAD_REQUEST'],
  ] as const)
    expect(errorOf(await convert({ webhookUrl: url }))).toEqual([400, error]);
  expect(await query('select id from task where owner = $1', [`account:${person.user.id}`])).toEqual([]);
});

test('an idempotency key belongs to the address as well', async () => {
  const receiver = await startReceiver();
  const key = { 'idempotency-key': 'order-1' };
  const send = (webhookUrl: string) => person.client.convert(picture, { webhookUrl }, key);
  const first = await send(receiver.url);
  expect((await send(receiver.url)).body.data.taskId).toBe(first.body.data.taskId);
  expect(errorOf(await send(`${receiver.url}/other`))).toEqual([409, 'IDEMPOTENCY_CLASH']);
  await receiver.until(1);
});

test('a failed attempt is repeated after 5 s, 1 min, 10 min, 1 h, 6 h and 24 h under the same id, then given up', async () => {
  const receiver = await startReceiver(response => response.writeHead(500).end(`no ${'x'.repeat(5000)}\u0000`));
  const { id, secret } = await makeWebhook(person, receiver.url);
  const { taskId } = (await convert()).body.data;
  const waits = [5, 60, 600, 3600, 6 * 3600, 24 * 3600];
  for (const [nth, seconds] of waits.entries()) {
    const [delivery] = await untilDeliveries(person, id, hasAttempts(nth + 1));
    expect(delivery!.state).toBe('pending');
    const last = delivery!.attempts.at(-1)!;
    expect(last).toMatchObject({ status: 500, error: null });
    const leftMs = new Date(delivery!.nextAttemptAt!).getTime() - new Date(last.at).getTime() - last.durationMs;
    expect(leftMs / 1000 / seconds).toBeCloseTo(1, nth < 2 ? 0 : 1);
    await turn(seconds / 2);
    await settle();
    expect(receiver.received).toHaveLength(nth + 1);
    await turn(seconds / 2 + 1);
    await receiver.until(nth + 2);
  }
  const [delivery] = await untilDeliveries(person, id, ([one]) => one?.state === 'failed');
  expect(delivery).toMatchObject({ nextAttemptAt: null, taskId });
  expect(delivery!.attempts).toHaveLength(7);
  expect(delivery!.attempts[0]!.body).toBe(`no ${'x'.repeat(1021)}`);
  expect(new Set(receiver.received.map(message => message.id))).toEqual(new Set([delivery!.id]));
  const stamps = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
  expect(stamps[6]! - stamps[0]!).toBeGreaterThan(31 * 3600);
  for (const message of receiver.received) expect(isSignedWith(message, secret)).toBe(true);
});

test('a replay sends the same delivery again, with the same id, and retries it anew', async () => {
  const receiver = await startReceiver();
  const { id } = await makeWebhook(person, receiver.url);
  await convert();
  await receiver.until(1);
  const [delivery] = await untilDeliveries(person, id, ([one]) => one?.state === 'delivered');
  receiver.answer = response => response.writeHead(503).end();
  const replay = () => person.client.post<WebhookDelivery>(`/web/webhook/${id}/replay`, { deliveryId: delivery!.id });
  expect((await replay()).body.data).toMatchObject({ id: delivery!.id, state: 'pending' });
  await receiver.until(2);
  await untilDeliveries(person, id, hasAttempts(2));
  receiver.answer = response => response.writeHead(200).end('thanks');
  await turn(6);
  const messages = await receiver.until(3);
  expect(messages.map(message => message.id)).toEqual(Array(3).fill(delivery!.id));
  expect(messages.map(({ body }) => body)).toEqual(Array(3).fill(messages[0]!.body));
  const [after] = await untilDeliveries(person, id, ([one]) => one?.state === 'delivered');
  expect(after!.attempts.map(({ status, body }) => [status, body])).toEqual([
    [204, ''],
    [503, ''],
    [200, 'thanks'],
  ]);
});

test('a task that is deleted meanwhile is still told, without its result', async () => {
  const receiver = await startReceiver(response => response.writeHead(500).end());
  const { id } = await makeWebhook(person, receiver.url);
  const { taskId, createdAt } = (await convert()).body.data;
  await untilDeliveries(person, id, hasAttempts(1));
  expect((await person.client.post(`/web/task/${taskId}/delete`)).status).toBe(200);
  await turn(6);
  const [first, second] = (await receiver.until(2)).map(({ message }) => message.data);
  expect(first!.result?.files).toHaveLength(1);
  expect(second).toEqual({ ...first, result: null });
  expect(second).toMatchObject({ taskId, status: 'done', createdAt });
});

test.each([
  ['a redirect', 302],
  ['another redirect', 308],
])('%s is not followed', async (_name, status) => {
  const elsewhere = await startReceiver();
  const receiver: Receiver = await startReceiver(response =>
    response.writeHead(status, { location: elsewhere.url }).end(),
  );
  const { id } = await makeWebhook(person, receiver.url);
  await convert();
  const [delivery] = await untilDeliveries(person, id, hasAttempts(1));
  expect(delivery).toMatchObject({ state: 'pending', attempts: [{ status, error: null }] });
  expect(elsewhere.received).toEqual([]);
});

test('a new secret signs at once, the former one for another day', async () => {
  const receiver = await startReceiver();
  const { id, secret } = await makeWebhook(person, receiver.url);
  const made = await person.client.post<{ id: string; secret: string }>(`/web/webhook/${id}/secret`);
  expect(made.body.data).toEqual({ id, secret: expect.stringMatching(/^whsec_/) });
  await convert();
  const [first] = await receiver.until(1);
  expect([isSignedWith(first!, secret), isSignedWith(first!, made.body.data.secret)]).toEqual([true, true]);
  await turn(25 * 3600);
  await convert();
  const [, second] = await receiver.until(2);
  expect([isSignedWith(second!, secret), isSignedWith(second!, made.body.data.secret)]).toEqual([false, true]);
});
