// The steps of a pipeline's task, as its row stores them: their tools, their files, their prices and their expected times.
import { AppError } from 'contract/errors.ts';
import { inCoins } from 'contract/prices.ts';
import { mainInputOf } from 'contract/steps.ts';
import type { Cost, InputFileRule } from 'contract/tool.ts';
import type { Parts } from '../parts.ts';
import { type CallEntry, findCall, laneOf } from './catalogue.ts';
import { type MeasureOptions, measureRun, type RunMeasure } from './measure.ts';
import type { Paces } from './pace.ts';
import { expectStage, laneRun } from './stages.ts';
import type { TaskRow } from './store.ts';
import type { StoredInput, StoredStep } from './stored.ts';

const keyOf = (input: StoredInput) => (input.kind === 'upload' ? input.key : input.playlistKey);

/** The keys of stored files among these inputs. */
export const uploadKeys = (inputs: readonly StoredInput[]): string[] =>
  inputs.map(keyOf).filter(key => key !== undefined);

/** The keys of all files that a task reads or has read. */
export const filesOf = ({ inputs, steps }: Pick<TaskRow, 'inputs' | 'steps'>): string[] => [
  ...new Set(uploadKeys([...inputs, ...(steps ?? []).flatMap(step => step.inputs)])),
];

/** The inputs that the caller named: those of the first step. */
export const firstInputs = ({ inputs, steps, step_index: index }: Pick<TaskRow, 'inputs' | 'steps' | 'step_index'>) =>
  index > 0 && steps?.[0] ? steps[0].inputs : inputs;

/** Whether an input of a call marks an area. */
export const isMask = ({ call }: CallEntry, { field }: StoredInput): boolean =>
  call.inputs.some(rule => rule.field === field && rule.isMask);

/** What identifies a step, with its price. */
export type PricedStep = Pick<StoredStep, 'tool' | 'call' | 'cost'>;

/** The tools that a task uses: the scopes that an API key needs for it. */
export const toolsOf = ({ tool, steps }: { readonly tool: string; readonly steps: readonly PricedStep[] | null }) => [
  ...new Set(steps ? steps.map(step => step.tool) : [tool]),
];

/** The call for whose tool a task counts as a trial: the first step that costs something. */
export const countedCall = ({
  tool,
  call,
  steps,
}: {
  readonly tool: string;
  readonly call: string;
  readonly steps: readonly PricedStep[] | null;
}): { readonly tool: string; readonly call: string } =>
  steps?.find(step => step.cost.kind !== 'none') ?? steps?.[0] ?? { tool, call };

/** One price for several runs. Prices in uses and in coins add up to one in coins. */
export function sumCosts(costs: readonly Cost[]): Cost {
  const priced = costs.filter(cost => cost.kind !== 'none');
  if (priced.length === 0) return { kind: 'none' };
  if (priced.some(cost => cost.kind === 'coins'))
    return { kind: 'coins', amount: priced.reduce((sum, cost) => sum + inCoins(cost), 0) };
  return { kind: 'use', amount: priced.reduce((sum, cost) => sum + cost.amount, 0) };
}

/** A price in the unit of a charge. */
export const amountIn = (kind: TaskRow['charge_kind'], cost: Cost): number =>
  cost.kind === 'none' || kind === 'none' ? 0 : kind === 'coins' ? inCoins(cost) : cost.amount;

/** The steps of a task if the current one costs nothing. */
export const withoutCost = (steps: readonly StoredStep[], index: number): StoredStep[] =>
  steps.map((step, place) => (place === index ? { ...step, cost: { kind: 'none' } } : step));

export function requireCall({ tool, call }: Pick<StoredStep, 'tool' | 'call'>): CallEntry {
  const entry = findCall(tool, call);
  if (!entry) throw new Error(`there is no call ${tool}/${call} here`);
  return entry;
}

/** The input of a step's call that the pipeline fills in. */
export function requireMain(entry: CallEntry): InputFileRule {
  const main = mainInputOf(entry.call);
  if (!main) throw new Error(`${entry.tool.name}/${entry.call.name} has no main input`);
  return main;
}

export interface MeasuredStep {
  readonly measure: RunMeasure;
  readonly expectedMs: number | null;
}

/**
 * Measures the steps from one on, whose inputs are given. Each later one is measured as if it worked on the same file, which is right unless a step
 * changes the size or the length of its file. Throws as `measureRun` does.
 */
export async function measureSteps(
  parts: Parts,
  steps: readonly Pick<StoredStep, 'tool' | 'call' | 'options' | 'inputs'>[],
  inputs: readonly StoredInput[],
  { paces, ...measuring }: MeasureOptions & { readonly paces?: Paces } = {},
): Promise<MeasuredStep[]> {
  const [first] = steps;
  const main = first && inputs.find(({ field }) => field === requireMain(requireCall(first)).field);
  const measured: MeasuredStep[] = [];
  for (const [place, step] of steps.entries()) {
    const entry = requireCall(step);
    const beside = place === 0 ? inputs : step.inputs;
    const all = place === 0 || !main ? beside : [{ ...main, field: requireMain(entry).field }, ...beside];
    const bytes = all.reduce((sum, input) => sum + (input.kind === 'upload' ? input.bytes : 0), 0);
    const measure = await measureRun(parts, entry, { options: step.options, inputs: all, bytes }, measuring);
    // A preview that is free to see is no result of its own in a pipeline.
    const { kind } = measure.cost;
    const cost: Cost =
      measure.cost.kind === 'none' ? measure.cost : { kind: kind as 'use', amount: measure.cost.amount };
    const run = laneRun(parts, step, all);
    const expectedMs = await expectStage(parts, entry, laneOf(entry.call, run), run, measure, paces);
    measured.push({ measure: { ...measure, cost }, expectedMs });
  }
  return measured;
}

/** The expected time of steps together; null if that of one is unknown. */
export const sumMs = (times: readonly (number | null)[]): number | null =>
  times.includes(null) ? null : times.reduce<number>((sum, ms) => sum + (ms ?? 0), 0);

/** Throws the refusal of an input whose file was found unfit when its pipeline was accepted. */
export function requireFit(input: StoredInput): void {
  if (input.kind === 'upload' && input.refusal) throw new AppError(input.refusal.error, input.refusal.details);
}
