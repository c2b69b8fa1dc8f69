// Refunds that the three providers report: made on their own pages or by this server, in parts, twice, forged, and before the payment.
import type { Edition, Order } from 'contract/routes/orders.ts';
import type { TopUp } from 'contract/routes/points.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { findUnbalanced } from '../../testing/money.ts';
import { type StandIns, startProviders } from '../../testing/pay/providers.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import type { RawNotice } from '../adapters/payment.ts';
import { openOrders } from '../open-orders.ts';
import { refundOrder } from './refunds.ts';

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

let mobile = 13_655_600_000;
const newPerson = () => logInAs(server, String(++mobile));

describe.each<keyof StandIns>(['wechat', 'alipay', 'paypal'])('%s', way => {
  const standIn = () => providers.standIns[way];
  async function order(person: LoggedIn): Promise<Order> {
    const currency = way === 'paypal' ? 'USD' : 'CNY';
    const { list } = (
      await server.client.get<{ list: Edition[] }>(`/web/paySettings/coinEditions?currency=${currency}`)
    ).body.data;
    const { id: editionId } = list.find(({ coins }) => coins === 100)!;
    return (await person.client.post<Order>('/web/createPreOrder', { editionId, payType: way })).body.data;
  }
  const send = async ({ headers, body }: RawNotice) =>
    (
      await fetch(`${server.url}/pay/notify/${way}`, {
        method: 'POST',
        headers: headers as Record<string, string>,
        body,
      })
    ).status;
  const pay = ({ orderNo }: Order) => send(standIn().makeNotice(orderNo));
  const tell = ({ orderNo, amount }: Order, refundNo: string, part = amount, total = part) =>
    standIn().makeRefundNotice(orderNo, { refundNo, amount: part, total });
  const stand = async (person: LoggedIn, { orderNo }: Order) => {
    const { body: balance } = await person.client.get<{ coin: number }>('/web/udUser/balance');
    const { body } = await person.client.get<Order>(`/web/udUser/getOrder?orderNo=${orderNo}`);
    return [balance.data.coin, body.data.state, body.data.refundedAmount];
  };
  const linesOf = async (person: LoggedIn) =>
    (await person.client.get<{ list: TopUp[] }>('/web/udUser/getRechargeList')).body.data.list.map(
      ({ reason, amount, owed }) => [reason, amount, owed],
    );

  test('a full refund on its own pages takes the purchase back, once however often it is told', async () => {
    const person = await newPerson();
    const made = await order(person);
    expect(await pay(made)).toBe(200);
    const raw = tell(made, '1');
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(raw)));
    expect(answers).toEqual([200, 200, 200, 200, 200]);
    expect(await send(tell(made, '1'))).toBe(200);
    expect(await stand(person, made)).toEqual([0, 'refunded', made.amount]);
    expect(await linesOf(person)).toEqual([
      ['refund', -100, 0],
      ['purchase', 100, 0],
    ]);
  });

  test('parts take nothing back until they are the whole', async () => {
    const person = await newPerson();
    const made = await order(person);
    await pay(made);
    await send(tell(made, '1', 50, 50));
    expect(await stand(person, made)).toEqual([100, 'paid', 50]);
    await send(tell(made, '2', made.amount - 50, made.amount));
    expect(await stand(person, made)).toEqual([0, 'refunded', made.amount]);
  });

  test('a refund of this server is not counted again when it is told', async () => {
    const person = await newPerson();
    const made = await order(person);
    standIn().pay(made.orderNo);
    await person.client.post('/web/wxPayIsSuccess', { orderNo: made.orderNo });
    const refundNo = `own${made.orderNo}`;
    await refundOrder(openOrders(server.parts), made.orderNo, { refundNo, amount: 30, reason: 'goodwill' });
    expect(await send(tell(made, refundNo, 30, 30))).toBe(200);
    expect(await stand(person, made)).toEqual([100, 'paid', 30]);
    await send(tell(made, 'other', 20, 50));
    expect(await stand(person, made)).toEqual([100, 'paid', 50]);
  });

  test('told before the payment, it leaves nothing of the purchase', async () => {
    const person = await newPerson();
    const made = await order(person);
    expect(await send(tell(made, '1'))).toBe(200);
    expect(await stand(person, made)).toEqual([0, 'open', made.amount]);
    expect(await pay(made)).toBe(200);
    expect(await stand(person, made)).toEqual([0, 'refunded', made.amount]);
    expect(await linesOf(person)).toEqual([
      ['refund', -100, 0],
      ['purchase', 100, 0],
    ]);
  });

  test('forged, or meant for another merchant, it takes nothing', async () => {
    const person = await newPerson();
    const made = await order(person);
    await pay(made);
    for (const changes of [{ isForged: true }, { mchid: '1900000999' }]) {
      const refund = { refundNo: '1', amount: made.amount, total: made.amount, ...changes };
      expect(await send(standIn().makeRefundNotice(made.orderNo, refund))).toBe(400);
    }
    expect(await stand(person, made)).toEqual([100, 'paid', 0]);
  });

  test('while a refund of this server waits for its answer, another one is asked to be told again', async () => {
    const person = await newPerson();
    const made = await order(person);
    await pay(made);
    await server.postgres.pool.query(
      `with asked as (insert into order_refund (refund_no, order_no, amount, reason, state) values ($1, $2, $3, 'x', 'asked'))
      update purchase_order set refunded_amount = $3 where order_no = $2`,
      [`asked${made.orderNo}`, made.orderNo, made.amount],
    );
    expect(await stand(person, made)).toEqual([100, 'paid', made.amount]);
    expect(await send(tell(made, '1'))).toBe(503);
    // PayPal tells only numbers of its own.
    if (way === 'paypal') return;
    expect(await send(tell(made, `asked${made.orderNo}`))).toBe(200);
    expect(await stand(person, made)).toEqual([0, 'refunded', made.amount]);
  });
});
