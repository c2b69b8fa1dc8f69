// A batch summed up from its tasks.
import { AppError } from 'contract/errors.ts';
import type { Batch } from 'contract/routes/tasks.ts';
import type { Task } from 'contract/task.ts';
import type { Parts } from '../parts.ts';
import type { Feed } from './feed.ts';
import { type Audience, type Presenter, presentTask } from './present.ts';
import { findBatch, findBatchAhead, type TaskRow } from './store.ts';
import type { HoldOwner } from './tasks.ts';
import { signTicket } from './ticket.ts';

export interface TaskService {
  readonly parts: Parts;
  readonly feed: Feed;
  readonly presenter: Presenter;
  readonly holdOwner: HoldOwner;
}

/** Tasks of a batch in words for one audience; the queue places of all of them come from one query. */
export async function presentBatchTasks(
  service: TaskService,
  rows: readonly TaskRow[],
  audience: Audience,
): Promise<Task[]> {
  const waiting = rows.find(row => row.status === 'queued');
  const ahead =
    waiting?.batch_id != null
      ? await findBatchAhead(service.parts.database, waiting.batch_id, waiting.lane)
      : new Map<string, never>();
  return Promise.all(rows.map(row => presentTask(service.presenter, row, audience, ahead.get(row.id))));
}

function estimateBatch(tasks: readonly Task[], laneWidth: number, rows: readonly TaskRow[]): number | null {
  const open = tasks.filter(task => task.status === 'queued' || task.status === 'running');
  if (open.length === 0) return 0;
  // The last one waiting ends last; with none waiting it is the slowest that runs.
  const known = open.map(task => task.etaSeconds).filter(seconds => seconds !== null);
  if (known.length > 0) return Math.max(...known);
  const done = rows.filter(row => row.status === 'done' && row.started_at && row.ended_at);
  if (done.length === 0) return null;
  const spentMs = done.reduce(
    (sum, row) => sum + ((row.ended_at?.getTime() ?? 0) - (row.started_at?.getTime() ?? 0)),
    0,
  );
  return Math.ceil(((spentMs / done.length) * open.length) / laneWidth / 1000);
}

/** TASK_NOT_FOUND when this owner has no such batch. */
export async function sumUpBatch(
  service: TaskService,
  batchId: string,
  owner: string,
  audience: Audience,
): Promise<Batch> {
  const { parts, presenter } = service;
  const rows = await findBatch(parts.database, batchId, owner);
  if (rows.length === 0) throw new AppError('TASK_NOT_FOUND');
  const tasks = await presentBatchTasks(service, rows, audience);
  const count = (status: Task['status']) => tasks.filter(task => task.status === status).length;
  const done = count('done');
  const progressOf = (task: Task) => (task.status === 'queued' || task.status === 'running' ? task.progress : 100);
  return {
    batchId,
    total: tasks.length,
    queued: count('queued'),
    running: count('running'),
    done,
    failed: count('failed'),
    cancelled: count('cancelled'),
    progress: Math.round((tasks.reduce((sum, task) => sum + progressOf(task), 0) / tasks.length) * 10) / 10,
    etaSeconds: estimateBatch(tasks, presenter.laneWidth, rows),
    tasks,
    zipUrl:
      done > 0 ? `${audience.baseUrl}/web/batch/${batchId}/zip?ticket=${signTicket(parts, batchId, owner)}` : null,
  };
}
