// The rules of tasks: how a task is accepted, awaited, stopped, downloaded and deleted.

import { createHash, randomUUID } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import { defaultWaitSeconds } from 'contract/routes/tasks.ts';
import type { Language } from 'contract/words.ts';
import type { Querier } from '../adapters/postgres.ts';
import { traceToKeep } from '../adapters/trace.ts';
import { noteMasks, releaseWithTask } from '../objects/objects.ts';
import { requireRoomForResults } from '../objects/quota.ts';
import { removeExpired } from '../objects/remove.ts';
import { useObjects } from '../objects/use-queries.ts';
import type { Parts } from '../parts.ts';
import { decideCharge, keepCharge, releaseDeleted, releaseHeld, settleCharge } from '../points/charges.ts';
import { isLocked } from '../points/rights.ts';
import { admitTasks, oneByOne, requireRoomForOptions, requireRoomInBatch, type Sender } from './admission.ts';
import { type CallEntry, laneOf, ownLaneOf } from './catalogue.ts';
import { cancelTask } from './end-task.ts';
import { findInputs, type NamedFiles } from './inputs.ts';
import { dependsOnFacts, measureRun } from './measure.ts';
import { chargeColumns, findRevised, pricedRun } from './priced-run.ts';
import { isShortTask } from './queue-store.ts';
import { findUnshared, removeTask } from './removal-store.ts';
import { expectStage, laneRun } from './stages.ts';
import { filesOf, firstInputs, isMask, uploadKeys } from './steps.ts';
import {
  findTask,
  findTaskOfKey,
  findTaskOfOwner,
  insertTask,
  leaveBatch,
  lockTask,
  setCharge,
  type TaskRow,
} from './store.ts';
import type { StoredInput } from './stored.ts';
import type { Feed } from './streams/feed.ts';

export type { TaskRow };

/**
 * Locks the owner of a task until the transaction ends, so that a deletion of the account finds the task. False if the account no longer
 * exists. Provided by accounts.
 */
export type HoldOwner = (db: Querier, owner: string) => Promise<boolean>;

export interface ToolRequest {
  readonly sender: Sender;
  readonly baseUrl: string;
  readonly language: Language;
  readonly idempotencyKey: string | null;
  /** The call's own options, validated. */
  readonly options: Record<string, unknown>;
  readonly files: NamedFiles;
  readonly fileName?: string | undefined;
  readonly batchId?: string | undefined;
  /** The id of an earlier task, as the client names it. */
  readonly replaces?: string | undefined;
  /** Where the end of the task is told, beside the webhooks of the account; checked. */
  readonly webhookUrl?: string | undefined;
}

const hashRequest = (entry: CallEntry, request: ToolRequest) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        ...[entry.call.path, request.options, request.files, request.batchId ?? null],
        ...(request.webhookUrl === undefined ? [] : [request.webhookUrl]),
      ]),
    )
    .digest('hex');

export const expiryFrom = ({ now, config }: Parts) => new Date(now().getTime() + config.retentionHours * 3_600_000);

const hasEnded = (row: TaskRow) => row.ended_at !== null;

/** Returns the row that an earlier request with this key created. Throws IDEMPOTENCY_CLASH if that request was a different one. */
function requireSameRequest(row: TaskRow, requestHash: string): TaskRow {
  if (row.request_hash !== requestHash) throw new AppError('IDEMPOTENCY_CLASH');
  return row;
}

/** The columns of a task's row that do not depend on its place in the queue. */
async function describeTask(parts: Parts, entry: CallEntry, request: ToolRequest, inputs: readonly StoredInput[]) {
  const { tool, call } = entry;
  const uploads = inputs.filter(input => input.kind === 'upload');
  const inputBytes = uploads.reduce((sum, input) => sum + input.bytes, 0);
  const { options } = request;
  const measure = await measureRun(
    parts,
    entry,
    { options, inputs, bytes: inputBytes },
    { whenBusy: dependsOnFacts(parts, entry) ? 'refuse' : 'estimate' },
  );
  const { cost, trial, pace } = measure;
  const run = laneRun(parts, request, inputs);
  const lane = laneOf(call, run);
  const row = {
    id: randomUUID(),
    batch_id: request.batchId ?? null,
    owner: request.sender.owner,
    tool: tool.name,
    call: call.name,
    key_code: call.keyCode,
    language: request.language,
    lane,
    options,
    inputs,
    key_id: request.sender.keyId ?? null,
    webhook: request.webhookUrl === undefined ? null : { url: request.webhookUrl, baseUrl: request.baseUrl },
    idempotency_key: request.idempotencyKey,
    request_hash: hashRequest(entry, request),
    pace,
    start_percent: call.startPercent,
    input_bytes: inputBytes,
    expected_ms: await expectStage(parts, entry, lane, run, measure),
    amount: measure.amount,
    expires_at: expiryFrom(parts),
    trace: traceToKeep(),
  };
  return { row, nextLane: ownLaneOf(call, run), price: { cost, trial } };
}

