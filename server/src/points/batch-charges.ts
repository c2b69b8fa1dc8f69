// Charges for runs that are accepted or refused together, such as those of a pipeline on many files.
import { AppError } from 'contract/errors.ts';
import { inCoins } from 'contract/prices.ts';
import type { Cost } from 'contract/tool.ts';
import type { Querier } from '../adapters/postgres.ts';
import { type DecidedCharge, decideCharge, findTrial, type Needs, previewCharge, type WantedRun } from './charges.ts';
import { addSpending } from './key-store.ts';
import { type Charge, noCharge } from './rights.ts';
import { insertHolds } from './store.ts';
import { insertTrial } from './trial-store.ts';

/** The decision about runs that are accepted or refused together. */
export interface DecidedBatch {
  /** In the order of the costs. */
  readonly charges: readonly Charge[];
  readonly of: DecidedCharge;
}

/** The charges of runs with these costs that are paid together, as `whole` was decided about their sum: all in its unit. */
const shareCharge = ({ payment }: Pick<DecidedCharge, 'payment'>, costs: readonly Cost[]): Charge[] =>
  costs.map(cost => {
    if (cost.kind === 'none') return noCharge;
    if (!payment) return { kind: cost.kind, amount: cost.amount, state: 'none' };
    return payment.unit === 'coin'
      ? { kind: 'coins', amount: inCoins(cost), state: 'held' }
      : { kind: 'use', amount: cost.amount, state: 'held' };
  });

/** Refuses more trials at once than are left. */
const refuseTrials = (triesLeft: number | null, wanted: number): AppError | undefined =>
  triesLeft !== null && wanted > triesLeft ? new AppError('TRIAL_USED_UP') : undefined;

const countPriced = (costs: readonly Cost[]) => costs.filter(cost => cost.kind !== 'none').length;

/**
 * Decides about runs that are accepted or refused together; `whole` is a run with the sum of their costs. They are all paid in one unit. Throws as
 * `decideCharge` does, and runs where it does.
 */
export async function decideBatch(
  db: Querier,
  needs: Needs,
  whole: WantedRun,
  costs: readonly Cost[],
): Promise<DecidedBatch> {
  const of = await decideCharge(db, needs, whole);
  if (of.trial?.kind === 'trial') {
    const { triesLeft } = await findTrial(db, needs, whole, 'trial');
    const refusal = refuseTrials(triesLeft, countPriced(costs));
    if (refusal) throw refusal;
  }
  return { of, charges: needs.config.membership ? shareCharge(of, costs) : costs.map(() => noCharge) };
}

/** The same for a quote: locks and writes nothing. */
export async function previewBatch(db: Querier, needs: Needs, whole: WantedRun, costs: readonly Cost[]) {
  const { verdict, ...rest } = await previewCharge(db, needs, whole);
  const refusal =
    verdict.may && verdict.unpaid === 'trial' ? refuseTrials(rest.triesLeft, countPriced(costs)) : undefined;
  return { ...rest, verdict: refusal ? { may: false as const, charge: verdict.charge, refusal } : verdict };
}

/** Makes the holds that were decided for these tasks, which are in the order of the costs, in the same transaction. */
export async function keepBatch(
  db: Querier,
  needs: Needs,
  { of: { walletId, keyId, trial, subject }, charges }: DecidedBatch,
  tasks: readonly { readonly id: string; readonly expires_at: Date }[],
): Promise<void> {
  const charged = tasks.flatMap((task, place) => {
    const charge = charges[place];
    return charge && charge.kind !== 'none' ? [{ task, charge }] : [];
  });
  if (trial) for (const { task } of charged) await insertTrial(db, task.id, trial, needs.config.timeZone);
  const holds = charged.filter(({ charge }) => charge.state === 'held');
  const [first] = holds;
  if (!first) return;
  const unit = first.charge.kind === 'coins' ? 'coin' : 'use';
  const amount = holds.reduce((sum, { charge }) => sum + charge.amount, 0);
  const month = keyId ? await addSpending(db, { keyId, unit, amount, timeZone: needs.config.timeZone }) : undefined;
  const key = keyId && month ? { id: keyId, month } : null;
  const isHeld =
    walletId &&
    (await insertHolds(
      db,
      walletId,
      holds.map(({ task, charge }) => ({ taskId: task.id, subject, unit, amount: charge.amount, key })),
      first.task.expires_at,
    ));
  if (!isHeld) throw new Error('a wallet that was locked has less than it had');
}
