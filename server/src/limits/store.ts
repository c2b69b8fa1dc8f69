// The SQL of allowances.

import { sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type {} from './tables.ts';

interface Allowance {
  used: number;
  windowEndsAt: Date;
}

/** Counts one and returns the count. A window that has ended starts again; a running one is not extended. */
export async function useAllowance(db: Querier, key: string, window: { now: Date; endsAt: Date }): Promise<Allowance> {
  const isOver = sql<boolean>`allowance.window_ends_at <= ${window.now}`;
  const row = await db
    .insertInto('allowance')
    .values({ key, used: 1, window_ends_at: window.endsAt })
    .onConflict(conflict =>
      conflict.column('key').doUpdateSet({
        used: sql<number>`case when ${isOver} then 1 else allowance.used + 1 end`,
        window_ends_at: sql<Date>`case when ${isOver} then ${window.endsAt} else allowance.window_ends_at end`,
      }),
    )
    .returning(['used', 'window_ends_at'])
    .executeTakeFirstOrThrow();
  return { used: row.used, windowEndsAt: row.window_ends_at };
}

/** The count of the running window; undefined when there is none. */
export async function findAllowance(db: Querier, key: string, now: Date): Promise<Allowance | undefined> {
  const row = await db
    .selectFrom('allowance')
    .select(['used', 'window_ends_at'])
    .where('key', '=', key)
    .where('window_ends_at', '>', now)
    .executeTakeFirst();
  return row && { used: row.used, windowEndsAt: row.window_ends_at };
}
