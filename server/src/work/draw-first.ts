// The stage of a task for which the drawing server makes a picture before the run: it waits in the lane of model servers and holds no child,
// then enters its own lane with the picture among its inputs. So a server that stalls delays no model.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DrawQuestion, SentPrompt } from 'contract/asked-servers.ts';
import { AppError } from 'contract/errors.ts';
import { media, sniffBytes, sniffMedia } from 'contract/media.ts';
import { drawFailed, readDrawingAnswer } from 'engines/drawing-answer.ts';
import { isAway } from '../adapters/away.ts';
import { makeKey } from '../adapters/objects-names.ts';
import { storeFiles } from '../objects/objects.ts';
import { discardObjects } from '../objects/remove.ts';
import type { Parts } from '../parts.ts';
import { type CallEntry, toBeDrawn } from '../tasks/catalogue.ts';
import { moveOn } from '../tasks/move-on.ts';
import { expectMs } from '../tasks/pace.ts';
import { recordSample } from '../tasks/pace-queries.ts';
import { reportProgress } from '../tasks/run-queries.ts';
import { drawingPace, drawnPercent, usualDrawingMs } from '../tasks/stages.ts';
import type { StoredInput } from '../tasks/stored.ts';
import type { TaskRow } from '../tasks/tasks.ts';
import { askForPictures } from './ask-server.ts';
import { Farewells } from './farewells.ts';
import { createForecast } from './forecast.ts';
import { createReporter } from './reporter.ts';
import { Stopped } from './runner.ts';

/** A picture that no task refers to yet is swept after this long; a crash of this worker leaves it until then. */
const orphanMs = 3_600_000;

interface DrawFirstOptions {
  readonly parts: Parts;
  readonly scratch: string;
  readonly signal: AbortSignal;
}

interface DrawnFirst {
  readonly bytes: Buffer;
  /** What the server was sent, which the result of the run tells. */
  readonly sent?: SentPrompt;
}

/** Asks, while the task's progress moves on by the time that drawings take. */
async function ask(
  { parts, signal }: DrawFirstOptions,
  row: TaskRow,
  question: DrawQuestion,
  folder: string,
): Promise<DrawnFirst> {
  const { drawServer } = parts.config;
  if (!drawServer) throw new AppError('DRAW_NOT_CONFIGURED');
  const run = { id: row.id, attempt: row.attempt };
  const pace = drawingPace(row.pace);
  const reporter = createReporter((percent, stage) => reportProgress(parts.forgetful, run, percent, stage));
  const forecast = createForecast({ report: reporter.report, expectMs: () => expectMs(parts.database, pace, 1) });
  const farewells = new Farewells(parts.log);
  const from = row.start_percent;
  const onProgress = (fraction: number) => forecast.hear(from + (drawnPercent - from) * fraction, 'working');
  const startedAt = performance.now();
  try {
    forecast.hear(from, 'working', { until: drawnPercent, usualMs: usualDrawingMs, name: 'drawing' });
    const asker = { folder, account: undefined, signal, onProgress, farewells };
    const answer = await askForPictures(drawServer, question, asker);
    if (signal.aborted) throw new Stopped('stopped');
    const { pictures, sent } = readDrawingAnswer(answer);
    await recordSample(parts.forgetful, pace, 1, performance.now() - startedAt);
    return { bytes: pictures[0]!, ...(sent && { sent }) };
  } finally {
    forecast.end();
    await reporter.close();
    await farewells.settle();
  }
}

/** Stores the picture as an input of the task, and moves it on. */
async function keepPicture(
  { parts }: DrawFirstOptions,
  row: TaskRow,
  entry: CallEntry,
  from: string,
  { bytes, sent }: DrawnFirst,
) {
  const { field } = entry.call.drawnFirst!;
  const rule = entry.call.inputs.find(input => input.field === field);
  if (!rule) throw new Error(`${row.tool}/${row.call} has no input ${field}`);
  const type = sniffMedia(bytes.subarray(0, sniffBytes));
  if (!type || !rule.accept.includes(type))
    throw drawFailed(new Error('the answer of the drawing server is no picture'));
  await parts.disk.requireRoom('scratch', bytes.length);
  await writeFile(from, bytes);
  const key = makeKey('input', parts.now(), media[type].extensions[0]);
  const name = `drawing.${media[type].extensions[0]}`;
  const { owner, address } = row;
  const expiresAt = new Date(parts.now().getTime() + orphanMs);
  const object = { key, name, purpose: 'input', owner, address, taskId: null, expiresAt } as const;
  await storeFiles(parts, [{ object, from }], { as: 'inputs', sender: row });
  const input: StoredInput = { field, name, kind: 'upload', key, bytes: bytes.length, ...(sent && { sent }) };
  // The task was cancelled, deleted or taken over meanwhile: no row refers to this file.
  if (!(await moveOn(parts, row, [...row.inputs, input]))) await discardObjects(parts, [key]);
}

/** A picture is kept while the store or the database is away, up to some ten minutes: the server would be asked again for another one. */
const longestPauseMs = 5000;
const maxTries = 120;

async function keepPatiently(keep: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await keep();
    } catch (error) {
      if (!isAway(error) || tries >= maxTries) throw error instanceof AppError ? error : drawFailed(error);
    }
    await sleep(Math.min(longestPauseMs, 100 * 2 ** tries), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) throw new Stopped('stopped');
  }
}

/** Runs the stage. Throws the error with which the task fails. Once the server was asked, that is never a fault, since a retry would ask again. */
export async function drawFirst(options: DrawFirstOptions, row: TaskRow, entry: CallEntry): Promise<void> {
  const question = toBeDrawn(entry.call, row);
  if (!question) throw new Error(`${row.tool}/${row.call} has nothing to be drawn`);
  // The idempotency key of the request is derived from the name of this folder.
  const folder = path.join(options.scratch, `${row.id}-${row.attempt}`, 'out');
  await mkdir(folder, { recursive: true });
  const picture = await ask(options, row, question, folder);
  const place = path.join(folder, 'drawing');
  await keepPatiently(() => keepPicture(options, row, entry, place, picture), options.signal);
}
