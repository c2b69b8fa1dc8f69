// PayPal's payments move only when this server captures them: once, and never for an order that was closed.
import { errorSentence } from 'contract/errors.ts';
import type { Edition, Order } from 'contract/routes/orders.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { findUnbalanced } from '../../testing/money.ts';
import { startProviders } from '../../testing/pay/providers.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import type { PaymentProvider, RawNotice } from '../adapters/payment.ts';
import { saveCoupon } from '../coupons/coupons.ts';
import { openOrders } from '../open-orders.ts';
import { giveUpOrder } from './orders.ts';
import { closeOrder, followOrders, type OrderService } from './settle.ts';
import { findOrder } from './store.ts';

let server: TestServer;
let providers: Awaited<ReturnType<typeof startProviders>>;
let editionId: string;
beforeAll(async () => {
  providers = await startProviders();
  server = await startTestServer({ works: false, environment: providers.environment });
  const path = '/web/paySettings/coinEditions?currency=USD';
  editionId = (await server.client.get<{ list: Edition[] }>(path)).body.data.list[0]!.id;
});
afterAll(async () => {
  await server.stop();
  await providers.stop();
});
afterEach(async () => expect(await findUnbalanced(server)).toEqual([]));

let mobile = 13_600_800_000;
const newPerson = () => logInAs(server, String(++mobile));
const paypal = () => providers.standIns.paypal;
const order = async ({ client }: LoggedIn, couponId?: string): Promise<Order> =>
  (await client.post<Order>('/web/createPreOrder', { editionId, payType: 'paypal', ...(couponId && { couponId }) }))
    .body.data;
const giveUp = async ({ client }: LoggedIn, { orderNo }: Order) =>
  (await client.post<{ state: string }>('/web/udUser/close/order', { orderNo })).body;
const rowOf = async ({ orderNo }: Order) => (await findOrder(server.parts.database, orderNo))!;
const stateOf = async (made: Order) => (await rowOf(made)).state;
const send = ({ headers, body }: RawNotice) =>
  fetch(`${server.url}/pay/notify/paypal`, { method: 'POST', headers: headers as Record<string, string>, body });
const approve = async ({ orderNo }: Order) => {
  paypal().pay(orderNo);
  return send(paypal().makeApproval(orderNo));
};
const coins = async ({ client }: LoggedIn) =>
  (await client.get<{ coin: number }>('/web/udUser/balance')).body.data.coin;

test('an approved order is captured once, however many callbacks and pages ask at the same time', async () => {
  const person = await newPerson();
  const made = await order(person);
  paypal().pay(made.orderNo);
  const raw = paypal().makeApproval(made.orderNo);
  const ask = () => person.client.post('/web/wxPayIsSuccess', { orderNo: made.orderNo });
  await Promise.all([...Array.from({ length: 6 }, () => send(raw)), ...Array.from({ length: 3 }, ask)]);
  expect(await stateOf(made)).toBe('paid');
  expect(
    paypal().calls.filter(({ path }) => path.endsWith('/capture') && path.includes(made.approveUrl!.split('=')[1]!)),
  ).toHaveLength(1);
  expect(await coins(person)).toBe(100);
});

test('an order that was cancelled is not captured when the payer approves it later', async () => {
  const person = await newPerson();
  const made = await order(person);
  expect((await giveUp(person, made)).data).toEqual({ state: 'closed' });
  expect((await approve(made)).status).toBe(200);
  expect([paypal().isCaptured(made.orderNo), await stateOf(made)]).toEqual([false, 'closed']);
  expect(await coins(person)).toBe(0);
});

test('of two approved orders with one coupon, only the one that kept the coupon is paid', async () => {
  const person = await newPerson();
  const coupon = await saveCoupon(server.parts.database, {
    name: 'two-orders',
    title: { zh: '折扣券', en: 'Coupon' },
    percentOff: 50,
    startsAt: new Date(Date.now() - 86_400_000).toISOString(),
    endsAt: new Date(Date.now() + 86_400_000).toISOString(),
    pieces: 1,
  });
  await person.client.get(`/web/coupon/receiveCoupon?couponId=${coupon.id}`);
  const [first, second] = [await order(person, coupon.id), await order(person, coupon.id)];
  expect(first.discount).toBeGreaterThan(0);
  await approve(first);
  await approve(second);
  expect([first, second].map(({ orderNo }) => paypal().isCaptured(orderNo))).toEqual([false, true]);
  expect([await stateOf(first), await stateOf(second)]).toEqual(['closed', 'paid']);
  expect(await coins(person)).toBe(100);
});

/** A service whose PayPal does one call in another way. */
function serviceWith(change: (real: PaymentProvider) => Partial<PaymentProvider>): OrderService {
  const service = openOrders(server.parts);
  const real = service.providers.get('paypal')!;
  return { ...service, providers: new Map([['paypal', { ...real, ...change(real) }]]) };
}

test('an approval seen just before its order was closed is not captured', async () => {
  const person = await newPerson();
  const made = await order(person);
  const { promise: isClosed, resolve: close } = Promise.withResolvers<void>();
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
  const slow = serviceWith(() => ({
    find: async () => {
      ask();
      await isClosed;
      return { state: 'approved' };
    },
  }));
  const outcome = closeOrder(slow, await rowOf(made));
  await isAsked;
  expect((await giveUp(person, made)).data).toEqual({ state: 'closed' });
  paypal().pay(made.orderNo);
  close();
  expect([await outcome, paypal().isCaptured(made.orderNo), await stateOf(made)]).toEqual(['closed', false, 'closed']);
});

