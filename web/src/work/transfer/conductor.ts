// Processes all items: uploads four at a time, tool calls as soon as their files are stored, and one follower for each batch.

import { type Failure, failureOf, isRefusedForNow } from '@pixwright/client/attempt.ts';
import type { Task } from 'contract/task.ts';
import { requestHeaders } from '../../api.ts';
import { callOf, isListField } from '../../catalogue/tool-inputs.ts';
import { client } from '../../client.ts';
import { removeTask } from '../../tasks/calls.ts';
import { passOver, problemOf } from '../../tasks/problems.ts';
import { fileOf } from '../items/files.ts';
import { isEnded, uploadOf, type WorkItem, withInput, withTask } from '../items/item.ts';
import { live } from '../items/live.ts';
import { getItem, moveToNextBatch, patchItem, useWork } from '../items/store.ts';
import { holdForLogin, isAwaitingLogin, watchLogin } from './login-changes.ts';
import { cancelPost, removeResult } from './orders.ts';
import { forgetSentBlobs, learnFacts, sendInput, sendSideFiles } from './uploads.ts';

const parallelUploads = 4;
/** Maximum number of concurrent tool calls. Each is answered at once, because events report the end. */
const parallelCalls = 4;
/** Delay in seconds before further calls if the server specifies none. */
const holdSeconds = 5;

/** Starts everything that can start now. Called after every change of the store. */
function moveOn(): void {
  for (const item of Object.values(useWork.getState().items)) {
    for (const input of item.inputs) {
      const maySend = input.upload === 'waiting' && item.run !== 'cancelled' && fileOf(input.id);
      if (maySend && live.transfers.size < parallelUploads && !live.transfers.has(input.id))
        void sendInput(item.id, input).finally(moveOn);
    }
    learnFacts(item);
    const mayCall = item.run === 'wanted' && uploadOf(item) === 'stored' && haveSiblingsSettled(item);
    if (mayCall && hasFreeCall() && !live.posts.has(item.id)) void postCall(item);
    if (item.run === 'working' && !isAwaitingLogin(item.id) && !live.followers.has(item.batchId))
      void follow(item.batchId);
  }
}

const hasFreeCall = () => Date.now() >= live.callsHeldUntil && live.posts.size < (live.isProbing ? 1 : parallelCalls);

/** Returns whether all files listed by its call have finished uploading. */
function haveSiblingsSettled(item: WorkItem): boolean {
  return (item.siblings?.ids ?? []).every(id => {
    const sibling = getItem(id);
    return !sibling || !['waiting', 'sending'].includes(uploadOf(sibling));
  });
}

let isScheduled = false;
useWork.subscribe(() => {
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(() => {
    isScheduled = false;
    moveOn();
  });
});

watchLogin(moveOn);
// What was restored before this module was loaded.
queueMicrotask(moveOn);

const mainPathOf = (id: string): readonly string[] => {
  const path = getItem(id)?.inputs[0]?.path;
  return path === undefined ? [] : [path];
};

/** Returns the call of an item and its body: its own inputs by field, side files, and the files of its siblings. */
async function makeCall(item: WorkItem, signal: AbortSignal) {
  const call = callOf(item);
  const { siblings } = item;
  const files: Record<string, string[]> = {};
  // A call that does not read the file only needs the options.
  const isUnread = (field: string) => call.inputs.some(rule => rule.field === field && rule.isUnread);
  for (const { field = call.inputs[0]?.field, path, link } of siblings?.kind === 'join' ? [] : item.inputs)
    if (path !== undefined && field !== undefined && !(link && isUnread(field)))
      files[field] = [...(files[field] ?? []), path];
  if (siblings) files[siblings.field] = siblings.ids.flatMap(mainPathOf);
  // A list field takes a list even for a single file; any other field takes the first file.
  const isList = (field: string) => field === siblings?.field || isListField(call, field);
  const fields = Object.entries(files)
    .filter(([, paths]) => paths.length > 0)
    .map(([field, paths]) => [field, isList(field) ? paths : paths[0]]);
  const [main] = item.inputs;
  const body = {
    ...item.payload,
    ...Object.fromEntries(fields),
    ...(item.hasSideFiles && (await sendSideFiles(item.id, signal))),
    ...(main && { fileName: main.facts.name.slice(-255), fileSize: main.facts.bytes }),
    batchId: item.batchId,
    ...(item.replacedTaskId !== undefined && { replaces: item.replacedTaskId }),
  };
  return { path: call.path, body };
}

async function postCall(item: WorkItem): Promise<void> {
  const { id } = item;
  const stop = new AbortController();
  const post = { stop, isRefused: false };
  const { posts } = live;
  posts.set(id, post);
  patchItem(id, { run: 'posting', postedAt: Date.now() });
  try {
    const { path, body } = await makeCall(item, stop.signal);
    const runKey = `${id}-${item.runNumber}`;
    const onTry = (failure: Failure | undefined) => {
      post.isRefused = failure !== undefined && isRefusedForNow(failure);
      if (post.isRefused && getItem(id)?.isStopWanted) cancelPost(id);
    };
    acceptTask(id, await client.startTask(path, body, { idempotencyKey: runKey, signal: stop.signal, onTry }));
  } catch (error) {
    if (!stop.signal.aborted) settleRefusal(id, error);
  } finally {
    posts.delete(id);
    moveOn();
  }
}

