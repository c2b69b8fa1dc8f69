// The SQL of single tasks. Every visible change takes a new number (`change`) and sends a notice at commit.

import { type Expression, type Selectable, type SqlBool, sql } from 'kysely';
import { announceQueued, announceTask, sendNotice } from '../adapters/notices.ts';
import { type Querier, storableJson } from '../adapters/postgres.ts';
import { endUses } from '../objects/use-queries.ts';
import type { DecidedCharge } from '../points/charges.ts';
import { noteEnds } from './end-store.ts';
import { isShortTask } from './queue-store.ts';
import type { StoredError, StoredInput, StoredResult, StoredStep } from './stored.ts';
import type { TaskTable } from './tables.ts';

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
  | 'share_weight'
  | 'charge_kind'
  | 'charge_amount'
  | 'charge_state'
> & {
  options: Readonly<Record<string, unknown>>;
  inputs: readonly StoredInput[];
} & Partial<Pick<TaskRow, 'webhook' | 'steps' | 'step_count' | 'rest_ms' | 'pipeline_name' | 'trace'>>;

const nextChange = sql<number>`nextval('task_change')`;

const asRow = ({ steps = null, webhook = null, ...task }: NewTask) => ({
  ...task,
  options: JSON.stringify(task.options),
  inputs: storableJson(task.inputs),
  steps: steps && storableJson(steps),
  webhook: webhook && storableJson(webhook),
  is_short: isShortTask(task),
  status: 'queued' as const,
  stage: 'waiting' as const,
});

/** A statement has a limited number of parameters. */
const rowsPerInsert = 200;

/** Inserts queued tasks in this order, whose idempotency keys are new. Their workers are woken by `sendNotice`. */
export async function insertTasks(db: Querier, tasks: readonly NewTask[]): Promise<void> {
  // A batch lists its tasks by the time at which they were sent.
  const rows = tasks.map((task, nth) => ({
    ...asRow(task),
    created_at: sql<Date>`now() + ${nth}::int * interval '1 microsecond'`,
  }));
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    await db
      .insertInto('task')
      .values(rows.slice(start, start + rowsPerInsert))
      .execute();
}

