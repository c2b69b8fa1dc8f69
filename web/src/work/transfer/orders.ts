// Requests to run, cancel and remove items. The conductor carries them out.

import { cancelFollowed, dropUpload, removeTask } from '../../tasks/calls.ts';
import { passOver } from '../../tasks/problems.ts';
import {
  boughtOf,
  type ItemInput,
  inputOf,
  isEnded,
  type WorkItem,
  withFailedUploadsWaiting,
  withInput,
  withTask,
} from '../items/item.ts';
import { live } from '../items/live.ts';
import { getItem, patchItem } from '../items/store.ts';

const abortion = (reason: string) => new DOMException(reason, 'AbortError');

type RunRequest = { readonly id: string; readonly options: WorkItem['ranOptions'] } & Pick<
  WorkItem,
  'payload' | 'callName' | 'hasSideFiles' | 'siblings' | 'standing'
>;

/** Requests a run of these items, each with its payload. */
export function runItems(requests: readonly RunRequest[]): void {
  for (const { id, options, payload, callName, hasSideFiles, siblings, standing } of requests) {
    patchItem(id, item => ({
      ...withFailedUploadsWaiting(item),
      run: 'wanted',
      runNumber: item.runNumber + 1,
      ranOptions: options,
      payload,
      callName,
      hasSideFiles,
      siblings,
      standing,
      bought: boughtOf(item),
      replacedTaskId: item.task && isEnded(item.task) ? item.task.taskId : item.replacedTaskId,
      isStopWanted: undefined,
      isHeldBack: undefined,
      wasSentAgain: undefined,
      problem: undefined,
      task: undefined,
    }));
  }
}

/** Cancels an item during its call: at once if there is no task, otherwise as soon as the task's id is known. */
export function cancelPost(id: string): void {
  const post = live.posts.get(id);
  if (post?.isRefused) {
    post.stop.abort(new DOMException('cancelled', 'AbortError'));
    patchItem(id, { run: 'cancelled', isStopWanted: undefined, isHeldBack: undefined });
  } else patchItem(id, { isStopWanted: true });
}

/** Stops what an item is doing. Uploaded files are kept, so that it can run again. */
export function cancelItem(id: string): void {
  const item = getItem(id);
  if (!item) return;
  for (const input of item.inputs) {
    live.transfers.get(input.id)?.abort(abortion('cancelled'));
    if (input.upload === 'sending')
      patchItem(id, current => withInput(current, input.id, { upload: 'waiting', sentBytes: 0 }));
  }
  if (item.run === 'posting') cancelPost(id);
  else if (item.run === 'working' && item.task) {
    void cancelFollowed(item.task.taskId).then(task => task && patchItem(id, current => withTask(current, task)));
  } else if (item.run === 'wanted') patchItem(id, { run: 'cancelled', isHeldBack: undefined });
}

/** Deletes a task whose result the page no longer shows. A zip of its batch waits for that, or it would still contain the result. */
export function removeResult(taskId: string): void {
  const { removals } = live;
  const removal = removeTask(taskId)
    .catch(passOver)
    .finally(() => removals.delete(removal));
  removals.add(removal);
}

/** Stops everything about an item and lets the server delete it. The caller then removes the item. */
export function abandonItem(item: WorkItem): void {
  const taskId = item.task?.taskId ?? item.replacedTaskId;
  const bought = (item.bought ?? []).map(one => one.taskId);
  for (const id of new Set([item.task?.taskId, item.replacedTaskId, ...bought])) if (id) removeResult(id);
  for (const input of item.inputs) {
    abandonInput(input);
    if (!taskId && input.path && !input.link && item.run !== 'posting') dropUpload({ key: input.path }).catch(passOver);
  }
}

/** Aborts the upload of an input and lets the server delete what has arrived. */
function abandonInput(input: ItemInput): void {
  live.transfers.get(input.id)?.abort(abortion('removed'));
  if (input.savedUpload) dropUpload(input.savedUpload).catch(passOver);
}

/** Removes an input from an item. */
export function removeInput(itemId: string, inputId: string): void {
  const item = getItem(itemId);
  const input = item && inputOf(item, inputId);
  if (!input) return;
  abandonInput(input);
  if (input.path && !input.link) dropUpload({ key: input.path }).catch(passOver);
  patchItem(itemId, current => ({ ...current, inputs: current.inputs.filter(one => one.id !== inputId) }));
}
