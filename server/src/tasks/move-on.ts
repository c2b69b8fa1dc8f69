// Moves a task from one stage to the next: into its own lane once its inputs are there, and from one step of a pipeline to the next one. Each move is
// one transaction, so that a process that dies leaves the task in one stage or the other.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from 'contract/errors.ts';
import { media } from 'contract/media.ts';
import type { Cost } from 'contract/tool.ts';
import type { Querier } from '../adapters/postgres.ts';
import { noteMasks, releaseEarlierResults } from '../objects/objects.ts';
import { changeOwner } from '../objects/owner-queries.ts';
import { useObjects } from '../objects/use-queries.ts';
import type { Parts } from '../parts.ts';
import { releaseCharges } from '../points/charges.ts';
import { findTurn, type Turn } from './admission.ts';
import { laneOf, ownLaneOf } from './catalogue.ts';
import { lowerCharge, settleTurn } from './end-task.ts';
import { dependsOnFacts, measureRun } from './measure.ts';
import { chargeAnew, type Price } from './priced-run.ts';
import { isShortTask } from './queue-store.ts';
import { drawnPercent, expectStage, laneRun } from './stages.ts';
import {
  amountIn,
  filesOf,
  isMask,
  type MeasuredStep,
  measureSteps,
  requireCall,
  requireMain,
  sumCosts,
  sumMs,
  uploadKeys,
  withoutCost,
} from './steps.ts';
import { enterLane, lockTask, type NextStep, type TaskRow } from './store.ts';
import type { StoredInput, StoredResult, StoredStep } from './stored.ts';
import { findFirstTurn } from './turn-store.ts';

const busyPauseMs = 1000;
const maxPauses = 30;

/** Retries while too many files are being probed; throws QUEUE_FULL if that lasts. */
async function waitWhileBusy<T>(act: () => Promise<T>): Promise<T> {
  for (let pauses = 0; ; pauses++) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'QUEUE_FULL' || pauses >= maxPauses) throw error;
      await sleep(busyPauseMs);
    }
  }
}

/** Where a task goes. */
interface Move {
  readonly entered: Omit<Parameters<typeof enterLane>[2], keyof Turn>;
  readonly call: Pick<StoredStep, 'tool' | 'call'>;
  /** Its price if that is known only now. */
  readonly price?: Price | undefined;
  readonly next?: { readonly columns: Omit<NextStep, 'kept_amount'>; readonly keptCost: Cost };
  /** Files that no other row of the owner refers to yet. */
  readonly added: readonly string[];
}

/** Gives a locked task another price. Returns the kind of its charge. Throws if a price that is not lower cannot be paid. */
async function changePrice(
  trx: Querier,
  parts: Parts,
  current: TaskRow,
  price: Price,
  mayLower: boolean,
): Promise<TaskRow['charge_kind']> {
  const amount = amountIn(current.charge_kind, price.cost);
  if (mayLower && current.charge_kind !== 'none' && amount <= current.charge_amount)
    return lowerCharge(trx, current, amount);
  if (current.charge_kind !== 'none' || current.kept) await releaseCharges(trx, [current.id]);
  return (await chargeAnew(trx, parts, current, price)).kind;
}

/**
 * Makes the move in one transaction. Returns whether the run was still the current one. Throws if a new price cannot be paid.
 *
 * The next step takes its share's last turn, as a new task would, but among the owner's own tasks it comes first: a batch has its first results soon,
 * and not the intermediate files of all its tasks at once.
 */
