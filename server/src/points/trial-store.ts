// The SQL of runs without payment: who tried which tool on which day.
import { sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';

export interface Trial {
  readonly owner: string;
  /** Hashed; null for an account, which has its own count from any address. */
  readonly address: string | null;
  readonly tool: string;
  readonly batchId: string | null;
}

/** Today's runs of this tool, in the operator's time zone. */
export interface TrialCount {
  /** Trials outside a batch. */
  readonly single: number;
  /** Batches other than this one. */
  readonly batches: number;
  /** Trials in this batch. */
  readonly files: number;
  /** Runs started without payment, including failed ones. */
  readonly unpaid: number;
}

const today = (timeZone: string) => sql`(now() at time zone ${timeZone})::date`;

/** Counts the trials of the owner and, for a visitor, those of the address. */
export async function countTrials(
  db: Querier,
  { owner, address, tool, batchId }: Trial,
  timeZone: string,
): Promise<{ readonly ofOwner: TrialCount; readonly ofAddress: TrialCount }> {
  const counts = sql`
    count(*) filter (where kind = 'trial' and batch_id is null)::int as single,
    count(distinct (owner, batch_id)) filter (where kind = 'trial' and batch_id is not null
      and (batch_id, owner) is distinct from (${batchId}::text, ${owner}::text))::int as batches,
    count(*) filter (where kind = 'trial' and batch_id = ${batchId} and owner = ${owner})::int as files,
    coalesce(sum(starts), 0)::int as unpaid
    from trial_run where tool = ${tool} and day = ${today(timeZone)}`;
  const { rows } = await sql<TrialCount>`
    select * from (
      select 1 as place, ${counts} and owner = ${owner}
      union all
      select 2 as place, ${counts} and address = ${address}
    ) as counted order by place`.execute(db);
  return { ofOwner: rows[0]!, ofAddress: rows[1]! };
}

/** Counts the start of an unpaid task; starting the same task again counts again. */
export async function insertTrial(
  db: Querier,
  taskId: string,
  trial: Trial & { readonly kind: 'trial' | 'look' | 'free' },
  timeZone: string,
): Promise<void> {
  const { owner, address, tool, batchId, kind } = trial;
  await sql`
    insert into trial_run (task_id, owner, address, tool, batch_id, kind, day)
    values (${taskId}, ${owner}, ${address}, ${tool}, ${batchId}, ${kind}, ${today(timeZone)})
    on conflict (task_id) do update set kind = excluded.kind, day = excluded.day, starts = trial_run.starts + 1`.execute(
    db,
  );
}

/** Removes these tasks from the count of trials. */
export async function returnTrials(db: Querier, taskIds: readonly string[]): Promise<void> {
  await sql`update trial_run set kind = 'returned' where task_id = any (${taskIds}::uuid[]) and kind = 'trial'`.execute(
    db,
  );
}
