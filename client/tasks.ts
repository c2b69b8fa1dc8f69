// Tasks of a client: started, followed, cancelled, and their results fetched.
import {
  cancelTask,
  deleteTask,
  downloadTask,
  getTask,
  listTasks,
  quoteTask,
  taskEvents,
} from 'contract/routes/tasks.ts';
import type { Task } from 'contract/task.ts';
import { attempt, failureOf, neverStopped } from './attempt.ts';
import { type Connection, callPatiently, makeId } from './connection.ts';
import { followTasks, isEnded, type Source } from './follow.ts';
import { readEvents } from './read-events.ts';
import { callAddress } from './route-call.ts';
import type { FollowOptions, ResultChoice, RunOptions, StartOptions, Stoppable } from './task-options.ts';
import type { CallInput } from './tool-calls.ts';
import { holdsFile, type Uploads } from './uploads.ts';

/** How often a task is asked for while streams are blocked. */
const usualPollMs = 1000;
const pageSize = 100;

/** A task that fails at once is returned as an error response, but it is a task nevertheless. */
const taskIn = (error: unknown): Task | undefined =>
  (failureOf(error) as { readonly details?: { readonly task?: Task } | null } | undefined)?.details?.task;

export function openTasks(connection: Connection, uploads: Uploads) {
  const { transport, patience } = connection;

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

  async function startTask<Path extends string>(
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
  }

  const findTask = (taskId: string, { signal }: Stoppable = {}): Promise<Task> =>
    callPatiently(connection, getTask, { params: { taskId }, ...(signal && { signal }) });

  const cancel = (taskId: string, { signal }: Stoppable = {}): Promise<Task> =>
    callPatiently(connection, cancelTask, { params: { taskId }, ...(signal && { signal }) });

  const streamOf = (taskId: string): NonNullable<Source['openStream']> => {
    const address = callAddress(taskEvents.path, { taskId });
    return (lastEventId, signal) => readEvents(transport.open, address, lastEventId, signal);
  };

  async function followTask(
    started: Task | string,
    { onChange, pollMs, signal = neverStopped }: FollowOptions = {},
  ): Promise<Task> {
    const taskId = typeof started === 'string' ? started : started.taskId;
    let task = typeof started === 'string' ? undefined : started;
    if (task) onChange?.(task);
    const job = {
      signal,
      isWanted: () => !task || !isEnded(task),
      onTask: (news: Task) => {
        task = news;
        onChange?.(news);
      },
    };
    const poll = (stop: AbortSignal) => transport.call(getTask, { params: { taskId }, signal: stop });
    const source: Source = {
      pollTasks: async stop => [await poll(stop)],
      pollMs: pollMs ?? usualPollMs,
      ...(pollMs === undefined && { openStream: streamOf(taskId) }),
    };
    await followTasks(job, source, patience);
    return task!;
  }

  async function runTask<Path extends string>(
    path: Path,
    input: CallInput<Path>,
    options: RunOptions = {},
  ): Promise<Task> {
    const started = await startTask(path, input, { ...options, isCancelledByAbort: true });
    try {
      return await followTask(started, options);
    } catch (error) {
      // A task left running would occupy a place and hold its price. If the call fails, it runs to its end.
      if (options.signal?.aborted) cancel(started.taskId).catch(() => undefined);
      throw error;
    }
  }

  /** Settles the price of a result, once, and returns the link to its file. */
  const settle = async (taskId: string, choice: ResultChoice = { fileIndex: 0 }, { signal }: Stoppable = {}) =>
    (await callPatiently(connection, downloadTask, { params: { taskId }, body: choice, ...(signal && { signal }) }))
      .url;

  return {
    startTask,
    followTask,
    runTask,
    findTask,
    cancelTask: cancel,
    settle,
    async deleteTask(taskId: string, { signal = neverStopped }: Stoppable = {}): Promise<void> {
      const remove = async (failures: number) => {
        try {
          await transport.call(deleteTask, { params: { taskId }, signal });
        } catch (error) {
          // An earlier try may have deleted it, and its answer was lost.
          if (failures === 0 || failureOf(error)?.status !== 404) throw error;
        }
      };
      await attempt(remove, signal, patience);
    },
    listTasks: ({
      page = 1,
      size = pageSize,
      signal,
    }: Stoppable & { readonly page?: number; readonly size?: number } = {}) =>
      callPatiently(connection, listTasks, { query: { page, size }, ...(signal && { signal }) }),
    quote<Path extends string>(path: Path, input: Partial<CallInput<Path>>, { signal }: Stoppable = {}) {
      const payload = Object.fromEntries(Object.entries({ ...input }).filter(([, value]) => !holdsFile(value)));
      return callPatiently(connection, quoteTask, { body: { tool: path, payload }, ...(signal && { signal }) });
    },
    /** Opens the link of a result file that is not locked. Nothing is settled, since nothing is held. */
    openLink: (url: string, { signal = neverStopped }: Stoppable = {}): Promise<Response> =>
      attempt(() => transport.open(url, { signal, isSigned: true }), signal, patience),
    async openResult(taskId: string, choice?: ResultChoice, options: Stoppable = {}): Promise<Response> {
      const address = await settle(taskId, choice, options);
      const { signal = neverStopped } = options;
      return attempt(() => transport.open(address, { signal, isSigned: true }), signal, patience);
    },
  };
}

export type Tasks = ReturnType<typeof openTasks>;
