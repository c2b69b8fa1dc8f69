// Coupons over HTTP: received once, used by one order, and returned if that order ends without payment.
import type { OfferedCoupon, OwnCoupon } from 'contract/routes/coupons.ts';
import type { Edition, Order } from 'contract/routes/orders.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { findUnbalanced } from '../../testing/money.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { openOrders } from '../open-orders.ts';
import { refundOrder } from '../orders/refunds.ts';
import { followOrders } from '../orders/settle.ts';
import { type CouponRow, saveCoupon } from './coupons.ts';

let server: TestServer;
let plans: readonly Edition[];
beforeAll(async () => {
  server = await startTestServer({ works: false, environment: { MEMBERSHIP: 'on', PAYMENTS: 'sandbox' } });
  server.client.headers.lang = 'zh';
  const lists = await Promise.all(
    ['edtions', 'coinEditions'].map(name => server.client.get<{ list: Edition[] }>(`/web/paySettings/${name}`)),
  );
  plans = lists.flatMap(answer => answer.body.data.list);
});
afterAll(() => server.stop());
afterEach(async () => expect(await findUnbalanced(server)).toEqual([]));

const rows = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;

let mobile = 13_500_000_000;
const newPerson = async () => {
  const person = await logInAs(server, String(++mobile));
  person.client.headers.lang = 'zh';
  return person;
};

let made = 0;
const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const makeCoupon = (wish: Partial<Parameters<typeof saveCoupon>[1]> = {}): Promise<CouponRow> =>
  saveCoupon(server.parts.database, {
    name: `test-${++made}`,
    title: { zh: '立减券', en: 'Coupon' },
    ...(!wish.percentOff && { amountOff: 500, currency: 'CNY' as const }),
    startsAt: inDays(-1),
    endsAt: inDays(1),
    pieces: 10,
    ...wish,
  });

const receive = ({ client }: LoggedIn, couponId: string) =>
  client.get<OfferedCoupon>(`/web/coupon/receiveCoupon?couponId=${couponId}`);
const own = async ({ client }: LoggedIn, asked: object = {}) =>
  (await client.post<{ list: OwnCoupon[]; total: number }>('/web/coupon/userCouponList', asked)).body.data;
const planNamed = (mealName: string) => plans.find(plan => plan.mealName === mealName)!;
const order = (person: LoggedIn, couponId: string, mealName = '月卡', payType = 'wechat') =>
  person.client.post<Order>('/web/createPreOrder', { editionId: planNamed(mealName).id, payType, couponId });
const pay = (orderNo: string) => server.client.post('/sandbox/cashier/pay', { orderNo });
const stateOf = async (person: LoggedIn) => (await own(person)).list.map(coupon => coupon.state);

test('an offer is listed in its currency, received once, and then listed among the person’s coupons', async () => {
  const { id } = await makeCoupon({ pieces: 2, minimum: 1000 });
  const person = await newPerson();
  const listed = async (client = person.client) =>
    (await client.get<{ list: OfferedCoupon[] }>('/web/coupon/getList?size=100')).body.data.list.find(
      coupon => coupon.id === id,
    );
  expect(await listed()).toMatchObject({ title: '立减券', amountOff: 500, minimum: 1000, left: 2, isReceived: false });
  const dollars = await server.client.get<{ list: OfferedCoupon[] }>('/web/coupon/getList?size=100&currency=USD');
  expect(dollars.body.data.list.map(coupon => coupon.currency)).not.toContain('CNY');

  expect((await server.client.get(`/web/coupon/receiveCoupon?couponId=${id}`)).status).toBe(401);
  const answers = await Promise.all(Array.from({ length: 5 }, () => receive(person, id)));
  for (const { body } of answers) expect(body.data).toMatchObject({ id, left: 1, isReceived: true });
  expect(await rows('select taken from coupon where id = $1', [id])).toEqual([{ taken: 1 }]);
  expect(await own(person)).toMatchObject({ total: 1, list: [{ id, state: 'usable', orderNo: null, discount: null }] });
  expect((await listed(server.client))?.isReceived).toBe(false);
});

test('unknown, early, expired, withdrawn and sold-out coupons cannot be received', async () => {
  const person = await newPerson();
  const refused = async (wish: Parameters<typeof makeCoupon>[0]) =>
    (await receive(person, (await makeCoupon(wish)).id)).body.error;
  expect(await refused({ startsAt: inDays(0.5) })).toBe('COUPON_NOT_NOW');
  expect(await refused({ endsAt: inDays(-0.5) })).toBe('COUPON_NOT_NOW');
  expect(await refused({ isOnOffer: false })).toBe('COUPON_NOT_NOW');
  expect((await receive(person, crypto.randomUUID())).body.error).toBe('COUPON_NOT_FOUND');
  const { id } = await makeCoupon({ pieces: 1 });
  await receive(person, id);
  expect((await receive(await newPerson(), id)).body.error).toBe('COUPON_SOLD_OUT');
});

