// Runs one taken task to its end: gets its files, runs it in a child, stores the results, records the end.

import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from 'contract/errors.ts';
import { mediaOfName } from 'contract/media.ts';
import { type Output, partOf } from 'contract/run.ts';
import { isAway } from '../adapters/away.ts';
import { isDiskFull, storageFull } from '../adapters/disk-space.ts';
import { nameOfType } from '../adapters/objects-disposition.ts';
import { makeKey } from '../adapters/objects-names.ts';
import { failSpan, inSpan } from '../adapters/trace.ts';
import { type FileToStore, releaseEarlierResults, storeFiles } from '../objects/objects.ts';
import { changeOwner } from '../objects/owner-queries.ts';
import { Superseded } from '../objects/quota.ts';
import { discardObjects } from '../objects/remove.ts';
import type { Parts } from '../parts.ts';
import { askedServers, type CallEntry, findCall, toBeDrawn } from '../tasks/catalogue.ts';
import { completeTask, failTask } from '../tasks/end-task.ts';
import { costsNothing, findAmountLeft, tellFree } from '../tasks/free-results.ts';
import { measureRun } from '../tasks/measure.ts';
import { enterNextStep, hasNextStep } from '../tasks/move-on.ts';
import { expectMs } from '../tasks/pace.ts';
import { recordSample } from '../tasks/pace-queries.ts';
import {
  announceUnfinished,
  blame,
  reportProgress,
  requeueTask,
  restartClock,
  runGoesOn,
} from '../tasks/run-queries.ts';
import type { StoredError, StoredResult } from '../tasks/stored.ts';
import type { TaskRow } from '../tasks/tasks.ts';
import { drawFirst } from './draw-first.ts';
import { fetchInputs } from './fetch-inputs.ts';
import { createForecast } from './forecast.ts';
import { openInputs } from './open-inputs.ts';
import { passRarely } from './preview-gate.ts';
import { readLink } from './read-link.ts';
import { createReporter, type Reporter } from './reporter.ts';
import { type RunControl, RunFault, type Runner, StartFault, Stopped } from './runner.ts';
import { removeScratch } from './scratch.ts';
import { openSteps, waitedMsOf } from './trace-run.ts';

/**
 * A machine without memory or files for another process, a store or a database that is away, needs a moment. Such a failure does not count as a fault
 * of the task in its first attempts, which take ten minutes or more, and not later either while the store does not answer.
 */
const awayPauseMs = 5000;
const awayAttempts = 120;
/** Pictures are asked for less often; this holds back a child that makes some up. */
const minPreviewPauseMs = 1500;
/** A shorter wait for a child is not recorded. */
const noticeableMs = 200;

export interface RunTaskOptions {
  readonly parts: Parts;
  /** Child processes, which also start programs. */
  readonly pool: Runner;
  /** Children that wait for yt-dlp. Only for the lane of links; elsewhere the same as `pool`. */
  readonly askers: Runner;
  /** Model servers. */
  readonly remote: Runner;
  /** A folder of this worker for scratch files. */
  readonly scratch: string;
  /** Aborts when the task is cancelled or the server stops. */
  readonly signal: AbortSignal;
  /** Whether this server is stopping. */
  readonly isStopping?: () => boolean;
}

const previewDeadlineMs = 120_000;
const previewModule = new URL('./locked-preview-run.ts', import.meta.url).href;

/** Beside the folder of the run, which is closed to children by then. */
const previewFolder = (folder: string) => `${folder}-previews`;

interface LockedPreviews {
  /** For the files of the result, in order. */
  readonly files: readonly (string | undefined)[];
  readonly layer?: string | undefined;
}

/** Locked previews of a result that costs something; undefined for a file that has none. */
async function makeLockedPreviews(
  run: RunTaskOptions,
  row: TaskRow,
  { files, layerPath }: Output,
  folder: string,
): Promise<LockedPreviews> {
  const layerType = layerPath === undefined ? null : mediaOfName(layerPath);
  const layers = layerPath && layerType ? [{ path: layerPath, name: 'layer', type: layerType }] : [];
  const made = await drawLockedPreviews(run, row, [...files, ...layers], folder);
  return { files: made.slice(0, files.length), layer: made[files.length] };
}

