// Runs one call on many inputs as a batch: a few are started at a time, all are followed together, and one that fails does not stop the others.
import type { Task } from 'contract/task.ts';
import { failureOf, type Patience } from './attempt.ts';
import { makeId } from './connection.ts';
import { followTasks, isEnded, type Source } from './follow.ts';

/** What became of one input: a task that has ended, or the error that kept it from becoming one. */
export type BatchOutcome =
  | { readonly task: Task; readonly error?: never }
  | { readonly task?: never; readonly error: unknown };

export interface BatchListener {
  /** Told each state of each task that becomes known. */
  readonly onChange?: ((task: Task) => void) | undefined;
  /** Told which input became which task, or why it did not. */
  readonly onStarted?: ((index: number, outcome: BatchOutcome) => void) | undefined;
}

export interface BatchPlan extends BatchListener {
  readonly count: number;
  /** Starts the task of an input; the same key never starts a second one. */
  readonly start: (index: number, idempotencyKey: string, signal: AbortSignal) => Promise<Task>;
  readonly source: Source;
  readonly patience: Patience;
  readonly signal: AbortSignal;
}

const parallelStarts = 4;
/** Seconds to wait for room for another task if the server names none. */
const usualHoldSeconds = 5;

/** The tasks of a batch that have been started and not ended. */
export class RunningBatch {
  readonly outcomes: BatchOutcome[] = [];
  readonly #plan: BatchPlan;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  /** Started tasks by id, with the index of their input. */
  readonly #indexes = new Map<string, number>();
  readonly #open = new Set<string>();
  /** Starts that wait until a task has ended. */
  readonly #held = new Set<() => void>();
  #toStart: number;
  #following: Promise<void> | undefined;

  constructor(plan: BatchPlan) {
    this.#plan = plan;
    this.#toStart = plan.count;
    this.#signal = AbortSignal.any([plan.signal, this.#stop.signal]);
  }

  /** The tasks that have not ended. */
  get openTasks(): readonly string[] {
    return [...this.#open];
  }

  async run(): Promise<void> {
    let next = 0;
    const work = async () => {
      while (next < this.#plan.count) await this.#startOne(next++);
    };
    await Promise.all(Array.from({ length: parallelStarts }, work));
    await this.#following;
    this.#signal.throwIfAborted();
  }

  async #startOne(index: number): Promise<void> {
    try {
      const task = await this.#start(index);
      this.#settle(index, { task });
      this.#indexes.set(task.taskId, index);
      if (!isEnded(task)) this.#open.add(task.taskId);
      this.#plan.onChange?.(task);
      this.#following ??= this.#follow();
    } catch (error) {
      this.#signal.throwIfAborted();
      this.#settle(index, { error });
    } finally {
      this.#toStart -= 1;
    }
  }

  #settle(index: number, outcome: BatchOutcome): void {
    this.outcomes[index] = outcome;
    this.#plan.onStarted?.(index, outcome);
  }

  /** Starts one task; while too many are open, waits for one of them to end. */
  async #start(index: number): Promise<Task> {
    const idempotencyKey = makeId();
    for (;;) {
      try {
        return await this.#plan.start(index, idempotencyKey, this.#signal);
      } catch (error) {
        const failure = failureOf(error);
        if (failure?.error !== 'TOO_MANY_OPEN_TASKS') throw error;
        await this.#hold((failure.retryAfterSeconds ?? usualHoldSeconds) * 1000);
      }
    }
  }

  /** Waits for a task to end, at most for so long. */
  async #hold(ms: number): Promise<void> {
    const isOver = new AbortController();
    const either = AbortSignal.any([this.#signal, isOver.signal]);
    const wake = () => isOver.abort();
    this.#held.add(wake);
    try {
      await this.#plan.patience.pause(ms, either);
    } catch (error) {
      this.#signal.throwIfAborted();
      if (!isOver.signal.aborted) throw error;
    } finally {
      this.#held.delete(wake);
    }
  }

  async #follow(): Promise<void> {
    const isWanted = () => this.#toStart > 0 || this.#open.size > 0;
    const job = { signal: this.#signal, isWanted, onTask: (task: Task) => this.#hear(task) };
    try {
      await followTasks(job, this.#plan.source, this.#plan.patience);
    } catch (error) {
      // Nothing is heard of the tasks any more, so no further ones are started.
      this.#stop.abort(error);
    }
  }

  #hear(task: Task): void {
    const index = this.#indexes.get(task.taskId);
    // A task of an earlier run of the batch, or one whose call has not been answered yet.
    if (index === undefined) return;
    this.outcomes[index] = { task };
    if (isEnded(task) && this.#open.delete(task.taskId)) for (const wake of this.#held) wake();
    this.#plan.onChange?.(task);
  }
}
