// Refund requests: a buyer asks with a reason, an operator sees it and refunds or declines, and the buyer reads the answer.
import type { Overview } from 'contract/routes/operator-needs.ts';
import type { OperatorOrder } from 'contract/routes/operators.ts';
import type { Edition, Order, RefundRequest } from 'contract/routes/orders.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { findUnbalanced, ownedBy } from '../../testing/money.ts';
import { equip, errorOf, letIn } from '../../testing/operators.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { openOrders } from '../open-orders.ts';
import { applyRefund } from './reported-refunds.ts';

const admin = '13611800000';
let nowMs = Date.now();
let server: TestServer;
let operator: Awaited<ReturnType<typeof equip>>;
let mobile = Number(admin);
beforeAll(async () => {
  const environment = { MEMBERSHIP: 'on', PAYMENTS: 'sandbox', ADMINS: admin };
  server = await startTestServer({ works: false, environment, now: () => new Date(nowMs) });
  operator = await equip(server, admin);
  await letIn(operator, operator.codeOf());
});
afterAll(() => server.stop());
afterEach(async () => expect(await findUnbalanced(server)).toEqual([]));
// Calls that cost are limited per minute.
beforeEach(() => {
  nowMs += 60_000;
});

/** A person with a paid order of 100 coins. */
async function newBuyer(): Promise<LoggedIn & { orderNo: string; amount: number }> {
  const person = await logInAs(server, String(++mobile));
  const path = '/web/paySettings/coinEditions?currency=CNY';
  const { list } = (await server.client.get<{ list: Edition[] }>(path)).body.data;
  const body = { editionId: list[0]!.id, payType: 'wechat' };
  const { orderNo, amount } = (await person.client.post<Order>('/web/createPreOrder', body)).body.data;
  await server.client.post('/sandbox/cashier/pay', { orderNo });
  return { ...person, orderNo, amount };
}
const askFor = ({ client, orderNo }: { client: LoggedIn['client']; orderNo: string }, reason: unknown) =>
  client.post<RefundRequest>('/web/udUser/requestRefund', { orderNo, reason });
const readOrder = async ({ client, orderNo }: { client: LoggedIn['client']; orderNo: string }) =>
  (await client.get<Order>(`/web/udUser/getOrder?orderNo=${orderNo}`)).body.data;
const overview = async () => (await operator.client.get<Overview>('/admin/overview')).body.data.refundRequests!;
const seenBy = async (orderNo: string) =>
  (await operator.client.get<{ list: OperatorOrder[] }>(`/admin/orders?search=${orderNo}`)).body.data.list[0]!;
const decline = async (orderNo: string, reason: string) =>
  operator.client.post('/admin/refund/decline', { orderNo, reason, seen: (await seenBy(orderNo)).seen });

test('a request reaches the overview, and a refund of it gives the money back and says so with words', async () => {
  const buyer = await newBuyer();
  expect((await readOrder(buyer)).refundRequest).toBeNull();
  const asked = await askFor(buyer, '  点错了套餐 ');
  expect(asked.status).toBe(200);
  expect(asked.body.data).toMatchObject({ state: 'open', reason: '点错了套餐', answer: null, answeredAt: null });
  const { list, total } = await overview();
  expect(total).toBe(1);
  expect(list[0]).toMatchObject({ orderNo: buyer.orderNo, refundRequest: { reason: '点错了套餐', state: 'open' } });

  const { seen } = await seenBy(buyer.orderNo);
  const refund = { orderNo: buyer.orderNo, reason: 'within a day', answer: 'Sorry to see you go', seen };
  expect((await operator.client.post('/admin/refund', refund)).status).toBe(200);
  const after = await readOrder(buyer);
  expect(after).toMatchObject({
    state: 'refunded',
    refundedAmount: buyer.amount,
    refundRequest: { state: 'refunded', answer: 'Sorry to see you go' },
  });
  expect(await ownedBy(server, buyer)).toEqual([0, 0, 0, 0]);
  expect((await overview()).total).toBe(0);
  expect(errorOf(await askFor(buyer, 'again'))).toEqual([409, 'ORDER_REFUNDED']);
});

