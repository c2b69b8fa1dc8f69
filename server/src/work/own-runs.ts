// The runs of one worker: starts and stops them, and compares them with the rows of their tasks.

import type { Lane } from 'contract/tool.ts';
import { isAway } from '../adapters/away.ts';
import type { Querier } from '../adapters/postgres.ts';
import { requeueTask } from '../tasks/run-queries.ts';
import type { TaskRow } from '../tasks/tasks.ts';
import { findRunning } from '../tasks/worker-queries.ts';
import { Stopped } from './runner.ts';

const rememberStopMs = 10_000;

export interface OwnRuns {
  /** Runs a task until it ends or `signal` is aborted with a Stopped. Throws what `act` throws. */
  readonly run: (row: TaskRow, act: (signal: AbortSignal) => Promise<void>) => Promise<void>;
  /** Stops the run of a task, also one that this worker has taken and is about to begin. */
  readonly stopTask: (taskId: string) => void;
  /** Stops the runs of these lanes, and from now on those that begin. */
  readonly stopLanes: (isDue: (lane: Lane) => boolean) => void;
  /** Stops runs that are no longer current. `givesBack`: also gives back tasks that the worker has but does not run. */
  readonly compare: (workerId: string, how: { readonly givesBack: boolean }) => Promise<void>;
  /** Forgets stops of tasks that did not come. */
  readonly forgetStops: () => void;
}

export function keepOwnRuns(database: Querier): OwnRuns {
  const running = new Map<string, { attempt: number; lane: Lane; control: AbortController }>();
  // A task may be stopped after the database gave it to this worker and before the response has arrived.
  const stoppedAt = new Map<string, number>();
  /** Tasks with their attempts that belong to this worker by their rows but that it is not running, as of the last look. */
  let abandoned = new Map<string, number>();
  /** Tasks with their attempts whose end could not be recorded, although the database was there: another run may end like that as well. */
  const broken = new Map<string, number>();
  /** Whether the time that a stop gives to a lane's runs is over. Also applies to runs whose task is still being taken. */
  let isTimeOver: (lane: Lane) => boolean = () => false;
  const stopRun = (taskId: string) => running.get(taskId)?.control.abort(new Stopped('stopped'));

  async function run(row: TaskRow, act: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (stoppedAt.delete(row.id)) return;
    // This worker was considered dead and has taken the task again: the earlier run is no longer current.
    stopRun(row.id);
    const control = new AbortController();
    running.set(row.id, { attempt: row.attempt, lane: row.lane, control });
    if (isTimeOver(row.lane)) stopRun(row.id);
    try {
      await act(control.signal);
    } catch (error) {
      if (!isAway(error)) broken.set(row.id, row.attempt);
      throw error;
    } finally {
      if (running.get(row.id)?.control === control) running.delete(row.id);
    }
  }

  /**
   * Runs are no longer current if their tasks have ended, or if other workers took them over while this one was silent. Tasks are given back if their
   * run ended, or if they were taken, while the database was away: the task is not to blame for that. The response of a query that took a task may
   * still be in transit, so only the second look gives a task back.
   */
  async function compare(workerId: string, { givesBack }: { readonly givesBack: boolean }): Promise<void> {
    const before = [...running];
    const rows = await findRunning(database, workerId);
    const attempts = new Map(rows.map(row => [row.id, row.attempt]));
    for (const [taskId, { attempt }] of before) if (attempts.get(taskId) !== attempt) stopRun(taskId);
    if (!givesBack) return;
    const left = rows.filter(row => running.get(row.id)?.attempt !== row.attempt);
    for (const one of left) {
      if (abandoned.get(one.id) !== one.attempt) continue;
      await requeueTask(database, one, broken.get(one.id) === one.attempt);
      broken.delete(one.id);
    }
    abandoned = new Map(left.map(row => [row.id, row.attempt]));
  }

  return {
    run,
    stopTask(taskId) {
      if (running.has(taskId)) stopRun(taskId);
      else stoppedAt.set(taskId, performance.now());
    },
    stopLanes(isDue) {
      // A stop that was hurried stays hurried.
      const wasOver = isTimeOver;
      isTimeOver = lane => wasOver(lane) || isDue(lane);
      for (const [taskId, { lane }] of running) if (isDue(lane)) stopRun(taskId);
    },
    compare,
    forgetStops() {
      for (const [taskId, at] of stoppedAt) if (performance.now() - at > rememberStopMs) stoppedAt.delete(taskId);
    },
  };
}
