// Runs another of a tool's calls on an item's file, in addition to its main run, e.g. to find marks or to preview texts. Its task belongs to no
// batch.
import type { Task } from 'contract/task.ts';
import type { Ask, TaskResult } from 'ui/tool-screen.ts';
import { client } from '../../client.ts';
import { currentLanguage } from '../../language-store.ts';
import { isEnded } from '../items/item.ts';
import { getItem, useWork } from '../items/store.ts';
import { findTool, isListField } from '../items/tool-inputs.ts';
import { pollMs } from '../transfer/follow-task.ts';
import { passOver, problemOf } from '../transfer/problems.ts';
import { workWords } from './words.ts';

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
      task = await client.startTask<string>(toolCall.path, body, { waitSeconds, signal });
      const onChange = (change: Task) => isEnded(change) || onProgress(change.progress);
      const ended = await client.followTask(task, { pollMs, onChange, signal });
      if (ended.result && ended.status === 'done') return ended.result;
      throw new Error(ended.error?.msg ?? workWords[currentLanguage()].PROCESSING_FAILED);
    } catch (error) {
      if (signal.aborted) {
        if (task && !isEnded(task)) client.cancelTask(task.taskId).catch(passOver);
        throw signal.reason;
      }
      throw 'status' in (error as object) ? sentenceOf(error) : error;
    }
  };
