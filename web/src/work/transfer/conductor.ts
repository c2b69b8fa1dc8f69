// Moves every item on: uploads four at a time, calls as soon as a file is in, and one follower for each batch.

import type { Task } from 'contract/task.ts';
import { requestHeaders } from '../../api.ts';
import { fileOf } from '../items/files.ts';
import { isEnded, type WorkItem, withTask } from '../items/item.ts';
import { parallelCalls, parallelUploads } from '../items/limits.ts';
import { getItem, patchItem, useWork } from '../items/store.ts';
import { findTool } from '../items/tool-inputs.ts';
import { attempt, failureOf } from './attempt.ts';
import { dropUpload, followCalls, removeTask, startTask, stopTask, uploadCalls } from './calls.ts';
import { followBatch } from './follow-batch.ts';
import { holdForLogin, isHeld, watchLogin } from './login-changes.ts';
import { passOver, problemOf } from './problems.ts';
import { forgetSent, sendSideFiles } from './side-files.ts';
import { uploadFile } from './upload.ts';

const transfers = new Map<string, AbortController>();
const posts = new Map<string, AbortController>();
const followers = new Set<string>();
/** News of tasks whose call has not been answered yet. */
const earlyNews = new Map<string, Task>();
/** Items whose task must be stopped as soon as its id is known. */
const stopWhenKnown = new Set<string>();
/** The task that a new run of an item replaces. */
const replaced = new Map<string, string>();
const contentTypeOf = (file: File) => (/^[\w.+-]+\/[\w.+-]+$/.test(file.type) ? file.type : 'application/octet-stream');

/** Starts whatever can start now. Called after every change of the store. */
function moveOn(): void {
  const { items } = useWork.getState();
  for (const item of Object.values(items)) {
    const mayUpload = item.upload === 'waiting' && item.run !== 'cancelled' && fileOf(item.id);
    if (mayUpload && transfers.size < parallelUploads && !transfers.has(item.id)) void sendFile(item);
    const mayCall = item.upload === 'stored' && item.run === 'wanted' && haveSiblingsSettled(item);
    if (mayCall && posts.size < parallelCalls && !posts.has(item.id)) void postCall(item);
    if (item.run === 'working' && !isHeld(item.id) && !followers.has(item.batchId)) void follow(item.batchId);
  }
}

