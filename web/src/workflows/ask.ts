// Calls of a tool on the first file of a workflow, for screens that look at it before a run, such as finding marks.

import { makeId } from 'ui/random-id.ts';
import type { Ask } from 'ui/tool-screen.ts';
import { currentLanguage } from '../language-store.ts';
import { callOf } from '../work/items/tool-inputs.ts';
import { findTask, startTask } from '../work/transfer/calls.ts';
import { flowWords } from './words.ts';

const waitSeconds = 10;
const lookMs = 1000;

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** `path` is that of the stored file. */
export const askAbout =
  (tool: string, path: string | undefined): Ask =>
  async (callName, payload, signal, onProgress) => {
    const words = flowWords[currentLanguage()];
    if (path === undefined) throw new Error(words.waitUpload);
    const call = callOf({ tool, callName });
    const [main] = call.inputs;
    const body = { ...payload, ...(main && { [main.field]: path }) };
    let task = await startTask(call.path, body, makeId(), signal, waitSeconds);
    while (task.status === 'queued' || task.status === 'running') {
      onProgress?.(task.progress);
      await pause(lookMs, signal);
      task = await findTask(task.taskId, signal);
    }
    if (task.status !== 'done' || !task.result) throw new Error(task.error?.msg ?? '');
    return task.result;
  };
