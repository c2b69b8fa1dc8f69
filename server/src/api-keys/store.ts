// The SQL of API keys. Only the hash of a key is stored, and its last four characters.

import { type Selectable, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { ApiKeyTable } from './tables.ts';

export type KeyRow = Selectable<ApiKeyTable>;

type Live = 'revoked_at' | 'expires_at';
/** An SQL condition: the key is neither revoked nor expired. */
export const isLive = (now: Date) => sql<boolean>`revoked_at is null and (expires_at is null or expires_at > ${now})`;

/** Keys of one account are counted and added to one at a time. */
export async function lockKeysOf(db: Querier, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('api keys ' || current_schema() || ${accountId}::text, 0))`.execute(
    db,
  );
}

export async function countLiveKeys(db: Querier, accountId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('api_key')
    .select(select => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where(isLive(now))
    .executeTakeFirstOrThrow();
  return count;
}

export const insertKey = (db: Querier, key: Omit<KeyRow, 'id' | 'last_used_at' | 'revoked_at'>): Promise<KeyRow> =>
  db.insertInto('api_key').values(key).returningAll().executeTakeFirstOrThrow();

/** The valid key with this hash. */
export const findLiveKey = (db: Querier, keyHash: Buffer, now: Date): Promise<KeyRow | undefined> =>
  db.selectFrom('api_key').selectAll().where('key_hash', '=', keyHash).where(isLive(now)).executeTakeFirst();

/** The keys of an account, newest first. */
export const listKeys = (db: Querier, accountId: string, max: number): Promise<KeyRow[]> =>
  db
    .selectFrom('api_key')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy(sql`revoked_at is null`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(max)
    .execute();

/** A key of an account, locked until the transaction ends. */
export const lockKey = (db: Querier, accountId: string, id: string): Promise<KeyRow | undefined> =>
  db
    .selectFrom('api_key')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();

export const updateKey = (
  db: Querier,
  id: string,
  change: Partial<Pick<KeyRow, 'name' | 'scopes' | 'per_minute' | 'addresses' | Live>>,
): Promise<KeyRow> =>
  db.updateTable('api_key').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Records the use of a key, unless another server has just done so. */
export async function touchKey(db: Querier, id: string, { now, before }: { now: Date; before: Date }): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where(sql<boolean>`last_used_at is null or last_used_at <= ${before}`)
    .execute();
}

/** Deletes all keys of an account, and returns their ids. */
export async function deleteKeysOf(db: Querier, accountId: string): Promise<string[]> {
  const rows = await db.deleteFrom('api_key').where('account_id', '=', accountId).returning('id').execute();
  return rows.map(row => row.id);
}

/** Deletes keys that ended before this time, and returns their ids. */
export async function deleteEndedKeys(db: Querier, before: Date): Promise<string[]> {
  const ended = db
    .selectFrom('api_key')
    .select('id')
    .where(sql<boolean>`least(revoked_at, expires_at) < ${before}`)
    .forUpdate()
    .skipLocked();
  const rows = await db.deleteFrom('api_key').where('id', 'in', ended).returning('id').execute();
  return rows.map(row => row.id);
}
