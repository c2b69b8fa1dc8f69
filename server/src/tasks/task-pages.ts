// Reads tasks a few at a time, by the bytes stored with them: one text may take megabytes, and a list has up to a hundred tasks.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Task } from 'contract/task.ts';
import { findTasks } from './batch-store.ts';
import { type Audience, type Presenter, presentTasks } from './present.ts';

export interface Weighed {
  readonly id: string;
  /** Bytes of its options and its result as the database stores them, compressed. */
  readonly weight: number;
}

/** Limits of one page: the number of tasks, and their weight. */
const longestPage = 100;
const heaviestPage = 64 * 1024;

/** The first of these tasks, as many as are read together: at least one. */
export function takePage<T extends Weighed>(tasks: readonly T[]): readonly T[] {
  let weight = 0;
  let count = 0;
  for (const task of tasks) {
    weight += task.weight;
    if (count === longestPage || (count > 0 && weight > heaviestPage)) break;
    count += 1;
  }
  return tasks.slice(0, count);
}

type Gate = <T>(read: () => Promise<T>) => Promise<T>;

/** Limits concurrent reads; further reads wait in order of arrival. */
export function createGate(width: number): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async read => {
    if (running >= width) await new Promise<void>(resolve => waiting.push(resolve));
    else running += 1;
    try {
      return await read();
    } finally {
      // Lets requests that arrived meanwhile be answered first.
      await nextTurn();
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Of all lists of this process; those of streams have a gate of their own. */
const throughGate = createGate(2);

/** These tasks in their order, without those that were deleted meanwhile. A page is read when its first task is wanted. */
export async function* readTasks(
  presenter: Presenter,
  wanted: readonly Weighed[],
  audience: Audience,
): AsyncGenerator<Task> {
  for (let left = wanted; left.length > 0; ) {
    const page = takePage(left);
    left = left.slice(page.length);
    yield* await throughGate(async () => {
      const rows = await findTasks(
        presenter.database,
        page.map(({ id }) => id),
      );
      const byId = new Map((await presentTasks(presenter, rows, audience)).map(task => [task.taskId, task]));
      return page.flatMap(({ id }) => byId.get(id) ?? []);
    });
  }
}
