// What follows from the end of a task outside this noun: its owner is told. The ends wait in a table until they are taken.
import type { Task } from 'contract/task.ts';
import type { TaskEnd } from './end-queries.ts';
import { findEnded } from './end-store.ts';
import type { Presenter } from './present.ts';
import { presentTask } from './present.ts';

/**
 * A task as it ended, as `GET /web/task/{taskId}` shows it now: a result that was paid for since is unlocked, one that was deleted since is missing. In
 * the language of the page or program that sent it.
 */
export async function presentEnd(
  presenter: Presenter,
  end: Pick<TaskEnd, 'taskId' | 'owner' | 'task'>,
  baseUrl: string,
): Promise<Task> {
  const row = await findEnded(presenter.database, end);
  return presentTask(presenter, row, { baseUrl, language: row.language });
}
