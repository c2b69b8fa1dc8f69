// The SQL by which other nouns hold an account while they write what belongs to it, and ask whether it is active.
import type { Querier } from '../adapters/postgres.ts';
import type {} from './tables.ts';

const selectActive = (db: Querier, id: string) =>
  db.selectFrom('account').select('id').where('id', '=', id).where('is_frozen', '=', false);

/**
 * Prevents an account from being deleted until the transaction ends; false if it is deleted or frozen. Several transactions may do so at
 * once.
 */
export const holdAccount = async (db: Querier, id: string): Promise<boolean> =>
  (await selectActive(db, id).forKeyShare().executeTakeFirst()) !== undefined;

/** Whether an account exists and is not frozen. */
export const isActive = async (db: Querier, id: string): Promise<boolean> =>
  (await selectActive(db, id).executeTakeFirst()) !== undefined;

/** The same for money, which a frozen account goes on owning and owing: undefined only if it is deleted. It is not frozen or released meanwhile. */
export const keepAccount = (db: Querier, id: string): Promise<{ isFrozen: boolean } | undefined> =>
  db.selectFrom('account').select('is_frozen as isFrozen').where('id', '=', id).forKeyShare().executeTakeFirst();