async function makeMove(parts: Parts, row: TaskRow, { entered, call, price, next, added }: Move): Promise<boolean> {
  const { lane, inputs } = entered;
  const line = { lane, isShort: isShortTask(entered) };
  const keys = uploadKeys(inputs);
  const masks = uploadKeys(inputs.filter(input => isMask(requireCall(call), input)));
  /** Returns the current owner if it is another one: a visitor may have logged in meanwhile. */
  const move = (owner: string) =>
    parts.database.transaction().execute(async trx => {
      const last = await findTurn(trx, parts, { owner, address: row.address ?? '' }, line);
      const first = next && (await findFirstTurn(trx, { owner, share: last.share, ...line }));
      const turn = first === undefined ? last : { ...last, owner_turn: first };
      const current = await lockTask(trx, row.id);
      if (!current || current.attempt !== row.attempt || current.status !== 'running') return false;
      if (current.owner !== owner) return current.owner;
      // What is known only after a fetch is judged anew, also as a trial.
      const kind = price ? await changePrice(trx, parts, current, price, !!next) : current.charge_kind;
      const step = next && { ...next.columns, kept_amount: amountIn(kind, next.keptCost) };
      await enterLane(trx, { id: row.id, attempt: row.attempt }, { ...entered, ...turn }, step);
      await settleTurn(trx, current);
      // Only the result of the step that is done is of use.
      if (next) await releaseEarlierResults(trx, { taskId: row.id, keys: keysOf(next.columns.kept), now: parts.now() });
      await useObjects(
        trx,
        keys.map(key => ({ key, taskId: row.id })),
        row.expires_at,
      );
      await noteMasks(trx, masks);
      if (owner !== row.owner) await changeOwner(trx, added, owner);
      return true;
    });
  let outcome: boolean | string = row.owner;
  while (typeof outcome === 'string') outcome = await move(outcome);
  return outcome;
}

const sumBytes = (inputs: readonly StoredInput[]) =>
  inputs.reduce((sum, input) => sum + (input.kind === 'upload' ? input.bytes : 0), 0);

/** The steps with what is now known about those from `from` on. */
const withMeasures = (steps: readonly StoredStep[], from: number, measured: readonly MeasuredStep[]): StoredStep[] =>
  steps.map((step, index) => {
    const known = measured[index - from];
    return known ? { ...step, cost: known.measure.cost, expectedMs: known.expectedMs } : step;
  });

const costOf = (steps: readonly StoredStep[]): Cost => sumCosts(steps.map(step => step.cost));
const restOf = (steps: readonly StoredStep[], index: number) =>
  sumMs(steps.slice(index + 1).map(step => step.expectedMs));

/**
 * Moves a task whose inputs have been fetched from links or drawn into its next lane. Returns whether the run that obtained them was still the
 * current one.
 */
export async function moveOn(parts: Parts, row: TaskRow, inputs: readonly StoredInput[]): Promise<boolean> {
  const entry = requireCall(row);
  const run = laneRun(parts, row, inputs);
  const lane = ownLaneOf(entry.call, run);
  const isFetched = row.lane === 'link';
  const bytes = sumBytes(inputs);
  const whenBusy = (mayWait: boolean) => ({ whenBusy: mayWait ? ('refuse' as const) : ('estimate' as const) });
  const known = new Set(filesOf(row));
  const added = uploadKeys(inputs).filter(key => !known.has(key));
  const start_percent = isFetched ? row.start_percent : Math.max(row.start_percent, drawnPercent);
  if (row.steps) {
    const left = row.steps.slice(row.step_index);
    const mustWait = isFetched && left.some(step => dependsOnFacts(parts, requireCall(step)));
    const measured = await waitWhileBusy(() => measureSteps(parts, left, inputs, whenBusy(mustWait)));
    const steps = withMeasures(row.steps, row.step_index, measured);
    const [own] = measured;
    const rest_ms = restOf(steps, row.step_index);
    const expected_ms = own?.expectedMs ?? null;
    const amount = own?.measure.amount ?? null;
    const entered = { lane, inputs, input_bytes: bytes, expected_ms, amount, start_percent, steps, rest_ms };
    const price = isFetched ? { cost: costOf(steps), trial: own?.measure.trial ?? null } : undefined;
    return makeMove(parts, row, { entered, call: row, price, added });
  }
  const measure = (mustWait: boolean) =>
    measureRun(parts, entry, { options: row.options, inputs, bytes }, whenBusy(mustWait));
  const mustWait = isFetched && dependsOnFacts(parts, entry);
  const { amount, cost, trial, usualMs } = await waitWhileBusy(() => measure(mustWait));
  const expected_ms = await expectStage(parts, entry, lane, run, { pace: row.pace, amount, usualMs });
  const entered = { lane, inputs, input_bytes: bytes, expected_ms, amount, start_percent };
  // The price of linked files is known only now.
  return makeMove(parts, row, { entered, call: row, price: isFetched ? { cost, trial } : undefined, added });
}

