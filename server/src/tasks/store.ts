// The SQL of single tasks. Every visible change takes a new number (`change`) and sends a notice at commit.

import type { Stage } from 'contract/stages.ts';
import { type Expression, type Selectable, type SqlBool, sql } from 'kysely';
import { announceQueued, announceTask, sendNotice } from '../adapters/notices.ts';
import { type Querier, storableJson } from '../adapters/postgres.ts';
import type { TaskTable } from '../adapters/tables.ts';
import { endUses } from '../objects/objects.ts';
import { type DecidedCharge, releaseCharges } from '../points/charges.ts';
import { isShortTask, passTurnOn } from './queue-store.ts';
import type { StoredError, StoredInput, StoredResult } from './stored.ts';

export type TaskRow = Selectable<TaskTable>;

export type NewTask = Pick<
  TaskRow,
  | 'id'
  | 'batch_id'
  | 'owner'
  | 'tool'
  | 'call'
  | 'key_code'
  | 'language'
  | 'lane'
  | 'key_id'
  | 'idempotency_key'
  | 'request_hash'
  | 'pace'
  | 'start_percent'
  | 'input_bytes'
  | 'expected_ms'
  | 'amount'
  | 'expires_at'
  | 'address'
  | 'share'
  | 'turn'
  | 'owner_turn'
  | 'charge_kind'
  | 'charge_amount'
  | 'charge_state'
> & { options: Record<string, unknown>; inputs: readonly StoredInput[] };

const nextChange = sql<number>`nextval('task_change')`;

/** Inserts a queued task and wakes a worker. Returns undefined if this owner has used the idempotency key before. */
export async function insertTask(db: Querier, task: NewTask): Promise<TaskRow | undefined> {
  return db
    .insertInto('task')
    .values({
      ...task,
      options: JSON.stringify(task.options),
      inputs: storableJson(task.inputs),
      is_short: isShortTask(task),
      status: 'queued',
      stage: 'waiting',
    })
    .onConflict(conflict =>
      conflict.columns(['owner', 'idempotency_key']).where('idempotency_key', 'is not', null).doNothing(),
    )
    .returningAll()
    .returning(announceQueued.as('announced'))
    .executeTakeFirst();
}

export const findTaskOfKey = (db: Querier, owner: string, idempotencyKey: string) =>
  db
    .selectFrom('task')
    .selectAll()
    .where('owner', '=', owner)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();

export const findTask = (db: Querier, taskId: string) =>
  db.selectFrom('task').selectAll().where('id', '=', taskId).executeTakeFirst();

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The task of an owner by the id that a client names, which may be malformed. */
export const findTaskOfOwner = async (db: Querier, taskId: string, owner: string): Promise<TaskRow | undefined> =>
  uuidPattern.test(taskId)
    ? db.selectFrom('task').selectAll().where('id', '=', taskId).where('owner', '=', owner).executeTakeFirst()
    : undefined;

/** A run of a task. Reports of a run that was superseded change no row. */
export interface RunIdentity {
  readonly id: string;
  readonly attempt: number;
}

const isCurrentRun = (run: RunIdentity) =>
  sql<SqlBool>`id = ${run.id} and attempt = ${run.attempt} and status = 'running'`;

const changeTasks = (db: Querier, set: Record<string, unknown>, where: Expression<SqlBool>) =>
  db
    .updateTable('task')
    .set({ ...set, change: nextChange })
    .where(where)
    .returning(announceTask.as('announced'));

const updateTask = (db: Querier, set: Record<string, unknown>, where: Expression<SqlBool>) =>
  changeTasks(db, set, where).returningAll().execute();

/** For any number of tasks, whose options and results together may be larger than the memory. */
const updateMany = (db: Querier, set: Record<string, unknown>, where: Expression<SqlBool>) =>
  changeTasks(db, set, where).returning(['id', 'lane', 'inputs']).execute();

/**
 * Records a run's progress. The displayed progress of a task never decreases; the run's own progress is stored separately, for the
 * remaining time of a run that started again.
 */
export const reportProgress = (
  db: Querier,
  run: RunIdentity,
  percent: number,
  stage: Stage,
  /** The last segments of a long text. If absent, those recorded before are kept. */
  segments?: StoredResult['segments'],
) =>
  updateTask(
    db,
    {
      progress: sql`greatest(progress, ${percent}::real)`,
      attempt_progress: sql`case reported_attempt
        when attempt then greatest(attempt_progress, ${percent}::real) else ${percent}::real end`,
      reported_attempt: sql`attempt`,
      stage,
      ...(segments && { partial: storableJson({ segments }) }),
    },
    isCurrentRun(run),
  );

