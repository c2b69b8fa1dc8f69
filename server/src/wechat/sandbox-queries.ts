// The SQL of what the sandbox page shows: QR codes that wait for a scan, and the persons who can scan them.
import { sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type {} from './tables.ts';

/** QR codes waiting for a scan, latest first; with `scene` only that one. */
export async function listScenes(
  db: Querier,
  now: Date,
  { max, scene }: { max: number; scene?: string | null },
): Promise<{ scene: string; expiresAt: Date }[]> {
  if (scene === null) return [];
  let query = db
    .selectFrom('wechat_login')
    .select(['scene', 'expires_at'])
    .where('kind', '=', 'qr')
    .where('person_id', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .limit(max);
  if (scene !== undefined) query = query.where('scene', '=', scene);
  const rows = await query.execute();
  return rows.map(row => ({ scene: row.scene, expiresAt: row.expires_at }));
}

/** Persons whose id has this prefix, latest first. */
export async function listPeople(db: Querier, prefix: string, max: number) {
  const rows = await db
    .selectFrom('wechat_person')
    .select(['id', 'nick_name', 'account_id'])
    .where(person => person.fn('starts_with', ['id', sql.val(prefix)]), '=', true)
    .orderBy('created_at', 'desc')
    .limit(max)
    .execute();
  return rows.map(row => ({ personId: row.id, nickName: row.nick_name, isBound: row.account_id !== null }));
}
