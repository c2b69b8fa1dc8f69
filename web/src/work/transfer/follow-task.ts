// Follows a single task by polling, for the editor and for tools whose runs take no file.
import type { Task } from 'contract/task.ts';
import { CallError } from '../../failures/call-error.ts';
import { showToast } from '../../notices.ts';
import { attempt, browserTools, neverStopped } from './attempt.ts';
import { findTask, startTask, stopTask } from './calls.ts';

const pollMs = 600;

/** Starts a task, waiting while the network is down or the server is busy. The same `runKey` never starts a second task. */
export const startAlone = (
  path: string,
  body: Readonly<Record<string, unknown>>,
  runKey: string,
  signal: AbortSignal = neverStopped,
): Promise<Task> => attempt(() => startTask(path, body, runKey, signal), signal);

/** Cancels a task for the user. Returns its state, or undefined if the server refuses, which is shown. */
export async function cancelFollowed(taskId: string): Promise<Task | undefined> {
  try {
    return await stopTask(taskId);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    showToast(error.msg, 'error');
    return undefined;
  }
}

/** Stops a task whose result is no longer needed. If the call fails, the server's sweep deletes the task. */
export const dropTask = ({ taskId }: Task): void => void stopTask(taskId).catch(() => undefined);

/**
 * Returns the ended task; `hear` is called with each state, including the last one. Waits while the network is down. Throws the CallError of a
 * refused call, or the reason of `signal`; the task continues on the server.
 */
export async function followTask(
  started: Task,
  hear: (task: Task) => void,
  signal: AbortSignal = neverStopped,
): Promise<Task> {
  let task = started;
  while (task.status === 'queued' || task.status === 'running') {
    hear(task);
    await browserTools.pause(pollMs, signal);
    task = await attempt(() => findTask(started.taskId, signal), signal);
  }
  hear(task);
  return task;
}

const phases = {
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
  queued: 'waiting',
  running: 'running',
} as const;

/** Returns the phase shown for a task's status. */
export const phaseOf = ({ status }: Task): (typeof phases)[Task['status']] => phases[status];
