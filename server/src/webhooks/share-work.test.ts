// Sending under load and in trouble: several servers, order, the end of a batch, receivers that hang, forbidden addresses, pauses.

import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Webhook, WebhookDelivery } from 'contract/routes/webhooks.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { type Clock, makeClock } from '../../testing/clock.ts';
import { errorOf } from '../../testing/operators.ts';
import { startReceiver } from '../../testing/receiver.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  deliveriesOf,
  endTask,
  hasAttempts,
  lookForDue,
  makeWebhook,
  queueTask,
  untilDeliveries,
} from '../../testing/webhooks.ts';
import { sendLimits } from './sender.ts';

let clock: Clock;
let server: TestServer;
let person: LoggedIn;
let lastMobile = 13_800_000_000;
const newPerson = () => logInAs(server, String(++lastMobile));
beforeEach(async () => {
  clock = makeClock();
  server = await startTestServer({ works: false, now: clock.now, environment: { FETCH_ALLOW: '127.0.0.1/32' } });
  person = await newPerson();
});
afterEach(() => server.stop());

const query = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;
const queueMany = (count: number, options: object = {}) =>
  Promise.all(Array.from({ length: count }, () => queueTask(person, options)));
async function turn(seconds: number): Promise<void> {
  clock.turnSeconds(seconds);
  await lookForDue(server);
}
/** Waits until nothing is waiting to be told or sent. */
async function untilIdle(): Promise<void> {
  const waiting = `select (select count(*)::int from task_end) +
    (select count(*)::int from webhook_delivery where state = 'pending') as count`;
  while ((await query(waiting))[0].count > 0) await sleep(20);
}

test('several servers share the work, and each task is told once', async () => {
  const receiver = await startReceiver();
  await makeWebhook(person, receiver.url);
  const ids = await queueMany(60);
  for (let i = 0; i < 3; i++) server.startWebhooks();
  await Promise.all(ids.map(id => endTask(server, id)));
  await receiver.until(60);
  await untilIdle();
  expect(receiver.received.map(({ message }) => message.data.taskId).sort()).toEqual(ids.sort());
});

test('the ends of a task arrive in order, each as it was, although the first needs several attempts', async () => {
  const receiver = await startReceiver(response => response.writeHead(500).end());
  const { id } = await makeWebhook(person, receiver.url);
  for (let i = 0; i < 2; i++) server.startWebhooks();
  const taskId = await queueTask(person, { batchId: 'twice' });
  await endTask(server, taskId, 'failed');
  await untilDeliveries(person, id, hasAttempts(1));
  await person.client.post('/web/batch/twice/retry');
  await endTask(server, taskId);
  const other = await queueTask(person);
  await endTask(server, other);
  await untilDeliveries(person, id, hasAttempts(2));
  expect(receiver.received.map(({ message }) => [message.data.taskId, message.type])).toEqual([
    [taskId, 'task.failed'],
    [other, 'task.done'],
  ]);
  receiver.answer = response => response.writeHead(200).end();
  await turn(6);
  await receiver.until(5);
  const ofTask = receiver.received
    .filter(({ message }) => message.data.taskId === taskId)
    .map(({ message }) => message);
  expect(ofTask.map(({ type, data }) => [type, data.status, data.error?.error ?? null])).toEqual([
    ['task.failed', 'failed', 'UNEXPECTED'],
    ['task.failed', 'failed', 'UNEXPECTED'],
    ['task.done', 'done', null],
  ]);
  expect(ofTask[1]).toEqual(ofTask[0]);
});

test('the end of a batch is told once, however many of its tasks end at once, and again after a retry', async () => {
  const receiver = await startReceiver();
  await makeWebhook(person, receiver.url, { events: ['batch.done'] });
  for (let i = 0; i < 2; i++) server.startWebhooks();
  for (let round = 1; round <= 5; round++) {
    const batchId = `round-${round}`;
    const ids = await queueMany(12, { batchId });
    await Promise.all(ids.map((id, nth) => endTask(server, id, nth < 3 ? 'failed' : 'done')));
    await receiver.until(round * 2 - 1);
    await untilIdle();
    expect(receiver.received).toHaveLength(round * 2 - 1);
    const { message } = receiver.received.at(-1)!;
    expect(message).toMatchObject({
      type: 'batch.done',
      data: { batchId },
      batch: { batchId, total: 12, done: 9, failed: 3, cancelled: 0 },
    });
    expect(ids).toContain(message.data.taskId);
    await person.client.post(`/web/batch/${batchId}/retry`);
    const again = await query(`select id from task where batch_id = $1 and status = 'queued'`, [batchId]);
    expect(again).toHaveLength(3);
    await endTask(server, again[0].id, 'failed');
    await person.client.post(`/web/task/${again[1].id}/cancel`);
    await untilIdle();
    expect(receiver.received).toHaveLength(round * 2 - 1);
    await endTask(server, again[2].id);
    await receiver.until(round * 2);
    await untilIdle();
    expect(receiver.received.at(-1)!.message.batch).toEqual({ batchId, total: 12, done: 10, failed: 1, cancelled: 1 });
  }
});

