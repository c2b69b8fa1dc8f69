// The props about the selected item for a tool's own components.

import { media } from 'contract/media.ts';
import type { Task } from 'contract/task.ts';
import type { AnyOptions, Ask, StageFile, TaskResult } from 'ui/tool-screen.ts';
import { findTool, isListField } from '../../catalogue/tool-inputs.ts';
import { client } from '../../client.ts';
import { currentLanguage } from '../../language-store.ts';
import { pollMs, posterAddress } from '../../tasks/calls.ts';
import { passOver, problemOf } from '../../tasks/problems.ts';
import { workWords } from '../../words/work.ts';
import { addressOf, fileOf } from '../items/files.ts';
import { factsOf, isEnded, isOutdated, type WorkItem } from '../items/item.ts';
import { live } from '../items/live.ts';
import { getItem, useWork } from '../items/store.ts';

/** Returns an address of the original for an <img>; for a clip, of one frame. */
export function findBefore(item: WorkItem): string | undefined {
  const [input] = item.inputs;
  const type = input?.facts.type;
  const address = input && type && media[type].shownByBrowsers ? addressOf(input.id) : undefined;
  if (address) return address;
  if (type && media[type].kind === 'video' && input.path !== undefined && !input.link) return posterAddress(input.path);
  const made = item.task?.result?.meta?.inputPreviewUrl;
  return typeof made === 'string' ? made : undefined;
}

/** Returns the result if it was made with the current options. */
const findResult = (item: WorkItem, shared: AnyOptions): TaskResult | undefined =>
  item.run === 'done' && !isOutdated(item, shared) ? (item.task?.result ?? undefined) : undefined;

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

/**
 * Returns the `ask` function of an item for screens, which runs another of a tool's calls on its file, e.g. to find marks or to preview texts. Its task
 * belongs to no batch.
 */
const askFor =
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

/** Returns the same function for an item each time, so that effects of screens may depend on it. */
function askOf(id: string): Ask {
  const ask = live.asks.get(id) ?? askFor(id);
  live.asks.set(id, ask);
  return ask;
}

export const describeFiles = (items: readonly WorkItem[]): StageFile[] =>
  items.map(item => ({ id: item.id, address: findBefore(item), facts: factsOf(item), ask: askOf(item.id) }));

/** Returns the props of a screen's components for the selected item. */
export function viewItem(item: WorkItem, shared: AnyOptions) {
  return {
    file: fileOf(item.inputs[0]?.id),
    address: findBefore(item),
    result: findResult(item, shared),
    ask: askOf(item.id),
  };
}
