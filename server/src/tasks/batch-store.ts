// The SQL of batches: sums, pages, and places in the queue. No statement here answers more rows than a page, or more than a few
// numbers for each task of one batch.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Session } from '../adapters/postgres.ts';
import type { TaskRow } from './store.ts';

export interface BatchKey {
  readonly batchId: string;
  readonly owner: string;
  /**
   * For a stream or a link that was opened earlier: it still leads to the tasks that this owner sent as a visitor and that
   * became an account's by a login.
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

export async function hasBatch(session: Session, batch: BatchKey): Promise<boolean> {
  return (await session.selectFrom('task').select('id').where(isIn(batch)).limit(1).executeTakeFirst()) !== undefined;
}

/** Tasks of a batch in the order they were sent. */
export const findBatchPage = (session: Session, batch: BatchKey, { page, size }: Page): Promise<TaskRow[]> =>
  session
    .selectFrom('task')
    .selectAll()
    .where(isIn(batch))
    .orderBy('created_at')
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute();

export async function findOwnPage(session: Session, owner: string, { page, size }: Page) {
  const list = await session
    .selectFrom('task')
    .selectAll()
    .where('owner', '=', owner)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const { total } = await session
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
  /** Mean of all tasks in percent; a task that has ended counts in full. Null for a batch without tasks. */
  readonly progress: number | null;
  /** Mean time of work of the tasks that are done, in milliseconds. */
  readonly meanMs: number | null;
  /** Milliseconds until the last of the waiting tasks ends, of those whose length can be expected. */
  readonly queuedMs: number | null;
}

/** Sums a batch up. `laneWidth` is how many tasks of a lane run side by side. */
export async function sumBatch(session: Session, batch: BatchKey, laneWidth: number): Promise<BatchSums> {
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
      (select max(ms / ${laneWidth} + expected_ms) from place where ${isIn(batch)})::float8 as "queuedMs"
    from task where ${isIn(batch)}`.execute(session);
  return rows[0] as BatchSums;
}

/** The running tasks of a batch: no more than workers work. */
export const findRunning = (session: Session, batch: BatchKey): Promise<TaskRow[]> =>
  session.selectFrom('task').selectAll().where(isIn(batch)).where('status', '=', 'running').execute();

export interface Place {
  /** Place in the line of the lane, from 1. */
  readonly position: number;
  /** Milliseconds of work ahead, of what could be estimated. */
  readonly ms: number;
}

/** Opens a statement with the table `place`: the waiting tasks of these lanes, each with its position and the work ahead of it. */
const withPlaces = (lanes: Expression<unknown>) => sql`
  with working as (
    select lane, sum(greatest(0, expected_ms - extract(epoch from now() - started_at) * 1000)) as ms
    from task where status = 'running' group by lane
  ), place as (
    select task.id, task.batch_id, task.owner, task.expected_ms,
      (row_number() over line)::int as position,
      (coalesce(sum(expected_ms) over (line rows between unbounded preceding and 1 preceding), 0)
        + coalesce(working.ms, 0))::float8 as ms
    from task left join working using (lane)
    where task.status = 'queued' and task.lane in (${lanes})
    window line as (partition by task.lane order by task.created_at, task.id)
  )`;

/** The places of waiting tasks, by task id, from one query however many they are. */
export async function findPlaces(
  session: Session,
  tasks: readonly Pick<TaskRow, 'id' | 'lane'>[],
): Promise<ReadonlyMap<string, Place>> {
  if (tasks.length === 0) return new Map();
  const lanes = [...new Set(tasks.map(task => task.lane))];
  const ids = tasks.map(task => task.id);
  const { rows } = await sql<Place & { id: string }>`
    ${withPlaces(sql`select unnest(${lanes}::text[])`)}
    select id, position, ms from place where id = any(${ids}::uuid[])`.execute(session);
  return new Map(rows.map(({ id, position, ms }) => [id, { position, ms }]));
}

/** What a zip needs of a task that is done. `sentAt` is its `created_at` with the microseconds that a Date does not hold. */
export type ZippedTask = Pick<TaskRow, 'id' | 'result' | 'ended_at'> & { sentAt: string };

/** The next tasks of a batch that are done, in the order they were sent. */
export const findDoneAfter = (
  session: Session,
  batch: BatchKey,
  after: Pick<ZippedTask, 'id' | 'sentAt'> | undefined,
  most: number,
): Promise<ZippedTask[]> =>
  session
    .selectFrom('task')
    .select(['id', 'result', 'ended_at', sql<string>`created_at::text`.as('sentAt')])
    .where(isIn(batch))
    .where('status', '=', 'done')
    .$if(after !== undefined, query =>
      query.where(sql<SqlBool>`(created_at, id) > (${after?.sentAt}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute();

/** A task's latest change, and what reading the task will weigh. */
export interface TaskChange {
  readonly id: string;
  readonly change: number;
  readonly hasEnded: boolean;
  /** Bytes of the result as the database keeps it, compressed. */
  readonly weight: number;
}

/** The latest change of each task of a batch, lowest number first; `since` leaves out tasks without a later one. */
export const findChanges = (session: Session, batch: BatchKey, since = -1): Promise<TaskChange[]> =>
  session
    .selectFrom('task')
    .select([
      'id',
      'change',
      sql<boolean>`ended_at is not null`.as('hasEnded'),
      sql<number>`coalesce(pg_column_size(result), 0)`.as('weight'),
    ])
    .where(isIn(batch))
    .where('change', '>', since)
    .orderBy('change')
    .execute();

export const findTasks = (session: Session, ids: readonly string[]): Promise<TaskRow[]> =>
  session.selectFrom('task').selectAll().where(sql<SqlBool>`id = any(${ids}::uuid[])`).execute();