/** Handles a refused call: waits for capacity, moves to another batch, resends its files, or fails. */
function settleRefusal(id: string, error: unknown): void {
  const item = getItem(id);
  if (!item) return;
  const failure = failureOf(error);
  if (item.isStopWanted) patchItem(id, { run: 'cancelled', isStopWanted: undefined, isHeldBack: undefined });
  else if (failure?.error === 'TOO_MANY_OPEN_TASKS') {
    holdCalls(failure);
    patchItem(id, { run: 'wanted', isHeldBack: true });
  } else if (failure?.error === 'BATCH_FULL') {
    moveToNextBatch(id);
    patchItem(id, { run: 'wanted', runNumber: item.runNumber + 1 });
  } else if (failure?.status === 404 && !item.wasSentAgain && sendAgain(item)) {
    patchItem(id, { run: 'wanted', wasSentAgain: true });
  } else patchItem(id, { run: 'failed', problem: problemOf(error), isHeldBack: undefined });
}

/** Makes no calls until the server has capacity for another open task; then calls restart one at a time. */
function holdCalls({ retryAfterSeconds }: Failure): void {
  const waitMs = (retryAfterSeconds ?? holdSeconds) * 1000;
  live.callsHeldUntil = Date.now() + waitMs;
  live.isProbing = true;
  for (const item of Object.values(useWork.getState().items))
    if (item.run === 'wanted' && !item.isHeldBack) patchItem(item.id, { isHeldBack: true });
  setTimeout(moveOn, waitMs);
}

/** An ended task frees capacity for the next one. */
function releaseCalls(): void {
  live.callsHeldUntil = 0;
}

/** Uploads on the server expire: sends those files of a call again that are still on this page. Returns whether there were any. */
function sendAgain(item: WorkItem): boolean {
  forgetSentBlobs();
  const concerned = new Set([item.id, ...(item.siblings?.ids ?? [])]);
  let isSending = item.hasSideFiles === true;
  for (const id of concerned) {
    for (const input of getItem(id)?.inputs ?? []) {
      if (input.upload !== 'stored' || !fileOf(input.id)) continue;
      isSending = true;
      patchItem(id, current => withInput(current, input.id, { upload: 'waiting', path: undefined, sentBytes: 0 }));
    }
  }
  return isSending;
}

function acceptTask(id: string, task: Task): void {
  live.isProbing = false;
  const item = getItem(id);
  if (!item) removeTask(task.taskId).catch(passOver);
  else if (item.isStopWanted) client.cancelTask(task.taskId).catch(passOver);
  const settled = { isStopWanted: undefined, isHeldBack: undefined };
  patchItem(id, current => withTask({ ...current, ...settled }, task));
  const news = live.earlyNews.get(task.taskId);
  live.earlyNews.delete(task.taskId);
  if (news) patchItem(id, current => withTask(current, news));
  dropReplaced(id);
}

/**
 * Deletes the result that a newer one replaces, because the zip of the batch would contain both. During a light run it is still being shown. A paid
 * result is kept: the server has taken it out of the batch.
 */
function dropReplaced(id: string): void {
  const { replacedTaskId, standing, task, bought } = getItem(id) ?? {};
  if (!replacedTaskId || !task || (standing && !isEnded(task))) return;
  if (!bought?.some(one => one.taskId === replacedTaskId)) removeResult(replacedTaskId);
  patchItem(id, { replacedTaskId: undefined });
}

const itemsOfBatch = (batchId: string) =>
  Object.values(useWork.getState().items).filter(item => item.batchId === batchId);

function hear(batchId: string, task: Task): void {
  if (isEnded(task)) releaseCalls();
  const item = itemsOfBatch(batchId).find(candidate => candidate.task?.taskId === task.taskId);
  if (item) {
    patchItem(item.id, current => withTask(current, task));
    dropReplaced(item.id);
  } else if (live.posts.size > 0) live.earlyNews.set(task.taskId, task);
}

async function follow(batchId: string): Promise<void> {
  const stop = new AbortController();
  const { followers } = live;
  followers.set(batchId, stop);
  const askedAs = requestHeaders().token;
  const working = () => itemsOfBatch(batchId).filter(item => item.run === 'working' && !isAwaitingLogin(item.id));
  try {
    const isWanted = () => working().length > 0;
    await client.watchBatch(batchId, { signal: stop.signal, onTask: task => hear(batchId, task), isWanted });
  } catch (error) {
    const ids = working().map(item => item.id);
    // An error of a request with another token may not apply to the current one.
    const isFinal = !stop.signal.aborted && requestHeaders().token === askedAs && !holdForLogin(ids);
    if (isFinal) for (const id of ids) patchItem(id, { run: 'failed', problem: problemOf(error) });
  } finally {
    followers.delete(batchId);
    moveOn();
  }
}
