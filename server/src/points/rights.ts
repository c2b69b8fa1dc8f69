// Who may run a tool and who may download its result in full quality: the only place that decides either.
import { isLonger } from 'contract/clip/formats.ts';
import { AppError } from 'contract/errors.ts';
import { inCoins } from 'contract/prices.ts';
import type { Cost } from 'contract/tool.ts';
import type { Unit } from './store.ts';

/** What an owner can pay with. */
export interface Standing {
  readonly membership: 'none' | 'lasts' | 'over';
  /** Owned and not held, as are the coins. */
  readonly uses: number;
  readonly coins: number;
}

export const visitorStanding: Standing = { membership: 'none', uses: 0, coins: 0 };

/** A charge as stored in a task's row. */
export interface Charge {
  readonly kind: 'none' | 'use' | 'coins';
  readonly amount: number;
  readonly state: 'none' | 'held' | 'settled' | 'released';
}

export interface Payment {
  readonly unit: Unit;
  readonly amount: number;
}

export const noCharge: Charge = { kind: 'none', amount: 0, state: 'none' };

const chargeOf = (cost: Cost): Charge =>
  cost.kind === 'none' ? noCharge : { kind: cost.kind, amount: cost.amount, state: 'none' };
const costOf = ({ kind, amount }: Charge): Cost => (kind === 'none' ? { kind } : { kind, amount });

/** The charge of a payment while it is held. */
const chargeOfPayment = ({ unit, amount }: Payment): Charge => ({
  kind: unit === 'coin' ? 'coins' : 'use',
  amount,
  state: 'held',
});

/** Uses during a membership, otherwise coins; undefined if neither suffices. A price in coins can only be paid in coins. */
export function findPayment(cost: Cost, { membership, uses, coins }: Standing): Payment | undefined {
  if (cost.kind === 'use' && membership === 'lasts' && uses >= cost.amount) return { unit: 'use', amount: cost.amount };
  const amount = inCoins(cost);
  return coins >= amount ? { unit: 'coin', amount } : undefined;
}

/** The error that explains why a cost cannot be paid. */
function explainMissing(cost: Cost, { membership, uses, coins }: Standing, otherwise: AppError): AppError {
  if (cost.kind === 'coins' && (membership !== 'none' || coins > 0))
    return new AppError('COINS_MISSING', { needed: cost.amount, left: coins });
  if (membership === 'over') return new AppError('MEMBERSHIP_EXPIRED');
  if (membership === 'lasts' && cost.kind === 'use')
    return new AppError('USES_MISSING', { needed: cost.amount, left: uses });
  return otherwise;
}

/** The kind of a run without payment: a trial; a free preview, or a trial's file with other options; or a free run of a tool that counts them. */
export type Unpaid = 'trial' | 'look' | 'free';

interface RunTraits {
  /** Free runs of the call are counted. */
  readonly isCounted: boolean;
  /** The run changes the options of an earlier result. */
  readonly isRevision: boolean;
}

/** The kind of unpaid run; null for a paid one, and for members of a tool that is free for them. */
export function findUnpaid(cost: Cost, standing: Standing, { isCounted, isRevision }: RunTraits): Unpaid | null {
  if (cost.kind === 'none') return isCounted && standing.membership !== 'lasts' ? 'free' : null;
  if (findPayment(cost, standing)) return null;
  return cost.isFreeToSee || isRevision ? 'look' : 'trial';
}

export type RunVerdict =
  /** `payment` is to be held, or `unpaid` to be counted; without either the run is free. */
  | { readonly may: true; readonly charge: Charge; readonly payment: Payment | null; readonly unpaid: Unpaid | null }
  | { readonly may: false; readonly charge: Charge; readonly refusal: AppError };

/** Whether a run is possible as a trial. An object contains the duration or size limit that it exceeds. */
export type TrialState = 'left' | 'used up' | { readonly maxSeconds: number } | { readonly maxBytes: number };

function explainTrial(trial: Exclude<TrialState, 'left'>): AppError {
  if (trial === 'used up') return new AppError('TRIAL_USED_UP');
  return 'maxSeconds' in trial
    ? new AppError('TRIAL_TOO_LONG', { minutes: Math.floor(trial.maxSeconds / 6) / 10 })
    : new AppError('TRIAL_TOO_LARGE', { maxMb: Math.floor((trial.maxBytes / 1024 / 1024) * 10) / 10 });
}

