// Row locks held by a test, so that other transactions wait in an order it chooses and deadlocks are reproducible.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { Postgres } from '../src/adapters/postgres.ts';

const waiters = `with recursive waiting as (
  select $1::int as pid
  union select other.pid from pg_stat_activity as other join waiting on waiting.pid = any (pg_blocking_pids(other.pid))
) select count(*)::int - 1 as waits from waiting`;

export interface Held {
  /** Resolves once so many connections wait for these rows, directly or in turn. */
  readonly untilWaiting: (count: number) => Promise<void>;
  /** Number of connections that wait for these rows now, directly or in turn. */
  readonly countWaiting: () => Promise<number>;
  /** Runs in the transaction that holds the locks. */
  readonly query: (text: string, values?: unknown[]) => Promise<unknown>;
  /** Commits. */
  readonly release: () => Promise<void>;
}

/** Locks the rows of `select` until `release`. */
export async function holdRows({ connection, pool }: Postgres, select: string, values: unknown[] = []): Promise<Held> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('begin');
  const { rowCount } = await client.query(`${select} for update`, values);
  if (!rowCount) throw new Error(`there is nothing to hold: ${select}`);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  let released: Promise<void> | undefined;
  const commit = () => client.query('commit').then(() => client.end());
  // The test may end during the release; both wait for the same commit.
  const release = () => {
    released ??= commit();
    return released;
  };
  onTestFinished(release);
  const countWaiting = async () => (await pool.query<{ waits: number }>(waiters, [rows[0]?.pid])).rows[0]?.waits ?? 0;
  return {
    countWaiting,
    untilWaiting: async count => {
      for (let looks = 0; looks < 1000; looks++) {
        if ((await countWaiting()) >= count) return;
        await sleep(5);
      }
      throw new Error(`fewer than ${count} wait for: ${select}`);
    },
    query: (text, values) => client.query(text, values),
    release,
  };
}

/** The first columns of those rows of `select` that are not locked. */
export async function findFree({ pool }: Postgres, select: string, values: unknown[] = []): Promise<unknown[]> {
  const { rows } = await pool.query<Record<string, unknown>>(`${select} for update skip locked`, values);
  return rows.map(row => Object.values(row)[0]);
}
