// The price and duration of a call, and whether it would be accepted. Starts nothing.

import { AppError, errorSentence } from 'contract/errors.ts';
import type * as routes from 'contract/routes/tasks.ts';
import type { Lane, ToolCall } from 'contract/tool.ts';
import type { z } from 'zod';
import { SchemaMismatch } from '../http/errors.ts';
import { requireRoomForResults } from '../objects/quota.ts';
import { requireSize } from '../objects/require-file.ts';
import { previewCharge } from '../points/charges.ts';
import { requireRoom, requireRoomInBatch, type Sender } from './admission.ts';
import type { TaskService } from './batches/batches.ts';
import { askedServers, type CallEntry, callEntries, laneOf, ownLaneOf, toBeDrawn } from './catalogue.ts';
import { findInputs, limitOf } from './inputs.ts';
import { measureRun, type RunMeasure } from './measure.ts';
import { expectMs } from './pace.ts';
import type { Audience } from './present.ts';
import { findRevised } from './priced-run.ts';
import { expectDrawing } from './stages.ts';
import type { TaskRow } from './store.ts';
import { bodyOfQuote, pickFiles, pickOptions } from './tool-body.ts';

type Asked = z.output<typeof routes.quoteTask.body>;

const last = (path: string) => path.split('/').at(-1);

/** Finds a call by a tool's name, its page, or the call's path with or without the leading segments. */
const findEntry = (asked: string): CallEntry | undefined =>
  callEntries.find(({ call }) => call.path === asked) ??
  callEntries.find(({ tool, call }) => [tool.name, tool.route, last(tool.route), last(call.path)].includes(asked));

/** Makes the checks of acceptance: the options, the uploaded files, the queue. Returns the size of the run. */
async function tryAcceptance(
  { parts }: TaskService,
  entry: CallEntry,
  payload: Asked['payload'],
  { baseUrl, sender, signal }: { baseUrl: string; sender: Sender; signal: AbortSignal | undefined },
): Promise<
  RunMeasure & { readonly lanes: readonly Lane[]; readonly isDrawn: boolean; readonly revised: TaskRow | undefined }
> {
  const parsed = bodyOfQuote(entry.call).safeParse(payload);
  if (!parsed.success) throw new SchemaMismatch(parsed.error);
  const values = parsed.data as Record<string, unknown>;
  const request = { baseUrl, sender, files: pickFiles(entry.call, values) };
  const inputs = await findInputs(parts, entry, request);
  const options = pickOptions(entry.call, values);
  const run = { options, inputs, servers: askedServers(parts.config) };
  const nextLane = ownLaneOf(entry.call, run);
  const wanted = { lane: laneOf(entry.call, run), nextLane, count: 1 };
  await requireRoom(parts.database, parts, sender, wanted);
  await parts.disk.requireRoom('database');
  await requireRoomForResults(parts, sender);
  if (values.batchId) await requireRoomInBatch(parts.database, sender.owner, String(values.batchId));
  const uploaded = inputs.reduce((sum, input) => sum + (input.kind === 'upload' ? input.bytes : 0), 0);
  const bytes = uploaded || Number(values.fileSize ?? 0);
  const [rule] = entry.call.inputs;
  if (rule && uploaded === 0) requireSize(bytes, await limitOf(parts, rule));
  const isDrawn = nextLane === 'remote' && toBeDrawn(entry.call, run) !== undefined;
  const measure = await measureRun(parts, entry, { options, inputs, bytes }, { whenBusy: 'refuse', signal });
  const replaces = values.replaces === undefined ? undefined : String(values.replaces);
  const revised = await findRevised(parts.database, entry, inputs, { owner: sender.owner, replaces });
  return { ...measure, isDrawn, revised, lanes: isDrawn ? [nextLane, entry.call.lane] : [nextLane] };
}

const free = { kind: 'none', amount: 0 } as const;

/** The charge in a quote; nothing is held yet. */
const quoted = ({ kind, amount }: { kind: 'none' | 'use' | 'coins'; amount: number }) => ({
  kind,
  amount,
  state: 'none' as const,
});

/** The price of a run that is refused before it is measured: none if it depends on the files. */
const fixedCharge = ({ cost }: ToolCall) =>
  typeof cost === 'function' || cost.kind === 'none' ? quoted(free) : quoted(cost);

/** Stops measuring once `signal` aborts. */
export async function quoteTask(
  service: TaskService,
  asked: Asked,
  {
    sender,
    audience,
    requireTool,
    signal,
  }: {
    readonly sender: Sender;
    readonly audience: Audience;
    /** Refuses a tool that the sender may not use. */
    readonly requireTool: (tool: string) => void;
    readonly signal: AbortSignal;
  },
) {
  const entry = findEntry(asked.tool);
  if (!entry)
    throw new AppError('BAD_REQUEST', {
      issues: [{ path: 'tool', error: callEntries.map(known => known.call.path).join(' | ') }],
    });
  requireTool(entry.tool.name);
  try {
    const { cost, trial, pace, amount, usualMs, lanes, isDrawn, revised } = await tryAcceptance(
      service,
      entry,
      asked.payload,
      {
        baseUrl: audience.baseUrl,
        sender,
        signal,
      },
    );
    const { tool, call } = entry;
    const batchId = asked.payload.batchId === undefined ? null : String(asked.payload.batchId);
    const isCounted = call.isCounted ?? false;
    const isRevision = revised !== undefined;
    const run = {
      ...sender,
      keyId: sender.keyId ?? null,
      tool: tool.name,
      call: call.name,
      batchId,
      isCounted,
      isRevision,
      cost,
      trial,
    };
    const { verdict, triesLeft, left } = await previewCharge(service.parts.database, service.parts, run, revised);
    const widths = await service.presenter.census.read();
    const isServed = lanes.every(lane => (widths[lane] ?? 0) > 0);
    const { database } = service.parts;
    const runMs = isServed ? ((await expectMs(database, pace, amount)) ?? usualMs) : null;
    const ms = runMs === null || !isDrawn ? runMs : runMs + (await expectDrawing(database, pace));
    const refusal = verdict.may ? null : verdict.refusal;
    return {
      // A run whose preview is free costs nothing until its file is wanted.
      charge: 'isFreeToSee' in cost && cost.isFreeToSee ? quoted(free) : quoted(verdict.charge),
      etaSeconds: ms === null ? null : Math.ceil(ms / 1000),
      allowed: verdict.may,
      reason: refusal && errorSentence(refusal.code, audience.language, refusal.details ?? {}),
      triesLeft,
      left,
    };
  } catch (error) {
    const refusal = error instanceof SchemaMismatch ? new AppError('BAD_REQUEST') : error;
    if (!(refusal instanceof AppError)) throw error;
    const reason = errorSentence(refusal.code, audience.language, refusal.details ?? {});
    return {
      charge: service.parts.config.membership ? fixedCharge(entry.call) : quoted(free),
      etaSeconds: null,
      allowed: false,
      reason,
      triesLeft: null,
      left: null,
    };
  }
}