async function drawLockedPreviews(
  { parts, pool, signal }: RunTaskOptions,
  row: TaskRow,
  files: readonly Pick<Output['files'][number], 'path' | 'name' | 'type'>[],
  folder: string,
): Promise<(string | undefined)[]> {
  const previews: (string | undefined)[] = [];
  // A child knows the names of its own folders, but cannot list the parent.
  await mkdir(folder, { mode: 0o711 });
  for (const [index, { path: file, type, name }] of files.entries()) {
    const home = path.join(folder, String(index));
    const out = path.join(home, 'out');
    await mkdir(out, { recursive: true });
    const inputs = { file: { path: file, name, type, bytes: (await stat(file)).size } };
    const { nameEn, nameZh } = parts.config.brand;
    const options = { names: row.language === 'zh' ? [nameZh, nameEn] : [nameEn] };
    const made = await pool
      .run(
        {
          kind: 'run',
          module: previewModule,
          call: 'preview',
          options,
          inputs,
          lists: {},
          models: {},
          home,
          folder: out,
        },
        { deadlineMs: previewDeadlineMs, signal, onProgress: () => undefined },
      )
      .catch(error => {
        if (error instanceof Stopped) throw error;
        // The result exists and can be paid for; only its preview is missing.
        parts.log.warn({ err: error, taskId: row.id }, 'a result has no preview');
        return undefined;
      });
    previews.push(made?.files[0]?.path);
  }
  return previews;
}

/**
 * Stores the files of a run; returns the result and the keys of its files. If the result costs something, only signed URLs open its files, and
 * it has `lockedPreviews`, which are public to anyone with their URL.
 */
async function storeOutput(
  parts: Parts,
  row: TaskRow,
  output: Output,
  lockedPreviews: LockedPreviews | undefined,
): Promise<{ result: StoredResult; keys: readonly string[] }> {
  const now = parts.now();
  const puts: FileToStore[] = [];
  const isPriced = lockedPreviews !== undefined;
  const plan = async (
    purpose: 'output' | 'preview',
    from: string,
    name: string,
    { downloadName, isPrivate = isPriced }: { downloadName?: string; isPrivate?: boolean } = {},
  ) => {
    const extension = path.extname(from).slice(1) || 'bin';
    const key = makeKey(isPrivate ? 'private' : purpose, now, extension);
    const { size } = await stat(from);
    const ofTask = { owner: row.owner, address: row.address, taskId: row.id, expiresAt: row.expires_at };
    puts.push({ object: { key, name, purpose, ...ofTask }, from, downloadName });
    return { key, bytes: size };
  };
  const files: StoredResult['files'] = [];
  for (const [index, file] of output.files.entries()) {
    const name = nameOfType(file.name, file.type);
    const { path: from, previewPath, type, ...facts } = file;
    const stored = await plan('output', from, name, { downloadName: name });
    const preview = previewPath && (await plan('preview', previewPath, name));
    const lockedPath = lockedPreviews?.files[index];
    const locked = lockedPath && (await plan('preview', lockedPath, name, { isPrivate: false }));
    files.push({
      ...facts,
      name,
      type,
      ...stored,
      ...(preview && { previewKey: preview.key }),
      ...(locked && { lockedPreviewKey: locked.key }),
    });
  }
  const inputPreview =
    output.inputPreviewPath && (await plan('preview', output.inputPreviewPath, 'preview', { isPrivate: false }));
  const layer = output.layerPath && (await plan('preview', output.layerPath, 'layer'));
  const lockedLayer =
    lockedPreviews?.layer && (await plan('preview', lockedPreviews.layer, 'layer', { isPrivate: false }));
  await storeFiles(parts, puts, { as: 'results', sender: row, onlyIf: runGoesOn(row) });
  const { text, boxes, segments, meta } = output;
  const isFree = costsNothing(output);
  const asides = {
    ...(inputPreview && { inputPreviewKey: inputPreview.key }),
    ...(layer && { layerKey: layer.key }),
    ...(lockedLayer && { lockedLayerKey: lockedLayer.key }),
  };
  const result = { files, text, boxes, segments, meta, ...asides, ...(isFree && { isFree }) };
  return { result, keys: puts.map(put => put.object.key) };
}

/** The error shown to a client, or undefined for a fault. A full disk is not retried: another try at once would not help. */
function refusalOf(error: unknown): StoredError | undefined {
  const refusal = isDiskFull(error) ? storageFull(error) : error;
  return refusal instanceof AppError ? { error: refusal.code, details: refusal.details } : undefined;
}

const isStoreThere = ({ objects }: Parts): Promise<boolean> =>
  objects.check().then(
    () => true,
    () => false,
  );

