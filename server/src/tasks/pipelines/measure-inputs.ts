// Finds the files of a pipeline and measures each of its runs: what the steps cost and how long they take for each input.
import { AppError } from 'contract/errors.ts';
import type { Cost } from 'contract/tool.ts';
import type { Parts } from '../../parts.ts';
import type { Sender } from '../admission.ts';
import { findInputs, findMainInput, findNamed, limitOf, refuseInput } from '../inputs.ts';
import { dependsOnFacts, type RunMeasure } from '../measure.ts';
import { readPacesOnce } from '../pace.ts';
import { countedCall, type MeasuredStep, measureSteps, requireFit, sumCosts } from '../steps.ts';
import type { StoredInput, StoredStep } from '../stored.ts';
import type { ReadStep } from './read-steps.ts';

/** Files of one call that are looked at at the same time. */
const parallel = 4;

/** The run of a pipeline on one input. */
export interface PlannedRun {
  readonly inputs: readonly StoredInput[];
  readonly steps: readonly StoredStep[];
  /** Empty if the input is refused. */
  readonly measured: readonly MeasuredStep[];
  readonly cost: Cost;
  /** As of its first step that has limits for trials. */
  readonly trial: RunMeasure['trial'];
}

interface Planning {
  readonly baseUrl: string;
  readonly sender: Sender;
  readonly signal?: AbortSignal | undefined;
}

type PlainStep = Pick<StoredStep, 'tool' | 'call' | 'options' | 'inputs'>;

/** The steps with the files that they name beside the main one. */
export async function findSideInputs(
  parts: Parts,
  steps: readonly ReadStep[],
  planning: Planning,
): Promise<PlainStep[]> {
  const found: PlainStep[] = [];
  for (const { entry, files, options } of steps) {
    const inputs = await findInputs(parts, entry, { ...planning, files });
    found.push({ tool: entry.tool.name, call: entry.call.name, options, inputs });
  }
  return found;
}

const isRefused = (input: StoredInput | undefined) => input?.kind === 'upload' && input.refusal !== undefined;

const planOf = (
  plain: readonly PlainStep[],
  inputs: readonly StoredInput[],
  measured: readonly MeasuredStep[],
): PlannedRun => {
  const free: Cost = { kind: 'none' };
  const steps = plain.map((step, index) => ({
    ...step,
    cost: measured[index]?.measure.cost ?? free,
    expectedMs: measured[index]?.expectedMs ?? null,
  }));
  const cost = sumCosts(steps.map(step => step.cost));
  return { inputs, steps, measured, cost, trial: measured.find(one => one.measure.trial)?.measure.trial ?? null };
};

/** The call for whose tool all of them count as trials: that of a run that costs something. */
export function countedOf(runs: readonly PlannedRun[]): { readonly tool: string; readonly call: string } {
  const run = runs.find(({ cost }) => cost.kind !== 'none') ?? runs[0];
  const [first] = run?.steps ?? [];
  if (!run || !first) throw new Error('a pipeline without runs');
  return countedCall({ ...first, steps: run.steps });
}

/** The run on a file that is not known yet, for a quote before the upload. */
export async function planUnknown(parts: Parts, plain: readonly PlainStep[]): Promise<PlannedRun> {
  const inputs = plain[0]?.inputs ?? [];
  return planOf(plain, inputs, await measureSteps(parts, plain, inputs, {}));
}

/** The runs on these inputs, in their order. Throws what is wrong with the name of one, or the reason if all of them are refused. */
export async function planRuns(
  parts: Parts,
  steps: readonly ReadStep[],
  plain: readonly PlainStep[],
  named: readonly string[],
  { baseUrl, sender, signal }: Planning,
): Promise<PlannedRun[]> {
  const [first] = steps;
  if (!first) return [];
  // Read once for all inputs: asked one by one, a thousand of them through ten steps took more than ten thousand queries.
  const arrived = await findNamed(parts, named, baseUrl);
  const paces = readPacesOnce(parts.database);
  const lookup = { baseUrl, owner: sender.owner, limit: await limitOf(parts, first.main), arrived };
  const whenBusy = steps.some(({ entry }) => dependsOnFacts(parts, entry)) ? 'refuse' : 'estimate';
  const plan = async (one: string): Promise<PlannedRun> => {
    const main = await findMainInput(parts, first.main, one, lookup);
    const inputs = [main, ...(plain[0]?.inputs ?? [])];
    if (isRefused(main)) return planOf(plain, inputs, []);
    try {
      return planOf(plain, inputs, await measureSteps(parts, plain, inputs, { whenBusy, signal, paces }));
    } catch (error) {
      if (main.kind !== 'upload') throw error;
      return planOf(plain, [refuseInput(main, error), ...inputs.slice(1)], []);
    }
  };
  const planned: PlannedRun[] = [];
  const left = [...named.entries()];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [index, one] = next;
      planned[index] = await plan(one).catch(error => {
        throw error instanceof AppError ? new AppError(error.code, { ...error.details, input: index }) : error;
      });
    }
  };
  await Promise.all(Array.from({ length: parallel }, work)).finally(() => left.splice(0));
  const [one] = planned;
  const reason = one?.inputs[0];
  if (planned.every(({ inputs }) => isRefused(inputs[0])) && reason) requireFit(reason);
  return planned;
}
