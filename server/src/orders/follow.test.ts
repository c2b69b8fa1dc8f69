// The loop that follows open orders and refunds.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInAs } from '../../testing/accounts.ts';
import { holdRows } from '../../testing/locks.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { openOrders } from '../open-orders.ts';
import { followOrdersForEver } from './orders.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false, environment: { MEMBERSHIP: 'on', PAYMENTS: 'sandbox' } });
});
afterAll(() => server.stop());

test('a long pass ends before the next one starts, and stopping waits only for it', async () => {
  const person = await logInAs(server, '13600900001');
  const { list } = (await server.client.get<{ list: { id: string }[] }>('/web/paySettings/coinEditions')).body.data;
  await person.client.post('/web/udUser/add/order', { editionId: list[0]!.id });
  await server.postgres.pool.query(`update purchase_order set expires_at = now() - interval '1 minute'`);
  let queries = 0;
  const database = server.parts.database.withPlugin({
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  // The first query of a pass closes this expired order, and waits for its row.
  const order = await holdRows(server.postgres, 'select order_no from purchase_order');
  const stop = followOrdersForEver(openOrders({ ...server.parts, database }), 1);
  await order.untilWaiting(1);
  await sleep(100);
  expect(queries).toBe(1);
  const stopped = stop();
  await order.release();
  await stopped;
  expect(queries).toBeLessThanOrEqual(3);
  const { rows } = await server.postgres.pool.query('select state from purchase_order');
  expect(rows).toEqual([{ state: 'closed' }]);
});
