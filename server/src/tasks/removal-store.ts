// The SQL of tasks that go: whose time is over, and what is locked when one is removed.
import { sendNotice } from '../adapters/notices.ts';
import type { Session } from '../adapters/postgres.ts';
import { lockObjectsOfTask } from '../uploads/store.ts';
import type { TaskRow } from './store.ts';

/** Removes a task for good, stopping it first when it still runs. Runs inside of a transaction. */
export async function removeTask(session: Session, taskId: string): Promise<void> {
  await sendNotice(session, 'task-stopped', { taskId });
  await session.selectFrom('task').select('id').where('id', '=', taskId).forUpdate().execute();
  await lockObjectsOfTask(session, taskId);
  await session.deleteFrom('task').where('id', '=', taskId).execute();
}

/** Lets an ended task go with the next sweep. Answers it, or nothing when it is gone. */
export const expireTask = (session: Session, taskId: string, now: Date): Promise<TaskRow | undefined> =>
  session.updateTable('task').set({ expires_at: now }).where('id', '=', taskId).returningAll().executeTakeFirst();

export const findExpiredTasks = (session: Session, now: Date, most: number) =>
  session
    .selectFrom('task')
    .select('id')
    .where('expires_at', '<=', now)
    .where('ended_at', 'is not', null)
    .limit(most)
    .execute();
