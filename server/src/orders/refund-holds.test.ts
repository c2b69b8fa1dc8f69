// Refunds of orders whose coins and uses are held by runs or spent: what is held is released, what was spent is owed, and both go to the order.
import type { Edition, Order } from 'contract/routes/orders.ts';
import type { TopUp } from 'contract/routes/points.ts';
import type { Task } from 'contract/task.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { holdRows } from '../../testing/locks.ts';
import { findUnbalanced, give, ownedBy } from '../../testing/money.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { openOrders } from '../open-orders.ts';
import { sweepExpired } from '../retention/sweep.ts';
import { refundOrder } from './refunds.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { MEMBERSHIP: 'on', PAYMENTS: 'sandbox' } });
});
afterAll(() => server.stop());
afterEach(async () => expect(await findUnbalanced(server)).toEqual([]));

const query = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;
let mobile = 13_655_500_000;
const newPerson = () => logInAs(server, String(++mobile));

async function buy(person: LoggedIn, isWanted: (plan: Edition) => boolean): Promise<Order> {
  const lists = await Promise.all(
    ['edtions', 'coinEditions'].map(name =>
      server.client.get<{ list: Edition[] }>(`/web/paySettings/${name}?currency=CNY`),
    ),
  );
  const { id: editionId } = lists.flatMap(({ body }) => body.data.list).find(isWanted)!;
  const { data } = (await person.client.post<Order>('/web/createPreOrder', { editionId, payType: 'wechat' })).body;
  await server.client.post('/sandbox/cashier/pay', { orderNo: data.orderNo });
  return data;
}
const isPack = ({ uses, coins }: Edition) => uses === 0 && coins === 100;
const isMonth = ({ months }: Edition) => months === 1;
const refund = ({ orderNo, amount }: Order, refundNo = `back-${orderNo}`) =>
  refundOrder(openOrders(server.parts), orderNo, { refundNo, amount, reason: 'unhappy' });

async function filter({ client }: LoggedIn, options: object = {}): Promise<Task> {
  const imageUrl = await client.upload(makeBmp(16, 12), 'p.bmp');
  return (await client.post<Task>('/web/photoFilter', { imageUrl, filterType: 'negative', wait: 15, ...options })).body
    .data;
}
const look = async ({ client }: LoggedIn, { taskId }: Task) =>
  (await client.get<Task>(`/web/task/${taskId}`)).body.data;
const download = async ({ client }: LoggedIn, { taskId }: Task) =>
  (await client.post(`/web/task/${taskId}/download`, {})).body;
const remove = async ({ client }: LoggedIn, { taskId }: Task) =>
  (await client.post(`/web/task/${taskId}/delete`, {})).body;
const balanceOf = async ({ client }: LoggedIn) => (await client.get('/web/udUser/balance')).body.data;
interface Info {
  readonly coin: number;
  readonly coinLeft: number;
  readonly coinOwed: number;
  readonly useOwed: number;
  readonly isMember: number;
  readonly useMaxNum: number | null;
  readonly memberCreateTime: string | null;
  readonly memberEndTime: string | null;
  readonly edition: { readonly mealName: string } | null;
}
const infoOf = async ({ client }: LoggedIn) => (await client.post<Info>('/web/udUser/info', {})).body.data;
const recordOf = async ({ client }: LoggedIn) =>
  (await client.get<{ total: number; list: TopUp[] }>('/web/udUser/getRechargeList?size=100')).body.data.list;
const sumOf = (list: readonly TopUp[], kind: TopUp['kind'], column: 'amount' | 'owed') =>
  list.filter(line => line.kind === kind).reduce((sum, line) => sum + (line[column] ?? 0), 0);

/** The lines of coins and uses, newest first, as kind, reason, amount and what is owed. */
const linesOf = (list: readonly TopUp[]) =>
  list.filter(({ kind }) => kind !== 'membership').map(line => [line.kind, line.reason, line.amount, line.owed]);

test('a refund takes the coins that ten runs hold: their results stay locked, and nothing brings the coins back', async () => {
  const person = await newPerson();
  const order = await buy(person, isPack);
  const tasks = await Promise.all(Array.from({ length: 10 }, () => filter(person)));
  expect(await balanceOf(person)).toEqual({ coin: 100, held: 100 });
  await refund(order);
  expect(await balanceOf(person)).toEqual({ coin: 0, held: 0 });
  for (const task of tasks) {
    const after = await look(person, task);
    expect(after.charge).toEqual({ kind: 'coins', amount: 10, state: 'released' });
    expect(after.result!.files[0]).toMatchObject({ locked: true, url: null });
    expect(await download(person, task)).toMatchObject({ code: 402, error: 'MEMBERSHIP_NEEDED' });
  }
  const { body } = await person.client.get(`/web/udUser/deductionCoin?taskId=${tasks[0]!.taskId}`);
  expect(body).toMatchObject({ code: 402 });
  for (const task of tasks.slice(1)) expect(await remove(person, task)).toMatchObject({ code: 200 });
  expect(await balanceOf(person)).toEqual({ coin: 0, held: 0 });
  expect(linesOf(await recordOf(person))).toEqual([
    ['coins', 'refund', -100, 0],
    ['coins', 'purchase', 100, 0],
  ]);
  // The result that is left can be paid for with new coins.
  await buy(person, isPack);
  expect(await download(person, tasks[0]!)).toMatchObject({ code: 200 });
  expect(await balanceOf(person)).toEqual({ coin: 90, held: 0 });
});