/** Records a failed run: refused, to be tried again, or given up. */
async function settleFailure(
  { parts, signal, isStopping }: RunTaskOptions,
  row: TaskRow,
  error: unknown,
): Promise<void> {
  if (error instanceof Superseded) return;
  const run = { id: row.id, attempt: row.attempt };
  const refusal = refusalOf(error);
  // A service manager may signal every process of a server that stops: a run that it ended is not at fault.
  const isStopped = error instanceof Stopped || (isStopping?.() === true && error instanceof RunFault);
  const isOfMoment = error instanceof StartFault || isAway(error);
  if (!refusal && !isStopped) parts.log.error({ err: error, taskId: row.id, faults: row.faults }, 'a task met a fault');
  // An operator can fix an engine; the owner of the task cannot.
  if (refusal?.error === 'SPEECH_ENGINE_FAILED' || refusal?.error === 'DRAW_FAILED')
    parts.log.error({ err: error, taskId: row.id }, 'an engine failed');
  if (refusal || isStopped)
    parts.log.info({ error: refusal?.error }, refusal ? 'a task was refused' : 'a run was stopped');
  failSpan(error);
  if (isOfMoment) await sleep(awayPauseMs, undefined, { signal }).catch(() => undefined);
  const isBlameless = isOfMoment && (row.attempt < awayAttempts || !(await isStoreThere(parts)));
  const isLastTry = row.faults + blame.ofFault >= blame.max && !isBlameless;
  await parts.database.transaction().execute(async trx => {
    if (refusal || (!isStopped && isLastTry))
      await failTask(trx, run, refusal ?? { error: 'UNEXPECTED', details: null });
    else await requeueTask(trx, run, !isStopped && !isBlameless);
  });
}

/** Maps a run's progress (0 to 100) to the task's, which begins at the call's start percentage and reserves its end for storing. */
function followRun(parts: Parts, row: TaskRow, amount: number | null, report: Reporter['report']) {
  const paceOf = (step: string) => `${row.pace}/${step}`;
  const steps = openSteps();
  const forecast = createForecast({ report, expectMs: step => expectMs(parts.database, paceOf(step), amount) });
  const onProgress: RunControl['onProgress'] = (percent, stage, silent) => {
    steps.hear(silent?.name ?? stage);
    partOf(
      forecast.hear,
      row.start_percent,
      98,
      stage,
    )(percent / 100, silent && { ...silent, until: silent.until / 100 });
  };
  return {
    onProgress,
    end() {
      steps.end();
      forecast.end();
    },
    /** Records the silent steps, for the forecasts of later runs. */
    async record() {
      for (const { step, ms } of forecast.measured) await recordSample(parts.forgetful, paceOf(step), amount, ms);
    },
  };
}

/** Ends the task with its result. False when the run does not count any more. */
async function recordResult(
  parts: Parts,
  row: TaskRow,
  result: StoredResult,
  keys: readonly string[],
): Promise<boolean> {
  const run = { id: row.id, attempt: row.attempt, amountLeft: findAmountLeft(row, result.isFree === true) };
  // Nearly every task ends in its first run and under its first owner: that takes one statement instead of a transaction.
  const isFirstRun = run.attempt === 1;
  const isOneStatement = isFirstRun && run.amountLeft === undefined;
  if (isOneStatement && (await completeTask(parts.database, { ...run, owner: row.owner }, result))) return true;
  return parts.database.transaction().execute(async trx => {
    const ended = await completeTask(trx, run, result);
    if (!ended) return false;
    if (!isFirstRun) await releaseEarlierResults(trx, { taskId: row.id, keys, now: parts.now() });
    if (ended.owner !== row.owner) await changeOwner(trx, keys, ended.owner);
    return true;
  });
}

