// Orders over HTTP: bought at the sandbox's cashier, and by WeChat Pay, Alipay and PayPal against stand-ins that sign and verify.
import type { Edition, Order } from 'contract/routes/orders.ts';
import type { SandboxCashier } from 'contract/routes/sandbox.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { createClient } from '../../testing/client.ts';
import { findUnbalanced } from '../../testing/money.ts';
import { type StandIns, startProviders } from '../../testing/pay/providers.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import type { RawNotice } from '../adapters/payment.ts';
import { openOrders } from '../open-orders.ts';
import { followOrders } from './settle.ts';

let mobile = 13_600_000_000;
const newPerson = (server: TestServer) => logInAs(server, String(++mobile));
interface Member {
  readonly isMember: number;
  readonly coin: number;
  readonly useMaxNum: number | null;
  readonly memberEndTime: string | null;
  readonly edition: { mealName: string } | null;
}
async function memberOf({ client }: LoggedIn): Promise<Member> {
  client.headers.lang = 'zh';
  return (await client.post<Member>('/web/udUser/info', {})).body.data;
}

async function findPlan(server: TestServer, mealName: string, lang = 'zh'): Promise<Edition> {
  const paths = ['/web/paySettings/edtions', '/web/paySettings/coinEditions'];
  for (const path of paths) {
    const client = createClient(server.url);
    client.headers.lang = lang;
    const { body } = await client.get<{ list: Edition[] }>(path);
    const found = body.data.list.find(plan => plan.mealName === mealName);
    if (found) return found;
  }
  throw new Error(`no plan is called ${mealName}`);
}

