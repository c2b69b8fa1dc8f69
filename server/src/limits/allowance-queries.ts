// The SQL by which other nouns reset a count, and the sweep deletes those that are over.
import type { Querier } from '../adapters/postgres.ts';
import type {} from './tables.ts';

/** Resets the count of a limit. */
export async function forgetTries(db: Querier, key: string): Promise<void> {
  await db.deleteFrom('allowance').where('key', '=', key).execute();
}

/** Deletes the counts of windows that have ended. */
export async function deleteOverAllowances(db: Querier, now: Date): Promise<void> {
  const free = db.selectFrom('allowance').select('key').where('window_ends_at', '<', now);
  await db.deleteFrom('allowance').where('key', 'in', free.forUpdate().skipLocked()).execute();
}
