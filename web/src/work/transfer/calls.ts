// The calls of the workflow: uploads, tools, tasks and batches. The workflow shows their errors in place, so no toast appears.
import {
  batchEvents,
  cancelTask,
  deleteTask,
  downloadTask,
  getBatch,
  getTask,
  listTasks,
  quoteTask,
} from 'contract/routes/tasks.ts';
import {
  abortUpload,
  completeUpload,
  expectSize,
  listParts,
  readFacts,
  readPeaks,
  showFilm,
  showPoster,
  signPart,
  signUpload,
} from 'contract/routes/uploads.ts';
import type { Task } from 'contract/task.ts';
import { CallError, call, callAddress, requestHeaders } from '../../api.ts';
import { readRetryAfter } from '../../failures/call-error.ts';
import { attempt, browserTools, neverStopped } from './attempt.ts';
import type { FollowCalls } from './follow-batch.ts';
import { readEvents } from './read-events.ts';
import { sendBytes } from './send-bytes.ts';
import type { UploadCalls } from './upload.ts';

const handleErrors = true;
/** The maximum number of tasks in one response. */
const pageSize = 100;
/** Number of pages of the newest tasks that are searched for work that this browser has lost. */
const latestPages = 2;
/** A film strip or a waveform may wait for those of other clips. */
const viewTimeoutMs = 150_000;

/** Reads pages 1, 2, … one after the other, up to the first that is not full or to `mostPages`. */
async function readPages(readPage: (page: number) => Promise<readonly Task[]>, mostPages: number): Promise<Task[]> {
  const tasks: Task[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const found = await readPage(page);
    tasks.push(...found);
    if (found.length < pageSize) break;
  }
  return tasks;
}

export const uploadCalls: UploadCalls = {
  sign: (body, signal) => call(signUpload, { body, signal, handleErrors }),
  signPart: (saved, partNumber, signal) => call(signPart, { body: { ...saved, partNumber }, signal, handleErrors }),
  listParts: (query, signal) => call(listParts, { query: { ...query }, signal, handleErrors }),
  complete: (body, signal) => call(completeUpload, { body, signal, handleErrors }),
  send: sendBytes,
};

/** Returns the expected duration of a call with this body in seconds; null if the server has not measured a similar one. */
export async function forecastSeconds(
  path: string,
  payload: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<number | null> {
  return (await call(quoteTask, { body: { tool: path, payload }, signal, handleErrors })).etaSeconds;
}

/** Returns the price of a call with this body, and the reason if it would be refused. */
export const askPrice = (path: string, payload: Readonly<Record<string, unknown>>, signal: AbortSignal) =>
  call(quoteTask, { body: { tool: path, payload }, signal, handleErrors });

/** Starts a task and returns at once, or once it has ended within `waitSeconds`. The same `runKey` never starts a second task. */
export async function startTask(
  path: string,
  body: Readonly<Record<string, unknown>>,
  runKey: string,
  signal: AbortSignal,
  waitSeconds = 0,
): Promise<Task> {
  try {
    const route = { method: 'POST', path } as const;
    const headers = { 'Idempotency-Key': runKey };
    return (await call(route, { body: { ...body, wait: waitSeconds }, headers, signal, handleErrors })) as Task;
  } catch (error) {
    // A task that fails at once is returned as an error response, but it is a task nevertheless.
    const task = error instanceof CallError && (error.details as { task?: Task } | null)?.task;
    if (task) return task;
    throw error;
  }
}

/** Cancels a task, waiting while the network is down or the server is busy: a task left running occupies a place and holds its price. */
export const stopTask = (taskId: string): Promise<Task> =>
  attempt(() => call(cancelTask, { params: { taskId }, handleErrors }), neverStopped);
export const findTask = (taskId: string, signal: AbortSignal): Promise<Task> =>
  call(getTask, { params: { taskId }, signal, handleErrors });
export const removeTask = (taskId: string) => call(deleteTask, { params: { taskId }, handleErrors });

/** Deletes a task that the page no longer shows. If the call fails, the server's sweep deletes it. */
export const discardTask = (taskId: string): void => void removeTask(taskId).catch(() => undefined);
/** Returns a summary of a batch with hardly any of its tasks. */
export const findBatch = (batchId: string) => call(getBatch, { params: { batchId }, query: { size: 1 }, handleErrors });
export const dropUpload = (saved: { key: string; uploadId?: string }) =>
  call(abortUpload, { body: saved, handleErrors });

/** Returns the server's facts about an uploaded file. */
export const findFacts = (key: string) => call(readFacts, { query: { key }, handleErrors });
/** Returns the address of one frame of an uploaded clip. */
export const posterAddress = (key: string): string => callAddress(showPoster.path, {}, { key });

export const findPeaks = (key: string) => call(readPeaks, { query: { key }, handleErrors, timeoutMs: viewTimeoutMs });

/** Returns the size of a clip once it is converted with these options, in bytes. */
export async function measureBytes(
  key: string,
  options: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<number> {
  const body = { ...options, key };
  return (await call(expectSize, { body, signal, handleErrors, timeoutMs: viewTimeoutMs })).bytes;
}

/** Returns the address of a clip's film strip once the server has made it. */
export async function fetchFilm(key: string): Promise<string> {
  const address = callAddress(showFilm.path, {}, { key });
  const response = await fetch(address, { headers: requestHeaders(), signal: AbortSignal.timeout(viewTimeoutMs) });
  // The <img> then loads it from the browser's cache.
  await response.arrayBuffer();
  if (response.ok) return address;
  const retryAfterSeconds = readRetryAfter(response.headers.get('retry-after'), Date.now());
  const { status } = response;
  throw new CallError({ status, code: status, error: 'UNKNOWN', msg: '', details: null, retryAfterSeconds });
}

/** Settles a result's price and returns the link to one of its files. Errors are shown as for any other call. */
export const settleDownload = (taskId: string, fileIndex: number) =>
  call(downloadTask, { params: { taskId }, body: { fileIndex, all: false } });

/** Settles a result's price and returns the link to a zip of all its files. */
export const settleDownloadOfAll = (taskId: string) =>
  call(downloadTask, { params: { taskId }, body: { fileIndex: 0, all: true } });

export const findLatestTasks = (): Promise<Task[]> =>
  readPages(async page => (await call(listTasks, { query: { page, size: pageSize }, handleErrors })).list, latestPages);

export const followCalls = (batchId: string): FollowCalls => ({
  openStream: (lastEventId, signal) =>
    readEvents(callAddress(batchEvents.path, { batchId }), requestHeaders(), lastEventId, signal),
  pollTasks: signal =>
    readPages(async page => {
      const query = { page, size: pageSize };
      return (await call(getBatch, { params: { batchId }, query, signal, handleErrors })).tasks;
    }, Number.POSITIVE_INFINITY),
  pause: browserTools.pause,
});
