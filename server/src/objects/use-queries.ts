// The SQL by which tasks hold the objects they read, and let them go.
import { type Expression, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import { isNamed, lockWhere } from './store.ts';

export interface ObjectUse {
  readonly key: string;
  readonly taskId: string;
}

/** Holds objects for open tasks and keeps them at least until `until`. Returns the keys that no longer exist. */
export async function useObjects(db: Querier, uses: readonly ObjectUse[], until: Date): Promise<string[]> {
  if (uses.length === 0) return [];
  const keys = [...new Set(uses.map(use => use.key))];
  // A row without an expiry keeps none; greatest() alone would ignore the null.
  const { rows: kept } = await sql<{ key: string }>`
    with kept as (
      update stored_object
      set expires_at = case when expires_at is null then null else greatest(expires_at, ${until}) end
      where key in (${lockWhere(db, isNamed(keys))}) and not is_removed
      returning key
    ), used as (
      insert into object_use (key, task_id)
      select key, task_id
      from unnest(${uses.map(use => use.key)}::text[], ${uses.map(use => use.taskId)}::uuid[]) as use (key, task_id)
      join kept using (key)
      on conflict do nothing
    )
    select key from kept`.execute(db);
  const found = new Set(kept.map(row => row.key));
  return keys.filter(key => !found.has(key));
}

/** Releases the inputs of these tasks, as part of the statement that ends them. */
export const endUses = (taskIds: Expression<unknown>) => sql`delete from object_use where task_id in (${taskIds})`;