test('the end of a batch comes after the ends of its tasks', async () => {
  const receiver = await startReceiver();
  await makeWebhook(person, receiver.url, { events: ['task.done', 'batch.done'] });
  const ids = await queueMany(15, { batchId: 'sorted' });
  await Promise.all(ids.map(id => endTask(server, id)));
  for (let i = 0; i < 2; i++) server.startWebhooks();
  await receiver.until(16);
  expect(receiver.received.map(({ message }) => message.type)).toEqual([...Array(15).fill('task.done'), 'batch.done']);
});

test('a receiver that hangs costs others nothing, and gets few connections', async () => {
  const hanging: ServerResponse[] = [];
  const [hang, ownOther, others] = [
    await startReceiver(response => hanging.push(response)),
    await startReceiver(),
    await startReceiver(),
  ];
  const other = await newPerson();
  const { id } = await makeWebhook(person, hang.url);
  // The same address, so that another name of this machine tells the hosts apart.
  await makeWebhook(person, ownOther.url.replace('127.0.0.1', 'localhost'));
  await makeWebhook(other, others.url);
  server.startWebhooks({ timeoutMs: 1500 });
  const ids = await queueMany(30);
  await Promise.all(ids.map(taskId => endTask(server, taskId)));
  await endTask(server, await queueTask(other));
  await others.until(1);
  await ownOther.until(30);
  expect(hang.received.length).toBeLessThanOrEqual(sendLimits.ofLine);
  const [oldest] = (await untilDeliveries(person, id, hasAttempts(sendLimits.ofLine))).toReversed();
  expect(oldest).toMatchObject({ state: 'pending', attempts: [{ status: null, error: 'DEADLINE', body: '' }] });
  await hang.until(sendLimits.ofLine + 1);
  expect(hang.received.length).toBeLessThanOrEqual(sendLimits.ofLine + sendLimits.ofFailingLine);
});

test('a status is enough: a body that never ends is read to a limit', async () => {
  const receiver = await startReceiver(response => {
    response.writeHead(202);
    const pour = () => !response.destroyed && response.write('y'.repeat(64 * 1024)) && setTimeout(pour, 5);
    response.on('drain', pour);
    pour();
  });
  const { id } = await makeWebhook(person, receiver.url);
  server.startWebhooks();
  await endTask(server, await queueTask(person));
  const [delivery] = await untilDeliveries(person, id, ([one]) => one?.state === 'delivered');
  expect(delivery!.attempts).toMatchObject([{ status: 202, error: null, body: 'y'.repeat(1024) }]);
});

test.each([
  ['https://hooks.example.org/', ['10.0.0.7'], 'LINK_REFUSED'],
  ['https://hooks.example.org/', ['93.184.216.34', '169.254.169.254'], 'LINK_REFUSED'],
  ['https://hooks.example.org/', ['::ffff:192.168.0.1'], 'LINK_REFUSED'],
  ['http://hooks.example.org/', ['93.184.216.34'], 'WEBHOOK_NEEDS_HTTPS'],
  ['http://hooks.example.org/', ['127.0.0.1', '10.0.0.7'], 'LINK_REFUSED'],
])('%s is not sent to while its name is at %o', async (url, addresses, error) => {
  let now: readonly string[] = addresses;
  const { id } = await makeWebhook(person, url);
  server.startWebhooks({ resolve: async () => now });
  await endTask(server, await queueTask(person));
  const [delivery] = await untilDeliveries(person, id, hasAttempts(1));
  expect(delivery!.attempts).toMatchObject([{ status: null, error, body: '' }]);
  now = [];
});

test('the name is looked up again before each attempt', async () => {
  const receiver = await startReceiver(response => response.writeHead(500).end());
  let looks = 0;
  const { id } = await makeWebhook(person, receiver.url.replace('127.0.0.1', 'hooks.example.org'));
  server.startWebhooks({ resolve: async () => (++looks === 1 ? ['127.0.0.1'] : ['10.0.0.7']) });
  await endTask(server, await queueTask(person));
  await untilDeliveries(person, id, hasAttempts(1));
  await turn(6);
  const [delivery] = await untilDeliveries(person, id, hasAttempts(2));
  expect(delivery!.attempts.map(({ status, error: why }) => [status, why])).toEqual([
    [500, null],
    [null, 'LINK_REFUSED'],
  ]);
  expect(receiver.received).toHaveLength(1);
});