/** Restarts the clock of a run that had to wait for a child. */
export const restartClock = (db: Querier, run: RunIdentity) =>
  updateTask(db, { started_at: sql`now()` }, isCurrentRun(run));

/** Ends tasks and releases their inputs, in one statement, then releases the charges of the tasks without a result. */
async function endTasks(
  db: Querier,
  set: Record<string, unknown>,
  where: Expression<SqlBool>,
): Promise<readonly TaskRow[]> {
  const update = db
    .updateTable('task')
    .set({ ...set, partial: null, ended_at: sql`now()`, change: nextChange })
    .where(where)
    .returningAll();
  const { rows } = await sql<TaskRow>`
    with ended as (${update}), released as (${endUses(sql`select id from ended`)})
    select ended.*, ${announceTask} as announced from ended`.execute(db);
  await releaseCharges(
    db,
    rows.filter(row => row.status !== 'done'),
  );
  return rows;
}

/**
 * Ends a run with a result. Returns the row, or undefined if the run is no longer current, or if the task belongs to another owner than the
 * one named.
 */
export async function completeTask(
  db: Querier,
  run: RunIdentity & { readonly owner?: string },
  result: StoredResult,
): Promise<TaskRow | undefined> {
  const done = { status: 'done', stage: 'done', progress: 100, result: storableJson(result) };
  const isOfOwner =
    run.owner === undefined ? isCurrentRun(run) : sql<SqlBool>`${isCurrentRun(run)} and owner = ${run.owner}`;
  const [row] = await endTasks(db, done, isOfOwner);
  return row;
}

/** Ends a run with an error and releases its charge. Runs inside a transaction. */
export async function failTask(db: Querier, run: RunIdentity, error: StoredError): Promise<void> {
  const failed = { status: 'failed', stage: 'failed', error: JSON.stringify(error), charge_state: released };
  await endTasks(db, failed, isCurrentRun(run));
}

/** Puts a run back into the queue, where it keeps its turn. `isFault`: this counts as a fault of the task. */
export async function requeueTask(db: Querier, run: RunIdentity, isFault: boolean): Promise<void> {
  const waiting = {
    status: 'queued',
    stage: 'waiting',
    started_at: null,
    worker_id: null,
    faults: sql`faults + ${isFault ? 1 : 0}`,
  };
  const rows = await updateTask(db, waiting, isCurrentRun(run));
  for (const { lane } of rows) await sendNotice(db, 'task-queued', { lane, count: 1 });
}

/**
 * Ends the stage that obtains a task's inputs: the task waits in its next lane, with a fresh count of faults. Returns whether the run was
 * still current.
 */
export async function enterLane(
  db: Querier,
  run: RunIdentity,
  entered: Pick<
    NewTask,
    'lane' | 'inputs' | 'input_bytes' | 'expected_ms' | 'amount' | 'start_percent' | 'share' | 'turn' | 'owner_turn'
  >,
): Promise<boolean> {
  const { inputs, ...columns } = entered;
  const waiting = { status: 'queued', stage: 'waiting', started_at: null, worker_id: null, faults: 0 };
  const set = { ...waiting, ...columns, inputs: storableJson(inputs), is_short: isShortTask(columns) };
  const rows = await updateTask(db, set, isCurrentRun(run));
  for (const row of rows) await sendNotice(db, 'task-queued', { lane: row.lane, count: 1 });
  return rows.length > 0;
}

const released = sql`case charge_state when 'held' then 'released' else charge_state end`;

/**
 * The options that a lane or a price can depend on, which are short. A batch may have a thousand failed tasks with a megabyte of text each,
 * more than fits into memory.
 */
const shortOptions = sql<Record<string, unknown>>`(
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(options) where pg_column_size(value) < 4096
)`;

/**
 * Cancels a task that has not ended, and stops its run on its worker. It cannot be retried, so its long options are dropped: accepting and
 * cancelling calls would otherwise fill the database.
 */
