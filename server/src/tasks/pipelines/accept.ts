// Accepts a pipeline: all of its tasks, one for each input, and the holds of their price in one transaction, or none of them.
import { createHash, randomUUID } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import type { runPipeline } from 'contract/routes/pipelines.ts';
import type { Lane } from 'contract/tool.ts';
import type { Language } from 'contract/words.ts';
import type { z } from 'zod';
import { sendNotice } from '../../adapters/notices.ts';
import type { Querier } from '../../adapters/postgres.ts';
import { traceToKeep } from '../../adapters/trace.ts';
import { noteMasks } from '../../objects/objects.ts';
import { requireRoomForResults } from '../../objects/quota.ts';
import { useObjects } from '../../objects/use-queries.ts';
import type { Parts } from '../../parts.ts';
import { decideBatch, keepBatch } from '../../points/batch-charges.ts';
import {
  admitTasks,
  oneByOne,
  requireRoomForOptions,
  requireRoomInBatch,
  type Sender,
  type Turn,
} from '../admission.ts';
import { laneOf, ownLaneOf } from '../catalogue.ts';
import { chargeColumns, pricedRun } from '../priced-run.ts';
import { isShortTask } from '../queue-store.ts';
import { laneRun } from '../stages.ts';
import { filesOf, isMask, requireCall, sumCosts, sumMs, uploadKeys } from '../steps.ts';
import { findTaskOfKey, insertTasks, type NewTask } from '../store.ts';
import { expiryFrom, type HoldOwner } from '../tasks.ts';
import { turnCost } from '../turn-cost.ts';
import { countedOf, findSideInputs, type PlannedRun, planRuns } from './measure-inputs.ts';
import { type ReadStep, readSteps } from './read-steps.ts';

export type AskedPipeline = z.output<typeof runPipeline.body>;

export interface PipelineRequest {
  readonly sender: Sender;
  readonly baseUrl: string;
  readonly language: Language;
  readonly idempotencyKey: string | null;
  /** Where the ends of its tasks are told, beside the webhooks of the account; checked. */
  readonly webhook: { readonly url: string; readonly baseUrl: string } | null;
  /** Refuses a tool that the sender may not use. */
  readonly requireTool: (tool: string) => void;
}

type PlannedTask = Omit<NewTask, keyof Turn | 'charge_kind' | 'charge_amount' | 'charge_state'> & {
  readonly nextLane: Lane;
};

const hashRequest = (
  steps: readonly ReadStep[],
  { inputs, batchId, name }: AskedPipeline,
  { webhook }: Pick<PipelineRequest, 'webhook'>,
) => {
  const calls = steps.map(({ entry, options, files }) => [entry.call.path, options, files]);
  return createHash('sha256')
    .update(JSON.stringify([calls, inputs, batchId ?? null, name ?? null, ...(webhook ? [webhook.url] : [])]))
    .digest('hex');
};

/** The row of the task that runs a pipeline on one input. */
function describeTask(
  parts: Parts,
  { inputs, steps, measured }: PlannedRun,
  { sender, language }: PipelineRequest,
  ofAll: Pick<PlannedTask, 'batch_id' | 'request_hash' | 'pipeline_name' | 'webhook' | 'expires_at' | 'trace'>,
): PlannedTask {
  const first = steps[0]!;
  const { tool, call } = requireCall(first);
  const run = laneRun(parts, first, inputs);
  return {
    ...ofAll,
    id: randomUUID(),
    owner: sender.owner,
    tool: tool.name,
    call: call.name,
    key_code: call.keyCode,
    language,
    lane: laneOf(call, run),
    nextLane: ownLaneOf(call, run),
    options: first.options,
    inputs,
    steps,
    step_count: steps.length,
    rest_ms: sumMs(steps.slice(1).map(step => step.expectedMs)),
    key_id: sender.keyId ?? null,
    idempotency_key: null,
    pace: measured[0]?.measure.pace ?? `${tool.name}/${call.name}`,
    start_percent: call.startPercent,
    input_bytes: inputs.reduce((sum, input) => sum + (input.kind === 'upload' ? input.bytes : 0), 0),
    expected_ms: measured[0]?.expectedMs ?? null,
    amount: measured[0]?.measure.amount ?? null,
  };
}

/** Tasks of one line take turns with each other. */
const lineOf = ({ lane, expected_ms }: PlannedTask) => `${lane} ${isShortTask({ lane, expected_ms })}`;

