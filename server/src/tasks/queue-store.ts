// The SQL of the queue: which waiting task a lane serves next, which tasks are ahead of a task, and which tasks lost their worker.
//
// A lane serves the smallest `turn` first. A turn belongs to a share (an account, or the visitors of one address), and the share's first
// task by `owner_turn` takes it. docs/decisions/fair-turns.md explains why there are two numbers, and turn-store.ts which they are. In lanes with work
// of minutes, a share has turns for its short tasks beside those for the others (`is_short`).

import type { Lane } from 'contract/tool.ts';
import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely';
import { announceQueued, announceTask, sendNotice } from '../adapters/notices.ts';
import type { Querier } from '../adapters/postgres.ts';
import type { TaskTable } from './tables.ts';
import { isLongLane } from './turn-cost.ts';
import { turnCostSql } from './turn-store.ts';

type TaskRow = Selectable<TaskTable>;

export interface TakeOptions {
  readonly lane: Lane;
  readonly workerId: string;
  /** Skips shares that already have this many tasks running on this worker in this lane; short and long tasks are counted separately. */
  readonly mostPerShare?: number | undefined;
  /** Takes only short tasks while this many others are running on this worker in this lane. */
  readonly mostLong?: number | undefined;
  /**
   * Skips tasks that may take long while this many of them, of whatever share, are running on this worker in this lane: those of these calls, and
   * those that are expected to take longer than `ms`, or have run that long.
   */
  readonly slow?: {
    readonly calls: readonly { readonly tool: string; readonly call: string }[];
    readonly ms: number;
    readonly most: number;
  };
}

/** A task that was expected to be short and still runs after this time counts as long. */
const longestShortSeconds = 60;
const staysShort = sql`(is_short and started_at > now() - ${sql.lit(longestShortSeconds)} * interval '1 s')`;

const isPaused = (lane: Expression<unknown>) =>
  sql<boolean>`exists (select from lane_setting where lane_setting.lane = ${lane} and is_paused)`;

/** The waiting tasks of the share whose turns come after the one that is taken. */
const later = sql`
  lane = slot_lane and share = slot_share and is_short = slot_is_short and status = 'queued' and turn >= slot_turn
  and id not in (slot_id, chosen_id)`;

/** Smaller gaps between the turns of a share, in milliseconds, are left: closing one changes all its waiting tasks. */
const leastShift = 1000;

/** Another worker that looked meanwhile found the shifted rows locked. */
const announceShifted = sql`(case when exists (select from shifted) then ${announceQueued} end)`;

/**
 * Marks the lane's next task as running on this worker and returns it, or undefined if no task is waiting. Skips rows that another worker
 * is taking at the same moment, so workers never wait for each other. A worker takes the tasks of a lane one after the other: two takes at
 * the same moment would not count each other.
 *
 * The share's next turn comes when the taken task is done by its plan. It is moved there with all later ones if the task that takes the turn is not
 * the one for which the turn was made.
 */
export async function takeTask(
  db: Querier,
  { lane, workerId, mostPerShare, mostLong, slow }: TakeOptions,
): Promise<TaskRow | undefined> {
  const running = sql`task where lane = ${lane} and status = 'running' and worker_id = ${workerId}`;
  const names = slow?.calls.map(one => sql`(${one.tool}, ${one.call})`) ?? [];
  const isSlow =
    slow &&
    sql`(coalesce(expected_ms, 0) > ${slow.ms} ${names.length > 0 ? sql`or (tool, call) in (${sql.join(names)})` : sql``})`;
  const hasBeenSlow = isSlow && sql`(${isSlow} or started_at < now() - ${slow.ms} * interval '1 ms')`;
  const isBelowLimit: RawBuilder<unknown> = sql.join(
    [
      mostPerShare
        ? sql`and (share, is_short) not in (
            select share, ${staysShort} from ${running} group by share, ${staysShort} having count(*) >= ${mostPerShare})`
        : sql``,
      mostLong ? sql`and (is_short or (select count(*) from ${running} and not ${staysShort}) < ${mostLong})` : sql``,
      isSlow
        ? sql`and not (${isSlow} and (select count(*) from ${running} and ${hasBeenSlow}) >= ${slow.most})`
        : sql``,
    ],
    sql` `,
  );
  const { rows } = await sql<TaskRow>`
    with slot as materialized (
      select id as slot_id, lane as slot_lane, share as slot_share, is_short as slot_is_short, turn as slot_turn from task
      where lane = ${lane} and status = 'queued' and not ${isPaused(sql`${lane}`)} ${isBelowLimit}
      order by turn, created_at, id
      limit 1 for update skip locked
    ), chosen as materialized (
      select id as chosen_id, turn as chosen_turn, ${turnCostSql} as cost from task
      where lane = ${lane} and status = 'queued' and share = (select slot_share from slot)
        and is_short = (select slot_is_short from slot) ${isBelowLimit}
      order by owner_turn, created_at, id
      limit 1 for update skip locked
    ), gap as materialized (
      select slot_turn + (slot_turn & 1) + cost - least(
        case when slot_id <> chosen_id then chosen_turn end,
        (select turn from task where ${later} order by turn limit 1)
      ) as found from slot, chosen
    ), shift as materialized (
      select case when found >= ${leastShift} or (found <= ${-leastShift} and slot_id <> chosen_id) then found else 0 end as by
      from gap, slot, chosen
    ), exchanged as (
      update task set turn = chosen_turn + by from slot, chosen, shift where id = slot_id and slot_id <> chosen_id
    ), shifted as (
      update task set turn = turn + by from shift
      where by <> 0 and id in (select id from task, slot, chosen where ${later} for update of task skip locked)
      returning id
    )
    update task set
      status = 'running',
      turn = slot_turn,
      worker_id = ${workerId},
      attempt = attempt + 1,
      stage = 'reading',
      -- What comes before the run's first percent is filled by the bytes of links.
      progress = case when inputs @> '[{"kind": "link"}]' then progress
        else greatest(progress, ((step_index * 100 + start_percent) / step_count::real)::real) end,
      started_at = now(),
      change = nextval('task_change')
    from slot, chosen
    where id = chosen_id
    returning task.*, ${announceTask} as announced, ${announceShifted} as announced_again`.execute(db);
  return rows[0];
}

/** A worker without a heartbeat for this long counts as dead. */
export const silentSeconds = 10;

/**
 * Puts running tasks whose worker is not registered back into the queue, and counts a fault for each. They keep their turn, so they run
 * next. Returns their ids.
 */
export async function requeueLost(db: Querier): Promise<string[]> {
  const { rows } = await sql<{ id: string; lane: Lane }>`
    with lost as (
      select id as lost_id from task
      where status = 'running' and not exists (select from worker where worker.id = task.worker_id)
      order by id for update skip locked
    )
    update task set
      status = 'queued', stage = 'waiting', started_at = null, queued_at = now(), worker_id = null, faults = faults + 1,
      change = nextval('task_change')
    from lost where id = lost_id
    returning id, lane, ${announceTask} as announced`.execute(db);
  const counts = Map.groupBy(rows, row => row.lane);
  for (const [lane, { length: count }] of counts) await sendNotice(db, 'task-queued', { lane, count });
  return rows.map(row => row.id);
}

/** The running tasks of a worker, each with its current attempt. */
export const findRunning = (db: Querier, workerId: string) =>
  db
    .selectFrom('task')
    .select(['id', 'attempt'])
    .where('status', '=', 'running')
    .where('worker_id', '=', workerId)
    .execute();

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
