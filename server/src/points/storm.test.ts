// Sixteen connections change money at random while connections are cut: the books balance, and no two transactions wait for each other.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findUnbalanced } from '../../testing/money.ts';
import { isCut, runStorm } from '../../testing/money-storm.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false, environment: { MEMBERSHIP: 'on' } });
});
afterAll(() => server.stop());

test('the books balance after 500 random steps, some of them cut off in the middle', async () => {
  const { pool } = server.postgres;
  const backends: number[] = [];
  pool.on('connect', client => backends.push((client as unknown as { processID: number }).processID));
  let steps = 0;
  const cut = () => {
    steps += 1;
    const pid = steps % 25 === 0 ? backends.pop() : undefined;
    if (pid) void pool.query('select pg_terminate_backend($1)', [pid]).catch(() => undefined);
  };
  const { faults, refused } = await runStorm(server.parts, {
    people: 6,
    loops: 16,
    steps: 500,
    seed: 7,
    onStep: cut,
    isExpected: isCut,
  });
  expect(faults).toEqual([]);
  expect(refused).toBeGreaterThan(0);
  expect(await findUnbalanced(server)).toEqual([]);
  const { rows } = await pool.query("select count(*)::int as paid from hold where state = 'settled'");
  expect(rows[0].paid).toBeGreaterThan(0);
});
