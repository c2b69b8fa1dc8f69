// Payments for frozen accounts: they are booked, an operator is told, and the person has what they paid for once they are released.
import type { Overview } from 'contract/routes/operator-needs.ts';
import type { OperatorOrder } from 'contract/routes/operators.ts';
import type { Edition, Order } from 'contract/routes/orders.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { findUnbalanced, ownedBy } from '../../testing/money.ts';
import { equip, letIn } from '../../testing/operators.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { freeze, unfreeze } from '../admin/acts.ts';
import { openOrders } from '../open-orders.ts';
import { makeOrder } from './make-order.ts';
import { refundOrder } from './refunds.ts';
import { applyRefund } from './reported-refunds.ts';
import { findOrder } from './store.ts';

const admin = '13611700000';
let server: TestServer;
let operator: Awaited<ReturnType<typeof equip>>;
let mobile = Number(admin);
beforeAll(async () => {
  const environment = { MEMBERSHIP: 'on', PAYMENTS: 'sandbox', ADMINS: admin };
  server = await startTestServer({ works: false, environment });
  operator = await equip(server, admin);
  await letIn(operator, operator.codeOf());
});
afterAll(() => server.stop());
afterEach(async () => expect(await findUnbalanced(server)).toEqual([]));

/** A person with an unpaid order of 100 coins whose account is then frozen. */
async function freezeBuyer(): Promise<LoggedIn & { orderNo: string; amount: number }> {
  const person = await logInAs(server, String(++mobile));
  const path = '/web/paySettings/coinEditions?currency=CNY';
  const { list } = (await server.client.get<{ list: Edition[] }>(path)).body.data;
  const body = { editionId: list[0]!.id, payType: 'wechat' };
  const { orderNo, amount } = (await person.client.post<Order>('/web/createPreOrder', body)).body.data;
  await freeze(root(), person.user.id, { reason: 'a stolen card' });
  return { ...person, orderNo, amount };
}
const root = () => ({ database: server.parts.database, config: server.parts.config, name: 'root' });
const pay = (orderNo: string) => server.client.post('/sandbox/cashier/pay', { orderNo });
const orderOf = async (orderNo: string) =>
  (await operator.client.get<{ list: OperatorOrder[] }>(`/admin/orders?search=${orderNo}`)).body.data.list[0]!;
const stuckNumbers = async () =>
  (await operator.client.get<Overview>('/admin/overview')).body.data.stuck!.list.map(({ orderNo }) => orderNo);

test('a payment for a frozen account is booked, an operator is told, and the release ends the note', async () => {
  const person = await freezeBuyer();
  expect((await pay(person.orderNo)).status).toBe(200);
  expect(await orderOf(person.orderNo)).toMatchObject({ state: 'paid', fault: 'account frozen' });
  expect(await ownedBy(server, person)).toEqual([0, 0, 100, 0]);
  expect(await stuckNumbers()).toContain(person.orderNo);
  // Delivered again, it changes nothing.
  await pay(person.orderNo);
  expect(await ownedBy(server, person)).toEqual([0, 0, 100, 0]);

  await unfreeze(root(), person.user.id, { reason: 'the card was theirs' });
  expect(await orderOf(person.orderNo)).toMatchObject({ state: 'paid', fault: null });
  expect(await stuckNumbers()).not.toContain(person.orderNo);
  const { client } = await logInAs(server, person.user.mobile!);
  expect((await client.get('/web/udUser/balance')).body.data).toEqual({ coin: 100, held: 0 });
});

test('a refund for a frozen account takes back what the payment gave', async () => {
  const person = await freezeBuyer();
  await pay(person.orderNo);
  const { orderNo, amount } = person;
  await refundOrder(openOrders(server.parts), orderNo, { refundNo: 'F1', amount, reason: 'a stolen card' });
  expect(await ownedBy(server, person)).toEqual([0, 0, 0, 0]);
  expect(await orderOf(orderNo)).toMatchObject({ state: 'refunded', refundedAmount: amount });
  expect(await stuckNumbers()).not.toContain(orderNo);
});

test('a refund that is reported before the payment of a frozen account leaves nothing given and nothing owed', async () => {
  const person = await freezeBuyer();
  const { orderNo, amount } = person;
  const refund = { refundNo: 'elsewhere', amount, currency: 'CNY', providerRef: null } as const;
  expect(await applyRefund(openOrders(server.parts), 'wechat', orderNo, refund)).toBe('refunded');
  await pay(orderNo);
  expect(await orderOf(orderNo)).toMatchObject({ state: 'refunded', refundedAmount: amount });
  expect(await ownedBy(server, person)).toEqual([0, 0, 0, 0]);
});

test('no order is made for an account that is frozen while it is placed', async () => {
  const { user, orderNo } = await freezeBuyer();
  const editionId = (await findOrder(server.parts.database, orderNo))!.plan_id!;
  const none = { couponId: null, idempotencyKey: null, agentCode: null, logidUrl: null };
  const made = makeOrder(openOrders(server.parts), { accountId: user.id, editionId, ...none });
  await expect(made).rejects.toThrow('ACCOUNT_GONE');
});
