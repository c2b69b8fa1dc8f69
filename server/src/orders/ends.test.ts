// Orders that end without payment: by expiry while a page polls them, and by being cancelled.
import type { Edition, Order } from 'contract/routes/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { findUnbalanced } from '../../testing/money.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false, environment: { MEMBERSHIP: 'on', PAYMENTS: 'sandbox' } });
});
afterAll(() => server.stop());

async function orderPack(person: LoggedIn): Promise<Order> {
  const { list } = (await server.client.get<{ list: Edition[] }>('/web/paySettings/coinEditions?currency=CNY')).body
    .data;
  const body = { editionId: list[0]!.id, payType: 'wechat' };
  return (await person.client.post<Order>('/web/createPreOrder', body)).body.data;
}
const pay = async ({ orderNo }: Order) => (await server.client.post('/sandbox/cashier/pay', { orderNo })).body.error;

test('an order expires even while a page keeps polling it', async () => {
  const person = await logInAs(server, '13611100001');
  const order = await orderPack(person);
  const { orderNo } = order;
  await server.postgres.pool.query(
    `update purchase_order set expires_at = now() - interval '1 second' where order_no = $1`,
    [orderNo],
  );
  const { data } = (await person.client.post('/web/wxPayIsSuccess', { orderNo })).body;
  expect(data).toEqual({ paid: false, state: 'closed' });
  expect(await pay(order)).toBe('ORDER_CLOSED');
});

test('a cancelled order can no longer be paid, and one that was paid meanwhile stays paid', async () => {
  const [person, stranger] = [await logInAs(server, '13611100002'), await logInAs(server, '13611100003')];
  const [left, paid] = [await orderPack(person), await orderPack(person)];
  await pay(paid);
  const giveUp = async (who: LoggedIn, { orderNo }: Order) =>
    (await who.client.post('/web/udUser/close/order', { orderNo })).body;
  expect((await giveUp(stranger, left)).error).toBe('ORDER_NOT_FOUND');
  expect((await giveUp(person, left)).data).toEqual({ state: 'closed' });
  expect(await pay(left)).toBe('ORDER_CLOSED');
  expect((await giveUp(person, paid)).data).toEqual({ state: 'paid' });
  expect((await person.client.get('/web/udUser/balance')).body.data).toEqual({ coin: 100, held: 0 });
  expect(await findUnbalanced(server)).toEqual([]);
});