describe('with the cashier of the sandbox', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ works: false, environment: { MEMBERSHIP: 'on', PAYMENTS: 'sandbox' } });
  });
  afterAll(() => server.stop());
  afterEach(async () => expect(await findUnbalanced(server)).toEqual([]));

  const order = async (person: LoggedIn, mealName: string, payType = 'wechat') => {
    const { id: editionId } = await findPlan(server, mealName);
    return (await person.client.post<Order>('/web/createPreOrder', { editionId, payType })).body.data;
  };
  const pay = (orderNo: string) => server.client.post('/sandbox/cashier/pay', { orderNo });
  const isPaid = async (person: LoggedIn, orderNo: string) =>
    (await person.client.post<{ paid: boolean }>('/web/wxPayIsSuccess', { orderNo })).body.data.paid;

  test('prices are in the currency of the language, with the discount in tenths', async () => {
    const year = await findPlan(server, '年卡');
    expect(year).toMatchObject({
      price: '168.00',
      originalPrice: '599.00',
      currency: 'CNY',
      fold: 2.8,
      isRecommended: true,
      months: 12,
    });
    expect(await findPlan(server, 'Yearly', 'en')).toMatchObject({ price: '39.99', currency: 'USD' });
    const best = await server.client.get<Edition>('/web/paySettings/getRecommendOne?currency=USD');
    expect(best.body.data).toMatchObject({ currency: 'USD', isRecommended: true });
    const lists = await Promise.all(
      ['edtions', 'newEditions'].map(name => server.client.get(`/web/paySettings/${name}`)),
    );
    expect(lists[0]!.body.data).toEqual(lists[1]!.body.data);
    expect((await findPlan(server, '100 金币')).fold).toBeNull();
  });

  test('a month is ordered, shown as a QR code, paid and granted; buying again extends it', async () => {
    const person = await newPerson(server);
    expect(await memberOf(person)).toMatchObject({ isMember: 0, memberEndTime: null });
    const made = await order(person, '月卡');
    expect(made).toMatchObject({ amount: 2990, currency: 'CNY', state: 'open', payType: 'wechat', approveUrl: null });
    expect(made.codeUrl).toContain(made.orderNo);
    expect(await isPaid(person, made.orderNo)).toBe(false);
    const waiting = await server.client.get<SandboxCashier>(`/sandbox/cashier?orderNo=${made.orderNo}`);
    expect(waiting.body.data.payments[0]).toMatchObject({ orderNo: made.orderNo, amount: 2990, state: 'open' });

    expect((await pay(made.orderNo)).status).toBe(200);
    expect(await isPaid(person, made.orderNo)).toBe(true);
    const first = await memberOf(person);
    expect(first).toMatchObject({ isMember: 1, useMaxNum: 300, edition: { mealName: '月卡' } });
    // The way to pay is read in any letter case.
    await pay((await order(person, '月卡', 'WeChat')).orderNo);
    const second = await memberOf(person);
    expect(second.useMaxNum).toBe(600);
    const days = (Date.parse(second.memberEndTime!) - Date.parse(first.memberEndTime!)) / 86_400_000;
    expect(days).toBeGreaterThan(27);
    expect(days).toBeLessThan(32);
    const { list, total } = (await person.client.get<{ list: Order[]; total: number }>('/web/udUser/getOrderList')).body
      .data;
    expect([total, list.map(one => one.state)]).toEqual([2, ['paid', 'paid']]);
  });

  test('coins are bought, and paying the same order again changes nothing', async () => {
    const person = await newPerson(server);
    const made = await order(person, '550 金币', 'alipay');
    for (let again = 0; again < 3; again++) await pay(made.orderNo);
    expect(await memberOf(person)).toMatchObject({ isMember: 0, coin: 550 });
  });

  test('an order may be created first and its payment method chosen later', async () => {
    const person = await newPerson(server);
    const { id: editionId } = await findPlan(server, 'Monthly', 'en');
    const made = (await person.client.post<Order>('/web/udUser/add/order', { editionId })).body.data;
    expect(made).toMatchObject({ state: 'open', payType: null, codeUrl: null, approveUrl: null });
    const { orderNo } = made;
    const begun = (await person.client.post<Order>('/web/paypal/createOrder', { orderNo })).body.data;
    expect(begun).toMatchObject({ orderNo, payType: 'paypal', codeUrl: null });
    expect(begun.approveUrl).toContain(orderNo);
    // Alipay does not accept dollars, and an order is never paid by two methods.
    const other = await person.client.get(`/web/user/alipay/getCodeUrl?orderNo=${orderNo}`);
    expect([other.status, other.body.error]).toEqual([400, 'PAY_TYPE_OFF']);
  });

  test('repeating a request with its key creates one order; using the key for another plan clashes', async () => {
    const person = await newPerson(server);
    person.client.headers['idempotency-key'] = 'buy-1';
    const [week, month] = [await findPlan(server, '周卡'), await findPlan(server, '月卡')];
    const body = { editionId: week.id, payType: 'wechat' };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => person.client.post<Order>('/web/createPreOrder', body)),
    );
    expect(new Set(answers.map(answer => answer.body.data?.orderNo)).size).toBe(1);
    const clash = await person.client.post('/web/createPreOrder', { editionId: month.id, payType: 'wechat' });
    expect([clash.status, clash.body.error]).toEqual([409, 'IDEMPOTENCY_CLASH']);
    const otherWay = await person.client.post('/web/createPreOrder', { ...body, payType: 'alipay' });
    expect([otherWay.status, otherWay.body.error]).toEqual([409, 'IDEMPOTENCY_CLASH']);
    const { orderNo } = answers[0]!.body.data;
    await pay(orderNo);
    const repeated = await person.client.post<Order>('/web/createPreOrder', body);
    expect(repeated.body.data).toMatchObject({ orderNo, state: 'paid', codeUrl: null });
    const [{ list }] = [(await person.client.get<{ list: Order[] }>('/web/udUser/getOrderList')).body.data];
    expect(list.map(one => one.orderNo)).toEqual([orderNo]);
  });

  test('the cashier is named with the host that the payer uses', async () => {
    const person = await newPerson(server);
    const made = await order(person, '周卡');
    expect(made.codeUrl).toBe(`${server.url}/#/sandbox/cashier?order=${made.orderNo}`);
    const [listed] = (await person.client.get<{ list: Order[] }>('/web/udUser/getOrderList')).body.data.list;
    expect(listed?.codeUrl).toBe(made.codeUrl);
  });

  test('an order without a coupon and an agent may say so with null or blank', async () => {
    const person = await newPerson(server);
    const { id: editionId } = await findPlan(server, '周卡');
    for (const none of [null, '']) {
      const body = { editionId, payType: 'wechat', couponId: none, agentCode: none };
      expect((await person.client.post('/web/createPreOrder', body)).status).toBe(200);
    }
  });

  test('a malformed id is answered like an unknown one', async () => {
    const { client } = await newPerson(server);
    const { id: editionId } = await findPlan(server, '周卡');
    const answers = await Promise.all([
      client.post('/web/wxPayIsSuccess', { orderNo: 'nope' }),
      client.get('/web/udUser/getOrder?orderNo=%00'),
      client.get('/web/user/alipay/getCodeUrl?orderNo='),
      client.post('/web/createPreOrder', { editionId: 'nope', payType: 'wechat' }),
      client.post('/web/createPreOrder', { editionId, payType: 'wechat', couponId: 'nope' }),
      client.get('/web/coupon/receiveCoupon?couponId=nope'),
    ]);
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [404, 'ORDER_NOT_FOUND'],
      // A NUL is no part of any id.
      [400, 'BAD_REQUEST'],
      [404, 'ORDER_NOT_FOUND'],
      [404, 'PLAN_GONE'],
      [404, 'COUPON_NOT_FOUND'],
      [404, 'COUPON_NOT_FOUND'],
    ]);
  });

  test('orders need an account and are visible only to it', async () => {
    const [owner, other] = [await newPerson(server), await newPerson(server)];
    const { orderNo } = await order(owner, '周卡');
    const seen = await other.client.post('/web/wxPayIsSuccess', { orderNo });
    expect([seen.status, seen.body.error]).toEqual([404, 'ORDER_NOT_FOUND']);
    const { id: editionId } = await findPlan(server, '周卡');
    expect((await server.stranger.post('/web/createPreOrder', { editionId, payType: 'wechat' })).status).toBe(401);
    const none = await owner.client.post('/web/createPreOrder', { editionId: crypto.randomUUID(), payType: 'wechat' });
    expect([none.status, none.body.error]).toEqual([404, 'PLAN_GONE']);
  });

  test('the number of unpaid orders per account is limited', async () => {
    const person = await newPerson(server);
    const { id: editionId } = await findPlan(server, '周卡');
    const add = () => person.client.post('/web/udUser/add/order', { editionId });
    for (let count = 0; count < 15; count++) await add();
    const answers = await Promise.all(Array.from({ length: 10 }, add));
    expect(answers.filter(({ body }) => body.error === 'TOO_MANY_ORDERS')).toHaveLength(5);
    const refused = await person.client.post('/web/udUser/add/order', { editionId });
    expect([refused.status, refused.body.error]).toEqual([429, 'TOO_MANY_ORDERS']);
  });

  test('a price change does not affect existing orders, and a withdrawn plan cannot be ordered', async () => {
    const person = await newPerson(server);
    const made = await order(person, '1200 金币');
    await server.postgres.pool.query(
      `update plan set amount = 1, coins = 1, is_on_sale = false where id in (select plan_id from purchase_order where order_no = $1)`,
      [made.orderNo],
    );
    await pay(made.orderNo);
    expect((await memberOf(person)).coin).toBe(1200);
  });

  test('a forged callback is refused and changes nothing', async () => {
    const person = await newPerson(server);
    const made = await order(person, '永久会员');
    const body = JSON.stringify({ id: 'x', orderNo: made.orderNo, amount: made.amount, currency: 'CNY' });
    for (const headers of [{}, { 'sandbox-signature': 'AAAA' }] as Record<string, string>[]) {
      const answer = await fetch(`${server.url}/pay/notify/wechat`, { method: 'POST', body, headers });
      expect(answer.status).toBe(400);
    }
    expect(await memberOf(person)).toMatchObject({ isMember: 0 });
  });
});