/** Gives the tasks their turns, after the limits have admitted them. */
async function admit(trx: Querier, parts: Parts, sender: Sender, tasks: readonly PlannedTask[]) {
  const lines = Map.groupBy(tasks, lineOf);
  const placed = new Map<PlannedTask, Turn>();
  let count = 0;
  for (const name of [...lines.keys()].sort()) {
    const line = lines.get(name) ?? [];
    const { lane, nextLane, expected_ms } = line[0]!;
    count += line.length;
    const turn = await admitTasks(trx, parts, sender, {
      lane,
      nextLane,
      isShort: isShortTask({ lane, expected_ms }),
      count,
    });
    let before = 0;
    for (const task of line) {
      placed.set(task, { ...turn, turn: turn.turn + before, owner_turn: turn.owner_turn + before });
      before += turnCost({ ...task, share_weight: turn.share_weight });
    }
  }
  return placed;
}

/** Keeps the files of the tasks, which may have been swept since they were found. */
async function keepFiles(trx: Querier, tasks: readonly PlannedTask[], expiresAt: Date): Promise<void> {
  const uses = tasks.flatMap(({ id, inputs, steps = null }) =>
    filesOf({ inputs: [...inputs], steps }).map(key => ({ key, taskId: id })),
  );
  const refused = new Set(
    tasks.flatMap(({ inputs }) =>
      inputs.flatMap(input => (input.kind === 'upload' && input.refusal ? [input.key] : [])),
    ),
  );
  const gone = await useObjects(trx, uses, expiresAt);
  if (gone.some(key => !refused.has(key))) throw new AppError('UPLOAD_NOT_FOUND');
  const masks = tasks[0]?.steps?.flatMap(step => {
    const entry = requireCall(step);
    return uploadKeys(step.inputs.filter(input => isMask(entry, input)));
  });
  await noteMasks(trx, masks ?? []);
}

/**
 * Accepts a pipeline and returns the id of its batch, or that of the same earlier request. From here on every task reaches an end even if a process
 * dies.
 */
export async function acceptPipeline(
  { parts, holdOwner }: { parts: Parts; holdOwner: HoldOwner },
  asked: AskedPipeline,
  request: PipelineRequest,
): Promise<string> {
  const { sender, idempotencyKey } = request;
  const steps = readSteps(asked.steps, parts.config);
  for (const { entry } of steps) request.requireTool(entry.tool.name);
  const requestHash = hashRequest(steps, asked, request);
  const findTwin = async (db: Querier): Promise<string | undefined> => {
    const twin = idempotencyKey ? await findTaskOfKey(db, sender.owner, idempotencyKey) : undefined;
    if (twin && twin.request_hash !== requestHash) throw new AppError('IDEMPOTENCY_CLASH');
    return twin?.batch_id ?? undefined;
  };
  const known = await findTwin(parts.database);
  if (known !== undefined) return known;
  await requireRoomForResults(parts, sender);
  await requireRoomForOptions(parts, sender, { options: asked.steps, files: {} });
  const plain = await findSideInputs(parts, steps, request);
  const runs = await planRuns(parts, steps, plain, asked.inputs, request);
  const batchId = asked.batchId ?? randomUUID();
  const ofAll = {
    batch_id: batchId,
    request_hash: requestHash,
    pipeline_name: asked.name ?? null,
    webhook: request.webhook,
    expires_at: expiryFrom(parts),
    trace: traceToKeep(),
  };
  const tasks = runs.map(run => describeTask(parts, run, request, ofAll));
  return oneByOne(sender, () =>
    parts.database.transaction().execute(async trx => {
      if (!(await holdOwner(trx, sender.owner))) throw new AppError('ACCOUNT_GONE');
      const turns = await admit(trx, parts, sender, tasks).catch(async refusal => {
        // The same request was sent twice at once, and the other one took the places. After a statement that failed, nothing can be looked for.
        const twin = refusal instanceof AppError && (await findTwin(trx));
        return twin || Promise.reject(refusal);
      });
      // The sender is locked now, so that no twin can appear any more.
      const twin = typeof turns === 'string' ? turns : await findTwin(trx);
      if (twin !== undefined || typeof turns === 'string') return twin as string;
      await requireRoomInBatch(trx, sender.owner, batchId, tasks.length);
      const costs = runs.map(run => run.cost);
      const trial = runs.find(run => run.trial)?.trial ?? null;
      const counted = { ...countedOf(runs), batch_id: batchId };
      const whole = pricedRun(counted, sender, { cost: sumCosts(costs), trial });
      const decided = await decideBatch(trx, parts, whole, costs);
      await insertTasks(
        trx,
        tasks.map(({ nextLane: _next, ...task }, nth) => ({
          ...task,
          ...turns.get(tasks[nth]!)!,
          ...chargeColumns(decided.charges[nth]!),
          idempotency_key: nth === 0 ? idempotencyKey : null,
        })),
      );
      await keepBatch(trx, parts, decided, tasks);
      await keepFiles(trx, tasks, ofAll.expires_at);
      for (const [lane, { length: count }] of Map.groupBy(tasks, task => task.lane))
        await sendNotice(trx, 'task-queued', { lane, count });
      return batchId;
    }),
  );
}
