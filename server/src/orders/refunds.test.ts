// Refunds: full, partial, refused by the provider, and interrupted between the provider's answer and ours.
import type { Edition, Order } from 'contract/routes/orders.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { findUnbalanced } from '../../testing/money.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { openOrders } from '../open-orders.ts';
import { addTerm } from '../points/ledger.ts';
import { followRefunds, refundOrder } from './refunds.ts';
import type { OrderService } from './settle.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false, environment: { MEMBERSHIP: 'on', PAYMENTS: 'sandbox' } });
});
afterAll(() => server.stop());
afterEach(async () => expect(await findUnbalanced(server)).toEqual([]));

let mobile = 13_622_200_000;
const newPerson = () => logInAs(server, String(++mobile));
interface Member {
  readonly isMember: number;
  readonly coin: number;
  readonly useMaxNum: number | null;
  readonly memberEndTime: string | null;
  readonly edition: { readonly mealName: string } | null;
}
const memberOf = async ({ client }: LoggedIn) => (await client.post<Member>('/web/udUser/info', {})).body.data;
async function order(person: LoggedIn, isWanted: (plan: Edition) => boolean): Promise<Order> {
  const { list } = (await server.client.get<{ list: Edition[] }>('/web/paySettings/edtions?currency=CNY')).body.data;
  const { id: editionId } = list.find(isWanted)!;
  return (await person.client.post<Order>('/web/createPreOrder', { editionId, payType: 'wechat' })).body.data;
}
const orderHalfYear = (person: LoggedIn) => order(person, ({ months }) => months === 6);
const pay = (orderNo: string) => server.client.post('/sandbox/cashier/pay', { orderNo });
const rows = async <Row>(text: string, values: unknown[] = []) =>
  (await server.postgres.pool.query(text, values)).rows as Row[];

test('a full refund takes back what remains of the purchase, and refunds never exceed the amount of the order', async () => {
  const person = await newPerson();
  const made = await orderHalfYear(person);
  await pay(made.orderNo);
  const service = openOrders(server.parts);
  for (let again = 0; again < 3; again++)
    await refundOrder(service, made.orderNo, { refundNo: 'R1', amount: 900, reason: 'goodwill' });
  expect(await memberOf(person)).toMatchObject({ isMember: 1, useMaxNum: 2400, coin: 100 });
  await expect(refundOrder(service, made.orderNo, { refundNo: 'R2', amount: 9001, reason: 'x' })).rejects.toThrow(
    'REFUND_TOO_LARGE',
  );
  await refundOrder(service, made.orderNo, { refundNo: 'R3', amount: 9000, reason: 'unhappy' });
  const after = await memberOf(person);
  expect(after).toMatchObject({ useMaxNum: 0, coin: 0 });
  // Days end in the operator's time zone, including the day on which a membership is revoked.
  expect(Date.parse(after.memberEndTime!) - Date.now()).toBeLessThan(86_400_000);
  await expect(refundOrder(service, made.orderNo, { refundNo: 'R4', amount: 1, reason: 'x' })).rejects.toThrow(
    'ORDER_REFUNDED',
  );
});

/** The sandbox's provider with the answer to the next refund lost, before or after the cashier made it. */
function loseAnswer(when: 'before' | 'after') {
  const service = openOrders(server.parts);
  const cashier = service.providers.get('wechat')!;
  let isLost = true;
  const refund: typeof cashier.refund = async (...asked) => {
    if (isLost && when === 'after') await cashier.refund(...asked);
    if (!isLost) return cashier.refund(...asked);
    isLost = false;
    throw new Error('the line is dead');
  };
  return { ...service, providers: new Map([['wechat', { ...cashier, refund }]]) } as OrderService;
}