test('without membership, prices, orders and callbacks do not exist', async () => {
  const server = await startTestServer({ works: false });
  for (const path of [
    '/web/paySettings/edtions',
    '/web/udUser/getOrderList',
    '/sandbox/cashier',
    '/web/paySettings/payTypes',
  ])
    expect((await server.client.get(path)).status, path).toBe(404);
  expect((await server.client.post('/pay/notify/wechat', {})).status).toBe(404);
  await server.stop();
});

describe('with real providers', () => {
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

  const standIns = () => providers.standIns;
  type Way = keyof StandIns;
  const ways: Way[] = ['wechat', 'alipay', 'paypal'];
  const coinsOf: Record<Way, [string, string]> = {
    wechat: ['100 金币', 'zh'],
    alipay: ['100 金币', 'zh'],
    paypal: ['100 coins', 'en'],
  };

  async function order(person: LoggedIn, payType: Way): Promise<Order> {
    const { id: editionId } = await findPlan(server, ...coinsOf[payType]);
    const { body } = await person.client.post<Order>('/web/createPreOrder', { editionId, payType });
    return body.data;
  }
  const send = (way: Way, { headers, body }: RawNotice) =>
    fetch(`${server.url}/pay/notify/${way}`, { method: 'POST', headers: headers as Record<string, string>, body });
  const coins = async (person: LoggedIn) => (await memberOf(person)).coin;

  test.each(ways)('%s: a callback grants the purchase once, however often it is delivered', async way => {
    const person = await newPerson(server);
    const made = await order(person, way);
    const raw = standIns()[way].makeNotice(made.orderNo);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(way, raw)));
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200]));
    const other = standIns()[way].makeNotice(made.orderNo);
    expect(await (await send(way, other)).text()).toBe(
      way === 'alipay' ? 'success' : way === 'wechat' ? '{"code":"SUCCESS"}' : '{}',
    );
    expect(await coins(person)).toBe(100);
  });

  test.each(ways)(
    '%s: forged, for another merchant, with another amount or another currency, it gives nothing',
    async way => {
      const person = await newPerson(server);
      const made = await order(person, way);
      const standIn = standIns()[way];
      for (const changes of [{ isForged: true }, { mchid: '1900000999' }])
        expect((await send(way, standIn.makeNotice(made.orderNo, changes))).status).toBe(400);
      const other = way === 'alipay' ? [{ amount: 1 }] : [{ amount: 1 }, { currency: 'EUR' }];
      for (const changes of other)
        expect((await send(way, standIn.makeNotice(made.orderNo, changes))).status).toBe(200);
      expect(await coins(person)).toBe(0);
      const [row] = (
        await server.postgres.pool.query('select state, fault from purchase_order where order_no = $1', [made.orderNo])
      ).rows;
      expect(row).toMatchObject({ state: 'open', fault: expect.stringMatching(/^paid \d+/) });
    },
  );

  test.each(ways)('%s: a lost callback is found by asking, a late one counts after the order was closed', async way => {
    const [asked, late] = [await newPerson(server), await newPerson(server)];
    const [first, second] = [await order(asked, way), await order(late, way)];
    standIns()[way].pay(first.orderNo);
    await server.postgres.pool.query(
      `update purchase_order set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour' where order_no = any($1)`,
      [[first.orderNo, second.orderNo]],
    );
    await followOrders(openOrders(server.parts));
    expect(await coins(asked)).toBe(100);
    const closed = (await late.client.get<{ list: Order[] }>('/web/udUser/getOrderList')).body.data.list;
    expect(closed[0]).toMatchObject({ state: 'closed', codeUrl: null, approveUrl: null });
    await send(way, standIns()[way].makeNotice(second.orderNo));
    expect(await coins(late)).toBe(100);
  });

  test('polling finds a payment whose callback never arrived', async () => {
    const person = await newPerson(server);
    const { orderNo } = await order(person, 'wechat');
    standIns().wechat.pay(orderNo);
    const { body } = await person.client.post<{ paid: boolean }>('/web/wxPayIsSuccess', { orderNo });
    expect(body.data.paid).toBe(true);
    expect(await coins(person)).toBe(100);
  });

  test('an unreachable provider is reported, and the payment can be started again', async () => {
    const person = await newPerson(server);
    const { id: editionId } = await findPlan(server, '100 金币');
    const made = (await person.client.post<Order>('/web/udUser/add/order', { editionId })).body.data;
    standIns().alipay.fail(true);
    const failed = await person.client.get(`/web/user/alipay/getCodeUrl?orderNo=${made.orderNo}`);
    expect([failed.status, failed.body.error]).toEqual([503, 'PAYMENT_FAILED']);
    standIns().alipay.fail(false);
    const begun = await person.client.get<Order>(`/web/user/alipay/getCodeUrl?orderNo=${made.orderNo}`);
    expect(begun.body.data.codeUrl).toMatch(/^https:/);
  });

  test('a payment for an account that was deleted is kept for an operator', async () => {
    const person = await newPerson(server);
    const { orderNo } = await order(person, 'wechat');
    await server.postgres.pool.query(
      'delete from account where id = (select account_id from purchase_order where order_no = $1)',
      [orderNo],
    );
    expect((await send('wechat', standIns().wechat.makeNotice(orderNo))).status).toBe(200);
    const [row] = (
      await server.postgres.pool.query('select state, fault from purchase_order where order_no = $1', [orderNo])
    ).rows;
    expect(row).toEqual({ state: 'paid', fault: 'account gone' });
  });

  test('shuffled, duplicated, forged and mismatched callbacks grant each genuine order once', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => newPerson(server)));
    const orders: { person: LoggedIn; way: Way; orderNo: string }[] = [];
    for (const [index, person] of people.entries())
      for (const way of ways)
        if ((index + ways.indexOf(way)) % 2 === 0)
          orders.push({ person, way, orderNo: (await order(person, way)).orderNo });
    const notices = orders.flatMap(({ way, orderNo }) => {
      const standIn = standIns()[way];
      const honest = standIn.makeNotice(orderNo);
      const wrong = [standIn.makeNotice(orderNo, { isForged: true }), standIn.makeNotice(orderNo, { amount: 7 })];
      return [honest, honest, standIn.makeNotice(orderNo), ...wrong].map(raw => ({ way, raw }));
    });
    // The same shuffle in every run.
    let state = 7;
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state;
    };
    const shuffled = notices.map(notice => ({ notice, at: random() })).sort((a, b) => a.at - b.at);
    const queue = shuffled.map(one => one.notice);
    const senders = Array.from({ length: 8 }, async () => {
      for (let next = queue.pop(); next; next = queue.pop()) await send(next.way, next.raw);
    });
    await Promise.all(senders);
    for (const person of people)
      expect(await coins(person)).toBe(100 * orders.filter(one => one.person === person).length);
  });
});