test('what was spent before the refund is owed, and the next purchase and gift pay it first, line by line', async () => {
  const person = await newPerson();
  const order = await buy(person, isPack);
  const spent = await Promise.all([filter(person), filter(person), filter(person)]);
  for (const task of spent) await download(person, task);
  const held = await filter(person);
  await refund(order);
  expect(await balanceOf(person)).toEqual({ coin: 0, held: 0 });
  expect(await infoOf(person)).toMatchObject({ coin: 0, coinLeft: 0, coinOwed: 30 });
  expect((await look(person, spent[0]!)).charge.state).toBe('settled');
  expect((await look(person, held)).charge.state).toBe('released');
  await give(server, person, { coins: 20 });
  expect(await infoOf(person)).toMatchObject({ coin: 0, coinOwed: 10 });
  await buy(person, isPack);
  expect(await infoOf(person)).toMatchObject({ coin: 90, coinOwed: 0 });
  const list = await recordOf(person);
  expect(linesOf(list)).toEqual([
    ['coins', 'debt', -10, -10],
    ['coins', 'purchase', 100, 0],
    ['coins', 'debt', -20, -20],
    ['coins', 'grant', 20, 0],
    ['coins', 'refund', -70, 30],
    ['coins', 'run', -10, 0],
    ['coins', 'run', -10, 0],
    ['coins', 'run', -10, 0],
    ['coins', 'purchase', 100, 0],
  ]);
  expect([sumOf(list, 'coins', 'amount'), sumOf(list, 'coins', 'owed')]).toEqual([90, 0]);
  expect(list.filter(({ reason }) => reason === 'run').map(({ tool }) => tool)).toEqual(
    Array.from({ length: 3 }, () => 'photo-filter'),
  );
});

test('a refund of an order that was spent to the last coin is a line, and is made once', async () => {
  const person = await newPerson();
  const order = await buy(person, isPack);
  const tasks = await Promise.all(Array.from({ length: 10 }, () => filter(person)));
  for (const task of tasks) await download(person, task);
  for (let times = 0; times < 3; times++) await refund(order);
  const list = await recordOf(person);
  expect(linesOf(list)[0]).toEqual(['coins', 'refund', 0, 100]);
  expect([sumOf(list, 'coins', 'amount'), sumOf(list, 'coins', 'owed')]).toEqual([0, 100]);
  // An account in debt has no coins to run with, and its next ones pay the debt to the end.
  expect(await infoOf(person)).toMatchObject({ coin: 0, coinOwed: 100 });
  const second = await buy(person, isPack);
  expect(await infoOf(person)).toMatchObject({ coin: 0, coinOwed: 0 });
  await refund(second);
  expect(await infoOf(person)).toMatchObject({ coin: 0, coinOwed: 100 });
});

test('of a membership with uses the refund takes held uses and time at once, and owes what was used', async () => {
  const person = await newPerson();
  const order = await buy(person, isMonth);
  const [paid, held] = [await filter(person), await filter(person)];
  expect(await download(person, paid)).toMatchObject({ code: 200 });
  expect(await ownedBy(server, person)).toEqual([299, 1, 0, 0]);
  await refund(order);
  const info = await infoOf(person);
  expect(info).toMatchObject({ isMember: 0, useMaxNum: 0, useOwed: 1, edition: null, memberCreateTime: null });
  expect(Date.parse(info.memberEndTime!)).toBeLessThanOrEqual(Date.now());
  expect((await look(person, held)).charge).toEqual({ kind: 'use', amount: 1, state: 'released' });
  expect(await download(person, held)).toMatchObject({ code: 402, error: 'MEMBERSHIP_NEEDED' });
  expect(await download(person, paid)).toMatchObject({ code: 200 });
  await buy(person, isMonth);
  expect(await infoOf(person)).toMatchObject({
    isMember: 1,
    useMaxNum: 299,
    useOwed: 0,
    edition: { mealName: 'Monthly' },
  });
  expect(await download(person, held)).toMatchObject({ code: 200 });
  const list = await recordOf(person);
  expect([sumOf(list, 'uses', 'amount'), sumOf(list, 'uses', 'owed')]).toEqual([298, 0]);
});

