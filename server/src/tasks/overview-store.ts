// The SQL of the operators' view of tasks: lanes, workers, open tasks, and how tasks ended. Tasks are kept for about a day, which bounds
// the counts here.
import type { Lane } from 'contract/tool.ts';
import { type Selectable, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { Tables } from '../adapters/tables.ts';

type TaskTable = Tables['task'];
export type TaskLineRow = Pick<
  Selectable<TaskTable>,
  | 'id'
  | 'tool'
  | 'call'
  | 'lane'
  | 'status'
  | 'progress'
  | 'error'
  | 'owner'
  | 'attempt'
  | 'created_at'
  | 'started_at'
  | 'ended_at'
>;

const selectLines = (db: Querier) =>
  db
    .selectFrom('task')
    .select(['id', 'tool', 'call', 'lane', 'status', 'progress', 'error', 'owner', 'attempt'])
    .select(['created_at', 'started_at', 'ended_at']);

export const listOpenTasks = (db: Querier, max: number): Promise<TaskLineRow[]> =>
  selectLines(db).where('ended_at', 'is', null).orderBy('created_at').orderBy('id').limit(max).execute();

export const listTasksOf = (db: Querier, owner: string, max: number): Promise<TaskLineRow[]> =>
  selectLines(db).where('owner', '=', owner).orderBy('created_at', 'desc').orderBy('id').limit(max).execute();

export interface LaneCounts {
  readonly lane: Lane;
  readonly waiting: number;
  readonly running: number;
  readonly longest_wait_seconds: number | null;
  readonly median_wait_seconds: number | null;
}

export const countLanes = async (db: Querier): Promise<LaneCounts[]> =>
  (
    await sql<LaneCounts>`
      select lane,
        count(*) filter (where status = 'queued') as waiting,
        count(*) filter (where status = 'running') as running,
        extract(epoch from now() - min(created_at) filter (where status = 'queued'))::float8 as longest_wait_seconds,
        (percentile_cont(0.5) within group (order by extract(epoch from started_at - created_at))
          filter (where started_at > now() - interval '1 hour'))::float8 as median_wait_seconds
      from task
      where ended_at is null or started_at > now() - interval '1 hour'
      group by lane`.execute(db)
  ).rows;

export interface WorkerRow extends Selectable<Tables['worker']> {
  readonly running: number;
}

/** Workers, each with the tasks it is running. */
export const listWorkers = (db: Querier): Promise<WorkerRow[]> =>
  db
    .selectFrom('worker')
    .selectAll()
    .select(sql<number>`(select count(*) from task where status = 'running' and worker_id = worker.id)`.as('running'))
    .orderBy('started_at')
    .execute();

export interface ToolCounts {
  readonly tool: string;
  readonly call: string;
  readonly done: number;
  readonly failed: number;
}

export const countEnds = (db: Querier): Promise<ToolCounts[]> =>
  db
    .selectFrom('task')
    .select(['tool', 'call'])
    .select(sql<number>`count(*) filter (where status = 'done')`.as('done'))
    .select(sql<number>`count(*) filter (where status = 'failed')`.as('failed'))
    .where('status', 'in', ['done', 'failed'])
    .groupBy(['tool', 'call'])
    .orderBy('failed', 'desc')
    .orderBy('tool')
    .orderBy('call')
    .execute();

export interface ErrorCounts {
  readonly tool: string;
  readonly call: string;
  readonly error: string;
  readonly count: number;
}

export const countErrors = async (db: Querier): Promise<ErrorCounts[]> =>
  (
    await sql<ErrorCounts>`
      select tool, call, coalesce(error ->> 'error', 'UNEXPECTED') as error, count(*) as count
      from task where status = 'failed'
      group by 1, 2, 3 order by count(*) desc, 3`.execute(db)
  ).rows;
