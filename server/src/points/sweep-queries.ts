// The SQL of what the sweep ends: holds that have expired, and old counts of trials.
import { sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';

/** The tasks whose holds have expired by the database's clock, and which have ended or were deleted. */
export async function findOverdue(db: Querier, max: number): Promise<string[]> {
  const { rows } = await sql<{ task_id: string }>`
    select task_id from hold
    where state = 'held' and expires_at <= now()
      and not exists (select from task where task.id = hold.task_id and ended_at is null)
    order by expires_at limit ${max}`.execute(db);
  return rows.map(row => row.task_id);
}

/** Deletes counts of days that have ended in every time zone. */
export async function deleteOldTrials(db: Querier): Promise<void> {
  await sql`
    delete from trial_run where task_id in (
      select task_id from trial_run where day < current_date - 2 limit 10000 for update skip locked
    )`.execute(db);
}
