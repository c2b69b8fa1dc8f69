// The SQL by which the ends of tasks are taken, each once, by the process that tells them.
import { sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { CallWebhook } from './tables.ts';

/** The columns of a task as it ended, as JSON, without those that can be large. */
type EndedColumns = Readonly<Record<string, unknown>>;

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

/** Whether an end waits to be told. */
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
export async function takeEnds(db: Querier, max: number): Promise<TaskEnd[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('task ends ' || current_schema(), 0))`.execute(db);
  const { rows } = await sql<TaskEnd>`
    with taken as (
      delete from task_end where place in (select place from task_end order by place limit ${max}) returning *
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
