// What is done with single tasks outside the workflow's own items: for the editor, and for tools whose runs take no file.
import type { Task } from 'contract/task.ts';
import { client } from '../../client.ts';
import { CallError } from '../../failures/call-error.ts';
import { showToast } from '../../notices.ts';

/** How often such a task is asked for. Streams are left to batches: a browser opens few connections at once. */
export const pollMs = 600;

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

/** Stops a task whose result is no longer needed. If the call fails, the server's sweep deletes the task. */
export const dropTask = ({ taskId }: Task): void => void client.cancelTask(taskId).catch(() => undefined);
