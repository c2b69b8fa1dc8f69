// A task's run as its charge depends on it: the earlier result that the run revises, and its price.

import type { Querier } from '../adapters/postgres.ts';
import type { Parts } from '../parts.ts';
import { type DecidedCharge, decideCharge, keepCharge } from '../points/charges.ts';
import { noCharge } from '../points/rights.ts';
import type { Sender } from './admission.ts';
import { type CallEntry, findCall } from './catalogue.ts';
import type { RunMeasure } from './measure.ts';
import type { ChargedRow } from './retry-store.ts';
import { countedCall } from './steps.ts';
import { findTaskOfOwner, setCharge, type TaskRow } from './store.ts';
import type { StoredInput } from './stored.ts';

/** The files that a run is about, as a key: without its masks and other optional files. Empty for a run that needs no file. */
const mainFilesOf = ({ call }: CallEntry, inputs: readonly StoredInput[]): string =>
  inputs
    .filter(({ field }) => call.inputs.some(rule => rule.field === field && rule.required))
    .map(input => `${input.field} ${input.kind === 'upload' ? input.key : input.url}`)
    .join('\n');

/**
 * The earlier result of which a run only changes the options: the same tool on the same files, by the same owner. People try colours and sizes on
 * one file; only files are counted as trials.
 */
export async function findRevised(
  db: Querier,
  entry: CallEntry,
  inputs: readonly StoredInput[],
  { owner, replaces }: { readonly owner: string; readonly replaces: string | undefined },
): Promise<TaskRow | undefined> {
  const files = mainFilesOf(entry, inputs);
  if (files === '' || replaces === undefined) return undefined;
  const earlier = await findTaskOfOwner(db, replaces, owner);
  const before = earlier && findCall(earlier.tool, earlier.call);
  const isSame = before?.tool === entry.tool && mainFilesOf(before, earlier?.inputs ?? []) === files;
  return isSame && earlier?.status === 'done' ? earlier : undefined;
}

/** The properties of a run that determine its charge. */
export type Price = Pick<RunMeasure, 'cost' | 'trial'>;

/** A task's run in the form in which points judge its price. */
export const pricedRun = (
  task: Pick<TaskRow, 'tool' | 'call' | 'batch_id'>,
  { owner, address, keyId }: Sender,
  price: Price,
  revises = false,
) => ({
  owner,
  address,
  keyId: keyId ?? null,
  tool: task.tool,
  call: task.call,
  batchId: task.batch_id,
  isCounted: findCall(task.tool, task.call)?.call.isCounted ?? false,
  isRevision: revises,
  ...price,
});

/** A charge as the columns of a task's row. */
export const chargeColumns = ({ kind, amount, state }: DecidedCharge['charge']) => ({
  charge_kind: kind,
  charge_amount: amount,
  charge_state: state,
});

/**
 * Charges a task that holds nothing, for the month of the API key it was sent with, and returns the charge. Throws as `decideCharge` does. Runs inside
 * a transaction that has locked the sender and the task.
 */
export async function chargeAnew(
  db: Querier,
  parts: Parts,
  row: Omit<ChargedRow, 'options'> & { readonly expires_at: Date },
  price: Price,
): Promise<DecidedCharge['charge']> {
  if (price.cost.kind === 'none' && row.charge_kind === 'none') return noCharge;
  const sender = { owner: row.owner, address: row.address ?? '', keyId: row.key_id ?? undefined };
  const decided = await decideCharge(db, parts, pricedRun({ ...row, ...countedCall(row) }, sender, price));
  await keepCharge(db, parts, decided, row);
  const { kind, amount, state } = decided.charge;
  if (kind !== row.charge_kind || amount !== row.charge_amount || state !== row.charge_state)
    await setCharge(db, row.id, decided.charge);
  return decided.charge;
}
