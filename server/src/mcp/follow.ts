// Waits for a task that an MCP tool has started, and tells of its progress meanwhile.
import type { Task } from 'contract/task.ts';
import type { TaskService } from '../tasks/batches/batches.ts';
import { type Audience, presentTask } from '../tasks/present.ts';
import { requireTask } from '../tasks/tasks.ts';

/** Most clients give up on a tool after a few minutes. */
const maxMs = 4 * 60_000;
/** A notice of a change may be lost. */
const lookMs = 3000;

interface Followed {
  readonly taskId: string;
  readonly owner: string;
  readonly audience: Audience;
  /** Aborts when the client has left. The task goes on. */
  readonly signal: AbortSignal;
  readonly tellProgress: (percent: number) => Promise<void>;
}

/** The task when it has ended, or as it stands when the time is over. */
export async function followTask(service: TaskService, followed: Followed): Promise<Task> {
  const { taskId, owner, audience, signal, tellProgress } = followed;
  const { feed } = service;
  const follower = feed.follow({ taskId });
  signal.addEventListener('abort', follower.close, { once: true });
  const giveUpAt = performance.now() + maxMs;
  try {
    for (let told = -1; ; ) {
      const row = await requireTask(service.parts, taskId, owner);
      const leftMs = giveUpAt - performance.now();
      if (row.ended_at !== null || leftMs <= 0 || signal.aborted || feed.isClosed())
        return presentTask(service.presenter, row, audience);
      if (row.progress > told) await tellProgress(row.progress);
      told = Math.max(told, row.progress);
      await follower.next(Math.min(leftMs, lookMs));
    }
  } finally {
    signal.removeEventListener('abort', follower.close);
    follower.close();
  }
}
