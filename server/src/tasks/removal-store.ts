// The SQL of removing tasks: the expired tasks, the uploads that are deleted with them, and the order in which rows are locked.
import { sql } from 'kysely';
import { sendNotice } from '../adapters/notices.ts';
import type { Session } from '../adapters/postgres.ts';

/** Removes a task for good, stopping it first when it still runs. Runs inside a transaction that has locked the task and its objects. */
export async function removeTask(session: Session, taskId: string): Promise<void> {
  await sendNotice(session, 'task-stopped', { taskId });
  await session.deleteFrom('task').where('id', '=', taskId).execute();
}

/** Those of these keys that no other task of the same owner reads. */
export async function findUnshared(
  session: Session,
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
        and reader.inputs @> jsonb_build_array(jsonb_build_object('key', named.key))
    )`.execute(session);
  return rows.map(row => row.key);
}

export const findExpiredTasks = (session: Session, now: Date, most: number) =>
  session
    .selectFrom('task')
    .select('id')
    .where('expires_at', '<=', now)
    .where('ended_at', 'is not', null)
    .limit(most)
    .execute();
