// The SQL of the queue: which waiting task a lane serves next, which tasks are ahead of a task, and which tasks lost their worker.
//
// A lane serves the smallest `turn` first. A turn belongs to a share (an account, or the visitors of one address), and the share's first
// task by `owner_turn` takes it. docs/decisions/fair-turns.md explains why there are two numbers. In lanes with work of minutes, a share has turns
// for its short tasks beside those for the others (`is_short`).

import type { Lane } from 'contract/tool.ts';
import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely';
import { announceTask, sendNotice } from '../adapters/notices.ts';
import type { Querier } from '../adapters/postgres.ts';
import type { TaskTable } from './tables.ts';

type TaskRow = Selectable<TaskTable>;

export interface TakeOptions {
  readonly lane: Lane;
  readonly workerId: string;
  /** Skips shares that already have this many tasks running on this worker in this lane; short and long tasks are counted separately. */
  readonly mostPerShare?: number | undefined;
  /** Takes only short tasks while this many others are running on this worker in this lane. */
  readonly mostLong?: number | undefined;
  /**
   * Skips tasks that may take minutes while this many of them, of whatever share, are running on this worker in this lane: those of these calls, and
   * those that are expected to take longer than `ms`.
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

/**
 * Marks the lane's next task as running on this worker and returns it, or undefined if no task is waiting. Skips rows that another worker
 * is taking at the same moment, so workers never wait for each other. A worker takes the tasks of a lane one after the other: two takes at
 * the same moment would not count each other.
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
  const isBelowLimit: RawBuilder<unknown> = sql.join(
    [
      mostPerShare
        ? sql`and (share, is_short) not in (
            select share, ${staysShort} from ${running} group by share, ${staysShort} having count(*) >= ${mostPerShare})`
        : sql``,
      mostLong ? sql`and (is_short or (select count(*) from ${running} and not ${staysShort}) < ${mostLong})` : sql``,
      isSlow ? sql`and not (${isSlow} and (select count(*) from ${running} and ${isSlow}) >= ${slow.most})` : sql``,
    ],
    sql` `,
  );
  const { rows } = await sql<TaskRow>`
    with slot as materialized (
      select id as slot_id, share as slot_share, is_short as slot_is_short, turn as slot_turn from task
      where lane = ${lane} and status = 'queued' ${isBelowLimit}
      order by turn, created_at, id
      limit 1 for update skip locked
    ), chosen as materialized (
      select id as chosen_id, turn as chosen_turn from task
      where lane = ${lane} and status = 'queued' and share = (select slot_share from slot)
        and is_short = (select slot_is_short from slot) ${isBelowLimit}
      order by owner_turn, created_at, id
      limit 1 for update skip locked
    ), exchanged as (
      update task set turn = chosen_turn from slot, chosen where id = slot_id and slot_id <> chosen_id
    )
    update task set
      status = 'running',
      turn = slot_turn,
      worker_id = ${workerId},
      attempt = attempt + 1,
      stage = 'reading',
      progress = greatest(progress, ((step_index * 100 + start_percent) / step_count::real)::real),
      started_at = now(),
      change = nextval('task_change')
    from slot, chosen
    where id = chosen_id
    returning task.*, ${announceTask} as announced`.execute(db);
  return rows[0];
}

/**
 * Gives the turn of a cancelled waiting task back to its share: the share's last turn moves up to it. Otherwise an owner who cancels the
 * first half of a batch would still wait for the turns of that half. Skips a row that is being taken.
 */
export const passTurnOn = (db: Querier, left: Pick<TaskRow, 'lane' | 'share' | 'turn' | 'is_short'>) =>
  sql`
    update task set turn = ${left.turn} where id = (
      select id from task
      where lane = ${left.lane} and share = ${left.share} and is_short = ${left.is_short} and status = 'queued'
        and turn > ${left.turn}
      order by turn desc limit 1 for update skip locked
    )`.execute(db);

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
      status = 'queued', stage = 'waiting', started_at = null, worker_id = null, faults = faults + 1,
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

/** Lanes with tasks of minutes or hours among tasks of seconds. */
export const isLongLane = (lane: Lane): boolean => lane === 'video' || lane === 'model-long';
const shortMs = 20_000;

/** Whether a task is short: in such a lane, and expected to take seconds. */
export const isShortTask = ({ lane, expected_ms: ms }: Pick<TaskRow, 'lane' | 'expected_ms'>): boolean =>
  isLongLane(lane) && ms !== null && ms <= shortMs;

export interface Standing {
  /** Tasks of this owner that have not ended. */
  readonly openOfOwner: number;
  /** The same count for all senders who share the turn. */
  readonly openOfShare: number;
  /** The first free turns. */
  readonly turn: number;
  readonly ownerTurn: number;
  /** Whether one of the lanes that the tasks enter already has `queueLimit` waiting tasks. */
  readonly isFull: boolean;
  /** Whether only reserved places are left. */
  readonly isFullButReserved: boolean;
}

/**
 * The first free turn of the sender that `own` selects, among all that `all` selects. Rounds are even numbers, and the current round is
 * that of the task taken last. A newcomer gets the odd number below the current round, before all who wait for it. A sender with open
 * tasks gets the round after its last one; a sender that was served in the current round gets the next.
 *
 * The parts are materialized because PostgreSQL would copy them into each place that names them, and plan seventy subqueries.
 */
const firstTurn = (column: 'turn' | 'owner_turn', all: RawBuilder<unknown>, own: RawBuilder<unknown>) => {
  const turn = sql.ref(column);
  return sql<number>`(
    with now as materialized (
      select coalesce(
        (select max(${turn}) from task where ${all} and status = 'running'),
        (select min(${turn}) from task where ${all} and status = 'queued'),
        0
      ) as turn
    ), round as materialized (
      select turn + (turn & 1) as current from now
    ), open as materialized (
      select max(${turn}) as last from task where ${own} and ended_at is null
    )
    select case
      when open.last is not null then greatest(round.current, open.last + (open.last & 1) + 2)
      when exists (
        select from task
        where ${own} and ended_at > now() - interval '10 minutes' and ${turn} between round.current - 1 and round.current
      ) then round.current + 2
      else round.current - 1
    end
    from round, open
  )`;
};

const isLaneFull = (lane: Lane, queueLimit: number) =>
  sql`exists (select from task where lane = ${lane} and status = 'queued' offset ${queueLimit - 1})`;

/**
 * The figures that decide whether an owner may add tasks to a lane, and the turn of the first of them. `entered` names the lanes whose
 * waiting tasks count against the limit; its last places, `reserved`, are for senders with nothing open.
 */
export async function findStanding(
  db: Querier,
  { owner, share, lane, isShort }: { owner: string; share: string; lane: Lane; isShort: boolean },
  { entered, queueLimit, reserved }: { entered: readonly Lane[]; queueLimit: number; reserved: number },
): Promise<Standing> {
  const isAnyFull = (most: number) =>
    entered.length > 0
      ? sql.join(
          entered.map(one => isLaneFull(one, most)),
          sql` or `,
        )
      : sql`false`;
  const inLane = sql`lane = ${lane}`;
  const ofShare = sql`lane = ${lane} and share = ${share} and is_short = ${isShort}`;
  const ofOwner = sql`${ofShare} and owner = ${owner}`;
  const { rows } = await sql<Standing>`
    select
      (select count(*) from task where owner = ${owner} and ended_at is null) as "openOfOwner",
      (select count(*) from task where share = ${share} and ended_at is null) as "openOfShare",
      ${firstTurn('turn', inLane, ofShare)} as "turn",
      ${firstTurn('owner_turn', sql`lane = ${lane} and share = ${share}`, ofOwner)} as "ownerTurn",
      ${isAnyFull(queueLimit)} as "isFull",
      ${isAnyFull(queueLimit - reserved)} as "isFullButReserved"`.execute(db);
  return rows[0]!;
}

/** The turn of the first waiting task of an owner among those of its share; undefined if none waits in this line. */
export async function findFirstTurn(
  db: Querier,
  { owner, share, lane, isShort }: { owner: string; share: string; lane: Lane; isShort: boolean },
): Promise<number | undefined> {
  const { rows } = await sql<{ turn: number | null }>`
    select min(owner_turn) as turn from task
    where lane = ${lane} and status = 'queued' and share = ${share} and owner = ${owner} and is_short = ${isShort}`.execute(
    db,
  );
  return rows[0]?.turn ?? undefined;
}

/** Gives waiting tasks of one sender consecutive turns from `first` on, in their old order. */
export const giveTurns = (
  db: Querier,
  ids: readonly string[],
  first: { address: string; share: string; turn: number; owner_turn: number },
) =>
  sql`
    update task set
      address = ${first.address}, share = ${first.share},
      turn = ${first.turn} + 2 * nth, owner_turn = ${first.owner_turn} + 2 * nth
    from (
      select id as moved_id, row_number() over (order by owner_turn, created_at, id) - 1 as nth
      from task where id = any (${ids})
    ) as moved
    where id = moved_id`.execute(db);

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

/** The number of waiting tasks of each lane that has any. */
export async function countWaiting(db: Querier): Promise<Map<Lane, number>> {
  const rows = await db
    .selectFrom('task')
    .select(['lane', select => select.fn.countAll<number>().as('count')])
    .where('status', '=', 'queued')
    .groupBy('lane')
    .execute();
  return new Map(rows.map(({ lane, count }) => [lane, count]));
}

export interface Place {
  /** Position in the queue of the lane, from 1. */
  readonly position: number;
  /** Milliseconds of work ahead, summed over the tasks with an estimate. */
  readonly ms: number;
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
      (siblings.ms + strangers.ms + working.ms)::float8 as ms
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
    select id, position, ms from place where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, position, ms }) => [id, { position, ms }]));
}
