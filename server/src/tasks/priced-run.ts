// A task's run as its charge depends on it: the earlier result that the run revises, and its price.
import type { Querier } from '../adapters/postgres.ts';
import type { Sender } from './admission.ts';
import { type CallEntry, findCall } from './catalogue.ts';
import type { RunMeasure } from './measure.ts';
import { findTaskOfOwner, type TaskRow } from './store.ts';
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
