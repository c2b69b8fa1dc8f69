// SQL of stored objects: every file in the store has its row here first.
import { type Selectable, sql } from 'kysely';
import type { Session } from '../adapters/postgres.ts';
import type { StoredObjectTable } from '../adapters/tables.ts';

export type StoredObjectRow = Selectable<StoredObjectTable>;
export type NewObject = Omit<StoredObjectRow, 'created_at'>;

export async function insertObjects(session: Session, objects: readonly NewObject[]): Promise<void> {
  if (objects.length > 0) await session.insertInto('stored_object').values(objects).execute();
}

export const findObject = (session: Session, key: string) =>
  session.selectFrom('stored_object').selectAll().where('key', '=', key).executeTakeFirst();

export const setComplete = (session: Session, key: string) =>
  session.updateTable('stored_object').set({ is_complete: true, upload_id: null }).where('key', '=', key).execute();

/** Keeps objects at least until then: a task still needs them. */
export async function keepUntil(session: Session, keys: readonly string[], expiresAt: Date): Promise<void> {
  if (keys.length === 0) return;
  await session
    .updateTable('stored_object')
    .set({ expires_at: sql`greatest(expires_at, ${expiresAt})` })
    .where('key', 'in', keys)
    .execute();
}

export const findObjectsOfTask = (session: Session, taskId: string) =>
  session.selectFrom('stored_object').select(['key', 'upload_id']).where('task_id', '=', taskId).execute();

/** Of these keys, those that no task but the named one reads. */
export async function findUnshared(session: Session, keys: readonly string[], taskId: string): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as key
    where not exists (
      select from task where id <> ${taskId} and inputs @> jsonb_build_array(jsonb_build_object('key', key))
    )`.execute(session);
  return rows.map(row => row.key);
}

export const findExpiredObjects = (session: Session, now: Date, most: number) =>
  session
    .selectFrom('stored_object')
    .select(['key', 'upload_id'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(most)
    .execute();

export async function deleteObjects(session: Session, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await session.deleteFrom('stored_object').where('key', 'in', keys).execute();
}
