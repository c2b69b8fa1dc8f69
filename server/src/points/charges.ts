// Charges for tasks: decided and held on acceptance, settled on download, released if there is no download.
import { maxClipSeconds } from 'contract/clip/formats.ts';
import type { Cost, TrialKind } from 'contract/tool.ts';
import type { Querier } from '../adapters/postgres.ts';
import { readLimits } from '../dictionaries/dictionaries.ts';
import { accountOfOwner } from '../http/owner.ts';
import { refusePayment } from './key-spending.ts';
import { addSpending } from './key-store.ts';
import { insertUseRecord } from './record-store.ts';
import {
  type Charge,
  countTrialsLeft,
  findUnpaid,
  isUnpaidLeft,
  judgeSize,
  mayDownload,
  mayRun,
  noCharge,
  type Payment,
  type RunVerdict,
  type Standing,
  type TrialState,
  type Unpaid,
  visitorStanding,
} from './rights.ts';
import {
  insertHolds,
  lockWallet,
  lockWalletsOf,
  lowerHolds,
  releaseHolds,
  settleHold,
  type WalletRow,
} from './store.ts';
import { countTrials, insertTrial, returnTrials, type Trial } from './trial-store.ts';
import { findWallet } from './wallet-queries.ts';

export interface Needs {
  readonly config: { readonly membership: boolean; readonly timeZone: string };
}

/** A run that requests acceptance. */
export interface WantedRun {
  readonly owner: string;
  /** The keyed hash of the network address. */
  readonly address: string;
  /** The API key that sends it, whose month it counts for. */
  readonly keyId: string | null;
  readonly tool: string;
  readonly call: string;
  readonly batchId: string | null;
  readonly cost: Cost;
  /** Whether free runs of this call are counted. */
  readonly isCounted: boolean;
  /** Whether it changes only the options of an earlier result, and so is no further trial. */
  readonly isRevision: boolean;
  /** Compared with the limits of trial runs; null where no limit applies. */
  readonly trial: { readonly kind: TrialKind; readonly seconds: number | null; readonly bytes: number } | null;
}

/** The decision about a run; its second half, `keepCharge`, follows once the task exists. */
export interface DecidedCharge {
  readonly charge: Charge;
  readonly walletId: string | null;
  readonly payment: Payment | null;
  readonly keyId: string | null;
  /** A run without payment, to be counted. */
  readonly trial: (Trial & { readonly kind: Unpaid }) | null;
  readonly subject: string;
}

const standingOf = (wallet: WalletRow | undefined): Standing =>
  wallet
    ? {
        membership: wallet.is_member ? 'lasts' : wallet.member_since ? 'over' : 'none',
        uses: wallet.uses - wallet.uses_held,
        coins: wallet.coins - wallet.coins_held,
      }
    : visitorStanding;

const trialOf = ({ owner, address, tool, batchId }: WantedRun): Trial => ({
  owner,
  // An account is one person at any address, whereas visitor ids can be created at will.
  address: accountOfOwner(owner) === null ? address : null,
  tool,
  batchId,
});

/** The duration and size limits of trial runs. */
async function findMost(db: Querier, kind: TrialKind): Promise<{ seconds: number; bytes: number }> {
  if (kind === 'speech')
    return { seconds: (await readLimits(db, 'video_to_text')).trialMaxDuration, bytes: Number.POSITIVE_INFINITY };
  const { videoSize, videoDuration, aiVideoMaxDuration } = await readLimits(db, 'upload_limit');
  // What is too long for everyone is refused by the run: here it would be answered with the offer of a membership, which does not help.
  const clip = videoDuration < maxClipSeconds ? videoDuration : Number.POSITIVE_INFINITY;
  return { seconds: kind === 'clip' ? clip : aiVideoMaxDuration, bytes: videoSize };
}

interface FoundTrial {
  readonly trial: TrialState;
  /** Null where trials are not counted. */
  readonly triesLeft: number | null;
}

/** Whether a run is possible without payment, which kind it counts as, and how many more files can be tried. */
export async function findTrial(db: Querier, { config }: Needs, run: WantedRun, unpaid: Unpaid): Promise<FoundTrial> {
  const none = (trial: TrialState): FoundTrial => ({ trial, triesLeft: null });
  const trial = trialOf(run);
  const tried = await countTrials(db, trial, config.timeZone);
  if (unpaid === 'free')
    return none(isUnpaidLeft((await readLimits(db, 'video_parsing')).dailyFreeLinks, tried) ? 'left' : 'used up');
  const limits = await readLimits(db, 'trialSetting');
  if (!isUnpaidLeft(limits.dailyUnpaidRuns, tried)) return none('used up');
  if (unpaid === 'look') return none('left');
  const triesLeft = countTrialsLeft(limits, tried, trial.batchId !== null);
  if (triesLeft === 0) return { trial: 'used up', triesLeft };
  return { trial: run.trial ? judgeSize(run.trial, await findMost(db, run.trial.kind)) : 'left', triesLeft };
}