/**
 * Accepts a call: from here on the task reaches an end even if a process dies. Returns its queued row, or the row of the same earlier
 * request.
 */
export async function acceptTask(
  { parts, holdOwner }: { parts: Parts; holdOwner: HoldOwner },
  entry: CallEntry,
  request: ToolRequest,
): Promise<TaskRow> {
  const { sender, idempotencyKey, batchId } = request;
  const findTwin = async (db: Querier) => {
    if (!idempotencyKey) return undefined;
    const twin = await findTaskOfKey(db, sender.owner, idempotencyKey);
    return twin && requireSameRequest(twin, hashRequest(entry, request));
  };
  const known = await findTwin(parts.database);
  if (known) return known;
  const room = requireRoomForResults(parts, sender);
  room.catch(() => undefined); // Awaited below, after the checks of the files.
  const inputs = await findInputs(parts, entry, request);
  const { row: task, nextLane, price } = await describeTask(parts, entry, request, inputs);
  await room;
  await requireRoomForOptions(parts, sender, request);
  const uses = uploadKeys(inputs).map(key => ({ key, taskId: task.id }));
  const masks = uploadKeys(inputs.filter(input => isMask(entry, input)));
  return oneByOne(sender, () =>
    parts.database.transaction().execute(async trx => {
      // Otherwise a task could be created for an account deleted after the token lookup, and nothing would ever delete it.
      if (!(await holdOwner(trx, sender.owner))) throw new AppError('ACCOUNT_GONE');
      // The same request was sent twice at once, and the other one took the last place. After a statement that failed, nothing can be looked for.
      const orTwin = async (refusal: unknown) =>
        (refusal instanceof AppError && (await findTwin(trx))) || Promise.reject(refusal);
      const turn = await admitTasks(trx, parts, sender, {
        lane: task.lane,
        count: 1,
        isShort: isShortTask(task),
        nextLane,
      }).catch(orTwin);
      if ('id' in turn) return turn;
      const earlier = batchId && (await requireRoomInBatch(trx, sender.owner, batchId).catch(orTwin));
      if (earlier) return earlier;
      const { replaces } = request;
      const revised = await findRevised(trx, entry, inputs, { owner: sender.owner, replaces });
      // Released, so that what was held for the replaced result can pay for this run. That result can still be paid for when it is downloaded.
      if (revised?.charge_state === 'held') await releaseHold(trx, revised.id);
      if (revised?.charge_state === 'settled') await leaveBatch(trx, revised.id);
      // The wallet is locked and read before the task is inserted, and changed afterwards: a duplicate request holds nothing.
      const decided = await decideCharge(trx, parts, pricedRun(task, sender, price, revised !== undefined)).catch(
        orTwin,
      );
      if ('id' in decided) return decided;
      const row = await insertTask(trx, { ...task, ...turn, ...chargeColumns(decided.charge) });
      if (!row) return (await findTwin(trx)) ?? Promise.reject(new AppError('TASK_NOT_FOUND'));
      await keepCharge(trx, parts, decided, row);
      // The upload may have been swept since it was found: its task could never read it.
      if ((await useObjects(trx, uses, task.expires_at)).length > 0) throw new AppError('UPLOAD_NOT_FOUND');
      await noteMasks(trx, masks);
      return row;
    }),
  );
}

/** A task that ended between its acceptance and the subscription to the feed is found after this long. */
const firstLookMs = 1000;

