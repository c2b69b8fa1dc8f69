// The SQL of turns: which turn a new task gets, and how the turns of a share move when a task is cancelled or takes another time than planned.
//
// A turn is a moment on the clock of a lane, in milliseconds of work: a share with one task after the other gets each one's turn where the work
// before it is done (turn-cost.ts). docs/decisions/fair-turns.md explains the rules.
import type { Lane } from 'contract/tool.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { sendNotice } from '../adapters/notices.ts';
import type { Querier } from '../adapters/postgres.ts';
import type { TaskTable } from './tables.ts';
import { excessTurns, minMs, unknownLongMs, unknownMs } from './turn-cost.ts';

type TaskRow = Selectable<TaskTable>;

const toTurnsSql = (ms: RawBuilder<unknown>) => sql`(2 * floor(${ms} / share_weight / 2 + 0.5))::bigint`;
const plannedMsSql = sql`greatest(${sql.lit(minMs)}, coalesce(expected_ms,
  case when lane in ('video', 'model-long') then ${sql.lit(unknownLongMs)} else ${sql.lit(unknownMs)} end))::float8`;

/** `turnCost` of a row of `task`. */
export const turnCostSql = toTurnsSql(plannedMsSql);

/** The same of a row that may have run longer than planned. */
const turnTakenSql = toTurnsSql(sql`greatest(${plannedMsSql},
  coalesce(extract(epoch from coalesce(ended_at, now()) - started_at) * 1000, 0)::float8)`);

/** Waiting tasks of one share in one lane, the short ones apart from the others. */
type Line = Pick<TaskRow, 'lane' | 'share' | 'is_short'>;

/**
 * Gives the turn of a cancelled waiting task back to its share: the share's last turn moves up to it. Otherwise an owner who cancels the
 * first half of a batch would still wait for the turns of that half. Skips a row that is being taken.
 */
export const passTurnOn = (db: Querier, left: Line & Pick<TaskRow, 'turn'>) =>
  sql`
    update task set turn = ${left.turn} where id = (
      select id from task
      where lane = ${left.lane} and share = ${left.share} and is_short = ${left.is_short} and status = 'queued'
        and turn > ${left.turn}
      order by turn desc limit 1 for update skip locked
    )`.execute(db);

/** Smaller differences between planned and taken time are left to average out: each correction changes all waiting tasks of a share. */
const minExcessMs = 5000;

/**
 * Moves the waiting tasks of a share by what an ended run took beyond its plan, so that the share pays for the seconds it used. A run that was
 * stopped gains nothing: sending tasks and cancelling them would buy turns.
 */
export async function correctTurns(
  db: Querier,
  run: Line & Pick<TaskRow, 'turn' | 'expected_ms' | 'share_weight'>,
  { tookMs, wasStopped }: { tookMs: number; wasStopped: boolean },
): Promise<void> {
  const excess = excessTurns(run, tookMs);
  if (Math.abs(excess) * run.share_weight < minExcessMs || (wasStopped && excess < 0)) return;
  const { rows } = await sql`
    update task set turn = turn + ${excess} where id in (
      select id from task
      where lane = ${run.lane} and share = ${run.share} and is_short = ${run.is_short} and status = 'queued' and turn >= ${run.turn}
      for update skip locked
    ) returning id`.execute(db);
  // A worker that looked meanwhile found these rows locked.
  if (rows.length > 0) await sendNotice(db, 'task-queued', { lane: run.lane, count: rows.length });
}

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
 * The first free turn of the sender that `own` selects, among all that `all` selects; `line` selects those of them that are as short. Turns are
 * even numbers, and the current one is that of the task taken last. A newcomer gets the odd number below it, before all who wait for it. A sender
 * with open tasks gets the turn at which their work is done, and so does one whose last work ends after the current turn.
 *
 * The parts are materialized because PostgreSQL would copy them into each place that names them, and plan seventy subqueries.
 */
