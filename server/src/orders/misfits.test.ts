// Payments that do not match their order, in amount or provider: they grant nothing, and an operator refunds them.
import type { Edition, Order } from 'contract/routes/orders.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { findUnbalanced } from '../../testing/money.ts';
import { type StandIns, startProviders } from '../../testing/pay/providers.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import type { RawNotice } from '../adapters/payment.ts';
import { openOrders } from '../open-orders.ts';
import { handleNotice } from './notices.ts';
import { beginPayment, requireOrder } from './orders.ts';
import { refundOrder } from './refunds.ts';
import { payableOf } from './settle.ts';
import { findOrder } from './store.ts';

let server: TestServer;
let providers: Awaited<ReturnType<typeof startProviders>>;
beforeAll(async () => {
  providers = await startProviders();
  server = await startTestServer({ works: false, environment: providers.environment });
});
afterAll(async () => {
  await server.stop();
  await providers.stop();
});
afterEach(async () => expect(await findUnbalanced(server)).toEqual([]));

let mobile = 13_600_700_000;
const newPerson = () => logInAs(server, String(++mobile));
const standIns = () => providers.standIns;
type Way = keyof StandIns;
const ways: Way[] = ['wechat', 'alipay', 'paypal'];

/** 100 coins. */
async function findPlan(currency: string): Promise<string> {
  const path = `/web/paySettings/coinEditions?currency=${currency}`;
  return (await server.client.get<{ list: Edition[] }>(path)).body.data.list[0]!.id;
}
async function order(person: LoggedIn, payType: Way): Promise<Order> {
  const editionId = await findPlan(payType === 'paypal' ? 'USD' : 'CNY');
  return (await person.client.post<Order>('/web/createPreOrder', { editionId, payType })).body.data;
}
const send = (way: Way, { headers, body }: RawNotice) =>
  fetch(`${server.url}/pay/notify/${way}`, { method: 'POST', headers: headers as Record<string, string>, body });
const coins = async ({ client }: LoggedIn) =>
  (await client.get<{ coin: number }>('/web/udUser/balance')).body.data.coin;
const payable = async (orderNo: string) => payableOf((await findOrder(server.parts.database, orderNo))!, 'x');

test('of two payment methods started at once one is kept, and a payment by the other is left to an operator', async () => {
  const person = await newPerson();
  const editionId = await findPlan('CNY');
  const made = await person.client.post<Order>('/web/udUser/add/order', { editionId });
  const { orderNo } = made.body.data;
  const service = openOrders(server.parts);
  const row = await requireOrder(service, person.user.id, orderNo);
  const audience = { baseUrl: 'https://shop.example', language: 'zh' } as const;
  const begun = await Promise.allSettled([
    beginPayment(service, row, 'wechat', audience),
    beginPayment(service, row, 'alipay', audience),
  ]);
  expect(begun.map(one => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  const lost = begun[0].status === 'fulfilled' ? 'alipay' : 'wechat';
  expect((await send(lost, standIns()[lost].makeNotice(orderNo))).status).toBe(200);
  const state = 'select state, fault from purchase_order where order_no = $1';
  expect((await server.postgres.pool.query(state, [orderNo])).rows).toEqual([
    { state: 'open', fault: `paid by ${lost}` },
  ]);
  expect(await coins(person)).toBe(0);
  // An operator refunds it by the method it was made with; the order was started with the other one and stays valid until then.
  standIns()[lost].pay(orderNo);
  const paidAmount = made.body.data.amount;
  await refundOrder(service, orderNo, { refundNo: 'by-another', amount: paidAmount, reason: 'paid in another way' });
  expect(standIns()[lost].refunded(orderNo)).toBe(paidAmount);
  expect((await server.postgres.pool.query(state, [orderNo])).rows).toEqual([{ state: 'closed', fault: null }]);
});

test('a provider other than the one an order was begun with cannot close it', async () => {
  const person = await newPerson();
  const { orderNo } = await order(person, 'wechat');
  const service = openOrders(server.parts);
  const alipay = service.providers.get('alipay')!;
  const readNotice: typeof alipay.readNotice = async () => ({
    noticeId: 'closed-elsewhere',
    event: 'trade_status_sync',
    orderNo,
    payment: { state: 'closed' },
  });
  const outcome = await handleNotice(
    service,
    { ...alipay, readNotice },
    { raw: { headers: {}, body: '' }, address: '' },
  );
  expect([outcome, (await findOrder(server.parts.database, orderNo))?.state]).toEqual(['another provider', 'open']);
  await send('wechat', standIns().wechat.makeNotice(orderNo));
  expect(await coins(person)).toBe(100);
});

test.each(ways)(
  '%s: an operator refunds the mismatched payment, first and once, and the order is closed',
  async way => {
    const [person, both] = [await newPerson(), await newPerson()];
    const [made, other] = [await order(person, way), await order(both, way)];
    const standIn = standIns()[way];
    for (const { orderNo } of [made, other]) {
      await send(way, standIn.makeNotice(orderNo, { amount: 7 }));
      standIn.pay(orderNo);
    }
    const service = openOrders(server.parts);
    const rowOf = async (orderNo: string) =>
      (
        await server.postgres.pool.query(
          'select state, fault, refunded_amount from purchase_order where order_no = $1',
          [orderNo],
        )
      ).rows[0];
    // PayPal's payment exists only after it was captured.
    for (const { orderNo } of [made, other]) await service.providers.get(way)!.capture?.(await payable(orderNo));
    const refund = (orderNo: string, refundNo: string, amount: number) =>
      refundOrder(service, orderNo, { refundNo, amount, reason: 'another amount' });
    // An operator who intended to refund the order itself has not seen this payment yet.
    const meant = { refundNo: `${way}0`, amount: 5, reason: 'late', misfitId: null };
    await expect(refundOrder(service, made.orderNo, meant)).rejects.toThrow('CHANGED_MEANWHILE');
    await expect(refund(made.orderNo, `${way}1`, 8)).rejects.toThrow('REFUND_TOO_LARGE');
    await refund(made.orderNo, `${way}2`, 3);
    expect(await rowOf(made.orderNo)).toMatchObject({ state: 'open', fault: expect.stringMatching(/^paid 7 /) });
    for (let again = 0; again < 2; again++) await refund(made.orderNo, `${way}3`, 4);
    expect(standIn.refunded(made.orderNo)).toBe(7);
    expect(await rowOf(made.orderNo)).toEqual({ state: 'closed', fault: null, refunded_amount: 0 });
    await expect(refund(made.orderNo, `${way}4`, 1)).rejects.toThrow('ORDER_REFUNDED');
    // Delivered again, it is neither reopened nor counted as a payment; a corrected amount of a refunded payment grants nothing.
    for (const changes of [{ amount: 7 }, {}]) await send(way, standIn.makeNotice(made.orderNo, changes));
    expect(await coins(person)).toBe(0);
    // If the provider has since reported the correct amount of the same payment, only the order can be refunded.
    await send(way, standIn.makeNotice(other.orderNo));
    expect(await coins(both)).toBe(100);
    expect(await rowOf(other.orderNo)).toEqual({ state: 'paid', fault: null, refunded_amount: 0 });
    await refund(other.orderNo, `${way}5`, other.amount);
    expect(await coins(both)).toBe(0);
  },
);