/** Returns the task when it ends or when the time is over. */
export async function waitForEnd(
  parts: Parts,
  feed: Feed,
  row: TaskRow,
  waitSeconds = defaultWaitSeconds,
): Promise<TaskRow> {
  const follower = feed.follow({ taskId: row.id, endOnly: true });
  const giveUpAt = performance.now() + waitSeconds * 1000;
  let latest = row;
  let lookMs = firstLookMs;
  try {
    while (!hasEnded(latest) && !feed.isClosed()) {
      const leftMs = giveUpAt - performance.now();
      if (leftMs <= 0) break;
      await follower.next(Math.min(leftMs, lookMs));
      lookMs = leftMs;
      latest = (await findTask(parts.database, row.id)) ?? latest;
    }
    return latest;
  } finally {
    follower.close();
  }
}

/** The row of a task. TASK_NOT_FOUND unless it belongs to this owner. */
export async function requireTask(parts: Pick<Parts, 'database'>, taskId: string, owner: string): Promise<TaskRow> {
  const row = await findTaskOfOwner(parts.database, taskId, owner);
  if (!row) throw new AppError('TASK_NOT_FOUND');
  return row;
}

/** Ends a task that has not ended, stops its work and releases its charge, in one transaction. */
export async function stopTask(parts: Parts, taskId: string): Promise<void> {
  await parts.database.transaction().execute(trx => cancelTask(trx, taskId));
}

/**
 * Returns the task with its result unlocked, and settles its charge once. TASK_NOT_FOUND, TASK_NOT_DONE, and the refusals of
 * `settleCharge`. `coinsOnly`: the person chose to pay with coins.
 */
export async function unlockTask(
  { parts, holdOwner }: { parts: Parts; holdOwner: HoldOwner },
  { taskId, owner, ...by }: { taskId: string; owner: string; coinsOnly?: boolean; keyId?: string | null },
): Promise<TaskRow> {
  const found = await requireTask(parts, taskId, owner);
  if (!found.result) throw new AppError('TASK_NOT_DONE');
  if (!isLocked(parts.config, found)) return found;
  return parts.database.transaction().execute(async trx => {
    if (!(await holdOwner(trx, owner))) throw new AppError('ACCOUNT_GONE');
    const row = await lockTask(trx, taskId);
    // The task was deleted, or handed to an account, while this waited for the lock.
    if (row?.owner !== owner || !row.result) throw new AppError('TASK_NOT_FOUND');
    if (!isLocked(parts.config, row)) return row;
    const [unlocked] = await setCharge(
      trx,
      taskId,
      await settleCharge(trx, parts, { ...row, inputs: firstInputs(row) }, by),
    );
    return unlocked as TaskRow;
  });
}

/** Locks a task and releases its hold, unless it has not ended; a result whose hold was released is paid when it is downloaded. */
async function releaseHold(db: Querier, taskId: string): Promise<void> {
  const row = await lockTask(db, taskId);
  if (row && row.ended_at === null) return;
  await releaseHeld(db, taskId);
  if (row?.charge_state === 'held')
    await setCharge(db, taskId, { kind: row.charge_kind, amount: row.charge_amount, state: 'released' });
}

/** Releases the expired hold of a task. */
export const releaseOverdueHold = ({ database }: Pick<Parts, 'database'>, taskId: string): Promise<void> =>
  database.transaction().execute(trx => releaseHold(trx, taskId));

/**
 * Deletes a task's row in one transaction, and marks for the sweep its results and those uploads of its owner that no other task of the
 * owner reads. Returns the keys of these objects.
 */
export async function forgetTask(parts: Pick<Parts, 'database' | 'now'>, taskId: string): Promise<string[]> {
  return parts.database.transaction().execute(async trx => {
    const row = await lockTask(trx, taskId);
    if (!row) return [];
    await releaseDeleted(trx, [row]);
    const uploads = await findUnshared(trx, filesOf(row), row);
    const released = await releaseWithTask(trx, { taskId, owner: row.owner, uploads }, parts.now());
    await removeTask(trx, taskId);
    return released;
  });
}

/** Deletes a task with its files. A file that an open task reads is deleted once that task has ended. */
export async function deleteTask(
  parts: Pick<Parts, 'database' | 'objects' | 'now' | 'log'>,
  taskId: string,
): Promise<void> {
  const keys = await forgetTask(parts, taskId);
  // The task is deleted and its files are marked: if the store fails now, the next sweep removes them.
  await removeExpired(parts, keys).catch(error =>
    parts.log.warn({ err: error, taskId }, 'files are left to the sweep'),
  );
}
