// Batches of a client: run, followed, the failed tasks run again, all results in one zip.
import { type Batch, batchEvents, batchZip, getBatch, retryBatch } from 'contract/routes/tasks.ts';
import type { Task } from 'contract/task.ts';
import { attempt, neverStopped } from './attempt.ts';
import { type Connection, callPatiently, makeId } from './connection.ts';
import { followTasks, isEnded, type Source } from './follow.ts';
import { readEvents } from './read-events.ts';
import { callAddress } from './route-call.ts';
import { type BatchListener, type BatchOutcome, RunningBatch } from './run-batch.ts';
import type { Stoppable } from './task-options.ts';
import type { Tasks } from './tasks.ts';
import type { CallInput } from './tool-calls.ts';

export interface BatchOptions extends Stoppable {
  /** Told each state of each task that becomes known. */
  readonly onChange?: (task: Task) => void;
}

export interface RunBatchOptions extends Stoppable, BatchListener {
  /** Absent: a new one. The id of an earlier batch adds to it. */
  readonly batchId?: string;
}

export interface WatchOptions {
  readonly onTask: (task: Task) => void;
  readonly isWanted: () => boolean;
  readonly signal: AbortSignal;
  /** How long the server may be away. Absent: for ever. */
  readonly giveUpAfterMs?: number;
}

export interface BatchRun {
  readonly batchId: string;
  /** In the order of the inputs. */
  readonly outcomes: readonly BatchOutcome[];
}

const pageSize = 100;
const pollMs = 2000;

export function openBatches(connection: Connection, tasks: Tasks) {
  const { transport, patience } = connection;

  async function readAll(batchId: string, signal: AbortSignal): Promise<Task[]> {
    const found: Task[] = [];
    for (let page = 1; ; page++) {
      const query = { page, size: pageSize };
      const { tasks: more } = await transport.call(getBatch, { params: { batchId }, query, signal });
      found.push(...more);
      if (more.length < pageSize) return found;
    }
  }

  const sourceOf = (batchId: string): Source => ({
    openStream: (lastEventId, signal) =>
      readEvents(transport.open, callAddress(batchEvents.path, { batchId }), lastEventId, signal),
    pollTasks: signal => readAll(batchId, signal),
    pollMs,
  });

  /** Follows what is known already, and whatever else is heard of. */
  async function followKnown(batchId: string, first: readonly Task[], options: BatchOptions): Promise<Task[]> {
    const { onChange, signal = neverStopped } = options;
    const known = new Map(first.map(task => [task.taskId, task]));
    const onTask = (task: Task) => {
      known.set(task.taskId, task);
      onChange?.(task);
    };
    for (const task of first) onTask(task);
    const isWanted = () => [...known.values()].some(task => !isEnded(task));
    await followTasks({ signal, onTask, isWanted }, sourceOf(batchId), patience);
    return [...known.values()];
  }

  async function followBatch(batchId: string, options: BatchOptions = {}): Promise<Task[]> {
    const { signal = neverStopped } = options;
    return followKnown(batchId, await attempt(() => readAll(batchId, signal), signal, patience), options);
  }

  async function runBatch<Path extends string>(
    path: Path,
    inputs: readonly CallInput<Path>[],
    { batchId = makeId(), onChange, onStarted, signal = neverStopped }: RunBatchOptions = {},
  ): Promise<BatchRun> {
    const running = new RunningBatch({
      count: inputs.length,
      start: (index, idempotencyKey, either) =>
        tasks.startTask<string>(
          path,
          { ...inputs[index], batchId },
          { idempotencyKey, isCancelledByAbort: true, signal: either },
        ),
      source: sourceOf(batchId),
      patience,
      signal,
      onChange,
      onStarted,
    });
    try {
      await running.run();
      return { batchId, outcomes: running.outcomes };
    } catch (error) {
      if (signal.aborted) for (const taskId of running.openTasks) tasks.cancelTask(taskId).catch(() => undefined);
      throw error;
    }
  }

  return {
    makeBatchId: makeId,
    runBatch,
    followBatch,
    /** Follows a batch whose tasks are started elsewhere for as long as the caller wants. */
    watchBatch: (
      batchId: string,
      { onTask, isWanted, signal, giveUpAfterMs = Number.POSITIVE_INFINITY }: WatchOptions,
    ): Promise<void> =>
      followTasks({ signal, onTask, isWanted, lingers: true }, sourceOf(batchId), { ...patience, giveUpAfterMs }),
    findBatch: (batchId: string, { signal }: Stoppable = {}): Promise<Batch> =>
      callPatiently(connection, getBatch, { params: { batchId }, ...(signal && { signal }) }),
    async retryBatch(batchId: string, options: BatchOptions = {}): Promise<Task[]> {
      const { signal } = options;
      const headers = { 'Idempotency-Key': makeId() };
      await callPatiently(connection, retryBatch, { params: { batchId }, headers, ...(signal && { signal }) });
      return followBatch(batchId, options);
    },
    openZip: (batchId: string, { signal = neverStopped }: Stoppable = {}): Promise<Response> =>
      attempt(() => transport.open(callAddress(batchZip.path, { batchId }), { signal }), signal, patience),
  };
}

export type Batches = ReturnType<typeof openBatches>;
