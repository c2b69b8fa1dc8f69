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
import { type Connection, callPatiently } from './connection.ts';
import { followTasks, isEnded, type Source } from './follow.ts';
import { readEvents } from './read-events.ts';
import { callAddress } from './route-call.ts';
import { openStarts } from './start-task.ts';
import type { FollowOptions, ResultChoice, RunOptions, Stoppable } from './task-options.ts';
import type { CallInput } from './tool-calls.ts';
import { holdsFile, type Uploads } from './uploads.ts';

/** How often a task is asked for while streams are blocked. */
const usualPollMs = 1000;
const pageSize = 100;

/** The results of tasks: their prices settled, and their files opened. */
function openResults(connection: Connection) {
  const { transport, patience } = connection;

  /** Settles the price of a result, once, and returns the link to its file. */
  const settle = async (taskId: string, choice: ResultChoice = { fileIndex: 0 }, { signal }: Stoppable = {}) =>
    (await callPatiently(connection, downloadTask, { params: { taskId }, body: choice, ...(signal && { signal }) }))
      .url;

  return {
    settle,
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

export function openTasks(connection: Connection, uploads: Uploads) {
  const { transport, patience } = connection;

  const findTask = (taskId: string, { signal }: Stoppable = {}): Promise<Task> =>
    callPatiently(connection, getTask, { params: { taskId }, ...(signal && { signal }) });

  const cancel = (taskId: string, { signal }: Stoppable = {}): Promise<Task> =>
    callPatiently(connection, cancelTask, { params: { taskId }, ...(signal && { signal }) });

  const startTask = openStarts(connection, uploads, cancel);

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

  return {
    startTask,
    followTask,
    runTask,
    findTask,
    cancelTask: cancel,
    ...openResults(connection),
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
  };
}

export type Tasks = ReturnType<typeof openTasks>;