test('while a payment is captured its order cannot be closed, and after a lost answer it is still found as paid', async () => {
  const person = await newPerson();
  const made = await order(person);
  const { promise: isTried, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
  const lost = serviceWith(real => ({
    async capture(payable) {
      ask();
      await isTried;
      await real.capture!(payable);
      throw new Error('the line is dead');
    },
  }));
  paypal().pay(made.orderNo);
  const outcome = closeOrder(lost, await rowOf(made)).catch(String);
  await isAsked;
  const { error, msg } = await giveUp(person, made);
  expect([error, msg]).toEqual(['PAYMENT_PENDING', errorSentence('PAYMENT_PENDING', 'en')]);
  expect(await stateOf(made)).toBe('open');
  goOn();
  expect(await outcome).toContain('the line is dead');
  expect(await stateOf(made)).toBe('open');
  expect((await giveUp(person, made)).data).toEqual({ state: 'paid' });
  expect(await coins(person)).toBe(100);
});

test('an order whose capture gets no answer says so too, and can be cancelled once the capture is refused', async () => {
  const person = await newPerson();
  const made = await order(person);
  const row = () => rowOf(made);
  paypal().pay(made.orderNo);
  const dead = serviceWith(() => ({
    capture: async () => {
      throw new Error('no answer');
    },
  }));
  await expect(giveUpOrder(dead, person.user.id, made.orderNo)).rejects.toMatchObject({ code: 'PAYMENT_PENDING' });
  expect((await giveUp(person, made)).error).toBe('PAYMENT_PENDING');
  paypal().decline(made.orderNo);
  await server.postgres.pool.query(
    `update purchase_order set capture_at = capture_at - interval '1 hour' where order_no = $1`,
    [made.orderNo],
  );
  expect((await giveUp(person, made)).data).toEqual({ state: 'closed' });
  expect([(await row()).state, paypal().isCaptured(made.orderNo), await coins(person)]).toEqual(['closed', false, 0]);
});

test('an approved order whose capture is refused stays open until it expires, and is then closed', async () => {
  const person = await newPerson();
  const made = await order(person);
  paypal().decline(made.orderNo);
  await approve(made);
  expect([paypal().isCaptured(made.orderNo), await stateOf(made)]).toEqual([false, 'open']);
  await server.postgres.pool.query(
    `update purchase_order set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour' where order_no = $1`,
    [made.orderNo],
  );
  await followOrders(openOrders(server.parts));
  expect(await stateOf(made)).toBe('closed');
});

const questions = () => paypal().calls.filter(({ path }) => path.endsWith('/verify-webhook-signature')).length;
/** A callback as a stranger writes it: right in form, but with a false signature. */
const forge = ({ headers, body }: RawNotice, names?: { from: string; to: string }): RawNotice => ({
  headers: { ...headers, 'paypal-transmission-sig': 'Zm9y'.repeat(86) },
  body: names ? body.replaceAll(names.from, names.to) : body,
});

test('PayPal is not asked about a callback of an order that is unknown or already paid', async () => {
  const person = await newPerson();
  const made = await order(person);
  expect((await approve(made)).status).toBe(200);
  expect(await stateOf(made)).toBe('paid');
  const raw = paypal().makeNotice(made.orderNo);
  const before = questions();
  const other = `${made.orderNo.slice(0, -4)}ZZZZ`;
  for (const one of [raw, forge(raw), forge(raw, { from: made.orderNo, to: other })])
    expect((await send(one)).status).toBe(200);
  for (const odd of ['x\\u0000', "' or 1=1", 'P'.repeat(3000)])
    expect((await send(forge(raw, { from: made.orderNo, to: odd }))).status).toBe(200);
  expect(questions()).toBe(before);
  expect([await stateOf(made), await coins(person)]).toEqual(['paid', 100]);
});

test('PayPal is asked about few forged callbacks of an open order, which is still paid', async () => {
  const person = await newPerson();
  const [made, another] = [await order(person), await order(person)];
  const raw = paypal().makeApproval(made.orderNo);
  const before = questions();
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(forge(raw))));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(400), ...Array(10).fill(429)]);
  expect(questions() - before).toBe(10);
  // Callbacks of another order are accepted meanwhile, and prove their sender.
  expect((await approve(another)).status).toBe(200);
  expect(await stateOf(another)).toBe('paid');
  // PayPal delivers again what was answered with 429; until then the page and the loop for lost callbacks ask.
  paypal().pay(made.orderNo);
  expect((await send(raw)).status).toBe(429);
  await person.client.post('/web/wxPayIsSuccess', { orderNo: made.orderNo });
  expect(await stateOf(made)).toBe('paid');
});

test('an account may place a hundred orders a day that it does not pay', async () => {
  const person = await newPerson();
  const add = () => person.client.post<Order>('/web/udUser/add/order', { editionId });
  for (let count = 0; count < 100; count += 1) {
    const made = await add();
    expect(made.status).toBe(200);
    await giveUp(person, made.body.data);
  }
  const refused = await add();
  expect([refused.status, refused.body.error]).toEqual([429, 'RATE_LIMITED']);
});