/** The keys of all files of a result. */
function keysOf({ files, inputPreviewKey, layerKey, lockedLayerKey }: StoredResult): string[] {
  const ofFiles = files.flatMap(file => [file.key, file.previewKey, file.lockedPreviewKey]);
  return [...ofFiles, inputPreviewKey, layerKey, lockedLayerKey].filter(key => key !== undefined);
}

/** The main input of the next step: the first file of the result that it takes. Without one, an input that is refused. */
function takeFile(row: TaskRow, result: StoredResult, step: StoredStep): StoredInput {
  const { field, accept, maxBytes } = requireMain(requireCall(step));
  const file = result.files.find(({ type }) => accept.includes(type)) ?? result.files[0];
  const input = {
    field,
    name: file?.name ?? firstName(row),
    kind: 'upload' as const,
    key: file?.key ?? '',
    bytes: file?.bytes ?? 0,
  };
  const refuse = (error: 'STEP_WITHOUT_FILE' | 'FILE_TOO_LARGE', details: Record<string, unknown>): StoredInput => ({
    ...input,
    refusal: { error, details },
  });
  if (!file || !accept.includes(file.type)) {
    const accepted = accept.map(name => media[name].extensions[0]?.toUpperCase()).join(', ');
    return refuse('STEP_WITHOUT_FILE', { before: row.step_index + 1, step: row.step_index + 2, accepted });
  }
  return file.bytes > maxBytes ? refuse('FILE_TOO_LARGE', { maxMb: Math.floor(maxBytes / 1024 / 1024) }) : input;
}

const firstName = ({ inputs }: TaskRow) => inputs[0]?.name ?? '';

/** Whether another step follows the one that a run has done. */
export const hasNextStep = ({ steps, step_index: index }: TaskRow): boolean => index + 1 < (steps?.length ?? 0);

/**
 * Ends a step of a pipeline with its result, and has the task wait in the lane of the next step, which works on a file of the result. The price of
 * the steps to come is corrected, now that their file is known. If they cannot be paid or measured, the next step fails with the reason. Returns
 * whether the run was still the current one.
 */
export async function enterNextStep(parts: Parts, row: TaskRow, result: StoredResult): Promise<boolean> {
  const quoted = row.steps ?? [];
  const before = result.isFree ? withoutCost(quoted, row.step_index) : quoted;
  const index = row.step_index + 1;
  const step = before[index];
  if (!step) throw new Error(`task ${row.id} has no step ${index}`);
  const entry = requireCall(step);
  const main = takeFile(row, result, step);
  // All inputs of the step that is done, so that they are deleted with the task.
  const kept = before.map((one, place) => (place === row.step_index ? { ...one, inputs: row.inputs } : one));
  const enter = async (input: StoredInput): Promise<boolean> => {
    const inputs = [input, ...step.inputs];
    const isRefused = input.kind === 'upload' && input.refusal !== undefined;
    const left = kept.slice(index);
    const mustWait = left.some(one => dependsOnFacts(parts, requireCall(one)));
    const measured = isRefused
      ? []
      : await waitWhileBusy(() => measureSteps(parts, left, inputs, { whenBusy: mustWait ? 'refuse' : 'estimate' }));
    const steps = withMeasures(kept, index, measured);
    const [own] = measured;
    const entered = {
      lane: laneOf(entry.call, laneRun(parts, step, inputs)),
      inputs,
      input_bytes: sumBytes(inputs),
      expected_ms: own?.expectedMs ?? null,
      amount: own?.measure.amount ?? null,
      start_percent: entry.call.startPercent,
      steps,
      rest_ms: restOf(steps, index),
    };
    const columns = {
      tool: step.tool,
      call: step.call,
      key_code: entry.call.keyCode,
      options: step.options,
      pace: own?.measure.pace ?? row.pace,
      step_index: index,
      kept: result,
    };
    const next = { columns, keptCost: costOf(steps.slice(0, index)) };
    const cost = costOf(steps);
    const isOther = JSON.stringify(cost) !== JSON.stringify(costOf(quoted));
    const price = isOther ? { cost, trial: null } : undefined;
    return makeMove(parts, row, { entered, call: step, price, next, added: keysOf(result) });
  };
  try {
    return await enter(main);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return enter({ ...main, refusal: { error: error.code, details: error.details } } as StoredInput);
  }
}
