// The SQL of workers: which waiting task a lane serves next, which tasks a worker runs, and which tasks lost their worker. queue-store.ts
// says whose turns these are.
import type { Lane } from 'contract/tool.ts';
import { type RawBuilder, sql } from 'kysely';
import { announceQueued, announceTask, sendNotice } from '../adapters/notices.ts';
import type { Querier } from '../adapters/postgres.ts';
import { isPaused } from './queue-store.ts';
import { blame } from './run-queries.ts';
import type { TaskRow } from './store.ts';
import { turnCostSql } from './turn-store.ts';

export interface TakeOptions {
  readonly lane: Lane;
  readonly workerId: string;
  /** Skips shares that already have this many tasks running on this worker in this lane; short and long tasks are counted separately. */
  readonly maxPerShare?: number | undefined;
  /** Takes only short tasks while this many others are running on this worker in this lane. */
  readonly maxLong?: number | undefined;
  /**
   * Skips tasks that may take long while this many of them, of whatever share, are running on this worker in this lane: those of these calls, and
   * those that are expected to take longer than `ms`, or have run that long.
   */
  readonly slow?: {
    readonly calls: readonly { readonly tool: string; readonly call: string }[];
    readonly ms: number;
    readonly max: number;
  };
}

/** A task that was expected to be short and still runs after this time counts as long. */
const longestShortSeconds = 60;
const staysShort = sql`(is_short and started_at > now() - ${sql.lit(longestShortSeconds)} * interval '1 s')`;

/** The waiting tasks of the share whose turns come after the one that is taken. */
const later = sql`
  lane = slot_lane and share = slot_share and is_short = slot_is_short and status = 'queued' and turn >= slot_turn
  and id not in (slot_id, chosen_id)`;

/**
 * Smaller gaps between the turns of a share are left, in milliseconds, and so are those below `minShiftPerTask` for each of its waiting tasks: closing
 * one changes all of them. A share is then ahead or behind for a while, and not in the end, since its tasks only exchange their turns.
 */
const minShift = 1000;
const minShiftPerTask = 5;

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
  { lane, workerId, maxPerShare, maxLong, slow }: TakeOptions,
): Promise<TaskRow | undefined> {
  const running = sql`task where lane = ${lane} and status = 'running' and worker_id = ${workerId}`;
  const names = slow?.calls.map(one => sql`(${one.tool}, ${one.call})`) ?? [];
  const isSlow =
    slow &&
    sql`(coalesce(expected_ms, 0) > ${slow.ms} ${names.length > 0 ? sql`or (tool, call) in (${sql.join(names)})` : sql``})`;
  const hasBeenSlow = isSlow && sql`(${isSlow} or started_at < now() - ${slow.ms} * interval '1 ms')`;
  const isBelowLimit: RawBuilder<unknown> = sql.join(
    [
      maxPerShare
        ? sql`and (share, is_short) not in (
            select share, ${staysShort} from ${running} group by share, ${staysShort} having count(*) >= ${maxPerShare})`
        : sql``,
      maxLong ? sql`and (is_short or (select count(*) from ${running} and not ${staysShort}) < ${maxLong})` : sql``,
      isSlow ? sql`and not (${isSlow} and (select count(*) from ${running} and ${hasBeenSlow}) >= ${slow.max})` : sql``,
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
      select case
        when found is null or abs(found) < ${minShift} or (found < 0 and slot_id = chosen_id) then 0
        when abs(found) < ${minShiftPerTask} * (select count(*) from task where ${later}) then 0
        else found
      end as by
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
 * Puts running tasks whose worker is not registered back into the queue, and blames each for the loss. They keep their turn, so they run next.
 * Returns their ids.
 */
export async function requeueLost(db: Querier): Promise<string[]> {
  const { rows } = await sql<{ id: string; lane: Lane }>`
    with lost as (
      select id as lost_id from task
      where status = 'running' and not exists (select from worker where worker.id = task.worker_id)
      order by id for update skip locked
    )
    update task set
      status = 'queued', stage = 'waiting', started_at = null, queued_at = now(), worker_id = null,
      faults = faults + ${blame.ofLoss},
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
