// The price and duration of a pipeline, and whether it would be accepted. Starts nothing.
import { AppError, errorSentence } from 'contract/errors.ts';
import type { quotePipeline as route } from 'contract/routes/pipelines.ts';
import type { Cost, Lane } from 'contract/tool.ts';
import type { z } from 'zod';
import { SchemaMismatch } from '../../http/errors.ts';
import { requireRoomForResults } from '../../objects/quota.ts';
import type { Parts } from '../../parts.ts';
import { previewBatch } from '../../points/batch-charges.ts';
import { requireRoom, requireRoomInBatch } from '../admission.ts';
import type { TaskService } from '../batches/batches.ts';
import { laneOf, ownLaneOf } from '../catalogue.ts';
import { pricedRun } from '../priced-run.ts';
import { laneRun } from '../stages.ts';
import { amountIn, requireCall, sumCosts, sumMs } from '../steps.ts';
import type { AskedPipeline, PipelineRequest } from './accept.ts';
import { countedOf, findSideInputs, type PlannedRun, planRuns, planUnknown } from './measure-inputs.ts';
import { type ReadStep, readSteps } from './read-steps.ts';

type Answer = z.output<typeof route.data>;

const secondsOf = (ms: number | null) => (ms === null ? null : Math.ceil(ms / 1000));

/** The lanes that a run passes, with the milliseconds that it takes in each; null where that is unknown. */
const lanesOf = (parts: Parts, { steps }: PlannedRun) =>
  steps.map(step => {
    const { call } = requireCall(step);
    return { lane: ownLaneOf(call, laneRun(parts, step, step.inputs)), ms: step.expectedMs };
  });

/** Milliseconds until all runs are done: as long as one takes, or as the lane that is busiest with them. Null if a lane is not served, or a time unknown. */
async function expectAll({ parts, presenter }: TaskService, runs: readonly PlannedRun[]): Promise<number | null> {
  const widths = await presenter.census.read();
  const passes = runs.filter(run => run.measured.length > 0).map(run => lanesOf(parts, run));
  const lanes = Map.groupBy(passes.flat(), pass => pass.lane);
  const ofLanes = [...lanes].map(([lane, all]) => {
    const ms = sumMs(all.map(pass => pass.ms));
    const width = widths[lane] ?? 0;
    return ms === null || width === 0 ? null : ms / width;
  });
  const ofRuns = passes.map(pass => sumMs(pass.map(({ ms }) => ms)));
  const all = [...ofLanes, ...ofRuns];
  return all.includes(null) ? null : Math.max(0, ...all.map(ms => ms ?? 0));
}

const free: Cost = { kind: 'none' };

/** What a price is in a unit, before anything is held. */
const quoted = (kind: 'none' | 'use' | 'coins', cost: Cost): Answer['charge'] => {
  const amount = amountIn(kind, cost);
  return { kind: amount === 0 ? 'none' : kind, amount, state: 'none' };
};

/** The lines of the steps. */
const describeSteps = (
  steps: readonly ReadStep[],
  runs: readonly PlannedRun[],
  kind: 'none' | 'use' | 'coins',
): Answer['steps'] =>
  steps.map(({ entry }, index) => ({
    path: entry.call.path,
    tool: entry.tool.name,
    charge: quoted(kind, sumCosts(runs.map(run => run.steps[index]?.cost ?? free))),
    etaSeconds: secondsOf(
      sumMs(runs.filter(run => run.measured.length > 0).map(run => run.steps[index]?.expectedMs ?? null)),
    ),
  }));

/** Makes the checks of acceptance: the steps, the files, the queue, the money. */
async function tryAcceptance(
  service: TaskService,
  asked: AskedPipeline,
  request: Pick<PipelineRequest, 'sender' | 'baseUrl' | 'requireTool'> & { readonly signal: AbortSignal },
): Promise<Answer | { readonly refusal: AppError; readonly answer: Omit<Answer, 'reason' | 'allowed'> }> {
  const { parts } = service;
  const { sender } = request;
  const steps = readSteps(asked.steps, parts.config);
  for (const { entry } of steps) request.requireTool(entry.tool.name);
  await parts.disk.requireRoom('database');
  await requireRoomForResults(parts, sender);
  const plain = await findSideInputs(parts, steps, request);
  const runs =
    asked.inputs.length > 0
      ? await planRuns(parts, steps, plain, asked.inputs, request)
      : [await planUnknown(parts, plain)];
  for (const [lane, ofLane] of Map.groupBy(runs, run => laneOfRun(parts, run)))
    await requireRoom(parts.database, parts, sender, { lane, count: ofLane.length });
  if (asked.batchId) await requireRoomInBatch(parts.database, sender.owner, asked.batchId, runs.length);
  const costs = runs.map(run => run.cost);
  const counted = { ...countedOf(runs), batch_id: asked.batchId ?? '' };
  const trial = runs.find(run => run.trial)?.trial ?? null;
  const whole = pricedRun(counted, sender, { cost: sumCosts(costs), trial });
  const { verdict, triesLeft, left } = await previewBatch(parts.database, parts, whole, costs);
  const { kind } = parts.config.membership ? verdict.charge : ({ kind: 'none' } as const);
  const answer = {
    charge: quoted(kind, sumCosts(costs)),
    etaSeconds: secondsOf(await expectAll(service, runs)),
    triesLeft,
    left,
    steps: describeSteps(steps, runs, kind),
  };
  return verdict.may ? { ...answer, allowed: true, reason: null } : { refusal: verdict.refusal, answer };
}

const laneOfRun = (parts: Parts, { inputs, steps }: PlannedRun): Lane => {
  const [first] = steps;
  if (!first) throw new Error('a pipeline without steps');
  return laneOf(requireCall(first).call, laneRun(parts, first, inputs));
};

const unknown = { charge: quoted('none', free), etaSeconds: null, triesLeft: null, left: null, steps: [] };

/** Throws only what is wrong with the request itself, or with the rights of an API key. Stops measuring once `signal` aborts. */
export async function quotePipeline(
  service: TaskService,
  asked: AskedPipeline,
  request: Pick<PipelineRequest, 'sender' | 'baseUrl' | 'requireTool' | 'language'> & { readonly signal: AbortSignal },
): Promise<Answer> {
  const refuse = ({ code, details }: AppError, answer: Omit<Answer, 'reason' | 'allowed'>): Answer => ({
    ...answer,
    allowed: false,
    reason: errorSentence(code, request.language, details ?? {}),
  });
  try {
    const tried = await tryAcceptance(service, asked, request);
    return 'refusal' in tried ? refuse(tried.refusal, tried.answer) : tried;
  } catch (error) {
    const isOfRequest = error instanceof AppError && (error.code === 'BAD_REQUEST' || error.code === 'KEY_SCOPE');
    const refusal = error instanceof SchemaMismatch ? new AppError('BAD_REQUEST') : error;
    if (isOfRequest || !(refusal instanceof AppError)) throw error;
    return refuse(refusal, unknown);
  }
}
