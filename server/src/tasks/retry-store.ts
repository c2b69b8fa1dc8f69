// The SQL of running failed tasks again.
import { type SqlBool, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { PricedStep } from './steps.ts';
import { lockInOrder, shortOptions, type TaskRow, updateMany } from './store.ts';
import type { StoredError } from './stored.ts';

/** The steps of a pipeline without their options. */
const pricedSteps = sql<readonly PricedStep[] | null>`(
  select jsonb_agg(jsonb_build_object('tool', step -> 'tool', 'call', step -> 'call', 'cost', step -> 'cost') order by nth)
  from jsonb_array_elements(steps) with ordinality as one (step, nth)
)`;

/** The failed tasks of a batch that can run again. What was paid of a pipeline is final. */
const isRetried = (batchId: string, owner: string) =>
  sql<SqlBool>`batch_id = ${batchId} and owner = ${owner} and status = 'failed' and charge_state <> 'settled'`;

/** The batch that a retry with this key ran again; undefined if none did. */
export async function findRetried(db: Querier, owner: string, retryKey: string): Promise<string | undefined> {
  const ofKey = db.selectFrom('task').select('batch_id').where('owner', '=', owner).where('retry_key', '=', retryKey);
  return (await ofKey.limit(1).executeTakeFirst())?.batch_id ?? undefined;
}

/** The columns that determine the lanes of a batch's failed tasks. */
export const findFailed = (db: Querier, batchId: string, owner: string) =>
  db
    .selectFrom('task')
    .select(['id', 'tool', 'call', 'lane', 'is_short', 'expected_ms', 'inputs', 'error', shortOptions.as('options')])
    .select(pricedSteps.as('steps'))
    .where(isRetried(batchId, owner))
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
export type ChargedRow = Pick<TaskRow, (typeof chargedColumns)[number] | 'options'> & {
  readonly steps: readonly PricedStep[] | null;
};

/** The failed tasks of a batch in the order they were sent, locked. */
export const lockFailed = (db: Querier, batchId: string, owner: string): Promise<ChargedRow[]> =>
  db
    .selectFrom('task')
    .select([...chargedColumns, shortOptions.as('options'), pricedSteps.as('steps')])
    .where(lockInOrder(isRetried(batchId, owner)))
    .orderBy('created_at')
    .orderBy('id')
    .execute();

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
  {
    expiresAt,
    keyId,
    retryKey,
    trace,
  }: { expiresAt: Date; keyId: string | null; retryKey: string | null; trace: string | null },
) =>
  updateMany(
    db,
    {
      status: 'queued',
      stage: 'waiting',
      // A pipeline goes on with the step that failed.
      progress: sql`step_index * 100.0 / step_count`,
      result: null,
      inputs: sql`case when step_index = 0 then inputs else
        (select jsonb_agg(case when one ->> 'key' = '' then one else one - 'refusal' end order by nth) from jsonb_array_elements(inputs) with ordinality as input (one, nth)) end`,
      error: null,
      faults: 0,
      started_at: null,
      worker_id: null,
      ended_at: null,
      created_at: sql`now()`,
      expires_at: expiresAt,
      key_id: keyId,
      retry_key: retryKey,
      trace,
      queued_at: sql`now()`,
    },
    lockInOrder(sql`id = any (${ids}::uuid[])`),
  );