/** Whether nothing that its call will name is still on its way here. */
function haveSiblingsSettled(item: WorkItem): boolean {
  return (item.siblings?.ids ?? []).every(id => {
    const upload = getItem(id)?.upload;
    return upload !== 'waiting' && upload !== 'sending';
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

async function sendFile(item: WorkItem): Promise<void> {
  const { id } = item;
  const file = fileOf(id);
  if (!file) return;
  const stop = new AbortController();
  transfers.set(id, stop);
  patchItem(id, { upload: 'sending', problem: undefined });
  try {
    const { path } = await uploadFile(
      {
        file,
        name: item.facts.name,
        contentType: contentTypeOf(file),
        saved: item.savedUpload,
        keep: savedUpload => patchItem(id, { savedUpload }),
        onSent: sentBytes => patchItem(id, { sentBytes }),
        signal: stop.signal,
      },
      uploadCalls,
    );
    patchItem(id, { upload: 'stored', path, sentBytes: file.size, savedUpload: undefined });
  } catch (error) {
    if (!stop.signal.aborted) patchItem(id, { upload: 'failed', problem: problemOf(error, 'UPLOAD_FAILED') });
  } finally {
    transfers.delete(id);
    moveOn();
  }
}

/** The call of an item and its body: its file, what goes along, and the other files it names. */
async function makeCall(item: WorkItem, signal: AbortSignal) {
  const calls = findTool(item.tool)?.calls ?? [];
  const toolCall = item.callName ? calls.find(call => call.name === item.callName) : calls[0];
  if (!toolCall) throw new Error(`${item.tool} has no call ${item.callName ?? ''} in the catalogue`);
  const { siblings } = item;
  const field = toolCall.inputs[0]?.field ?? 'imageUrl';
  const paths = (siblings?.ids ?? []).flatMap(id => getItem(id)?.path ?? []);
  const body = {
    ...item.payload,
    ...(siblings?.kind !== 'join' && { [field]: item.path }),
    ...(siblings && paths.length > 0 && { [siblings.field]: paths }),
    ...(item.hasSideFiles && (await sendSideFiles(item.id, signal))),
    fileName: item.facts.name.slice(-255),
    fileSize: item.facts.bytes,
    batchId: item.batchId,
  };
  return { toolCall, body };
}

async function postCall(item: WorkItem): Promise<void> {
  const { id } = item;
  const stop = new AbortController();
  posts.set(id, stop);
  patchItem(id, { run: 'posting' });
  try {
    const { toolCall, body } = await makeCall(item, stop.signal);
    const runKey = `${id}-${item.runNumber}`;
    const task = await attempt(() => startTask(toolCall.path, body, runKey, stop.signal), stop.signal);
    acceptTask(id, task);
  } catch (error) {
    // The server keeps uploads only for a while; as long as the file is here it can be sent again.
    const mustSendAgain = failureOf(error)?.status === 404 && fileOf(id) && item.upload === 'stored';
    if (mustSendAgain) forgetSent();
    if (mustSendAgain) patchItem(id, { upload: 'waiting', path: undefined, sentBytes: 0, run: 'wanted' });
    else patchItem(id, { run: 'failed', problem: problemOf(error) });
  } finally {
    posts.delete(id);
    moveOn();
  }
}

function acceptTask(id: string, task: Task): void {
  const old = replaced.get(id);
  replaced.delete(id);
  // The zip of the batch would hold the old result beside the new one.
  if (old) removeTask(old).catch(passOver);
  const isWanted = getItem(id) !== undefined;
  if (stopWhenKnown.delete(id) || !isWanted) {
    (isWanted ? stopTask(task.taskId) : removeTask(task.taskId)).catch(passOver);
  }
  patchItem(id, item => withTask(item, task));
  const news = earlyNews.get(task.taskId);
  earlyNews.delete(task.taskId);
  if (news) patchItem(id, item => withTask(item, news));
}

const itemsOfBatch = (batchId: string) =>
  Object.values(useWork.getState().items).filter(item => item.batchId === batchId);

function hear(batchId: string, task: Task): void {
  const item = itemsOfBatch(batchId).find(candidate => candidate.task?.taskId === task.taskId);
  if (item) patchItem(item.id, current => withTask(current, task));
  else if (posts.size > 0) earlyNews.set(task.taskId, task);
}

async function follow(batchId: string): Promise<void> {
  followers.add(batchId);
  const askedAs = requestHeaders().token;
  const working = () => itemsOfBatch(batchId).filter(item => item.run === 'working' && !isHeld(item.id));
  try {
    await followBatch(
      {
        signal: new AbortController().signal,
        onTask: task => hear(batchId, task),
        isWanted: () => working().length > 0,
      },
      followCalls(batchId),
    );
  } catch (error) {
    const ids = working().map(item => item.id);
    // Refused to whoever asked at first; somebody else may be told.
    const isOver = requestHeaders().token === askedAs && !holdForLogin(ids);
    if (isOver) for (const id of ids) patchItem(id, { run: 'failed', problem: problemOf(error) });
  } finally {
    followers.delete(batchId);
    moveOn();
  }
}

/** Asks for a run of these items with the fields of their call worked out. */
export function runItems(
  runs: readonly ({ id: string; options: WorkItem['ranOptions'] } & Pick<
    WorkItem,
    'payload' | 'callName' | 'hasSideFiles' | 'siblings'
  >)[],
): void {
  for (const { id, options, ...asked } of runs) {
    patchItem(id, item => {
      if (item.task && isEnded(item.task)) replaced.set(id, item.task.taskId);
      return {
        ...item,
        run: 'wanted',
        upload: item.upload === 'failed' ? 'waiting' : item.upload,
        runNumber: item.runNumber + 1,
        ranOptions: options,
        callName: asked.callName,
        hasSideFiles: asked.hasSideFiles,
        siblings: asked.siblings,
        payload: asked.payload,
        problem: undefined,
        task: undefined,
      };
    });
  }
}

/** Stops what an item is doing. What has been uploaded stays, so that it can be run again. */
export function cancelItem(id: string): void {
  const item = getItem(id);
  if (!item) return;
  transfers.get(id)?.abort(new DOMException('cancelled', 'AbortError'));
  if (item.upload === 'sending') patchItem(id, { upload: 'waiting', sentBytes: 0 });
  if (item.run === 'posting') stopWhenKnown.add(id);
  else if (item.run === 'working' && item.task) {
    stopTask(item.task.taskId).then(
      task => patchItem(id, current => withTask(current, task)),
      error => patchItem(id, { problem: problemOf(error) }),
    );
  } else if (item.run === 'wanted') patchItem(id, { run: 'cancelled' });
}

/** Stops sending an item and asks for nothing; what the server has of it stays. The item itself is taken out by the caller. */
export function letGo(id: string): void {
  const gone = new DOMException('let go', 'AbortError');
  transfers.get(id)?.abort(gone);
  posts.get(id)?.abort(gone);
  replaced.delete(id);
}

/** Stops everything about an item and lets the server forget it. The item itself is taken out by the caller, afterwards. */
export function abandonItem(item: WorkItem): void {
  transfers.get(item.id)?.abort(new DOMException('removed', 'AbortError'));
  const taskId = item.task?.taskId ?? replaced.get(item.id);
  replaced.delete(item.id);
  if (taskId) removeTask(taskId).catch(passOver);
  else if (item.path && !item.link && item.run !== 'posting') dropUpload({ key: item.path }).catch(passOver);
  if (item.savedUpload) dropUpload(item.savedUpload).catch(passOver);
}
