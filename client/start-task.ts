// Starts tasks for a client: sends the files of a call, and repeats it until the server has answered.
import type { Task } from 'contract/task.ts';
import { attempt, failureOf, neverStopped } from './attempt.ts';
import { type Connection, makeId } from './connection.ts';
import type { StartOptions } from './task-options.ts';
import type { CallInput } from './tool-calls.ts';
import { holdsFile, type Uploads } from './uploads.ts';

/** A task that fails at once is returned as an error response, but it is a task nevertheless. */
const taskIn = (error: unknown): Task | undefined =>
  (failureOf(error) as { readonly details?: { readonly task?: Task } | null } | undefined)?.details?.task;

/** Returns the function that starts a task. `cancel` is called for a task that is answered after its start was aborted. */
export function openStarts(
  { transport, patience }: Connection,
  uploads: Uploads,
  cancel: (taskId: string) => Promise<unknown>,
) {
  async function post(path: string, body: object, idempotencyKey: string, signal?: AbortSignal): Promise<Task> {
    const headers = { 'Idempotency-Key': idempotencyKey };
    try {
      const options = { body: { ...body }, headers, ...(signal && { signal }) };
      return (await transport.call({ method: 'POST', path }, options)) as Task;
    } catch (error) {
      const task = taskIn(error);
      if (task) return task;
      throw error;
    }
  }

  /** Rejects once the signal is aborted, and cancels the task that is answered later. */
  async function orCancel(answer: Promise<Task>, signal: AbortSignal): Promise<Task> {
    let abort: () => void = () => undefined;
    const aborted = new Promise<never>((_, reject) => {
      abort = () => reject(signal.reason);
      signal.addEventListener('abort', abort);
    });
    try {
      return await Promise.race([answer, aborted]);
    } finally {
      signal.removeEventListener('abort', abort);
      // If the call fails, there is no task, or it runs to its end.
      if (signal.aborted) answer.then(({ taskId }) => cancel(taskId)).catch(() => undefined);
    }
  }

  return async function startTask<Path extends string>(
    path: Path,
    input: CallInput<Path>,
    {
      idempotencyKey = makeId(),
      waitSeconds = 0,
      onSent,
      onTry,
      isCancelledByAbort,
      signal = neverStopped,
    }: StartOptions = {},
  ): Promise<Task> {
    const start = async () => {
      const body = await uploads.sendFiles(input as Readonly<Record<string, unknown>>, onSent, signal);
      const tryOnce = async () => {
        onTry?.(undefined);
        try {
          const sent = { ...body, wait: waitSeconds };
          if (!isCancelledByAbort) return await post(path, sent, idempotencyKey, signal);
          return await orCancel(post(path, sent, idempotencyKey), signal);
        } catch (error) {
          onTry?.(failureOf(error));
          throw error;
        }
      };
      return attempt(tryOnce, signal, patience);
    };
    try {
      return await start();
    } catch (error) {
      if (failureOf(error)?.status !== 404 || !Object.values(input).some(holdsFile)) throw error;
      uploads.forgetSent();
      return start();
    }
  };
}
