// Counting tries: a flood of one key holds one connection, and each try counts.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdRows } from '../../testing/locks.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { countTry, waitOf } from './limits.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false });
});
afterAll(() => server.stop());

test('while many tries of one key wait for their row, other requests are answered', async () => {
  const { database, now } = server.parts;
  const limit = { key: 'flood', max: 30, perSeconds: 60 };
  await countTry(database, limit, now());
  const held = await holdRows(server.postgres, `select from allowance where key = 'flood'`);
  const tries = Promise.allSettled(Array.from({ length: 60 }, () => countTry(database, limit, now())));
  await held.untilWaiting(1);
  // More than all connections of the pool would be waiting by now.
  expect((await server.client.get('/web/task')).status).toBe(200);
  await countTry(database, { ...limit, key: 'other' }, now());
  await held.release();
  const ends = await tries;
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(29);
  expect(ends.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'RATE_LIMITED' } });
  expect(await waitOf(database, limit, now())).toBeGreaterThan(0);
  expect((await server.postgres.pool.query(`select used from allowance where key = 'flood'`)).rows).toEqual([
    { used: 61 },
  ]);
});

test('so many tries of one key that they would wait long are refused', async () => {
  const { database, now } = server.parts;
  const limit = { key: 'wave', max: 1000, perSeconds: 60 };
  const ends = await Promise.allSettled(Array.from({ length: 300 }, () => countTry(database, limit, now())));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
});
