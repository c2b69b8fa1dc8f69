// Calls of a tool on the first file of a workflow, for screens that look at it before a run, such as finding marks.

import type { Task } from 'contract/task.ts';
import type { Ask } from 'ui/tool-screen.ts';
import { callOf } from '../catalogue/tool-inputs.ts';
import { client } from '../client.ts';
import { currentLanguage } from '../language-store.ts';
import { flowWords } from './words.ts';

/** `path` is that of the stored file. */
export const askAbout =
  (tool: string, path: string | undefined): Ask =>
  async (callName, payload, signal, onProgress) => {
    const words = flowWords[currentLanguage()];
    if (path === undefined) throw new Error(words.waitUpload);
    const call = callOf({ tool, callName });
    const [main] = call.inputs;
    const body = { ...payload, ...(main && { [main.field]: path }) };
    const onChange = ({ progress }: Task) => onProgress?.(progress);
    const task = await client.runTask<string>(call.path, body, { signal, onChange });
    if (task.status !== 'done' || !task.result) throw new Error(task.error?.msg ?? '');
    return task.result;
  };