/** The decision about a run, with the wallet it was based on. */
async function judgeRun(
  db: Querier,
  needs: Needs,
  run: WantedRun,
  findOwned: typeof findWallet,
): Promise<{ verdict: RunVerdict; wallet: WalletRow | undefined; triesLeft: number | null }> {
  const accountId = accountOfOwner(run.owner);
  const wallet = accountId === null ? undefined : await findOwned(db, accountId);
  const standing = standingOf(wallet);
  const unpaid = findUnpaid(run.cost, standing, run);
  const { trial, triesLeft } =
    unpaid === null ? { trial: 'left' as const, triesLeft: null } : await findTrial(db, needs, run, unpaid);
  return { verdict: mayRun(run.cost, standing, trial, run), wallet, triesLeft };
}

interface HoldingTask {
  readonly charge_kind: Charge['kind'];
  readonly charge_amount: number;
  readonly charge_state: Charge['state'];
}

/** What the wallet would be if the hold of this task were released. */
const without = (wallet: WalletRow, { charge_kind: kind, charge_amount: amount, charge_state: state }: HoldingTask) => {
  if (state !== 'held') return wallet;
  return kind === 'coins'
    ? { ...wallet, coins_held: wallet.coins_held - amount }
    : { ...wallet, uses_held: wallet.uses_held - amount };
};

/** What the release of a task's hold would give back. */
const heldBy = (task: HoldingTask | undefined): Payment | null =>
  task?.charge_state === 'held'
    ? { unit: task.charge_kind === 'coins' ? 'coin' : 'use', amount: task.charge_amount }
    : null;

/** The decision, the remaining trials and what is left to spend, for a quote: locks and writes nothing. `revised`: the task that the run replaces. */
export async function previewCharge(
  db: Querier,
  needs: Needs,
  run: WantedRun,
  revised?: HoldingTask,
): Promise<{ verdict: RunVerdict; triesLeft: number | null; left: number | null }> {
  if (!needs.config.membership)
    return { verdict: mayRun({ kind: 'none' }, visitorStanding, 'left'), triesLeft: null, left: null };
  const { verdict, wallet, triesLeft } = await judgeRun(db, needs, run, async (querier, accountId) => {
    const wallet = await findWallet(querier, accountId);
    return wallet && revised ? without(wallet, revised) : wallet;
  });
  const { uses, coins } = standingOf(wallet);
  const refusal =
    verdict.may && verdict.payment && (await refusePayment(db, needs, run.keyId, verdict.payment, heldBy(revised)));
  if (refusal) return { verdict: { may: false, charge: verdict.charge, refusal }, triesLeft, left: null };
  const left = verdict.may && verdict.payment ? (verdict.payment.unit === 'use' ? uses : coins) : null;
  return { verdict, triesLeft, left };
}

/**
 * Decides what a run costs its owner, and locks the wallet that pays. Throws TRIAL_USED_UP, TRIAL_TOO_LONG, TRIAL_TOO_LARGE, MEMBERSHIP_EXPIRED,
 * USES_MISSING, COINS_MISSING or KEY_MONTH_SPENT. Runs inside the transaction that accepts the task, which has locked the sender.
 */
export async function decideCharge(db: Querier, needs: Needs, run: WantedRun): Promise<DecidedCharge> {
  const subject = `${run.tool}/${run.call}`;
  if (!needs.config.membership || (run.cost.kind === 'none' && !run.isCounted))
    return { charge: noCharge, walletId: null, payment: null, keyId: null, trial: null, subject };
  const { verdict, wallet } = await judgeRun(db, needs, run, lockWallet);
  if (!verdict.may) throw verdict.refusal;
  const { charge, payment, unpaid } = verdict;
  const { keyId } = run;
  const refusal = payment && (await refusePayment(db, needs, keyId, payment));
  if (refusal) throw refusal;
  const trial = unpaid && { ...trialOf(run), kind: unpaid };
  return { charge, payment, keyId, walletId: wallet?.id ?? null, trial, subject };
}

/** Holds a payment for a task, and counts it for the month of the API key that pays with it. Runs after the wallet was locked. */
async function holdPayment(
  db: Querier,
  { config }: Needs,
  {
    walletId,
    keyId,
    unit,
    amount,
    ...task
  }: Payment & {
    readonly walletId: string | null;
    readonly keyId: string | null;
    readonly taskId: string;
    readonly subject: string;
    readonly expiresAt: Date;
  },
): Promise<void> {
  const month = keyId ? await addSpending(db, { keyId, unit, amount, timeZone: config.timeZone }) : undefined;
  const key = keyId && month ? { id: keyId, month } : null;
  const { taskId, subject, expiresAt } = task;
  const isHeld = walletId && (await insertHolds(db, walletId, [{ taskId, subject, unit, amount, key }], expiresAt));
  if (!isHeld) throw new Error('a wallet that was locked has less than it had');
}

