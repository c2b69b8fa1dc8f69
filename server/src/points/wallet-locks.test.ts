// What ends holds of several wallets locks the wallets first, in the order of their ids, and then the holds, so that no two transactions deadlock
// (docs/decisions/locks.md).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFree, holdRows } from '../../testing/locks.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import type { Querier } from '../adapters/postgres.ts';
import { releaseCharges, releaseDeleted, shrinkHolds } from './charges.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false });
});
afterAll(() => server.stop());

/** A wallet with 10 coins, of which 4 are held for a task. */
interface Holding {
  readonly walletId: string;
  readonly taskId: string;
}

/** So many that a wrong order does not pass by luck. */
const count = 9;

/** Sorted by their wallets' ids. The one that sorts first is last on disk and in every index. */
async function makeHoldings(): Promise<Holding[]> {
  const made = Array.from({ length: count }, () => ({ walletId: randomUUID(), taskId: randomUUID() }));
  made.sort((a, b) => (a.walletId < b.walletId ? -1 : 1));
  for (const { walletId, taskId } of made.toReversed()) {
    await server.postgres.pool.query('insert into wallet (id, coins, coins_held) values ($1, 10, 4)', [walletId]);
    await server.postgres.pool.query(
      "insert into hold (wallet_id, task_id, subject, unit, amount, expires_at) values ($1, $2, 't/c', 'coin', 4, now())",
      [walletId, taskId],
    );
  }
  return made;
}

test.each<readonly [name: string, left: number, end: (db: Querier, ids: readonly string[]) => Promise<void>]>([
  ['failed and cancelled tasks', 0, releaseCharges],
  [
    'cheaper tasks',
    1,
    (db, ids) =>
      shrinkHolds(
        db,
        ids.map(taskId => ({ taskId, amount: 1 })),
      ),
  ],
  [
    'deleted tasks',
    0,
    (db, ids) =>
      releaseDeleted(
        db,
        ids.map(id => ({ id, charge_kind: 'coins', charge_state: 'held' })),
      ),
  ],
])('%s', async (_name, left, end) => {
  const holdings = await makeHoldings();
  const wallets = holdings.map(({ walletId }) => walletId);
  const tasks = holdings.map(({ taskId }) => taskId);
  const held = await holdRows(server.postgres, 'select from wallet where id = $1', [wallets[4]]);
  const ended = server.parts.database.transaction().execute(trx => end(trx, tasks.toReversed()));
  await held.untilWaiting(1);
  const free = await findFree(server.postgres, 'select id from wallet where id = any ($1) order by id', [wallets]);
  expect(free).toEqual(wallets.slice(5));
  expect(await findFree(server.postgres, 'select id from hold where task_id = any ($1)', [tasks])).toHaveLength(count);
  await held.release();
  await ended;
  const { rows } = await server.postgres.pool.query(
    'select coins::int, coins_held::int from wallet where id = any ($1)',
    [wallets],
  );
  expect(rows).toEqual(Array(count).fill({ coins: 10, coins_held: left }));
});