test.each(['before', 'after'] as const)(
  'a server that dies %s the provider has refunded leaves a refund that another one finishes, once',
  async when => {
    const person = await newPerson();
    const made = await orderHalfYear(person);
    await pay(made.orderNo);
    const service = loseAnswer(when);
    const whole = { refundNo: `lost-${when}`, amount: made.amount, reason: 'unhappy' };
    await expect(refundOrder(service, made.orderNo, whole)).rejects.toThrow('the line is dead');
    // Until the provider has confirmed the refund, nothing is taken back, and no other refund can return the same money.
    expect(await memberOf(person)).toMatchObject({ useMaxNum: 2400, coin: 100 });
    await expect(refundOrder(service, made.orderNo, { ...whole, refundNo: 'R9' })).rejects.toThrow('ORDER_REFUNDED');
    expect(await followRefunds(service)).toBe(0);
    await rows(`update order_refund set asked_at = now() - interval '2 minutes' where refund_no = $1`, [
      whole.refundNo,
    ]);
    expect(await followRefunds(service)).toBe(1);
    await refundOrder(service, made.orderNo, whole);
    expect(await memberOf(person)).toMatchObject({ useMaxNum: 0, coin: 0 });
    const [paidBack] = await rows<{ refunded_amount: number }>(
      'select refunded_amount from sandbox_payment where order_no = $1',
      [made.orderNo],
    );
    expect(paidBack).toEqual({ refunded_amount: made.amount });
  },
);

test('a refund with a final refusal is rolled back, and can be requested again', async () => {
  const person = await newPerson();
  const made = await orderHalfYear(person);
  await pay(made.orderNo);
  const service = openOrders(server.parts);
  // The provider's staff has already refunded the payment.
  await rows('update sandbox_payment set refunded_amount = amount where order_no = $1', [made.orderNo]);
  const whole = { refundNo: 'refused', amount: made.amount, reason: 'unhappy' };
  await expect(refundOrder(service, made.orderNo, whole)).rejects.toThrow('more than was paid');
  expect(await memberOf(person)).toMatchObject({ useMaxNum: 2400, coin: 100 });
  await rows('update sandbox_payment set refunded_amount = 0 where order_no = $1', [made.orderNo]);
  await refundOrder(service, made.orderNo, whole);
  expect(await memberOf(person)).toMatchObject({ useMaxNum: 0, coin: 0 });
});

describe('a refunded unlimited plan', () => {
  const buy = async (person: LoggedIn, isWanted: (plan: Edition) => boolean) => {
    const made = await order(person, isWanted);
    await pay(made.orderNo);
    return made;
  };
  const isForever = (plan: Edition) => plan.isForever;
  const isMonth = ({ months }: Edition) => months === 1;
  const refund = ({ orderNo, amount }: Order) =>
    refundOrder(openOrders(server.parts), orderNo, { refundNo: `back-${orderNo}`, amount, reason: 'unhappy' });

  test('leaves the time that was bought before it', async () => {
    const person = await newPerson();
    await buy(person, ({ months }) => months === 6);
    const before = await memberOf(person);
    const unlimited = await buy(person, isForever);
    expect(await memberOf(person)).toMatchObject({ isMember: 1, memberEndTime: null });
    await refund(unlimited);
    expect(await memberOf(person)).toEqual(before);
  });

  test('leaves the time that was bought after it', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const unlimited = await buy(person, isForever);
    for (const one of [person, other]) for (let times = 0; times < 2; times++) await buy(one, isMonth);
    await refund(unlimited);
    const { memberEndTime } = await memberOf(other);
    expect(await memberOf(person)).toMatchObject({ isMember: 1, memberEndTime });
  });

  test('leaves another unlimited one, and ends the membership together with it', async () => {
    const person = await newPerson();
    const [first, second] = [await buy(person, isForever), await buy(person, isForever)];
    await refund(first);
    expect(await memberOf(person)).toMatchObject({ isMember: 1, memberEndTime: null });
    await refund(second);
    expect(await memberOf(person)).toMatchObject({ isMember: 0, useMaxNum: 0, coin: 0 });
    await buy(person, isMonth);
    expect(await memberOf(person)).toMatchObject({ isMember: 1, edition: { mealName: 'Monthly' } });
  });

  test('leaves nothing of what was ended before it', async () => {
    const person = await newPerson();
    await buy(person, isMonth);
    const operator = { accountId: person.user.id, mealName: { zh: '会员', en: 'Member' }, reason: 'grant' } as const;
    await server.parts.database
      .transaction()
      .execute(trx => addTerm(server.parts, trx, { ...operator, length: 'over', reference: 'ended' }));
    await refund(await buy(person, isForever));
    expect(await memberOf(person)).toMatchObject({ isMember: 0 });
  });
});