async function work(options: RunTaskOptions, row: TaskRow, entry: CallEntry, folder: string): Promise<void> {
  const { parts, pool, signal } = options;
  const run = { id: row.id, attempt: row.attempt };
  const reporter = createReporter((percent, stage, segments) =>
    reportProgress(parts.forgetful, run, percent, stage, segments),
  );
  await parts.disk.requireRoom('scratch');
  const out = path.join(folder, 'out');
  await mkdir(out, { recursive: true });
  const { inputs, lists } = await openInputs(parts, row, entry, folder);
  const files = [...Object.values(inputs), ...Object.values(lists).flat()];
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const { amount, deadlineMs } = await measureRun(parts, entry, { options: row.options, inputs: row.inputs, bytes });
  const progress = followRun(parts, row, amount, reporter.report);
  const previews = passRarely<string>(minPreviewPauseMs, picture => {
    announceUnfinished(parts.forgetful, run, picture).catch(error =>
      parts.log.debug({ err: error }, 'a preview was not announced'),
    );
  });
  let startedAt = performance.now();
  let clock: Promise<unknown> = Promise.resolve();
  const isRemote = entry.call.runner === 'remote';
  const output = await (isRemote ? options.remote : pool)
    .run(
      {
        kind: 'run',
        module: `tools/${row.tool}/${isRemote ? 'remote' : 'run'}.ts`,
        call: row.call,
        options: row.options,
        inputs,
        lists,
        models: parts.config.models,
        servers: askedServers(parts.config),
        home: folder,
        folder: out,
      },
      {
        deadlineMs,
        signal,
        onBegin: waitedMs => {
          startedAt = performance.now();
          // The time left is estimated from this moment on.
          if (waitedMs > noticeableMs)
            clock = restartClock(parts.forgetful, run).catch(error =>
              parts.log.warn({ err: error }, 'a clock was not set'),
            );
        },
        onProgress: progress.onProgress,
        onSegments: reporter.show,
        onPreview: previews.offer,
      },
    )
    .finally(progress.end);
  const ms = performance.now() - startedAt;
  const samples = recordSample(parts.forgetful, row.pace, amount, ms).then(progress.record);
  samples.catch(() => undefined); // Awaited when the task has ended; until then a failure must not count as unhandled.
  reporter.report(98, 'storing');
  const isFreed = findAmountLeft(row, costsNothing(output)) === 0;
  const isPriced = row.charge_kind !== 'none' && !isFreed;
  const lockedPreviews = isPriced ? await makeLockedPreviews(options, row, output, previewFolder(folder)) : undefined;
  const { result: made, keys } = await storeOutput(parts, row, output, lockedPreviews);
  const result = isFreed ? tellFree(made) : made;
  await reporter.close();
  await clock;
  // The task was cancelled, deleted or taken over meanwhile: no row refers to these files.
  const isCurrent = await inSpan('record the result', {}, () =>
    hasNextStep(row) ? enterNextStep(parts, row, result) : recordResult(parts, row, result, keys),
  );
  if (isCurrent)
    parts.log.info({ ms: Math.round(ms) }, hasNextStep(row) ? 'a step of a task is done' : 'a task is done');
  else await discardObjects(parts, keys);
  await samples;
}

/** A call in the link lane itself: it has no input file, and its result names files on other hosts. */
async function parseLink({ parts, pool, askers, signal }: RunTaskOptions, row: TaskRow, folder: string): Promise<void> {
  const run = { id: row.id, attempt: row.attempt };
  const reporter = createReporter((percent, stage) => reportProgress(parts.forgetful, run, percent, stage));
  const startedAt = performance.now();
  await parts.disk.requireRoom('scratch');
  const result = await readLink({ parts, pool, askers, row, folder, signal, report: reporter.report });
  signal.throwIfAborted();
  await reporter.close();
  const isDone = await recordResult(parts, row, result, []);
  if (!isDone) return;
  const ms = performance.now() - startedAt;
  parts.log.info({ ms: Math.round(ms) }, 'a task is done');
  await recordSample(parts.forgetful, row.pace, null, ms);
}

/** Runs a taken task to its end. Throws only when the database cannot be reached. */
export async function runTask(options: RunTaskOptions, row: TaskRow): Promise<void> {
  const entry = findCall(row.tool, row.call);
  const folder = path.join(options.scratch, `${row.id}-${row.attempt}`);
  const { tool, call, lane, attempt } = row;
  options.parts.log.info({ tool, call, lane, attempt, waitedMs: waitedMsOf(row) }, 'a task runs');
  try {
    if (!entry) throw new Error(`there is no call ${row.tool}/${row.call} here`);
    if (row.faults >= blame.max) throw new Error('its workers died too often');
    if (entry.call.lane === 'link') await parseLink(options, row, folder);
    else if (row.lane === 'link') await fetchInputs(options, row);
    else if (row.lane === 'remote' && toBeDrawn(entry.call, row)) await drawFirst(options, row, entry);
    else await work(options, row, entry, folder);
  } catch (error) {
    await settleFailure(options, row, error);
  } finally {
    await removeScratch(folder);
    await removeScratch(previewFolder(folder));
  }
}
