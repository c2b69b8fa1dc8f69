// The SQL by which the sweep finds tasks whose time is over.
import type { Querier } from '../adapters/postgres.ts';
import type {} from './tables.ts';

/** Tasks that have ended and expired. */
export const findExpiredTasks = (db: Querier, now: Date, max: number) =>
  db
    .selectFrom('task')
    .select('id')
    .where('expires_at', '<=', now)
    .where('ended_at', 'is not', null)
    .limit(max)
    .execute();
