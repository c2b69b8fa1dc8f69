// The size of a run: its price, deadline and amount of work, computed from the options and the facts of its files. Used by the quote, the
// acceptance and the worker.
import { isLonger } from 'contract/clip/formats.ts';
import { AppError } from 'contract/errors.ts';
import type { FileFacts, RunFacts, RunSize } from 'contract/facts.ts';
import type { Cost, ToolCall, TrialKind } from 'contract/tool.ts';
import { readLimits } from '../dictionaries/dictionaries.ts';
import { factsOf } from '../objects/facts.ts';
import type { Parts } from '../parts.ts';
import type { CallEntry } from './catalogue.ts';
import type { StoredInput } from './stored.ts';

export interface RunMeasure {
  readonly cost: Cost;
  /** Compared with the limits of trial runs; null where no limit applies. `seconds` is null if the files do not tell the duration. */
  readonly trial: { readonly kind: TrialKind; readonly seconds: number | null; readonly bytes: number } | null;
  readonly deadlineMs: number;
  /** The name of the pace that estimates the duration of such runs. */
  readonly pace: string;
  /** Null if the files do not tell the amount: the duration cannot be estimated. */
  readonly amount: number | null;
  /** The duration of such a run before any was measured; null if its contract names none. */
  readonly usualMs: number | null;
}

/**
 * Whether the price of a run depends on the contents of its files. Such a run must wait for the probe: otherwise a hasty request would pay
 * less.
 */
export const dependsOnFacts = ({ config }: Pick<Parts, 'config'>, { call }: CallEntry): boolean =>
  config.membership && (typeof call.cost === 'function' || call.trial !== undefined);

const asksForFacts = ({ cost, trial, deadlineMs, amount, usualMs }: ToolCall) =>
  [cost, trial?.seconds, deadlineMs, amount, usualMs].some(part => typeof part === 'function');

type Uploaded = Extract<StoredInput, { kind: 'upload' }>;

export interface MeasureOptions {
  /**
   * When too many files are being probed: throws QUEUE_FULL, or omits their facts, because a visitor with many files must not block the tasks of
   * others.
   */
  readonly whenBusy?: 'refuse' | 'estimate';
  /** Aborts when the client that asked for the measure has left. */
  readonly signal?: AbortSignal | undefined;
}

/** Facts of a run's uploads. Links that are not fetched yet have none. */
async function collectFacts(
  parts: Parameters<typeof factsOf>[0],
  call: ToolCall,
  inputs: readonly StoredInput[],
  { whenBusy = 'estimate', signal }: MeasureOptions,
): Promise<RunFacts> {
  const uploads = inputs.filter((input): input is Uploaded => input.kind === 'upload');
  if (!asksForFacts(call)) return {};
  const facts: Record<string, FileFacts[]> = {};
  const known = new Map<string, FileFacts>();
  // Sequential: a list of hundreds would fill the pool for probes, and most files have been probed before.
  for (const { field, key } of uploads) {
    const found =
      known.get(key) ??
      (await factsOf(parts, key, signal).catch(error => {
        if (whenBusy === 'estimate' && error instanceof AppError && error.code === 'QUEUE_FULL') return undefined;
        throw error;
      }));
    if (!found) continue;
    known.set(key, found);
    facts[field] ??= [];
    facts[field].push(found);
  }
  return facts;
}

const evaluate = <T>(part: T | ((run: RunSize) => T), run: RunSize): T =>
  typeof part === 'function' ? (part as (run: RunSize) => T)(run) : part;

/** Throws CLIP_TOO_LONG for more speech than the operator allows; the run itself knows only the product's own limit. */
async function requireLength({ database }: Parameters<typeof factsOf>[0], trial: RunMeasure['trial']): Promise<void> {
  if (trial?.kind !== 'speech' || trial.seconds === null) return;
  const { limitMaxDuration: max } = await readLimits(database, 'video_to_text');
  if (isLonger(trial.seconds, max)) throw new AppError('CLIP_TOO_LONG', { maxMinutes: Math.floor(max / 6) / 10 });
}

/** Measures a run, or throws CLIP_TOO_LONG or CLIP_TOO_COMPLEX. `bytes` is the total size of its input files, as far as it is known. */
export async function measureRun(
  parts: Parameters<typeof factsOf>[0],
  { tool, call }: CallEntry,
  run: { options: Readonly<Record<string, unknown>>; inputs: readonly StoredInput[]; bytes: number },
  measuring: MeasureOptions = {},
): Promise<RunMeasure> {
  const size = { options: run.options, facts: await collectFacts(parts, call, run.inputs, measuring) };
  const amount = call.amount ? call.amount(size) : run.bytes;
  const usualMs = call.usualMs?.(size);
  const trial = call.trial
    ? { kind: call.trial.kind, seconds: call.trial.seconds(size) ?? null, bytes: run.bytes }
    : null;
  await requireLength(parts, trial);
  return {
    cost: evaluate(call.cost, size),
    trial,
    deadlineMs: evaluate(call.deadlineMs, size),
    // A pace measured in another unit of work has a name of its own.
    pace: [tool.name, call.name, call.pace?.(run.options, size.facts), call.amount && 'amount']
      .filter(Boolean)
      .join('/'),
    amount: amount ?? null,
    usualMs: usualMs === undefined ? null : Math.round(usualMs),
  };
}
