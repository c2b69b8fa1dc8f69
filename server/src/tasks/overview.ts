// The operators' view of tasks: the queue with its lanes and workers, and one person's tasks. It contains no files, options or results.
import type { QueueView, TaskLine } from 'contract/routes/operators.ts';
import { lanes } from 'contract/tool.ts';
import type { Querier } from '../adapters/postgres.ts';
import { accountOfOwner } from '../http/owner.ts';
import { readLaneSettings } from './lane-queries.ts';
import {
  countEnds,
  countErrors,
  countLanes,
  type LaneCounts,
  listOpenTasks,
  listTasksOf,
  listWorkers,
  type TaskLineRow,
  type WorkerRow,
} from './overview-store.ts';

const maxOpen = 100;
const maxErrors = 3;

const describeLine = (row: TaskLineRow): TaskLine => ({
  id: row.id,
  tool: row.tool,
  call: row.call,
  lane: row.lane,
  status: row.status,
  progress: Math.round(row.progress),
  error: row.error?.error ?? null,
  accountId: accountOfOwner(row.owner),
  attempt: row.attempt,
  createdAt: row.created_at.toISOString(),
  startedAt: row.started_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
});

/** Latest first. */
export const tasksOf = async (db: Querier, owner: string, max: number): Promise<TaskLine[]> =>
  (await listTasksOf(db, owner, max)).map(describeLine);

type LaneView = Omit<QueueView['lanes'][number], 'seen'>;

/** Every lane, also those that no worker serves and no task uses. */
const describeLanes = (
  counts: readonly LaneCounts[],
  workers: readonly WorkerRow[],
  settings: Awaited<ReturnType<typeof readLaneSettings>>,
): LaneView[] =>
  lanes.map(lane => {
    const found = counts.find(one => one.lane === lane);
    const { width = null, isPaused = false } = settings.get(lane) ?? {};
    return {
      lane,
      width: workers.reduce((sum, worker) => sum + (worker.lanes[lane] ?? 0), 0),
      widthOfEach: width,
      isPaused,
      waiting: found?.waiting ?? 0,
      running: found?.running ?? 0,
      longestWaitSeconds: found?.longest_wait_seconds ?? null,
      medianWaitSeconds: found?.median_wait_seconds ?? null,
    };
  });

/** The queue as numbers alone, for monitoring. */
export async function countQueue(db: Querier) {
  const [counts, workers, ends, settings] = await Promise.all([
    countLanes(db),
    listWorkers(db),
    countEnds(db),
    readLaneSettings(db),
  ]);
  return { lanes: describeLanes(counts, workers, settings), workers: workers.length, ends };
}

/** Without the numbers of the acts on lanes, which belong to the operators. */
export async function describeQueue(db: Querier): Promise<Omit<QueueView, 'lanes'> & { lanes: LaneView[] }> {
  const [counts, workers, open, ends, errors, settings] = await Promise.all([
    countLanes(db),
    listWorkers(db),
    listOpenTasks(db, maxOpen),
    countEnds(db),
    countErrors(db),
    readLaneSettings(db),
  ]);
  return {
    lanes: describeLanes(counts, workers, settings),
    workers: workers.map(worker => ({
      id: worker.id,
      host: worker.host,
      pid: worker.pid,
      version: worker.version,
      lanes: { ...worker.lanes } as Record<string, number>,
      running: worker.running,
      startedAt: worker.started_at.toISOString(),
      lastSeenAt: worker.last_seen_at.toISOString(),
    })),
    open: open.map(describeLine),
    tools: ends.map(({ tool, call, done, failed }) => ({
      tool,
      call,
      done,
      failed,
      errors: errors
        .filter(one => one.tool === tool && one.call === call)
        .slice(0, maxErrors)
        .map(({ error, count }) => ({ error, count })),
    })),
  };
}
