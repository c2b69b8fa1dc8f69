// The SQL of saved pipelines.

import type { SavedStep } from 'contract/routes/pipelines.ts';
import { type Selectable, sql } from 'kysely';
import { type Querier, storableJson } from '../adapters/postgres.ts';
import type { SavedPipelineTable } from './tables.ts';

export type SavedRow = Selectable<SavedPipelineTable>;

/** What is saved of one account changes by one transaction at a time. */
export const lockPipelinesOf = (db: Querier, accountId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('pipelines ' || current_schema() || ${accountId}::text, 0))`.execute(
    db,
  );

export const listSaved = (db: Querier, accountId: string): Promise<SavedRow[]> =>
  db
    .selectFrom('saved_pipeline')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute();

export const insertSaved = (
  db: Querier,
  { accountId, name, steps, now }: { accountId: string; name: string; steps: readonly SavedStep[]; now: Date },
): Promise<SavedRow> =>
  db
    .insertInto('saved_pipeline')
    .values({ account_id: accountId, name, steps: storableJson(steps), created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateSaved = (
  db: Querier,
  { id, name, steps, now }: { id: string; name: string; steps: readonly SavedStep[]; now: Date },
): Promise<SavedRow> =>
  db
    .updateTable('saved_pipeline')
    .set({ name, steps: storableJson(steps), updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Whether there was one. */
export async function deleteSaved(db: Querier, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_pipeline')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
