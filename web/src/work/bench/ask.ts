// Runs another of a tool's calls on an item's file, in addition to its main run, e.g. to find marks or to preview texts. Its task belongs to no
// batch.
import type { Task } from 'contract/task.ts';
import { makeId } from 'ui/random-id.ts';
import type { Ask, TaskResult } from 'ui/tool-screen.ts';
import { currentLanguage } from '../../language-store.ts';
import { isEnded } from '../items/item.ts';
import { getItem, useWork } from '../items/store.ts';
import { findTool, isListField } from '../items/tool-inputs.ts';
import { attempt, browserTools } from '../transfer/attempt.ts';
import { findTask, startTask, stopTask } from '../transfer/calls.ts';
import { passOver, problemOf } from '../transfer/problems.ts';
import { workWords } from './words.ts';

const pollMs = 600;
/** Seconds that the server waits for the result before it responds: a quick result is returned with the call itself. */
const waitSeconds = 2;

/** Resolves with the path of the item's file once it is stored. Rejects if its upload has failed or its file is gone. */
function waitForPath(id: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const item = getItem(id);
      const input = item?.inputs[0];
      const path = input?.path;
      if (path !== undefined) end(() => resolve(path));
      else if (!input || input.upload === 'failed' || input.upload === 'lost')
        end(() => reject(new Error(workWords[currentLanguage()].UPLOAD_FAILED)));
    };
    const abort = () => end(() => reject(signal.reason));
    const stopWatching = useWork.subscribe(look);
    const end = (settle: () => void) => {
      stopWatching();
      signal.removeEventListener('abort', abort);
      settle();
    };
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    else look();
  });
}

/** Polls a task until it has ended. */
export async function waitForEnd(
  task: Task,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<Task> {
  let latest = task;
  while (!isEnded(latest)) {
    onProgress(latest.progress);
    await browserTools.pause(pollMs, signal);
    latest = await attempt(() => findTask(latest.taskId, signal), signal);
  }
  return latest;
}

const sentenceOf = (error: unknown): Error => {
  const { msg } = problemOf(error);
  return new Error(msg || workWords[currentLanguage()].PROCESSING_FAILED);
};

/** Returns the `ask` function of an item for screens. */
export const askFor =
  (id: string): Ask =>
  async (callName, payload, signal, onProgress = () => undefined): Promise<TaskResult> => {
    const item = getItem(id);
    const toolCall = item && findTool(item.tool)?.calls.find(call => call.name === callName);
    if (!toolCall) throw new Error(`there is no call ${callName}`);
    const field = toolCall.inputs[0]?.field;
    const path = field && (await waitForPath(id, signal));
    let task: Task | undefined;
    try {
      const body = { ...payload, ...(field && { [field]: isListField(toolCall, field) ? [path] : path }) };
      task = await attempt(() => startTask(toolCall.path, body, makeId(), signal, waitSeconds), signal);
      const ended = await waitForEnd(task, signal, onProgress);
      if (ended.result && ended.status === 'done') return ended.result;
      throw new Error(ended.error?.msg ?? workWords[currentLanguage()].PROCESSING_FAILED);
    } catch (error) {
      if (signal.aborted) {
        if (task && !isEnded(task)) stopTask(task.taskId).catch(passOver);
        throw signal.reason;
      }
      throw 'status' in (error as object) ? sentenceOf(error) : error;
    }
  };