test('a declined buyer reads why in the list of orders, and may ask again', async () => {
  const buyer = await newBuyer();
  await askFor(buyer, 'too slow');
  const unknown = { orderNo: 'P20260101000000ABCDEFGHJKMN', reason: 'no', seen: 0 };
  expect(errorOf(await operator.client.post('/admin/refund/decline', unknown))).toEqual([404, 'ORDER_NOT_FOUND']);
  expect((await decline(buyer.orderNo, 'All 100 coins were spent')).status).toBe(200);
  const { list } = (await buyer.client.get<{ list: Order[] }>('/web/udUser/getOrderList')).body.data;
  expect(list[0]!.refundRequest).toMatchObject({ state: 'declined', answer: 'All 100 coins were spent' });
  expect(list[0]).toMatchObject({ state: 'paid', refundedAmount: 0 });
  expect(await ownedBy(server, buyer)).toEqual([0, 0, 100, 0]);
  expect(errorOf(await decline(buyer.orderNo, 'no'))).toEqual([409, 'NO_REFUND_REQUEST']);
  expect((await askFor(buyer, 'they were not')).body.data).toMatchObject({ state: 'open', reason: 'they were not' });
  expect((await readOrder(buyer)).refundRequest).toMatchObject({ state: 'open', answer: null });
  await decline(buyer.orderNo, 'see above');
});

test('one request of an order is open, also when two are sent at once, and the same one again answers it', async () => {
  const buyer = await newBuyer();
  const answers = await Promise.all(['a', 'b', 'c', 'a'].map(reason => askFor(buyer, reason)));
  const open = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.reason);
  expect(new Set(open).size).toBe(1);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(errorOf(answer)).toEqual([409, 'REFUND_REQUEST_OPEN']);
  expect((await askFor(buyer, open[0])).status).toBe(200);
  const { rows } = await server.postgres.pool.query('select 1 from refund_request where order_no = $1', [
    buyer.orderNo,
  ]);
  expect(rows).toHaveLength(1);
  await decline(buyer.orderNo, 'no');
});

test('orders of others, unpaid ones and unknown ones are refused, and so is a visitor', async () => {
  const [buyer, stranger] = [await newBuyer(), await logInAs(server, String(++mobile))];
  expect(errorOf(await askFor({ ...buyer, client: stranger.client }, 'mine'))).toEqual([404, 'ORDER_NOT_FOUND']);
  expect(errorOf(await askFor({ ...buyer, orderNo: 'P1' }, 'x'))).toEqual([404, 'ORDER_NOT_FOUND']);
  expect((await askFor({ ...buyer, client: server.client }, 'x')).status).toBe(401);
  const path = '/web/paySettings/coinEditions?currency=CNY';
  const { list } = (await server.client.get<{ list: Edition[] }>(path)).body.data;
  const unpaid = await stranger.client.post<Order>('/web/udUser/add/order', { editionId: list[0]!.id });
  const { orderNo } = unpaid.body.data;
  expect(errorOf(await askFor({ client: stranger.client, orderNo }, 'x'))).toEqual([409, 'ORDER_REFUNDED']);
  const forged = { orderNo: buyer.orderNo, reason: 'x', seen: 0 };
  expect((await stranger.client.post('/admin/refund/decline', forged)).status).toBe(404);
});

test.each([
  ['nothing', ''],
  ['blanks', ' \n\t '],
  ['invisible signs', '\u200b\u200d'],
  ['control characters', '\u0001\u0007'],
  ['a NUL', 'a\u0000b'],
  ['half a character', 'a\ud800b'],
  ['a long text', 'x'.repeat(501)],
  ['a list', ['x']],
  ['null', null],
])('a reason of %s is a bad request', async (_what, reason) => {
  const buyer = { client: operator.client, orderNo: 'P20260101000000ABCDEFGHJKMN' };
  expect((await askFor(buyer, reason)).status).toBe(400);
});

test('hostile text is stored without what PostgreSQL refuses and without what turns the text of others around', async () => {
  const buyer = await newBuyer();
  const hostile = `<script>\u202etxt\u0001\u2066 a\r\n\n\n\n\nb`;
  expect((await askFor(buyer, hostile)).body.data.reason).toBe('<script>txt a\n\nb');
  await decline(buyer.orderNo, 'n\u202eo');
  expect((await readOrder(buyer)).refundRequest?.answer).toBe('no');
});

test('an account cannot flood the operator', async () => {
  const buyer = await newBuyer();
  for (let time = 0; time < 10; time++) {
    nowMs += 60_000;
    await askFor(buyer, 'same');
  }
  nowMs += 60_000;
  expect(errorOf(await askFor(buyer, 'same'))).toEqual([429, 'RATE_LIMITED']);
});

test("a refund on the provider's own pages answers the buyer, too", async () => {
  const buyer = await newBuyer();
  await askFor(buyer, 'please');
  const refund = { refundNo: 'elsewhere', amount: 100, currency: 'CNY', providerRef: null } as const;
  expect(await applyRefund(openOrders(server.parts), 'wechat', buyer.orderNo, refund)).toBe('refunded');
  expect(await readOrder(buyer)).toMatchObject({
    state: 'paid',
    refundedAmount: 100,
    refundRequest: { state: 'refunded', answer: null },
  });
});
