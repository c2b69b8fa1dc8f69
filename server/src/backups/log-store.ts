// The rows of scheduled backups, and the lock that one server at a time holds while it makes one.

import type pg from 'pg';
import type { Querier } from '../adapters/postgres.ts';
import type {} from './tables.ts';

export interface BackupRow {
  readonly id: string;
  readonly place: string;
  readonly name: string;
  readonly began_at: Date;
  readonly ended_at: Date | null;
  readonly bytes: number | null;
  readonly failure: string | null;
}

/** Whether no other server is at it. Held until the connection ends, however it ends. */
export async function holdSchedule(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    "select pg_try_advisory_lock(hashtext('pixwright backups ' || current_schema())) as held",
  );
  return rows[0]?.held === true;
}

export const findNewest = (db: Querier): Promise<BackupRow | undefined> =>
  db.selectFrom('backup').selectAll().orderBy('began_at', 'desc').limit(1).executeTakeFirst();

export const findNewestWhole = (db: Querier): Promise<BackupRow | undefined> =>
  db
    .selectFrom('backup')
    .selectAll()
    .where('bytes', 'is not', null)
    .orderBy('began_at', 'desc')
    .limit(1)
    .executeTakeFirst();

export const listUnended = (db: Querier): Promise<BackupRow[]> =>
  db.selectFrom('backup').selectAll().where('ended_at', 'is', null).execute();

export async function noteBegin(db: Querier, row: Pick<BackupRow, 'place' | 'name' | 'began_at'>): Promise<string> {
  return (await db.insertInto('backup').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export async function noteEnd(
  db: Querier,
  id: string,
  end: { ended_at: Date } & ({ bytes: number } | { failure: string }),
): Promise<void> {
  await db.updateTable('backup').set(end).where('id', '=', id).execute();
}

export async function forget(db: Querier, id: string): Promise<void> {
  await db.deleteFrom('backup').where('id', '=', id).execute();
}

/** Whole ones at that place, the newest first. */
export const listWhole = (db: Querier, place: string): Promise<BackupRow[]> =>
  db
    .selectFrom('backup')
    .selectAll()
    .where('place', '=', place)
    .where('bytes', 'is not', null)
    .orderBy('began_at', 'desc')
    .execute();

export async function forgetFailuresBefore(db: Querier, moment: Date): Promise<void> {
  await db.deleteFrom('backup').where('failure', 'is not', null).where('began_at', '<', moment).execute();
}