test('another order still carries the membership, with its own days and none of the refunded ones', async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  const first = await buy(person, isMonth);
  const week = ({ days }: Edition) => days === 7;
  await buy(person, week);
  await buy(other, week);
  const held = await filter(person);
  await refund(first);
  const { memberEndTime } = await infoOf(other);
  expect(await infoOf(person)).toMatchObject({
    isMember: 1,
    memberEndTime,
    edition: { mealName: 'Weekly' },
    useMaxNum: 49,
  });
  // 50 uses of the week are left, so the run keeps its hold.
  expect((await look(person, held)).charge.state).toBe('held');
  expect(await download(person, held)).toMatchObject({ code: 200 });
});

test('only as many runs are released as the refund needs, the newest first', async () => {
  const person = await newPerson();
  const order = await buy(person, isPack);
  await give(server, person, { coins: 15 });
  const tasks: Task[] = [];
  for (let count = 0; count < 11; count++) tasks.push(await filter(person));
  expect(await ownedBy(server, person)).toEqual([0, 0, 115, 110]);
  await refund(order);
  expect(await ownedBy(server, person)).toEqual([0, 0, 15, 10]);
  const states = (await Promise.all(tasks.map(task => look(person, task)))).map(({ charge }) => charge.state);
  expect(states).toEqual(['held', ...Array.from({ length: 10 }, () => 'released')]);
});

test('the ticker no longer tells a purchase that was refunded', async () => {
  const person = await newPerson();
  const names = async () =>
    (await server.client.get<{ list: { createdAt: string }[] }>('/web/udUser/getListTop')).body.data.list.length;
  const before = await names();
  const orders = [await buy(person, isPack), await buy(person, isMonth)];
  expect(await names()).toBe(before + 2);
  for (const order of orders) await refund(order);
  expect(await names()).toBe(before);
});

test('runs that are cancelled, deleted, expired or tried again after a refund give nothing back', async () => {
  const person = await newPerson();
  const order = await buy(person, isPack);
  const [running, deleted, expired] = await Promise.all([filter(person), filter(person), filter(person)]);
  const broken = await person.client.upload(makeBmp(16, 12).subarray(0, 60), 'p.bmp');
  await person.client.post('/web/photoFilter', { imageUrl: broken, filterType: 'negative', batchId: 'b', wait: 15 });
  await query(`update task set status = 'running', ended_at = null, result = null where id = $1`, [running.taskId]);
  await refund(order);
  expect(await ownedBy(server, person)).toEqual([0, 0, 0, 0]);
  await person.client.post(`/web/task/${running.taskId}/cancel`, {});
  expect(await look(person, running)).toMatchObject({ status: 'cancelled', charge: { state: 'released' } });
  await remove(person, deleted);
  await query(`update hold set expires_at = now() - interval '1 second' where task_id = $1`, [expired.taskId]);
  await sweepExpired(server.parts);
  await person.client.post('/web/batch/b/retry', {});
  expect(await ownedBy(server, person)).toEqual([0, 0, 0, 0]);
});

test.each(['download', 'accept', 'delete'] as const)(
  'a refund that meets a %s in flight leaves true books, whichever is first',
  async deed => {
    for (const isRefundFirst of [false, true]) {
      const person = await newPerson();
      const order = await buy(person, isPack);
      const task = await filter(person);
      const imageUrl = await person.client.upload(makeBmp(16, 12), 'p.bmp');
      const deeds = {
        download: () => download(person, task),
        accept: () => person.client.post('/web/photoFilter', { imageUrl, filterType: 'negative', wait: 15 }),
        delete: () => remove(person, task),
      };
      const wallet = await holdRows(server.postgres, 'select from wallet where account_id = $1', [person.user.id]);
      const first = (isRefundFirst ? () => refund(order) : deeds[deed])();
      await wallet.untilWaiting(1);
      const second = (isRefundFirst ? deeds[deed] : () => refund(order))();
      await wallet.untilWaiting(2);
      await wallet.release();
      await Promise.all([first, second]);
      const isSpent = deed === 'download' && !isRefundFirst;
      expect(await infoOf(person)).toMatchObject({ coin: 0, coinOwed: isSpent ? 10 : 0 });
      expect(await balanceOf(person)).toEqual({ coin: 0, held: 0 });
    }
  },
);

test('an order for an account that was frozen in the meantime is taken back, too', async () => {
  const person = await newPerson();
  const order = await buy(person, isPack);
  await query('update account set is_frozen = true where id = $1', [person.user.id]);
  await refund(order);
  await query('update account set is_frozen = false where id = $1', [person.user.id]);
  expect(await balanceOf(person)).toEqual({ coin: 0, held: 0 });
});
