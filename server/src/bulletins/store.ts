// The SQL of bulletins.

import { type Insertable, type Selectable, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { BulletinTable } from './tables.ts';

const isShown = sql<boolean>`withdrawn_at is null and starts_at <= now() and coalesce(ends_at > now(), true)`;

export type BulletinRow = Selectable<BulletinTable> & { readonly is_shown: boolean };

const selectBulletins = (db: Querier) => db.selectFrom('bulletin').selectAll().select(isShown.as('is_shown'));

/** The latest first. */
export const listShown = (db: Querier, max: number): Promise<BulletinRow[]> =>
  selectBulletins(db).where(isShown).orderBy('starts_at', 'desc').limit(max).execute();

export const listAll = (db: Querier, max: number): Promise<BulletinRow[]> =>
  selectBulletins(db).orderBy('starts_at', 'desc').limit(max).execute();

export async function insertBulletin(
  db: Querier,
  bulletin: Pick<Insertable<BulletinTable>, 'tone' | 'title' | 'text'>,
  hours: number | undefined,
): Promise<string> {
  const { id } = await db
    .insertInto('bulletin')
    .values({ ...bulletin, ends_at: hours === undefined ? null : sql<Date>`now() + ${hours} * interval '1 hour'` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns false if it is no longer shown. */
export async function setWithdrawn(db: Querier, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bulletin')
    .set({ withdrawn_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