const firstTurn = (
  column: 'turn' | 'owner_turn',
  { all, line, own }: { all: RawBuilder<unknown>; line: RawBuilder<unknown>; own: RawBuilder<unknown> },
) => {
  const turn = sql.ref(column);
  const end = sql`${turn} + (${turn} & 1) + ${turnTakenSql}`;
  const lastOf = (where: RawBuilder<unknown>) =>
    sql`(select max(${turn}) from task where ${where} and status = 'running')`;
  const nextOf = (where: RawBuilder<unknown>) =>
    sql`(select min(${turn}) from task where ${where} and status = 'queued')`;
  return sql<number>`(
    with now as materialized (
      select coalesce(${lastOf(line)}, ${nextOf(line)}, ${lastOf(all)}, ${nextOf(all)}, 0) as turn
    ), round as materialized (
      select turn + (turn & 1) as current from now
    ), open as materialized (
      select greatest(
        (select ${end} from task where ${own} and ended_at is null order by ${turn} desc limit 1),
        (select max(${end}) from task where ${own} and status = 'running')
      ) as done
    )
    select case when open.done is not null then greatest(current, open.done) else (
      select case when max(${end}) > current then max(${end}) else current - 1 end from task
      where ${own} and ended_at > now() - interval '10 minutes' and ${turn} <= current
    ) end
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
  const isAnyFull = (max: number) =>
    entered.length > 0
      ? sql.join(
          entered.map(one => isLaneFull(one, max)),
          sql` or `,
        )
      : sql`false`;
  const inLane = sql`lane = ${lane}`;
  const ofShare = sql`lane = ${lane} and share = ${share}`;
  const asShort = (where: RawBuilder<unknown>) => sql`${where} and is_short = ${isShort}`;
  const ofOwner = sql`${asShort(ofShare)} and owner = ${owner}`;
  const { rows } = await sql<Standing>`
    select
      (select count(*) from task where owner = ${owner} and ended_at is null) as "openOfOwner",
      (select count(*) from task where share = ${share} and ended_at is null) as "openOfShare",
      ${firstTurn('turn', { all: inLane, line: asShort(inLane), own: asShort(ofShare) })} as "turn",
      ${firstTurn('owner_turn', { all: ofShare, line: asShort(ofShare), own: ofOwner })} as "ownerTurn",
      ${isAnyFull(queueLimit)} as "isFull",
      ${isAnyFull(queueLimit - reserved)} as "isFullButReserved"`.execute(db);
  return rows[0]!;
}

/** The lanes that take no more tasks of a sender. */
export async function findFullLanes(
  db: Querier,
  share: string,
  { lanes, queueLimit, reserved }: { lanes: readonly Lane[]; queueLimit: number; reserved: number },
): Promise<Lane[]> {
  if (lanes.length === 0) return [];
  const { rows } = await sql<{ lane: Lane }>`
    select lane from unnest(${lanes}::text[]) as asked (lane)
    where (select count(*) from (
      select from task where task.lane = asked.lane and status = 'queued' limit ${queueLimit}
    ) as waiting) >= ${queueLimit}
      - case when exists (select from task where share = ${share} and ended_at is null) then ${reserved}::int else 0 end`.execute(
    db,
  );
  return rows.map(({ lane }) => lane);
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

/** Gives waiting tasks of one sender turns from `first` on, one after the other in their old order. */
export const giveTurns = (
  db: Querier,
  ids: readonly string[],
  first: { address: string; share: string; turn: number; owner_turn: number; share_weight: number },
) =>
  sql`
    update task set
      address = ${first.address}, share = ${first.share}, share_weight = ${first.share_weight},
      turn = ${first.turn} + before, owner_turn = ${first.owner_turn} + before
    from (
      select id as moved_id, coalesce(sum(cost) over (
        order by owner_turn, created_at, id rows between unbounded preceding and 1 preceding), 0)::bigint as before
      from (
        select id, owner_turn, created_at, ${turnCostSql} as cost
        from (select id, owner_turn, created_at, lane, expected_ms, ${first.share_weight}::int as share_weight
          from task where id = any (${ids})) as weighed
      ) as costing
    ) as moved
    where id = moved_id`.execute(db);
