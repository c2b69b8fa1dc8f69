// The SQL by which tasks move objects from one owner to another.
import { sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import { isNamed, lockWhere } from './store.ts';

/** Moves up to `max` objects of one owner to another. */
export const giveObjects = (db: Querier, { from, to, max }: { from: string; to: string; max: number }) =>
  db
    .updateTable('stored_object')
    .set({ owner: to })
    .where('key', 'in', lockWhere(db, sql<boolean>`owner = ${from}`).limit(max))
    .execute();

/** Whether an owner has more objects than `max`. */
export async function hasManyObjects(db: Querier, owner: string, max: number): Promise<boolean> {
  const found = db.selectFrom('stored_object').select('key').where('owner', '=', owner).offset(max).limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Transfers files that were stored for a visitor to the account into which the visitor has logged in since. */
export const changeOwner = (db: Querier, keys: readonly string[], owner: string) =>
  db
    .updateTable('stored_object')
    .set({ owner })
    .where('key', 'in', lockWhere(db, isNamed(keys)))
    .execute();