/** Inserts a queued task and wakes a worker. Returns undefined if this owner has used the idempotency key before. */
export async function insertTask(db: Querier, task: NewTask): Promise<TaskRow | undefined> {
  return db
    .insertInto('task')
    .values(asRow(task))
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

export const isCurrentRun = (run: RunIdentity) =>
  sql<SqlBool>`id = ${run.id} and attempt = ${run.attempt} and status = 'running'`;

const changeTasks = (db: Querier, set: Record<string, unknown>, where: Expression<SqlBool>) =>
  db
    .updateTable('task')
    .set({ ...set, change: nextChange })
    .where(where)
    .returning(announceTask.as('announced'));

export const updateTask = (db: Querier, set: Record<string, unknown>, where: Expression<SqlBool>) =>
  changeTasks(db, set, where).returningAll().execute();

/** The keys of the files of all steps of a pipeline; null of other tasks. */
const stepFiles = sql<readonly string[] | null>`jsonb_path_query_array(steps, '$[*].inputs[*].key')`;

/** For any number of tasks, whose options and results together may be larger than the memory. */
export const updateMany = (db: Querier, set: Record<string, unknown>, where: Expression<SqlBool>) =>
  changeTasks(db, set, where)
    .returning(['id', 'lane', 'inputs', stepFiles.as('step_files')])
    .execute();

/** Ends tasks, releases their inputs and notes the ends, in one statement. end-task.ts does what follows. */
async function endRows(
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
    with ended as (${update}), released as (${endUses(sql`select id from ended`)}), noted as (${noteEnds(sql`ended`)})
    select ended.*, ${announceTask} as announced from ended`.execute(db);
  return rows;
}

/** The columns of a charge of which this amount is left. With nothing left its result is open, and what was held for it is to be released. */
const chargeLeft = (amount: number) =>
  amount > 0
    ? { charge_amount: amount }
    : {
        charge_kind: 'none',
        charge_amount: 0,
        charge_state: sql`case charge_state when 'held' then 'released' else charge_state end`,
      };

/** Ends a run with a result; with `owner` only if the task belongs to that owner. With `amountLeft` its charge is lowered to that. */
export const setDone = (
  db: Querier,
  run: RunIdentity & { readonly owner?: string; readonly amountLeft?: number | undefined },
  result: StoredResult,
): Promise<readonly TaskRow[]> => {
  const charge = run.amountLeft === undefined ? {} : chargeLeft(run.amountLeft);
  const done = { status: 'done', stage: 'done', progress: 100, result: storableJson(result), kept: null, ...charge };
  const isOfOwner =
    run.owner === undefined ? isCurrentRun(run) : sql<SqlBool>`${isCurrentRun(run)} and owner = ${run.owner}`;
  return endRows(db, done, isOfOwner);
};

/** Ends a run with an error. */
export const setFailed = (db: Querier, run: RunIdentity, error: StoredError): Promise<readonly TaskRow[]> => {
  const failed = { status: 'failed', stage: 'failed', error: JSON.stringify(error), ...keptAlone };
  return endRows(db, failed, isCurrentRun(run));
};

/** The columns of a pipeline's task that change with its step. */
export type NextStep = Pick<
  TaskRow,
  'tool' | 'call' | 'key_code' | 'options' | 'pace' | 'step_index' | 'kept_amount'
> & {
  readonly kept: StoredResult;
};

/**
 * Ends the stage that obtains a task's inputs, or one step of a pipeline: the task waits in its next lane, with a fresh count of faults. Returns whether the run was
 * still current.
 */
export async function enterLane(
  db: Querier,
  run: RunIdentity,
  entered: Pick<
    NewTask,
    | 'lane'
    | 'inputs'
    | 'input_bytes'
    | 'expected_ms'
    | 'amount'
    | 'start_percent'
    | 'share'
    | 'turn'
    | 'owner_turn'
    | 'share_weight'
  > & { readonly steps?: readonly StoredStep[]; readonly rest_ms?: number | null },
  next?: NextStep,
): Promise<boolean> {
  const { inputs, steps, ...columns } = entered;
  const waiting = {
    status: 'queued',
    stage: 'waiting',
    started_at: null,
    worker_id: null,
    faults: 0,
    queued_at: sql`now()`,
  };
  const set = {
    ...waiting,
    ...columns,
    inputs: storableJson(inputs),
    is_short: isShortTask(columns),
    ...(steps && { steps: storableJson(steps) }),
    ...(next && {
      ...next,
      options: JSON.stringify(next.options),
      kept: storableJson(next.kept),
      progress: sql`greatest(progress, (${next.step_index} * 100.0 / step_count)::real)`,
    }),
  };
  const rows = await updateTask(db, set, isCurrentRun(run));
  for (const row of rows) await sendNotice(db, 'task-queued', { lane: row.lane, count: 1 });
  return rows.length > 0;
}

/** A task that ends early keeps the result of the steps that were done, with their price; one without a result releases its hold. */
const keptAlone = {
  result: sql`kept`,
  charge_kind: sql`case when kept is not null and kept_amount = 0 then 'none' else charge_kind end`,
  charge_amount: sql`case when kept is null then charge_amount else kept_amount end`,
  charge_state: sql`case when charge_state = 'held' and kept_amount = 0 then 'released' else charge_state end`,
};

/**
 * The options that a lane or a price can depend on, which are short. A batch may have a thousand failed tasks with a megabyte of text each,
 * more than fits into memory.
 */
export const shortOptions = sql<Record<string, unknown>>`(
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(options) where pg_column_size(value) < 4096
)`;

/**
 * Cancels a task that has not ended. It cannot be retried, so its long options are dropped: accepting and cancelling calls would otherwise fill the
 * database.
 */
export const setCancelled = (db: Querier, taskId: string): Promise<readonly TaskRow[]> => {
  const steps = sql`(select jsonb_agg(step - 'options' || '{"options": {}}' order by nth) from jsonb_array_elements(steps) with ordinality as one (step, nth))`;
  const cancelled = { status: 'cancelled', stage: 'cancelled', options: shortOptions, steps, ...keptAlone };
  return endRows(db, cancelled, sql`id = ${taskId} and status in ('queued', 'running')`);
};

/** Runs statements of a transaction that are undone by themselves if they throw, and passes the error on. */
export async function inSavepoint(db: Querier, act: () => Promise<void>): Promise<void> {
  await sql`savepoint part`.execute(db);
  try {
    await act();
    await sql`release savepoint part`.execute(db);
  } catch (error) {
    await sql`rollback to savepoint part`.execute(db);
    throw error;
  }
}

/** Stores the charge of a locked task. */
export const setCharge = (db: Querier, taskId: string, { kind, amount, state }: DecidedCharge['charge']) =>
  updateTask(db, { charge_kind: kind, charge_amount: amount, charge_state: state }, sql`id = ${taskId}`);

/** Lowers the charge of a locked task to this amount. */
export const setChargeLeft = (db: Querier, taskId: string, amount: number) =>
  updateTask(db, chargeLeft(amount), sql`id = ${taskId}`);

/** Takes a paid result that another run replaces out of its batch, whose zip would contain both. It can still be downloaded by itself. */
export const leaveBatch = (db: Querier, taskId: string) => updateTask(db, { batch_id: null }, sql`id = ${taskId}`);

export const lockTask = (db: Querier, taskId: string): Promise<TaskRow | undefined> =>
  db.selectFrom('task').selectAll().where('id', '=', taskId).forUpdate().executeTakeFirst();

/** Locks several tasks in the order of their ids: two transactions with different orders would deadlock. */
export const lockInOrder = (which: Expression<SqlBool>) =>
  sql<SqlBool>`id in (select id from task where ${which} order by id for update)`;
