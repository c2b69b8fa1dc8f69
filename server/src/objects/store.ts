// The SQL of stored objects and of their uses by open tasks. No other file touches these two tables.

import type { FileFacts } from 'contract/facts.ts';
import { type Expression, type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import { type ObjectPurpose, visibilityOf } from '../adapters/objects-names.ts';
import { type Querier, storableJson } from '../adapters/postgres.ts';
import type { StoredFailure, StoredObjectTable } from './tables.ts';

export type ObjectRow = Selectable<StoredObjectTable>;

export interface NewObject {
  readonly key: string;
  /** The name given by its owner, cleaned. */
  readonly name: string;
  readonly bytes: number;
  readonly owner: string | null;
  /** The network address, hashed by `hideWho`. */
  readonly address: string | null;
  readonly purpose: ObjectPurpose;
  /** False for an upload that has not arrived. */
  readonly isComplete: boolean;
  /** The task that created it; the object is deleted with the task. */
  readonly taskId: string | null;
  /** Null: kept until it is released explicitly. */
  readonly expiresAt: Date | null;
}

export type Condition = Expression<SqlBool>;

/**
 * Inserts rows, all or none, and returns whether it did. With `onlyIf`, an SQL condition, it does so while that holds when PostgreSQL executes the
 * statement, which may be long after it was given up: a line that passes nothing may deliver it once it is mended.
 */
export async function insertObjects(
  db: Querier,
  objects: readonly NewObject[],
  onlyIf: Condition = sql`true`,
): Promise<boolean> {
  if (objects.length === 0) return true;
  const rows: Insertable<StoredObjectTable>[] = objects.map(object => ({
    key: object.key,
    name: object.name,
    bytes: object.bytes,
    owner: object.owner,
    address: object.address,
    purpose: object.purpose,
    visibility: visibilityOf(object.key),
    upload_id: null,
    is_complete: object.isComplete,
    task_id: object.taskId,
    expires_at: object.expiresAt,
  }));
  const columns = sql.join(Object.keys(rows[0]!).map(sql.ref));
  const { rows: inserted } = await sql`
    insert into stored_object (${columns})
    select ${columns} from jsonb_populate_recordset(null::stored_object, ${storableJson(rows)}::jsonb) where ${onlyIf}
    returning key`.execute(db);
  return inserted.length > 0;
}

/**
 * Holds quotas until the transaction ends, always in the same order. These are advisory locks: the rows to be summed change all the time.
 */
export const holdQuotas = (db: Querier, names: readonly string[]) =>
  sql`
    select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended('quota ' || name, 0) as lock from unnest(${names}::text[]) as named (name) order by lock
    ) as locks`.execute(db);

export interface Stored {
  readonly column: 'owner' | 'address';
  readonly stored: number;
  /** The part of `stored` that was created before `settledUntil`. */
  readonly settled: number;
  readonly settledUntil: Date;
  /** The earliest expiry among them. */
  readonly firstEndsAt: Date | null;
}

/**
 * A transaction that takes longer than this has been terminated by the database, so no row with an older creation time can appear
 * afterwards.
 */
const settlesInSeconds = 60;
const countBytes = (minBytes: number) => sql`sum(greatest(bytes, ${minBytes}::int))`;

/** The bytes that an owner, and an address unless null, have stored or may still send. Reads all of their rows. */
export async function sumStored(
  db: Querier,
  { owner, address }: { owner: string; address: string | null },
  minBytes: number,
): Promise<Stored[]> {
  const bytes = countBytes(minBytes);
  const sums = sql`
    coalesce(${bytes}, 0)::float8 as stored, coalesce(${bytes} filter (where created_at <= until), 0)::float8 as settled,
    min(expires_at) as "firstEndsAt"
    from stored_object, settled where`;
  const { rows } = await sql<Stored>`
    with settled as (select date_trunc('milliseconds', now() - ${settlesInSeconds} * interval '1 s') as until)
    select sums.*, until as "settledUntil"
    from settled, (
      select 'owner' as column, ${sums} owner = ${owner}
      union all
      select 'address' as column, ${sums} address = ${address}
    ) as sums`.execute(db);
  return rows;
}

/** The same for rows that were created after these moments. */
export async function sumRecent(
  db: Querier,
  owner: { name: string; after: Date },
  address: { name: string; after: Date } | null,
  minBytes: number,
): Promise<{ column: Stored['column']; recent: number }[]> {
  const sums = sql`coalesce(${countBytes(minBytes)}, 0)::float8 as recent from stored_object where`;
  const { rows } = await sql<{ column: Stored['column']; recent: number }>`
    select 'owner' as column, ${sums} owner = ${owner.name} and created_at > ${owner.after}
    union all
    select 'address' as column, ${sums} address = ${address?.name ?? null} and created_at > ${address?.after ?? null}`.execute(
    db,
  );
  return rows;
}

/** Deletes rows of which no byte has been stored yet. */
export async function forgetObjects(db: Querier, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('stored_object').where(isNamed(keys)).execute();
}

export const findObject = (db: Querier, key: string) =>
  db.selectFrom('stored_object').selectAll().where('key', '=', key).where('is_removed', '=', false).executeTakeFirst();

export const findObjects = (db: Querier, keys: readonly string[]) =>
  db.selectFrom('stored_object').selectAll().where(isNamed(keys)).where('is_removed', '=', false).execute();

/** Stores probed facts with the object. */
export const setFacts = (db: Querier, key: string, facts: FileFacts) =>
  db
    .updateTable('stored_object')
    .set({ facts: storableJson(facts) })
    .where('key', '=', key)
    .execute();

/** Stores why one look at an object failed, beside the failures of others. */
export const setFailure = (db: Querier, key: string, look: string, failure: StoredFailure) =>
  db
    .updateTable('stored_object')
    .set({ failures: sql`coalesce(failures, '{}') || ${JSON.stringify({ [look]: failure })}::jsonb` })
    .where('key', '=', key)
    .execute();

/** Stores the store's id of a multipart upload. */
export const setUploadId = (db: Querier, key: string, uploadId: string) =>
  db.updateTable('stored_object').set({ upload_id: uploadId }).where('key', '=', key).execute();

/** Marks an upload as arrived, in the version that was seen first; undefined if it was removed meanwhile. */
export const setComplete = (
  db: Querier,
  key: string,
  { expiresAt, version }: { expiresAt: Date; version: string | undefined },
): Promise<ObjectRow | undefined> =>
  db
    .updateTable('stored_object')
    .set({
      is_complete: true,
      expires_at: sql<Date>`greatest(expires_at, ${expiresAt})`,
      version: sql<string | null>`coalesce(version, ${version ?? null})`,
    })
    .where('key', '=', key)
    .where('is_removed', '=', false)
    .returningAll()
    .executeTakeFirst();

export const extendUpload = (db: Querier, key: string, expiresAt: Date) =>
  db
    .updateTable('stored_object')
    .set({ expires_at: sql<Date>`greatest(expires_at, ${expiresAt})` })
    .where('key', '=', key)
    .where('is_complete', '=', false)
    .execute();

/** Locks rows in the order of their keys: two transactions that lock the same rows in different orders would deadlock. */
export const lockWhere = (db: Querier, which: Expression<SqlBool>) =>
  db.selectFrom('stored_object').select('key').where(which).orderBy('key').forUpdate();

export const isNamed = (keys: readonly string[]) => sql<boolean>`key = any (${keys}::text[])`;
const isInUse = sql<boolean>`exists (select from object_use where object_use.key = stored_object.key)`;

export const setPurpose = (db: Querier, keys: readonly string[], purpose: ObjectPurpose) =>
  db
    .updateTable('stored_object')
    .set({ purpose })
    .where('key', 'in', lockWhere(db, isNamed(keys)))
    .where('purpose', 'in', ['input', 'mask'])
    .execute();

/** Exempts an object from every sweep; false if it no longer exists. */
export async function keepForGood(db: Querier, key: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('stored_object')
    .set({ expires_at: null })
    .where('key', '=', key)
    .where('is_removed', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const expire = (db: Querier, which: Expression<SqlBool>, now: Date) =>
  db
    .updateTable('stored_object')
    .set({ expires_at: now, task_id: null })
    .where('key', 'in', lockWhere(db, which))
    .returning('key')
    .execute();

export const expireObjects = (db: Querier, keys: readonly string[], now: Date) => expire(db, isNamed(keys), now);

/** Expires the results of a task, except for the named keys. */
export const expireOfTask = (db: Querier, taskId: string, now: Date, but: readonly string[] = []) =>
  expire(db, sql<boolean>`task_id = ${taskId} and key <> all (${but}::text[])`, now);

/** Expires the results of a task and those of the named uploads that belong to its owner. Borrowed files are kept. */
export const expireWithTask = (
  db: Querier,
  { taskId, owner, uploads }: { taskId: string; owner: string; uploads: readonly string[] },
  now: Date,
) =>
  expire(
    db,
    sql<boolean>`(task_id = ${taskId} or ${isNamed(uploads)} and purpose in ('input', 'mask') and coalesce(owner, ${owner}) = ${owner})`,
    now,
  );

export const expireOfOwner = (db: Querier, owner: string, now: Date) => expire(db, sql<boolean>`owner = ${owner}`, now);

const isOver = (now: Date) => sql<boolean>`expires_at <= ${now} and task_id is null and not ${isInUse}`;

/** The keys among these that have a row. */
export const findKeys = async (db: Querier, keys: readonly string[]): Promise<string[]> =>
  (await db.selectFrom('stored_object').select('key').where(isNamed(keys)).execute()).map(row => row.key);

/** Objects past their expiry that belong to no existing task and that no open task reads. */
export const findExpired = (db: Querier, now: Date, max: number) =>
  db.selectFrom('stored_object').select('key').where(isOver(now)).orderBy('expires_at').limit(max).execute();

/**
 * Marks those of the keys as removed that have expired; from then on no task can use them. One statement locks the rows and the next judges
 * them, so that it sees all commits that the first one waited for. Runs inside a transaction.
 */
export async function markExpired(db: Querier, keys: readonly string[], now: Date) {
  await lockWhere(db, isNamed(keys)).execute();
  return db
    .updateTable('stored_object')
    .set({ is_removed: true })
    .where(isNamed(keys))
    .where(isOver(now))
    .returning(['key', 'upload_id', 'bytes', 'is_complete', 'purpose'])
    .execute();
}

/** The same for one upload that has not been completed, even before its expiry. */
export async function markAborted(db: Querier, key: string, uploadId: string | null, now: Date) {
  await lockWhere(db, isNamed([key])).execute();
  return db
    .updateTable('stored_object')
    .set({ is_removed: true, expires_at: now })
    .where('key', '=', key)
    .where('is_complete', '=', false)
    .where('is_removed', '=', false)
    .where(sql<boolean>`upload_id is not distinct from ${uploadId}`)
    .where(sql<boolean>`not ${isInUse}`)
    .returning(['key', 'upload_id', 'bytes', 'is_complete', 'purpose'])
    .execute();
}

/**
 * Deletes the rows of objects whose bytes are gone. A row younger than `since` is kept until then, and a sweep checks once more: a single-piece upload
 * may be sent again while its signature is valid, and a file of ours may be on its way from a server that has died or given up, through a line that
 * passes it on later. Such a row of a file of ours loses its name and its owner, and counts against no quota.
 */
export async function deleteObjects(
  db: Querier,
  keys: readonly string[],
  signed: { since: Date; forMs: number; upToBytes: number },
): Promise<void> {
  if (keys.length === 0) return;
  const isOfStranger = sql<boolean>`key like 'input/%'`;
  const mayReturn = sql<boolean>`created_at > ${signed.since} and (bytes < ${signed.upToBytes} or not ${isOfStranger})`;
  const held = lockWhere(db, isNamed(keys));
  await db
    .deleteFrom('stored_object')
    .where('key', 'in', held)
    .where('is_removed', '=', true)
    .where(sql<boolean>`not (${mayReturn})`)
    .execute();
  await db
    .updateTable('stored_object')
    .set({
      upload_id: null,
      expires_at: sql`created_at + ${signed.forMs} * interval '1 ms'`,
      name: sql`case when ${isOfStranger} then name else '' end`,
      owner: sql`case when ${isOfStranger} then owner end`,
      address: sql`case when ${isOfStranger} then address end`,
    })
    .where('key', 'in', held)
    .where('is_removed', '=', true)
    .where(mayReturn)
    .execute();
}
