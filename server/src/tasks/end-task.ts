// The rules of ending a task: what was held for it is released, and its share pays for the time it took.
import { sendNotice } from '../adapters/notices.ts';
import type { Querier } from '../adapters/postgres.ts';
import { releaseCharges, shrinkHolds } from '../points/charges.ts';
import { type RunIdentity, setCancelled, setChargeLeft, setDone, setFailed, type TaskRow } from './store.ts';
import type { StoredError, StoredResult } from './stored.ts';
import { correctTurns, passTurnOn } from './turn-store.ts';

/** Lets the share of a run that is over pay for the time it took. */
export async function settleTurn(
  db: Querier,
  run: Pick<
    TaskRow,
    'lane' | 'share' | 'is_short' | 'turn' | 'expected_ms' | 'share_weight' | 'started_at' | 'ended_at'
  >,
  wasStopped = false,
): Promise<void> {
  if (run.started_at === null) return;
  const tookMs = (run.ended_at ?? new Date()).getTime() - run.started_at.getTime();
  await correctTurns(db, run, { tookMs, wasStopped });
}

/** Whether a task that ended cheaper than it was gives back all that it may hold, and its trial. Its row has the charge that is left. */
const givesAllBack = ({ status, charge_kind: kind, kept }: TaskRow) =>
  status === 'done' ? kind === 'none' : kind !== 'none' || kept !== null;

/** If the ended tasks cost less than they did: releases the charges of those that cost nothing any more, and what the others hold beyond their charge. */
async function settleEnds(db: Querier, rows: readonly TaskRow[], isCheaper = true): Promise<readonly TaskRow[]> {
  const [partial = [], others = []] = [true, false].map(isPartial =>
    rows.filter(row => isCheaper && isPartial === (row.result !== null && row.charge_state === 'held')),
  );
  await releaseCharges(
    db,
    others.filter(givesAllBack).map(row => row.id),
  );
  for (const row of rows) await settleTurn(db, row, row.status === 'cancelled');
  await shrinkHolds(
    db,
    partial.map(row => ({ taskId: row.id, amount: row.charge_amount })),
  );
  return rows;
}

/**
 * Ends a run with a result. Returns the row, or undefined if the run is no longer current, or if the task belongs to another owner than the
 * one named. With `amountLeft` it costs only this much in the unit of its charge, and runs inside a transaction, which gives back the rest.
 */
export async function completeTask(
  db: Querier,
  run: RunIdentity & { readonly owner?: string; readonly amountLeft?: number | undefined },
  result: StoredResult,
): Promise<TaskRow | undefined> {
  const [row] = await settleEnds(db, await setDone(db, run, result), run.amountLeft !== undefined);
  return row;
}

/** Ends a run with an error and releases its charge. Runs inside a transaction. */
export async function failTask(db: Querier, run: RunIdentity, error: StoredError): Promise<void> {
  await settleEnds(db, await setFailed(db, run, error));
}

/**
 * Lowers the charge of a locked task to this amount, and gives back what it holds beyond. Unlike a smaller hold in place of the larger one, that is
 * possible whatever the owner can pay by now. Returns the kind of the charge.
 */
export async function lowerCharge(db: Querier, row: TaskRow, amount: number): Promise<TaskRow['charge_kind']> {
  if (amount > 0) await shrinkHolds(db, [{ taskId: row.id, amount }]);
  else await releaseCharges(db, [row.id]);
  await setChargeLeft(db, row.id, amount);
  return amount > 0 ? row.charge_kind : 'none';
}

/** Cancels a task that has not ended, and stops its run on its worker. */
export async function cancelTask(db: Querier, taskId: string): Promise<void> {
  for (const row of await settleEnds(db, await setCancelled(db, taskId))) {
    if (row.started_at === null) await passTurnOn(db, row);
    await sendNotice(db, 'task-stopped', { taskId: row.id });
  }
}
