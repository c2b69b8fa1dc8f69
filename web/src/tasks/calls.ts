// The page's calls about tasks and uploads that are made once. Most fail at once and quietly: who makes them shows the error in place.

import { callAddress, readRetryAfter } from '@pixwright/client/route-call.ts';
import { deleteTask, downloadTask, getBatch, listTasks, quoteTask } from 'contract/routes/tasks.ts';
import { abortUpload, expectSize, readFacts, readPeaks, showFilm, showPoster } from 'contract/routes/uploads.ts';
import type { Task } from 'contract/task.ts';
import { call, requestHeaders } from '../api.ts';
import { client } from '../client.ts';
import { CallError } from '../failures/call-error.ts';
import { showToast } from '../notices.ts';

const handleErrors = true;
/** How often a single task is asked for. Streams are left to batches: a browser opens few connections at once. */
export const pollMs = 600;
/** The maximum number of tasks in one response. */
const pageSize = 100;
/** Number of pages of the newest tasks that are searched for work that this browser has lost. */
const latestPages = 2;
/** A film strip or a waveform may wait for those of other clips. */
const viewTimeoutMs = 150_000;

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

export const removeTask = (taskId: string) => call(deleteTask, { params: { taskId }, handleErrors });

/** Deletes a task that the page no longer shows. If the call fails, the server's sweep deletes it. */
export const discardTask = (taskId: string): void => void removeTask(taskId).catch(() => undefined);

/** Stops a task whose result is no longer needed. If the call fails, the server's sweep deletes the task. */
export const dropTask = ({ taskId }: Task): void => void client.cancelTask(taskId).catch(() => undefined);

/** Cancels a task for the user. Returns its state, or undefined if the server refuses, which is shown. */
export async function cancelFollowed(taskId: string): Promise<Task | undefined> {
  try {
    return await client.cancelTask(taskId);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    showToast(error.msg, 'error');
    return undefined;
  }
}

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

/** Returns the newest tasks, as many as are worth searching. */
export async function findLatestTasks(): Promise<Task[]> {
  const tasks: Task[] = [];
  for (let page = 1; page <= latestPages; page++) {
    const { list } = await call(listTasks, { query: { page, size: pageSize }, handleErrors });
    tasks.push(...list);
    if (list.length < pageSize) break;
  }
  return tasks;
}
