// SQL of stored objects: every file in the store has its row here first.
import { type Selectable, sql } from 'kysely';
import type { Session } from '../adapters/postgres.ts';
import type { StoredObjectTable } from '../adapters/tables.ts';

export type StoredObjectRow = Selectable<StoredObjectTable>;
export type NewObject = Omit<StoredObjectRow, 'created_at' | 'is_removed'>;

export async function insertObjects(session: Session, objects: readonly NewObject[]): Promise<void> {
  if (objects.length > 0) await session.insertInto('stored_object').values(objects).execute();
}

export const findObject = (session: Session, key: string) =>
  session
    .selectFrom('stored_object')
    .selectAll()
    .where('key', '=', key)
    .where('is_removed', '=', false)
    .executeTakeFirst();

export const setComplete = (session: Session, key: string) =>
  session.updateTable('stored_object').set({ is_complete: true, upload_id: null }).where('key', '=', key).execute();

/** For whatever changes several objects: locked in the order of their keys, since two orders wait for each other for ever. */
const lockInOrder = (session: Session, keys: readonly string[]) =>
  session.selectFrom('stored_object').select('key').where('key', 'in', keys).orderBy('key').forUpdate();

/** Keeps objects at least until then: a task still needs them. */
export async function keepUntil(session: Session, keys: readonly string[], expiresAt: Date): Promise<void> {
  if (keys.length === 0) return;
  await session
    .updateTable('stored_object')
    .set({ expires_at: sql`greatest(expires_at, ${expiresAt})` })
    .where('key', 'in', lockInOrder(session, keys))
    .execute();
}

/** Locks what a task made, for its removal: the reference that goes with it would be taken from the objects in any order. */
export const lockObjectsOfTask = (session: Session, taskId: string) =>
  session.selectFrom('stored_object').select('key').where('task_id', '=', taskId).orderBy('key').forUpdate().execute();

export const findObjectsOfTask = (session: Session, taskId: string) =>
  session.selectFrom('stored_object').select(['key', 'upload_id']).where('task_id', '=', taskId).execute();

/** When something ends that is kept until it is let go of by hand: no sweep comes this far. */
export const keptForGood = new Date('9999-01-01T00:00:00Z');

/** What tasks only borrow: the result of another one, or what is kept for good. */
export const isLent = (object: string) =>
  sql<boolean>`(${sql.ref(object)}.task_id is not null or ${sql.ref(object)}.expires_at >= ${keptForGood})`;

/**
 * Of these keys, those that no task but the named one reads: none of its owner's, and nobody's that has not ended. What was
 * borrowed is not among them.
 */
export async function findUnshared(session: Session, keys: readonly string[], taskId: string): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select named.key from unnest(${keys}::text[]) as named (key)
    where not exists (
      select from task as reader
      where reader.id <> ${taskId}
        and reader.inputs @> jsonb_build_array(jsonb_build_object('key', named.key))
        and (reader.ended_at is null or reader.owner = (select owner from task where id = ${taskId}))
    ) and not exists (select from stored_object as object where object.key = named.key and ${isLent('object')})`.execute(
    session,
  );
  return rows.map(row => row.key);
}

const isReadByOpenTask = (key: string) => sql<boolean>`exists (
  select from task where ended_at is null and inputs @> jsonb_build_array(jsonb_build_object('key', ${sql.ref(key)}))
)`;

/** What runs of a task that died had stored goes with the next sweep: all but what the run that came through has made. */
export async function dropEarlierResults(
  session: Session,
  { taskId, keys, now }: { taskId: string; keys: readonly string[]; now: Date },
): Promise<void> {
  const held = session.selectFrom('stored_object').select('key').where('task_id', '=', taskId);
  const dropped = held.where(sql<boolean>`key <> all (${keys}::text[])`).orderBy('key').forUpdate();
  await session
    .updateTable('stored_object')
    .set({ task_id: null, expires_at: now })
    .where('key', 'in', dropped)
    .execute();
}

/** Lets objects go with the next sweep, or as soon as no open task reads them any more. Answers those that nobody reads now. */
export async function expireObjects(session: Session, keys: readonly string[], now: Date): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await session
    .updateTable('stored_object')
    .set({ expires_at: now })
    .where('key', 'in', lockInOrder(session, keys))
    .returning(['key', isReadByOpenTask('stored_object.key').as('isRead')])
    .execute();
  return rows.filter(row => !row.isRead).map(row => row.key);
}

/** What a task made goes with the task, and what an open task reads stays until it has ended. */
export const findExpiredObjects = (session: Session, now: Date, most: number) =>
  session
    .selectFrom('stored_object')
    .select(['key', 'upload_id'])
    .where('expires_at', '<=', now)
    .where('task_id', 'is', null)
    .where(sql<boolean>`not ${isReadByOpenTask('stored_object.key')}`)
    .limit(most)
    .execute();

/** Forgets objects whose bytes are gone. Those that may be sent again keep their row until their signature is over. */
export async function deleteObjects(
  session: Session,
  keys: readonly string[],
  signed: { since: Date; forMs: number },
): Promise<void> {
  if (keys.length === 0) return;
  const mayReturn = sql<boolean>`key like 'input/%' and created_at > ${signed.since}`;
  const held = lockInOrder(session, keys);
  await session.deleteFrom('stored_object').where('key', 'in', held).where(sql<boolean>`not (${mayReturn})`).execute();
  await session
    .updateTable('stored_object')
    .set({ is_removed: true, upload_id: null, expires_at: sql`created_at + ${signed.forMs} * interval '1 ms'` })
    .where('key', 'in', held)
    .where(mayReturn)
    .execute();
}
