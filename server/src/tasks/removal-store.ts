// The SQL of removing tasks: the uploads deleted with them, and the order in which rows are locked.
import { sql } from 'kysely';
import { sendNotice } from '../adapters/notices.ts';
import type { Querier } from '../adapters/postgres.ts';

/**
 * Removes a task permanently, stopping it first if it is still running. Runs inside a transaction that has locked the task and its objects.
 */
export async function removeTask(db: Querier, taskId: string): Promise<void> {
  await sendNotice(db, 'task-stopped', { taskId });
  await db.deleteFrom('task').where('id', '=', taskId).execute();
}

/** The keys among these that no other task of the same owner reads. */
export async function findUnshared(
  db: Querier,
  keys: readonly string[],
  task: { id: string; owner: string },
): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select named.key from unnest(${keys}::text[]) as named (key)
    where not exists (
      select from task as reader
      where reader.id <> ${task.id}
        and reader.owner = ${task.owner}
        and (reader.inputs @> jsonb_build_array(jsonb_build_object('key', named.key))
          or reader.steps @> jsonb_build_array(jsonb_build_object('inputs', jsonb_build_array(jsonb_build_object('key', named.key)))))
    )`.execute(db);
  return rows.map(row => row.key);
}