const plainRun: RunTraits = { isCounted: false, isRevision: false };

/** Decides about a run. A trial shows a preview; its result stays locked until it is paid. */
export function mayRun(cost: Cost, standing: Standing, trial: TrialState, traits = plainRun): RunVerdict {
  const isSeen = cost.kind === 'none' || cost.isFreeToSee === true;
  const payment = (isSeen ? undefined : findPayment(cost, standing)) ?? null;
  const charge = payment ? chargeOfPayment(payment) : chargeOf(cost);
  const unpaid = findUnpaid(cost, standing, traits);
  if (unpaid === null || trial === 'left') return { may: true, charge, payment, unpaid };
  return { may: false, charge, refusal: explainMissing(cost, standing, explainTrial(trial)) };
}

type DownloadVerdict =
  /** `nothing`: the result is already unlocked. `hold`: the task's own hold is settled. */
  | { readonly may: true; readonly pay: 'nothing' | 'hold' | Payment }
  | { readonly may: false; readonly refusal: AppError };

/** Decides about the result of a finished run. `coinsOnly`: the person chose to pay with coins. */
export function mayDownload(charge: Charge, standing: Standing, coinsOnly = false): DownloadVerdict {
  if (charge.kind === 'none' || charge.state === 'settled') return { may: true, pay: 'nothing' };
  if (charge.state === 'held' && (!coinsOnly || charge.kind === 'coins')) return { may: true, pay: 'hold' };
  const cost: Cost = coinsOnly ? { kind: 'coins', amount: inCoins(costOf(charge)) } : costOf(charge);
  const payment = findPayment(cost, standing);
  if (payment) return { may: true, pay: payment };
  const needed = new AppError(coinsOnly ? 'COINS_MISSING' : 'MEMBERSHIP_NEEDED', {
    needed: inCoins(cost),
    left: standing.coins,
  });
  return { may: false, refusal: explainMissing(cost, standing, needed) };
}

/** Whether a task's result is shown as a preview only. */
export const isLocked = (
  { membership }: { readonly membership: boolean },
  task: { readonly charge_kind: Charge['kind']; readonly charge_state: Charge['state'] },
): boolean => membership && task.charge_kind !== 'none' && task.charge_state !== 'settled';

/** Daily limits per tool of runs without payment, from the dictionary `trialSetting`. */
interface TrialLimits {
  /** Trial batches. */
  readonly batchCount: number;
  /** Files per batch. */
  readonly batchFileCount: number;
  /** Trials without a batch. */
  readonly maxFreePreview: number;
}

/** An office or school shares an address, which therefore gets the trials of this many people. */
const peopleBehindAddress = 5;

interface Tried {
  readonly single: number;
  readonly batches: number;
  readonly files: number;
}

/** How many more files can be tried: in the current or next batch, or outside a batch if `isInBatch` is false. */
export function countTrialsLeft(
  { batchCount, batchFileCount, maxFreePreview }: TrialLimits,
  tried: { readonly ofOwner: Tried; readonly ofAddress: Tried },
  isInBatch: boolean,
): number {
  const { ofOwner, ofAddress } = tried;
  if (!isInBatch)
    return Math.max(
      0,
      Math.min(maxFreePreview - ofOwner.single, maxFreePreview * peopleBehindAddress - ofAddress.single),
    );
  if (ofOwner.files > 0) return Math.max(0, batchFileCount - ofOwner.files);
  const mayBegin = ofOwner.batches < batchCount && ofAddress.batches < batchCount * peopleBehindAddress;
  return mayBegin ? batchFileCount : 0;
}

/** Whether another unpaid run is within the daily limit `max`. Failed and cancelled runs count, because their work was done. */
export const isUnpaidLeft = (
  max: number,
  {
    ofOwner,
    ofAddress,
  }: { readonly ofOwner: { readonly unpaid: number }; readonly ofAddress: { readonly unpaid: number } },
): boolean => ofOwner.unpaid < max && ofAddress.unpaid < max * peopleBehindAddress;

/** Whether a run is short and small enough for a trial. Unknown values are checked once they are known. */
export function judgeSize(
  { seconds, bytes }: { readonly seconds: number | null; readonly bytes: number },
  max: { readonly seconds: number; readonly bytes: number },
): TrialState {
  if (seconds !== null && isLonger(seconds, max.seconds)) return { maxSeconds: max.seconds };
  return bytes > max.bytes ? { maxBytes: max.bytes } : 'left';
}