test('the data export contains coupons and orders, unpaid orders included', async () => {
  const { id } = await makeCoupon();
  const person = await newPerson();
  await receive(person, id);
  const { orderNo } = (await order(person, id)).body.data;
  await person.client.post('/web/udUser/close/order', { orderNo });
  const { data } = (await person.client.get<Record<string, unknown>>('/web/udUser/export')).body;
  expect(data).toMatchObject({
    money: {
      orders: [{ orderNo, state: 'closed', amount: 2490, coupon: '立减券', agentCode: null }],
      coupons: [{ id, title: '立减券', state: 'usable', orderNo: null }],
    },
  });
  const other = await newPerson();
  const exported = (await other.client.get<Record<string, unknown>>('/web/udUser/export')).body.data;
  expect(exported).toMatchObject({ money: { orders: [], coupons: [] } });
});

test('concurrent requests receive no more coupons than there are in stock, one per person', async () => {
  const { id } = await makeCoupon({ pieces: 5 });
  const people = await Promise.all(Array.from({ length: 12 }, newPerson));
  // Each in two tabs.
  const answers = await Promise.all([...people, ...people].map(person => receive(person, id)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const pieces = await rows('select account_id from coupon_piece where coupon_id = $1', [id]);
  expect([pieces.length, new Set(pieces.map(piece => piece.account_id)).size]).toEqual([5, 5]);
  expect(await rows('select taken from coupon where id = $1', [id])).toEqual([{ taken: 5 }]);
});

test('an order with a coupon is discounted, paid at that price, and uses up the coupon', async () => {
  const { id } = await makeCoupon();
  const person = await newPerson();
  await receive(person, id);
  const { data } = (await order(person, id)).body;
  expect(data).toMatchObject({ amount: 2490, discount: 500, coupon: '立减券', state: 'open' });
  expect(await own(person)).toMatchObject({ list: [{ state: 'bound', orderNo: data.orderNo }] });
  await pay(data.orderNo);
  expect(await stateOf(person)).toEqual(['used']);
  const again = await order(person, id);
  expect([again.status, again.body.error]).toEqual([409, 'COUPON_USED']);
  expect(await rows('select amount, state from purchase_order where account_id = $1', [person.user.id])).toEqual([
    { amount: 2490, state: 'paid' },
  ]);
});

test('a coupon applies only to its plans, and always leaves at least one fen to pay', async () => {
  const person = await newPerson();
  const cases: [Parameters<typeof makeCoupon>[0], string, number | string][] = [
    [{ amountOff: 99_999_999 }, '周卡', 1489],
    [{ percentOff: 15 }, '周卡', 224],
    [{ percentOff: 99, planKind: 'coins' }, '100 金币', 980],
    [{ planKind: 'coins' }, '周卡', 'COUPON_NOT_FOR_PLAN'],
    [{ currency: 'USD' }, '周卡', 'COUPON_NOT_FOR_PLAN'],
    [{ minimum: 1491 }, '周卡', 'COUPON_BELOW_MINIMUM'],
    [{ minimum: 1490 }, '周卡', 500],
  ];
  for (const [wish, mealName, expected] of cases) {
    const { id } = await makeCoupon(wish);
    await receive(person, id);
    const seen = (await own(person, { size: 100, editionId: planNamed(mealName).id })).list.find(one => one.id === id);
    const { body } = await order(person, id, mealName);
    if (typeof expected === 'number')
      expect([seen?.discount, body.data.discount, body.data.amount]).toEqual([
        expected,
        expected,
        planNamed(mealName).amount - expected,
      ]);
    else expect([seen?.discount, body.error]).toEqual([null, expected]);
  }
});

test('another person’s, an expired and an unreceived coupon cannot be used', async () => {
  const [owner, other] = [await newPerson(), await newPerson()];
  const { id } = await makeCoupon();
  await receive(owner, id);
  expect((await order(other, id)).body.error).toBe('COUPON_NOT_FOUND');
  await rows(
    'update coupon_piece set starts_at = starts_at - interval $$1 day$$, ends_at = now() where coupon_id = $1',
    [id],
  );
  expect((await order(owner, id)).body.error).toBe('COUPON_NOT_NOW');
  expect(await stateOf(owner)).toEqual(['over']);
});

test('changing a coupon does not change the ones already received', async () => {
  const { id, name } = await makeCoupon({ pieces: 3 });
  const person = await newPerson();
  await receive(person, id);
  const changed = await makeCoupon({ name, amountOff: 1, pieces: 1, isOnOffer: false });
  expect(changed).toMatchObject({ id, taken: 1, pieces: 1, amount_off: 1 });
  expect((await order(person, id)).body.data.discount).toBe(500);
  const worse = { amountOff: 5, percentOff: 5 };
  expect(() => makeCoupon(worse)).toThrow('either amountOff or percentOff');
});

test('an expired order returns its coupon', async () => {
  const { id } = await makeCoupon();
  const person = await newPerson();
  await receive(person, id);
  const { orderNo } = (await order(person, id)).body.data;
  await rows(
    `update purchase_order set created_at = created_at - interval '1 hour', expires_at = now() - interval '1 second' where order_no = $1`,
    [orderNo],
  );
  await followOrders(openOrders(server.parts));
  expect(await stateOf(person)).toEqual(['usable']);
  expect((await order(person, id)).status).toBe(200);
});

test('a coupon moves from an unpaid order to the next one with another payment method; the first can no longer be paid', async () => {
  const { id } = await makeCoupon();
  const person = await newPerson();
  await receive(person, id);
  const first = (await order(person, id)).body.data;
  const second = (await order(person, id, '年卡', 'alipay')).body.data;
  expect(second).toMatchObject({ amount: 16_300, discount: 500 });
  expect(await rows('select state from purchase_order where order_no = $1', [first.orderNo])).toEqual([
    { state: 'closed' },
  ]);
  expect((await pay(first.orderNo)).status).toBe(409);
  await pay(second.orderNo);
  expect(await own(person)).toMatchObject({ list: [{ state: 'used', orderNo: second.orderNo }] });
});

test('two tabs with one coupon make one order with it, and a paid order keeps it', async () => {
  const { id } = await makeCoupon();
  const person = await newPerson();
  await receive(person, id);
  await Promise.all(Array.from({ length: 6 }, () => order(person, id)));
  const using = await rows(`select order_no from purchase_order where account_id = $1 and state in ('open', 'paid')`, [
    person.user.id,
  ]);
  expect(using.length).toBe(1);
  await pay(using[0].order_no);
  expect((await order(person, id)).body.error).toBe('COUPON_USED');
});

test('repeating a request with its key returns the same order, and using the key with another coupon clashes', async () => {
  const [{ id }, { id: otherId }] = [await makeCoupon(), await makeCoupon()];
  const person = await newPerson();
  await receive(person, id);
  await receive(person, otherId);
  person.client.headers['idempotency-key'] = 'coupon-1';
  const answers = await Promise.all(Array.from({ length: 6 }, () => order(person, id)));
  expect(new Set(answers.map(answer => answer.body.data?.orderNo)).size).toBe(1);
  expect((await order(person, otherId)).body.error).toBe('IDEMPOTENCY_CLASH');
});

test('a payment for a closed order counts; if its coupon was used elsewhere by then, an operator is notified', async () => {
  const { id } = await makeCoupon();
  const person = await newPerson();
  await receive(person, id);
  const first = (await order(person, id)).body.data;
  const second = (await order(person, id, '周卡')).body.data;
  // The provider accepted the payment although the order was closed.
  await rows(`update sandbox_payment set state = 'open' where order_no = $1`, [first.orderNo]);
  await pay(first.orderNo);
  await pay(second.orderNo);
  const paid = await rows(
    'select order_no, state, fault, piece_id is null as is_without from purchase_order where account_id = $1',
    [person.user.id],
  );
  expect(paid).toContainEqual({
    order_no: first.orderNo,
    state: 'paid',
    fault: 'coupon used twice',
    is_without: true,
  });
  expect(paid).toContainEqual({ order_no: second.orderNo, state: 'paid', fault: null, is_without: false });
});

test('a full refund returns the amount paid and the coupon; a partial one keeps the coupon used', async () => {
  const { id } = await makeCoupon();
  const person = await newPerson();
  await receive(person, id);
  const { orderNo } = (await order(person, id)).body.data;
  await pay(orderNo);
  const service = openOrders(server.parts);
  const refund = (refundNo: string, amount: number) => refundOrder(service, orderNo, { refundNo, amount, reason: 'x' });
  await expect(refund('C0', 2990)).rejects.toThrow('REFUND_TOO_LARGE');
  await refund('C1', 490);
  expect(await stateOf(person)).toEqual(['used']);
  await refund('C2', 2000);
  expect(await stateOf(person)).toEqual(['usable']);
});

test('after account deletion, coupons and orders remain without personal data', async () => {
  const { id } = await makeCoupon();
  const person = await newPerson();
  await receive(person, id);
  const { orderNo } = (await order(person, id)).body.data;
  await pay(orderNo);
  await rows('delete from account where id = $1', [person.user.id]);
  expect(
    await rows(
      'select purchase_order.account_id, amount, discount, coupon_piece.account_id as of from purchase_order join coupon_piece on coupon_piece.id = piece_id where order_no = $1',
      [orderNo],
    ),
  ).toEqual([{ account_id: null, amount: 2490, discount: 500, of: null }]);
  expect(await rows('select taken from coupon where id = $1', [id])).toEqual([{ taken: 1 }]);
});