test('a webhook that fails for three days is paused; resumed, it gets what it has not received', async () => {
  const receiver = await startReceiver(response => response.writeHead(500).end());
  const { id } = await makeWebhook(person, receiver.url);
  const state = async () => {
    const { list } = (await person.client.get<{ list: Webhook[] }>('/web/webhook')).body.data;
    return { isFailing: list[0]!.failingSince !== null, isPaused: list[0]!.pausedAt !== null };
  };
  server.startWebhooks();
  let told = 0;
  const tell = async () => {
    await endTask(server, await queueTask(person));
    told += 1;
    await untilDeliveries(person, id, list => list.length === told && list[0]!.attempts.length > 0);
  };
  await tell();
  expect(await state()).toEqual({ isFailing: true, isPaused: false });
  for (const hours of [30, 30, 11]) {
    await turn(hours * 3600);
    await tell();
    expect(await state()).toEqual({ isFailing: true, isPaused: false });
  }
  await turn(3600);
  const pending = await untilDeliveries(person, id, list => list.every(one => one.nextAttemptAt === null));
  expect(await state()).toEqual({ isFailing: true, isPaused: true });
  expect(pending.map(one => one.state)).toEqual(Array(told).fill('pending'));
  // While it is paused, nothing is sent or written.
  const before = receiver.received.length;
  await endTask(server, await queueTask(person));
  await turn(26 * 3600);
  const stranger = await startReceiver();
  const other = await newPerson();
  await makeWebhook(other, stranger.url);
  await endTask(server, await queueTask(other));
  await stranger.until(1);
  expect(receiver.received).toHaveLength(before);
  expect(await deliveriesOf(person, id)).toHaveLength(told);
  const deliveryId = pending[0]!.id;
  expect(errorOf(await person.client.post(`/web/webhook/${id}/replay`, { deliveryId }))).toEqual([
    409,
    'WEBHOOK_PAUSED',
  ]);
  receiver.answer = response => response.writeHead(200).end();
  expect((await person.client.post<Webhook>(`/web/webhook/${id}/resume`)).body.data).toMatchObject({
    pausedAt: null,
    failingSince: null,
  });
  const list = await untilDeliveries(person, id, all => all.every(one => one.state !== 'pending'));
  const delivered = list.filter(one => one.state === 'delivered').map(one => one.id);
  expect(delivered.sort()).toEqual(pending.map(one => one.id).sort());
  expect(await state()).toEqual({ isFailing: false, isPaused: false });
});

test('one success ends the count of three days', async () => {
  const receiver = await startReceiver(response => response.writeHead(500).end());
  const { id } = await makeWebhook(person, receiver.url);
  server.startWebhooks();
  const tell = async () => {
    await endTask(server, await queueTask(person));
    await untilIdleOrTried();
  };
  const untilIdleOrTried = () =>
    untilDeliveries(person, id, (list: WebhookDelivery[]) => list.length > 0 && list[0]!.attempts.length > 0);
  await tell();
  await turn(60 * 3600);
  receiver.answer = response => response.writeHead(200).end();
  await tell();
  await turn(60 * 3600);
  receiver.answer = response => response.writeHead(500).end();
  await tell();
  await turn(60 * 3600);
  await tell();
  const { list } = (await person.client.get<{ list: Webhook[] }>('/web/webhook')).body.data;
  expect(list).toMatchObject([{ pausedAt: null }]);
});

test('nothing is sent for a frozen account until it is active again', async () => {
  const receiver = await startReceiver();
  await makeWebhook(person, receiver.url);
  const taskId = await queueTask(person);
  await query('update account set is_frozen = true where id = $1', [person.user.id]);
  await endTask(server, taskId);
  server.startWebhooks();
  // While an attempt is made, the delivery is due a little later, too.
  const due = () => query(`select due_at > now() + interval '30 minutes' as later from webhook_delivery`);
  while (!(await due())[0]?.later) await sleep(20);
  expect(receiver.received).toEqual([]);
  await query('update account set is_frozen = false where id = $1', [person.user.id]);
  await turn(3601);
  await receiver.until(1);
});

test('after the loss of the signing key a new secret makes a webhook work again', async () => {
  const receiver = await startReceiver();
  const { id } = await makeWebhook(person, receiver.url);
  await query(`update webhook set secret = decode(repeat('00', 76), 'hex')`);
  server.startWebhooks();
  await endTask(server, await queueTask(person));
  const [lost] = await untilDeliveries(person, id, hasAttempts(1));
  expect(lost!.attempts).toMatchObject([{ status: null, error: 'WEBHOOK_SECRET_LOST' }]);
  await person.client.post(`/web/webhook/${id}/secret`);
  await turn(6);
  await receiver.until(1);
});
