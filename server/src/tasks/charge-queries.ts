// The SQL by which refunds find and release what tasks hold.
import { sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import { lockSender } from './queue-store.ts';
import { updateMany } from './store.ts';

/**
 * Locks the tasks that hold something for an owner. Until the transaction ends, none is added and none is paid, released or deleted. Runs after the
 * account was locked.
 */
export async function lockCharged(db: Querier, owner: string): Promise<void> {
  await lockSender(db, { owner, share: owner });
  const ofOwner = db.selectFrom('task').select('id').where('owner', '=', owner).where('charge_state', '=', 'held');
  await ofOwner.orderBy('id').forUpdate().execute();
}

/** Stores that the holds of locked tasks were released: their results stay locked until they are paid for. */
export async function setReleased(db: Querier, taskIds: readonly string[]): Promise<void> {
  await updateMany(db, { charge_state: 'released' }, sql`id = any (${taskIds}::uuid[]) and charge_state = 'held'`);
}
