// Random concurrent bookings on sixteen connections, some of which are cut: the ledger stays consistent, and transactions do not deadlock.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findUnbalanced } from '../../testing/money.ts';
import { isCut, runStorm } from '../../testing/money-storm.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false, environment: { MEMBERSHIP: 'on', PAYMENTS: 'sandbox' } });
});
afterAll(() => server.stop());

/** 800 steps take half a minute on a quiet machine. */
const stormMs = 600_000;

test('the ledger is consistent after 800 random steps, some of them interrupted', { timeout: stormMs }, async () => {
  const { pool } = server.postgres;
  type Connected = { processID: number };
  /** Only backends of open connections: the process id of a closed one may already belong to another test. */
  const backends = new Set<number>();
  pool.on('connect', client => backends.add((client as unknown as Connected).processID));
  pool.on('remove', client => backends.delete((client as unknown as Connected).processID));
  const cuts: { pid: number; sent: Promise<unknown> }[] = [];
  let steps = 0;
  const cut = () => {
    steps += 1;
    const [pid] = steps % 25 === 0 ? backends : [];
    if (pid === undefined) return;
    backends.delete(pid);
    cuts.push({ pid, sent: pool.query('select pg_terminate_backend($1)', [pid]).catch(() => undefined) });
  };
  const { faults, refused } = await runStorm(server.parts, {
    people: 6,
    loops: 16,
    steps: 800,
    seed: 7,
    onStep: cut,
    isExpected: isCut,
  });
  // A termination still in flight would hit the connections of the queries below.
  await Promise.all(cuts.map(({ sent }) => sent));
  const pids = cuts.map(({ pid }) => pid);
  const countCut = () => pool.query('select from pg_stat_activity where pid = any($1)', [pids]);
  await expect
    .poll(() =>
      countCut().then(
        answer => answer.rowCount,
        () => null,
      ),
    )
    .toBe(0);
  expect(pids.length).toBeGreaterThan(3);
  expect(faults).toEqual([]);
  expect(refused).toBeGreaterThan(0);
  expect(await findUnbalanced(server)).toEqual([]);
  const { rows } = await pool.query(`
    select (select count(*)::int from hold where state = 'settled') as paid,
      (select count(*)::int from movement where reason = 'refund') as refunded,
      (select count(*)::int from movement where owed > 0) as owed`);
  for (const count of Object.values(rows[0])) expect(count).toBeGreaterThan(0);
});
