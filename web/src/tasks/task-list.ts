// A list of entries, each with a task of its own: run, followed, cancelled and removed alike, whatever an entry shows of its task.

import type { Task } from 'contract/task.ts';
import { client } from '../client.ts';
import { listen } from '../events.ts';
import { CallError } from '../failures/call-error.ts';
import { cancelFollowed, discardTask, dropTask, pollMs } from './calls.ts';

// What runs for an owner who has logged out ends here, without telling the server: running tasks continue there.
let current = new AbortController();

listen('work:forget', () => {
  current.abort();
  current = new AbortController();
});

/** Returns the signal that is aborted once the work on the page is forgotten. */
export const untilForgotten = (): AbortSignal => current.signal;

const phases = {
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
  queued: 'waiting',
  running: 'running',
} as const;

type Phase = (typeof phases)[Task['status']];

interface Entry {
  readonly id: string;
  readonly phase: Phase;
  readonly problem?: string | undefined;
}

interface ListOptions<E extends Entry> {
  readonly read: () => readonly E[];
  readonly write: (entries: readonly E[]) => void;
  /** Stores what a reload needs to find the tasks again. */
  readonly keep: () => void;
  readonly taskIdOf: (id: string) => string | undefined;
  /** What an entry shows of its task beside the phase. */
  readonly describe: (task: Task) => Partial<E>;
  /** The sentence of a failure without one. */
  readonly failed: () => string;
}

interface RunOptions {
  readonly onEnd?: (task: Task) => void | Promise<void>;
  /** Returns whether it has dealt with a refused call itself. */
  readonly onRefused?: (error: CallError) => boolean;
}

export function openTaskList<E extends Entry>({ read, write, keep, taskIdOf, describe, failed }: ListOptions<E>) {
  const find = (id: string) => read().find(entry => entry.id === id);
  const patch = (id: string, change: Partial<E>) =>
    write(read().map(entry => (entry.id === id ? { ...entry, ...change } : entry)));
  const drop = (id: string) => write(read().filter(entry => entry.id !== id));

  /** Shows the state of a task, unless its entry was removed meanwhile. */
  const show = (id: string, task: Task) =>
    patch(id, {
      ...describe(task),
      phase: phases[task.status],
      ...(task.error && { problem: task.error.msg }),
    } as Partial<E>);

  /** Starts or finds the task of an entry, and shows it until it ends or its owner logs out. */
  async function run(
    id: string,
    begin: (signal: AbortSignal) => Promise<Task>,
    { onEnd, onRefused }: RunOptions = {},
  ): Promise<void> {
    const signal = untilForgotten();
    try {
      const started = await begin(signal);
      const phase = find(id)?.phase;
      // Removed or cancelled while its task was being started.
      if (!phase || phase === 'cancelled') return dropTask(started);
      show(id, started);
      keep();
      await onEnd?.(await client.followTask(started, { pollMs, onChange: task => show(id, task), signal }));
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof CallError)) throw error;
      if (onRefused?.(error)) return;
      patch(id, { phase: 'failed', problem: error.msg || failed() } as Partial<E>);
    }
    keep();
  }

  return {
    find,
    patch,
    drop,
    show,
    run,
    async cancel(id: string): Promise<void> {
      const taskId = taskIdOf(id);
      if (!taskId) return patch(id, { phase: 'cancelled' } as Partial<E>);
      const task = await cancelFollowed(taskId);
      if (task) show(id, task);
    },
    /** Removes an entry, and lets the server delete its task. */
    remove(id: string): void {
      const taskId = taskIdOf(id);
      drop(id);
      keep();
      if (taskId) discardTask(taskId);
    },
  };
}
