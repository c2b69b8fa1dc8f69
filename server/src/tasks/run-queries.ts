// The SQL by which a run reports its progress, restarts its clock and returns its task to the queue.
import type { Stage } from 'contract/stages.ts';
import { type Expression, type SqlBool, sql } from 'kysely';
import { announcePreview, sendNotice } from '../adapters/notices.ts';
import { type Querier, storableJson } from '../adapters/postgres.ts';
import { isCurrentRun, type RunIdentity, updateTask } from './store.ts';
import type { StoredResult } from './stored.ts';

/** The progress of a whole task at this percentage of its current step; never less than before. */
const ofWhole = (percent: Expression<unknown>) =>
  sql`greatest(progress, ((step_index * 100 + ${percent}) / step_count)::real)`;

/** Whether a run still counts, for statements about other tables. */
export const runGoesOn = (run: RunIdentity) => sql<SqlBool>`exists (select from task where ${isCurrentRun(run)})`;

/**
 * Records a run's progress. The displayed progress of a task never decreases; the run's own progress is stored separately, for the
 * remaining time of a run that started again.
 */
export const reportProgress = (
  db: Querier,
  run: RunIdentity,
  percent: number,
  stage: Stage,
  /** The last segments of a long text. If absent, those recorded before are kept. */
  segments?: StoredResult['segments'],
) =>
  updateTask(
    db,
    {
      progress: ofWhole(sql`${percent}::real`),
      attempt_progress: sql`case reported_attempt
        when attempt then greatest(attempt_progress, ${percent}::real) else ${percent}::real end`,
      reported_attempt: sql`attempt`,
      stage,
      ...(segments && { partial: storableJson({ segments }) }),
    },
    isCurrentRun(run),
  );

/** Announces the unfinished picture of a run that still counts: a JPEG in base64. It is written nowhere. */
export const announceUnfinished = (db: Querier, run: RunIdentity, picture: string) =>
  db.selectFrom('task').select(announcePreview(picture).as('announced')).where(isCurrentRun(run)).execute();

/** Restarts the clock of a run that had to wait for a child. */
export const restartClock = (db: Querier, run: RunIdentity) =>
  updateTask(db, { started_at: sql`now()` }, isCurrentRun(run));

/**
 * What a task is blamed for, as its row counts it: a fault of its run, and half as much the loss of its worker, since most workers die of something
 * else. With this much, which is three faults, it fails.
 */
export const blame = { ofFault: 2, ofLoss: 1, max: 6 } as const;

/** Puts a run back into the queue, where it keeps its turn. `isFault`: this counts as a fault of the task. */
export async function requeueTask(db: Querier, run: RunIdentity, isFault: boolean): Promise<void> {
  const waiting = {
    status: 'queued',
    stage: 'waiting',
    started_at: null,
    queued_at: sql`now()`,
    worker_id: null,
    faults: sql`faults + ${isFault ? blame.ofFault : 0}`,
  };
  const rows = await updateTask(db, waiting, isCurrentRun(run));
  for (const { lane } of rows) await sendNotice(db, 'task-queued', { lane, count: 1 });
}
