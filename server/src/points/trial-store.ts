// The SQL of runs on trial: who tried which tool on which day.
import { sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';

export interface Trial {
  readonly owner: string;
  /** Hidden; null for an account, which has its own count from any address. */
  readonly address: string | null;
  readonly tool: string;
  readonly batchId: string | null;
}

/** Runs of this tool today, where the operator is. */
export interface TrialCount {
  /** Without a batch. */
  readonly single: number;
  /** Batches other than this one. */
  readonly batches: number;
  /** Runs in this batch. */
  readonly files: number;
}

const today = (timeZone: string) => sql`(now() at time zone ${timeZone})::date`;

/** Counts the trials of the owner and, for a visitor, those of the address. */
export async function countTrials(
  db: Querier,
  { owner, address, tool, batchId }: Trial,
  timeZone: string,
): Promise<{ readonly ofOwner: TrialCount; readonly ofAddress: TrialCount }> {
  const counts = sql`
    count(*) filter (where batch_id is null)::int as single,
    count(distinct (owner, batch_id)) filter (where batch_id is not null and (batch_id, owner) is distinct from (${batchId}::text, ${owner}::text))::int as batches,
    count(*) filter (where batch_id = ${batchId} and owner = ${owner})::int as files
    from trial_run where tool = ${tool} and day = ${today(timeZone)}`;
  const { rows } = await sql<TrialCount>`
    select * from (
      select 1 as place, ${counts} and owner = ${owner}
      union all
      select 2 as place, ${counts} and address = ${address}
    ) as counted order by place`.execute(db);
  return { ofOwner: rows[0]!, ofAddress: rows[1]! };
}

export async function insertTrial(db: Querier, taskId: string, trial: Trial, timeZone: string): Promise<void> {
  await sql`
    insert into trial_run (task_id, owner, address, tool, batch_id, day)
    values (${taskId}, ${trial.owner}, ${trial.address}, ${trial.tool}, ${trial.batchId}, ${today(timeZone)})
    on conflict (task_id) do nothing`.execute(db);
}

/** Gives the trials of tasks back. */
export async function deleteTrials(db: Querier, taskIds: readonly string[]): Promise<void> {
  await sql`delete from trial_run where task_id = any (${taskIds}::uuid[])`.execute(db);
}

/** A visitor's trials become those of an account. */
export async function giveTrials(db: Querier, visitor: string, owner: string): Promise<void> {
  await db.updateTable('trial_run').set({ owner }).where('owner', '=', visitor).execute();
}

/** Counts of days that are over in every time zone. */
export async function deleteOldTrials(db: Querier): Promise<void> {
  await sql`
    delete from trial_run where task_id in (
      select task_id from trial_run where day < current_date - 2 limit 10000 for update skip locked
    )`.execute(db);
}
