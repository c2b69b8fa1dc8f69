// The SQL of ends: tasks of accounts that ended, kept until the process that tells their owners has taken them. A row is written in the statement that ends
// the task, so that neither exists without the other.

import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { CallWebhook, TaskTable } from './tables.ts';

/** The columns of a task as it ended, as JSON, without those that can be large. */
type EndedColumns = Readonly<Record<string, unknown>>;

const keptColumns = [
  ...['id', 'batch_id', 'owner', 'tool', 'call', 'key_code', 'lane', 'language', 'key_id'],
  ...['status', 'stage', 'progress', 'error', 'charge_kind', 'charge_amount', 'charge_state'],
  ...['start_percent', 'attempt', 'attempt_progress', 'reported_attempt', 'faults', 'expected_ms'],
  ...['created_at', 'started_at', 'ended_at', 'expires_at', 'step_index', 'step_count', 'trace'],
];
const kept = sql.join(keptColumns.map(name => sql`${sql.lit(name)}, ${sql.ref(name)}`));

/** An INSERT for a WITH clause: notes the tasks of accounts among those in `ended`, whose columns are those of `task`. */
export const noteEnds = (ended: RawBuilder<unknown>) => sql`
  insert into task_end (task_id, owner, batch_id, key_id, webhook, task)
  select id, owner, batch_id, key_id, webhook, jsonb_build_object(
    'result', null, 'partial', null, 'steps', case when steps is not null then jsonb_build_array() end, ${kept}
  )
  from ${ended} as ended where owner like 'account:%'`;

export interface TaskEnd {
  readonly taskId: string;
  readonly owner: string;
  readonly batchId: string | null;
  readonly keyId: string | null;
  readonly status: 'done' | 'failed' | 'cancelled';
  readonly webhook: CallWebhook | null;
  readonly task: EndedColumns;
  /** How the tasks of its batch ended, if it was the last open one. */
  readonly batch: { total: number; done: number; failed: number; cancelled: number } | null;
}

export async function hasEnds(db: Querier): Promise<boolean> {
  const { is } = await db.selectNoFrom(sql<boolean>`exists (select from task_end)`.as('is')).executeTakeFirstOrThrow();
  return is;
}

/**
 * Takes the ends that were noted first, at most so many, in their order. Runs inside the transaction that writes what follows from them.
 *
 * A batch has ended if none of its tasks is open and no other end of it is left. One statement sees both at the same moment, and one transaction at a
 * time takes ends; therefore exactly one end is the last of its batch, however many tasks end at once.
 */
export async function takeEnds(db: Querier, most: number): Promise<TaskEnd[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('task ends ' || current_schema(), 0))`.execute(db);
  const { rows } = await sql<TaskEnd>`
    with taken as (
      delete from task_end where place in (select place from task_end order by place limit ${most}) returning *
    ), batch as (
      select owner, batch_id, max(place) as last from taken where batch_id is not null group by owner, batch_id
    ), closed as (
      select batch.last, sums.* from batch cross join lateral (
        select count(*)::int as total,
          count(*) filter (where ended_at is null)::int as open,
          count(*) filter (where status = 'done')::int as done,
          count(*) filter (where status = 'failed')::int as failed,
          count(*) filter (where status = 'cancelled')::int as cancelled
        from task where task.batch_id = batch.batch_id and task.owner = batch.owner
      ) as sums
      where sums.open = 0 and not exists (
        select from task_end as other where other.owner = batch.owner and other.batch_id = batch.batch_id and other.place > batch.last
      )
    )
    select task_id as "taskId", owner, batch_id as "batchId", key_id as "keyId", task ->> 'status' as status, webhook, task,
      case when closed.last is not null then
        json_build_object('total', total, 'done', done, 'failed', failed, 'cancelled', cancelled) end as batch
    from taken left join closed on closed.last = taken.place
    order by taken.place`.execute(db);
  return rows;
}

/**
 * The row of a task as it ended. If it was started again since, its columns are those of that end. If it was deleted, the result is missing, and
 * everything else that is not among the kept columns is null.
 */
export async function findEnded(
  db: Querier,
  { taskId, owner, task }: Pick<TaskEnd, 'taskId' | 'owner' | 'task'>,
): Promise<Selectable<TaskTable>> {
  const ended = JSON.stringify(task);
  const { rows } = await sql<Selectable<TaskTable>>`
    select ended.* from (select) as one
    left join task on task.id = ${taskId} and task.owner = ${owner}
    cross join lateral jsonb_populate_record(
      task, case when task.ended_at = (${ended}::jsonb ->> 'ended_at')::timestamptz then '{}' else ${ended}::jsonb end
    ) as ended`.execute(db);
  return rows[0]!;
}
