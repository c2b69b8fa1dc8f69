// The SQL of trials that change their owner.
import type { Querier } from '../adapters/postgres.ts';
import type {} from './tables.ts';

/** Transfers a visitor's trials to the account that logs in. */
export async function giveTrialsTo(db: Querier, visitor: string, owner: string): Promise<void> {
  await db.updateTable('trial_run').set({ owner }).where('owner', '=', visitor).execute();
}