export async function cancelTask(db: Querier, taskId: string): Promise<void> {
  const cancelled = { status: 'cancelled', stage: 'cancelled', charge_state: released, options: shortOptions };
  const rows = await endTasks(db, cancelled, sql`id = ${taskId} and status in ('queued', 'running')`);
  for (const row of rows) {
    if (row.started_at === null) await passTurnOn(db, row);
    await sendNotice(db, 'task-stopped', { taskId: row.id });
  }
}

/** Stores the charge of a locked task. */
export const setCharge = (db: Querier, taskId: string, { kind, amount, state }: DecidedCharge['charge']) =>
  updateTask(db, { charge_kind: kind, charge_amount: amount, charge_state: state }, sql`id = ${taskId}`);

/** Stores that the holds of locked tasks were released: their results stay locked until they are paid for. */
export const setReleased = (db: Querier, taskIds: readonly string[]) =>
  updateMany(db, { charge_state: 'released' }, sql`id = any (${taskIds}::uuid[]) and charge_state = 'held'`);

/** Takes a paid result that another run replaces out of its batch, whose zip would contain both. It can still be downloaded by itself. */
export const leaveBatch = (db: Querier, taskId: string) => updateTask(db, { batch_id: null }, sql`id = ${taskId}`);

export const lockTask = (db: Querier, taskId: string): Promise<TaskRow | undefined> =>
  db.selectFrom('task').selectAll().where('id', '=', taskId).forUpdate().executeTakeFirst();

/** Locks several tasks in the order of their ids: two transactions with different orders would deadlock. */
export const lockInOrder = (which: Expression<SqlBool>) =>
  sql<SqlBool>`id in (select id from task where ${which} order by id for update)`;

/** The columns that determine the lanes of a batch's failed tasks. */
export const findFailed = (db: Querier, batchId: string, owner: string) =>
  db
    .selectFrom('task')
    .select(['id', 'tool', 'call', 'lane', 'is_short', 'expected_ms', 'inputs', 'error', shortOptions.as('options')])
    .where('batch_id', '=', batchId)
    .where('owner', '=', owner)
    .where('status', '=', 'failed')
    .execute();

const chargedColumns = [
  'id',
  'owner',
  'address',
  'key_id',
  'batch_id',
  'tool',
  'call',
  'charge_kind',
  'charge_amount',
  'charge_state',
  'created_at',
] as const;

/** What is needed to charge a task again. */
export type ChargedRow = Pick<TaskRow, (typeof chargedColumns)[number] | 'options'>;

/** The failed tasks of a batch in the order they were sent, locked. */
export const lockFailed = async (db: Querier, batchId: string, owner: string): Promise<ChargedRow[]> => {
  const rows = await db
    .selectFrom('task')
    .select([...chargedColumns, shortOptions.as('options')])
    .where(lockInOrder(sql`batch_id = ${batchId} and owner = ${owner} and status = 'failed'`))
    .execute();
  return rows.sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
};

/** Moves waiting tasks to another lane, and drops their inputs of the field `without`. */
export const changeLane = (
  db: Querier,
  ids: readonly string[],
  to: Pick<TaskRow, 'lane' | 'is_short'> & { without: string | null },
) =>
  updateMany(
    db,
    {
      lane: to.lane,
      is_short: to.is_short,
      inputs: sql`(
        select coalesce(jsonb_agg(one order by nth), '[]') from jsonb_array_elements(inputs) with ordinality as input (one, nth)
        where one ->> 'field' is distinct from ${to.without}
      )`,
    },
    sql`id = any (${ids}::uuid[])`,
  );

/** Stores the reason why failed tasks were not started again. */
export const setErrors = (db: Querier, ids: readonly string[], error: StoredError) =>
  updateMany(db, { error: JSON.stringify(error) }, sql`id = any (${ids}::uuid[])`);

/**
 * Queues failed tasks again as new tasks of the one who retries them: the only case in which a task's progress restarts at 0. Reports of earlier runs are ignored,
 * since the task is not running until its next attempt.
 */
export const restartFailed = (
  db: Querier,
  ids: readonly string[],
  { expiresAt, keyId }: { expiresAt: Date; keyId: string | null },
) =>
  updateMany(
    db,
    {
      status: 'queued',
      stage: 'waiting',
      progress: 0,
      error: null,
      faults: 0,
      started_at: null,
      worker_id: null,
      ended_at: null,
      created_at: sql`now()`,
      expires_at: expiresAt,
      key_id: keyId,
    },
    lockInOrder(sql`id = any (${ids}::uuid[])`),
  );
