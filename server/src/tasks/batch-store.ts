// The SQL of batches: sums and pages. No statement here returns more rows than a page, or more than a few numbers per task of one batch.
import type { Lane, LaneWidths } from 'contract/tool.ts';
import { type SqlBool, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import { withPlaces } from './queue-store.ts';
import type { TaskRow } from './store.ts';

export interface BatchKey {
  readonly batchId: string;
  readonly owner: string;
  /**
   * The condition for a stream or a link opened earlier: it also matches tasks that this owner created as a visitor and that a login has
   * moved to an account.
   */
  readonly wasOpened?: boolean;
}

export interface Page {
  readonly page: number;
  readonly size: number;
}

const isIn = ({ batchId, owner, wasOpened = false }: BatchKey) =>
  wasOpened
    ? sql<SqlBool>`batch_id = ${batchId} and (owner = ${owner} or came_from = ${owner})`
    : sql<SqlBool>`batch_id = ${batchId} and owner = ${owner}`;

export async function hasBatch(db: Querier, batch: BatchKey): Promise<boolean> {
  return (await db.selectFrom('task').select('id').where(isIn(batch)).limit(1).executeTakeFirst()) !== undefined;
}

/** Bytes of what is read with a task, as the database stores it, compressed. */
const weight = sql<number>`pg_column_size(options) + coalesce(pg_column_size(result), 0) + coalesce(pg_column_size(steps), 0)
  + coalesce(pg_column_size(kept), 0)`;

/** One page of a batch's tasks, in the order they were sent. */
export const findBatchPage = (db: Querier, batch: BatchKey, { page, size }: Page) =>
  db
    .selectFrom('task')
    .select(['id', weight.as('weight')])
    .where(isIn(batch))
    .orderBy('created_at')
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute();

export async function findOwnPage(db: Querier, owner: string, { page, size }: Page) {
  const list = await db
    .selectFrom('task')
    .select(['id', weight.as('weight')])
    .where('owner', '=', owner)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const { total } = await db
    .selectFrom('task')
    .select(select => select.fn.countAll<number>().as('total'))
    .where('owner', '=', owner)
    .executeTakeFirstOrThrow();
  return { list, total };
}

export interface BatchSums {
  readonly total: number;
  readonly queued: number;
  readonly running: number;
  readonly done: number;
  readonly failed: number;
  readonly cancelled: number;
  /** Mean progress of all tasks in percent; an ended task counts as 100. Null for a batch without tasks. */
  readonly progress: number | null;
  /** Mean processing time of the finished tasks, in milliseconds. */
  readonly meanMs: number | null;
  /** Milliseconds until the last waiting task ends, considering only the waiting tasks with an estimate. */
  readonly queuedMs: number | null;
  /** The lane of one of the tasks that have not ended. */
  readonly openLane: Lane | null;
  /** The most steps of one task. */
  readonly steps: number;
  /** Whether some of its tasks wait in a lane that an operator has paused. */
  readonly isPaused: boolean;
  /** When the first of the open tasks was sent. */
  readonly openSince: Date | null;
}

/** Computes the sums of a batch. */
export async function sumBatch(db: Querier, batch: BatchKey, widths: LaneWidths): Promise<BatchSums> {
  const { rows } = await sql<BatchSums>`
    ${withPlaces(sql`select distinct lane from task where ${isIn(batch)} and status = 'queued'`)}
    select
      count(*)::int as total,
      count(*) filter (where status = 'queued')::int as queued,
      count(*) filter (where status = 'running')::int as running,
      count(*) filter (where status = 'done')::int as done,
      count(*) filter (where status = 'failed')::int as failed,
      count(*) filter (where status = 'cancelled')::int as cancelled,
      avg(case when ended_at is null then progress else 100 end)::float8 as progress,
      (avg(extract(epoch from ended_at - started_at)) filter (where status = 'done') * 1000)::float8 as "meanMs",
      min(lane) filter (where ended_at is null) as "openLane",
      max(step_count) as "steps",
      coalesce(bool_or(status = 'queued' and lane in (select lane from lane_setting where is_paused)), false) as "isPaused",
      min(created_at) filter (where ended_at is null) as "openSince",
      (select max(ms / nullif((${JSON.stringify(widths)}::jsonb ->> lane)::int, 0) + expected_ms) from place
        where ${isIn(batch)})::float8 as "queuedMs"
    from task where ${isIn(batch)}`.execute(db);
  return rows[0] as BatchSums;
}

/** When the tasks of a batch were sent, began and ended, for its forecast: those that are open or done. */
export const findTimes = (db: Querier, batch: BatchKey) =>
  db
    .selectFrom('task')
    .select(['created_at', 'started_at', 'ended_at', 'pace', 'amount', 'expected_ms'])
    .where(isIn(batch))
    .where('status', 'in', ['queued', 'running', 'done'])
    .execute();

/** The running tasks of a batch: at most as many as there are workers. */
export const findRunning = (db: Querier, batch: BatchKey): Promise<TaskRow[]> =>
  db.selectFrom('task').selectAll().where(isIn(batch)).where('status', '=', 'running').execute();

/** The finished tasks of a batch, in the order they were sent. */
export const findDone = (db: Querier, batch: BatchKey) =>
  db
    .selectFrom('task')
    .select(['id', 'tool', 'pipeline_name', 'ended_at', 'charge_kind', 'charge_state', weight.as('weight')])
    .where(isIn(batch))
    .where('status', '=', 'done')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** A task's latest change, and the cost of reading the task. */
export interface TaskChange {
  readonly id: string;
  readonly change: number;
  readonly hasEnded: boolean;
  /** Bytes of what is read with it, as the database stores it, compressed. */
  readonly weight: number;
}

/** The latest change of each task of a batch, lowest number first; `since` leaves out tasks without a later change. */
export const findChanges = (db: Querier, batch: BatchKey, since = -1): Promise<TaskChange[]> =>
  db
    .selectFrom('task')
    .select(['id', 'change', sql<boolean>`ended_at is not null`.as('hasEnded'), weight.as('weight')])
    .where(isIn(batch))
    .where('change', '>', since)
    .orderBy('change')
    .execute();

export const findTasks = (db: Querier, ids: readonly string[]): Promise<TaskRow[]> =>
  db.selectFrom('task').selectAll().where(sql<SqlBool>`id = any(${ids}::uuid[])`).execute();
