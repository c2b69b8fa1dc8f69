// Deletes what has outlived RETENTION_HOURS: ended tasks, and files that no longer belong to anything.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Parts } from '../parts.ts';
import { findExpiredTasks } from '../tasks/store.ts';
import { deleteTask } from '../tasks/tasks.ts';
import { findExpiredObjects } from '../uploads/store.ts';
import { removeObjects } from './remove.ts';

const batchSize = 200;
const sweepEveryMs = 5 * 60_000;

/** One pass. Servers may sweep at the same time: removing what is gone already does nothing. Answers how much went. */
export async function sweepExpired(parts: Parts): Promise<{ tasks: number; objects: number }> {
  const gone = { tasks: 0, objects: 0 };
  for (;;) {
    const tasks = await findExpiredTasks(parts.database, parts.now(), batchSize);
    for (const { id } of tasks) await deleteTask(parts, id);
    gone.tasks += tasks.length;
    if (tasks.length < batchSize) break;
  }
  for (;;) {
    const objects = await findExpiredObjects(parts.database, parts.now(), batchSize);
    await removeObjects(parts, objects);
    gone.objects += objects.length;
    if (objects.length < batchSize) break;
  }
  await parts.objects.removeAbandoned(new Date(parts.now().getTime() - parts.config.retentionHours * 3_600_000));
  return gone;
}

/** Sweeps every few minutes until stopped. */
export function startSweeping(parts: Parts): () => Promise<void> {
  const stop = new AbortController();
  const sweeping = (async () => {
    while (!stop.signal.aborted) {
      await sweepExpired(parts).then(
        gone => gone.tasks + gone.objects > 0 && parts.log.info(gone, 'expired files were deleted'),
        error => parts.log.error({ err: error }, 'a sweep failed and will be tried again'),
      );
      await sleep(sweepEveryMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
    }
  })();
  return () => {
    stop.abort();
    return sweeping;
  };
}
