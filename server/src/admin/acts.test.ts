// Operator acts: gifts arrive once, and each act is recorded permanently.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInAs } from '../../testing/accounts.ts';
import { findUnbalanced, ownedBy } from '../../testing/money.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { readLimits } from '../dictionaries/dictionaries.ts';
import { openOrders } from '../open-orders.ts';
import { findPerson, grant, type Operator, readActs, refund } from './acts.ts';
import { changeSheet } from './sheet.ts';

let server: TestServer;
let operator: Operator;
beforeAll(async () => {
  server = await startTestServer({
    works: false,
    environment: { MEMBERSHIP: 'on', PAYMENTS: 'sandbox', TIME_ZONE: 'Asia/Shanghai' },
  });
  operator = { database: server.parts.database, config: server.parts.config, name: 'ann' };
});
afterAll(() => server.stop());

const mobile = '13600000001';

test('days, uses and coins are given with a reason, and found again by phone number, username and id', async () => {
  const person = await logInAs(server, mobile);
  const act = await grant(operator, mobile, { term: { days: 30 }, uses: 100, coins: 5, reason: 'a long wait' });
  expect(await ownedBy(server, person)).toEqual([100, 0, 5, 0]);
  for (const named of [mobile, `86 ${mobile}`, person.user.id])
    expect(await findPerson(operator, named)).toMatchObject({
      id: person.user.id,
      isMember: true,
      uses: 100,
      coins: 5,
    });
  expect(await readActs(operator, 1)).toMatchObject([
    {
      id: act,
      act: 'grant',
      operator: 'ann',
      subject: person.user.id,
      reason: 'a long wait',
      details: {
        asked: { term: { days: 30 }, uses: 100, coins: 5 },
        before: { isMember: false, uses: 0, coins: 0 },
        after: { isMember: true, uses: 100, coins: 5 },
      },
    },
  ]);
  await expect(findPerson(operator, 'nobody-here')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
  await expect(server.postgres.pool.query('delete from operator_act')).rejects.toThrow('append-only');
  expect(await findUnbalanced(server)).toEqual([]);
});

test("a membership ends with the last second of a day in the operator's time zone; a further purchase extends it from its end", async () => {
  const person = await logInAs(server, '13600000002');
  const ends = async () => (await findPerson(operator, person.user.id)).memberUntil;
  const inShanghai = (text: string | null) =>
    new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' }).format(
      new Date(text ?? 0),
    );
  const dayIn = (days: number) => inShanghai(new Date(Date.now() + days * 86_400_000).toISOString()).slice(0, 10);
  const today = dayIn(0);
  await grant(operator, person.user.id, { term: { days: 3 }, reason: 'r' });
  const first = inShanghai(await ends());
  if (dayIn(0) === today) expect(first).toBe(`${dayIn(3)} 23:59:59`);
  await grant(operator, person.user.id, { term: { days: 4 }, reason: 'r' });
  if (dayIn(0) === today) expect(inShanghai(await ends())).toBe(`${dayIn(7)} 23:59:59`);
  await grant(operator, person.user.id, { term: { months: 1 }, reason: 'r' });
  await grant(operator, person.user.id, { term: 'forever', reason: 'r' });
  expect(await ends()).toBe('forever');
  await grant(operator, person.user.id, { term: { days: 4 }, reason: 'r' });
  expect(await ends()).toBe('forever');
  await grant(operator, person.user.id, { term: 'over', reason: 'r' });
  expect((await findPerson(operator, person.user.id)).isMember).toBe(false);
  expect(await findUnbalanced(server)).toEqual([]);
});

test('dictionary entries are set and reset', async () => {
  const set = (value: string | null, reason: string) =>
    changeSheet(operator, { dictionaries: { trialSetting: { batchFileCount: value } } }, { reason });
  const read = async () => (await readLimits(server.parts.database, 'trialSetting')).batchFileCount;
  await set('9', 'a sale');
  expect(await read()).toBe(9);
  await set(null, 'it is over');
  expect(await read()).toBe(5);
});

test('an order is refunded in parts, each recorded with its reason', async () => {
  const { client } = await logInAs(server, '13600000009');
  client.headers.lang = 'zh';
  const plans = await client.get<{ list: { id: string; coins: number }[] }>('/web/paySettings/coinEditions');
  const body = { editionId: plans.body.data.list[0]!.id, payType: 'wechat' };
  const { orderNo } = (await client.post<{ orderNo: string }>('/web/createPreOrder', body)).body.data;
  await client.post('/sandbox/cashier/pay', { orderNo });
  const orders = openOrders(server.parts);
  await refund(operator, orders, { orderNo, amount: 100, reason: 'a file came out wrong' });
  await refund(operator, orders, { orderNo, amount: undefined, reason: 'the rest' });
  const acts = (await readActs(operator, 50)).filter(act => act.act === 'refund');
  expect(acts.map(act => [act.subject, act.details, act.reason])).toEqual([
    [orderNo, { asked: { amount: 'all' }, before: { refunded: 100 }, after: { refunded: 990 } }, 'the rest'],
    [orderNo, { asked: { amount: 100 }, before: { refunded: 0 }, after: { refunded: 100 } }, 'a file came out wrong'],
  ]);
  expect((await client.get<{ coin: number }>('/web/udUser/balance')).body.data.coin).toBe(0);
  expect(await findUnbalanced(server)).toEqual([]);
});
