// The SQL of the queue: who may add tasks, and which tasks are ahead of a task.
//
// A lane serves the smallest `turn` first (worker-queries.ts). A turn belongs to a share (an account, or the visitors of one address), and the
// share's first task by `owner_turn` takes it. docs/decisions/fair-turns.md explains why there are two numbers, and turn-store.ts which they are. In
// lanes with work of minutes, a share has turns for its short tasks beside those for the others (`is_short`).

import { type Expression, type Selectable, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { TaskTable } from './tables.ts';
import { isLongLane } from './turn-cost.ts';

type TaskRow = Selectable<TaskTable>;

/** An SQL condition: an operator has paused the lane. */
export const isPaused = (lane: Expression<unknown>) =>
  sql<boolean>`exists (select from lane_setting where lane_setting.lane = ${lane} and is_paused)`;

const shortMs = 20_000;

/** Whether a task is short: in such a lane, and expected to take seconds. */
export const isShortTask = ({ lane, expected_ms: ms }: Pick<TaskRow, 'lane' | 'expected_ms'>): boolean =>
  isLongLane(lane) && ms !== null && ms <= shortMs;

/** Lets only one transaction at a time add tasks for a share or an owner; the lock lasts until the transaction ends. */
export const lockSender = (db: Querier, { owner, share }: { owner: string; share: string }) =>
  sql`select
    pg_advisory_xact_lock(hashtextextended('share ' || current_schema() || ${share}::text, 0)),
    pg_advisory_xact_lock(hashtextextended('owner ' || current_schema() || ${owner}::text, 0))`.execute(db);

export async function countBatch(db: Querier, owner: string, batchId: string): Promise<number> {
  const { count } = await db
    .selectFrom('task')
    .select(select => select.fn.countAll<number>().as('count'))
    .where('owner', '=', owner)
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow();
  return count;
}

export interface Place {
  /** Position in the queue of the lane, from 1. */
  readonly position: number;
  /** Milliseconds of work ahead, summed over the tasks with an estimate. */
  readonly ms: number;
  /** Whether an operator has paused the lane. */
  readonly isPaused: boolean;
}

const workLeft = sql`greatest(0, expected_ms - extract(epoch from now() - started_at) * 1000)`;

/**
 * Begins a statement with the table `place`: the waiting tasks of these lanes, each with its position and the work ahead of it. The n-th
 * task of a share takes the n-th of the share's turns. Short tasks and others wait in two lines.
 */
export const withPlaces = (lanes: Expression<unknown>) => sql`
  with working as (
    select lane, is_short, sum(${workLeft}) as ms from task where status = 'running' group by lane, is_short
  ), waiting as (
    select id, lane, share, is_short, batch_id, owner, came_from, expected_ms, turn, created_at,
      row_number() over (partition by lane, share, is_short order by turn, created_at, id) as nth_turn,
      row_number() over (partition by lane, share, is_short order by owner_turn, created_at, id) as nth_task
    from task where status = 'queued' and lane in (${lanes})
  ), place as (
    select nth.id, nth.lane, nth.batch_id, nth.owner, nth.came_from, nth.expected_ms,
      (row_number() over line)::int as position,
      (coalesce(sum(nth.expected_ms) over (line rows between unbounded preceding and 1 preceding), 0)
        + coalesce(working.ms, 0))::float8 as ms
    from waiting as nth
    join waiting as slot on slot.lane = nth.lane and slot.share = nth.share and slot.is_short = nth.is_short
      and slot.nth_turn = nth.nth_task
    left join working on working.lane = nth.lane and working.is_short = nth.is_short
    window line as (partition by nth.lane, nth.is_short order by slot.turn, slot.created_at, slot.id)
  )`;

type Waiting = Pick<TaskRow, 'id' | 'lane' | 'share' | 'is_short'>;

/** The position of one waiting task, found without sorting the whole lane. */
async function findPlace(
  db: Querier,
  { id, lane, share, is_short: isShort }: Waiting,
): Promise<(Place & { id: string }) | undefined> {
  const { rows } = await sql<Place & { id: string }>`
    with mine as (
      select id, turn, created_at, expected_ms,
        row_number() over (order by turn, created_at, id) as nth_turn,
        row_number() over (order by owner_turn, created_at, id) as nth_task
      from task where lane = ${lane} and status = 'queued' and share = ${share} and is_short = ${isShort}
    ), own as (
      select slot.turn, slot.created_at, slot.id, nth.nth_task
      from mine as nth join mine as slot on slot.nth_turn = nth.nth_task
      where nth.id = ${id}
    ), siblings as (
      select coalesce(sum(expected_ms), 0) as ms from mine where nth_task < (select nth_task from own)
    ), strangers as (
      select count(*) as tasks, coalesce(sum(expected_ms), 0) as ms from task
      where lane = ${lane} and status = 'queued' and share <> ${share} and is_short = ${isShort}
        and (turn, created_at, id) < (select turn, created_at, id from own)
    ), working as (
      select coalesce(sum(${workLeft}), 0) as ms from task
      where lane = ${lane} and status = 'running' and is_short = ${isShort}
    )
    select ${id} as id, (own.nth_task + strangers.tasks)::int as position,
      (siblings.ms + strangers.ms + working.ms)::float8 as ms, ${isPaused(sql`${lane}`)} as "isPaused"
    from own, siblings, strangers, working`.execute(db);
  return rows[0];
}

/** The positions of waiting tasks, by task id, found with one query for any number of tasks. */
export async function findPlaces(db: Querier, tasks: readonly Waiting[]): Promise<ReadonlyMap<string, Place>> {
  const [first, ...others] = tasks;
  if (!first) return new Map();
  if (others.length === 0) {
    const place = await findPlace(db, first);
    return new Map(place ? [[place.id, place]] : []);
  }
  const lanes = [...new Set(tasks.map(task => task.lane))];
  const ids = tasks.map(task => task.id);
  const { rows } = await sql<Place & { id: string }>`
    ${withPlaces(sql`select unnest(${lanes}::text[])`)}
    select id, position, ms, ${isPaused(sql`place.lane`)} as "isPaused" from place where id = any(${ids}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}
