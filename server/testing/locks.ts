// Rows that a test holds, so that others come to wait in an order it chooses; nothing about a deadlock is left to luck then.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { Postgres } from '../src/adapters/postgres.ts';

const waiters = `with recursive waiting as (
  select $1::int as pid
  union select other.pid from pg_stat_activity as other join waiting on waiting.pid = any (pg_blocking_pids(other.pid))
) select count(*)::int - 1 as waits from waiting`;

export interface Held {
  /** Resolves once so many wait for these rows, or for somebody who does. */
  readonly untilWaiting: (count: number) => Promise<void>;
  /** In the transaction that holds them. */
  readonly query: (text: string, values?: unknown[]) => Promise<unknown>;
  /** Commits. */
  readonly release: () => Promise<void>;
}

/** Locks what `select` names until it is let go of. */
export async function holdRows({ connection, pool }: Postgres, select: string, values: unknown[] = []): Promise<Held> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('begin');
  const { rowCount } = await client.query(`${select} for update`, values);
  if (!rowCount) throw new Error(`there is nothing to hold: ${select}`);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  let released: Promise<void> | undefined;
  const commit = () => client.query('commit').then(() => client.end());
  // The test may end while it lets go: both wait for the same.
  const release = () => {
    released ??= commit();
    return released;
  };
  onTestFinished(release);
  return {
    untilWaiting: async count => {
      for (let looks = 0; looks < 1000; looks++) {
        const [found] = (await pool.query<{ waits: number }>(waiters, [rows[0]?.pid])).rows;
        if (found && found.waits >= count) return;
        await sleep(5);
      }
      throw new Error(`fewer than ${count} wait for: ${select}`);
    },
    query: (text, values) => client.query(text, values),
    release,
  };
}

/** Of the rows that `select` names, those that nobody has locked; each as its first column. */
export async function findFree({ pool }: Postgres, select: string, values: unknown[] = []): Promise<unknown[]> {
  const { rows } = await pool.query<Record<string, unknown>>(`${select} for update skip locked`, values);
  return rows.map(row => Object.values(row)[0]);
}