/** Makes the holds that were decided, in the same transaction. */
export async function keepCharge(
  db: Querier,
  needs: Needs,
  { payment, walletId, keyId, trial, subject }: DecidedCharge,
  task: { readonly id: string; readonly expires_at: Date },
): Promise<void> {
  if (trial) await insertTrial(db, task.id, trial, needs.config.timeZone);
  if (!payment) return;
  await holdPayment(db, needs, { ...payment, walletId, keyId, taskId: task.id, subject, expiresAt: task.expires_at });
}

interface ChargedTask {
  readonly id: string;
  readonly charge_kind: Charge['kind'];
}

/** Releases the holds of tasks that failed, were cancelled or had no effect, and returns their trials. Part of the transaction that ends them. */
export async function releaseCharges(db: Querier, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await lockWalletsOf(db, ids);
  await releaseHolds(db, ids);
  await returnTrials(db, ids);
}

/** Releases what is held for tasks beyond these amounts, in the units of their holds. Part of the transaction that ends them. */
export async function shrinkHolds(
  db: Querier,
  holds: readonly { readonly taskId: string; readonly amount: number }[],
): Promise<void> {
  if (holds.length === 0) return;
  await lockWalletsOf(
    db,
    holds.map(hold => hold.taskId),
  );
  await lowerHolds(db, holds);
}

/** Releases the holds of deleted tasks. Their trials remain used. */
export async function releaseDeleted(
  db: Querier,
  deleted: readonly (ChargedTask & { readonly charge_state: Charge['state'] })[],
): Promise<void> {
  const ids = deleted.filter(task => task.charge_state === 'held').map(task => task.id);
  if (ids.length === 0) return;
  await lockWalletsOf(db, ids);
  await releaseHolds(db, ids);
}

interface FinishedTask extends ChargedTask, HoldingTask {
  readonly owner: string;
  readonly tool: string;
  readonly call: string;
  readonly key_code: string;
  readonly expires_at: Date;
  readonly inputs: readonly { readonly name: string }[];
}

/**
 * Settles the charge of a finished task once, and returns its state. A new payment counts for the API key that asks for the result, if one does.
 * Throws MEMBERSHIP_NEEDED, MEMBERSHIP_EXPIRED, USES_MISSING, COINS_MISSING or KEY_MONTH_SPENT.
 * Runs inside a transaction that has locked the account and the task.
 */
export async function settleCharge(
  db: Querier,
  needs: Needs,
  task: FinishedTask,
  { coinsOnly = false, keyId = null }: { readonly coinsOnly?: boolean; readonly keyId?: string | null } = {},
): Promise<Charge> {
  const charge: Charge = { kind: task.charge_kind, amount: task.charge_amount, state: task.charge_state };
  const accountId = accountOfOwner(task.owner);
  const wallet = accountId === null ? undefined : await lockWallet(db, accountId);
  const verdict = mayDownload(charge, standingOf(wallet), coinsOnly);
  if (!verdict.may) throw verdict.refusal;
  if (verdict.pay === 'nothing') return charge;
  if (!wallet || accountId === null) throw new Error(`task ${task.id} holds something without a wallet`);
  if (verdict.pay !== 'hold') {
    // The hold is in another unit, because the person chose to pay with coins.
    if (charge.state === 'held') await releaseHolds(db, [task.id]);
    const refusal = await refusePayment(db, needs, keyId, verdict.pay);
    if (refusal) throw refusal;
    const subject = `${task.tool}/${task.call}`;
    const paid = { ...verdict.pay, taskId: task.id, subject, expiresAt: task.expires_at };
    await holdPayment(db, needs, { ...paid, walletId: wallet.id, keyId });
  }
  const settled = await settleHold(db, task.id);
  if (!settled) throw new Error(`task ${task.id} has no hold to settle`);
  const paid: Charge = {
    kind: settled.unit === 'coin' ? 'coins' : 'use',
    amount: settled.amount,
    state: 'settled',
  };
  await insertUseRecord(db, {
    account_id: accountId,
    task_id: task.id,
    key_code: task.key_code,
    tool: task.tool,
    name: task.inputs[0]?.name ?? '',
    charge_kind: paid.kind,
    charge_amount: paid.amount,
  });
  return paid;
}

/** Releases the hold of a task, if it has one. Runs inside a transaction that has locked the task, if that still exists. */
export async function releaseHeld(db: Querier, taskId: string): Promise<void> {
  await lockWalletsOf(db, [taskId]);
  await releaseHolds(db, [taskId]);
}
