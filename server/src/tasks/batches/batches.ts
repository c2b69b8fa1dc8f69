// The summary of a batch, computed from its tasks, with one page of them.
import { forecastBatch, weighSizes } from 'contract/batch-forecast.ts';
import { AppError } from 'contract/errors.ts';
import type { Batch } from 'contract/routes/tasks.ts';
import type { LaneWidths } from 'contract/tool.ts';
import type { FastifyRequest } from 'fastify';
import { addList, type JsonPieces } from '../../http/routes.ts';
import type { Parts } from '../../parts.ts';
import {
  type BatchKey,
  type BatchSums,
  findBatchPage,
  findRunning,
  findTimes,
  type Page,
  sumBatch,
} from '../batch-store.ts';
import type { OpenLinked } from '../linked-files.ts';
import { type Audience, estimateSeconds, type Presenter } from '../present.ts';
import type { Feed } from '../streams/feed.ts';
import { readTasks } from '../task-pages.ts';
import type { HoldOwner } from '../tasks.ts';
import { signTicket } from './ticket.ts';

export interface TaskService {
  readonly parts: Parts;
  readonly feed: Feed;
  readonly presenter: Presenter;
  readonly holdOwner: HoldOwner;
  readonly openLinked: OpenLinked;
  /** Prepares an account for a call that names a webhook's address, and returns the address. Refuses one that nothing may be posted to. */
  readonly admitWebhook: (call: { accountId: string; url: string; baseUrl: string }) => Promise<string>;
  /** Whether the login that a request came with still exists, for responses that stay open. True for a visitor. Accounts provide it. */
  readonly isStillLoggedIn: (request: FastifyRequest) => Promise<boolean>;
}

/** Seconds until the last task ends, as the tasks of the batch that have ended predict it; undefined while too few have. */
async function forecastFromItself({ database, now }: Presenter, batch: BatchKey): Promise<number | undefined> {
  const times = await findTimes(database, batch);
  // Times that were expected before the first tasks ended are of another pace than later ones, but amounts of several calls have no common unit.
  const isOneCall = times.every(({ pace }) => pace === times[0]?.pace);
  const weights = weighSizes(times.map(row => (isOneCall ? row.amount : row.expected_ms)));
  const runs = times.map((row, at) => ({
    sentAt: row.created_at.getTime(),
    beganAt: row.started_at?.getTime(),
    endedAt: row.ended_at?.getTime(),
    weight: weights[at]!,
  }));
  return forecastBatch(runs, now().getTime());
}

const forecastTasks = async (presenter: Presenter, batch: BatchKey, sums: BatchSums) =>
  sums.done > 0 ? forecastFromItself(presenter, batch) : undefined;

/** Progress in percent from which the pace of a pipeline is that of its rest. */
const tellingProgress = 15;

/** The same of pipelines, whose runs are of different kinds: the rest takes as long as the part that is done did. */
function forecastSteps({ now }: Presenter, { progress, openSince }: BatchSums): number | undefined {
  if (progress === null || openSince === null || progress < tellingProgress) return undefined;
  const elapsedMs = Math.max(0, now().getTime() - openSince.getTime());
  return (elapsedMs * (100 - progress)) / progress / 1000;
}

/**
 * Seconds until the last task ends: as the batch itself predicts it, or else the estimate of the last waiting task, or of the slowest running
 * one.
 */
async function estimateBatch(
  presenter: Presenter,
  batch: BatchKey,
  sums: BatchSums,
  widths: LaneWidths,
): Promise<number | null> {
  const open = sums.queued + sums.running;
  if (open === 0) return 0;
  if (sums.isPaused) return null;
  const measured = sums.steps > 1 ? forecastSteps(presenter, sums) : await forecastTasks(presenter, batch, sums);
  if (measured !== undefined) return Math.ceil(measured);
  const running = sums.running > 0 ? await findRunning(presenter.database, batch) : [];
  const queued = sums.queuedMs === null ? null : Math.ceil(sums.queuedMs / 1000);
  const now = presenter.now();
  const known = [queued, ...running.map(row => estimateSeconds(row, { widths, now }))].filter(
    seconds => seconds !== null,
  );
  if (known.length > 0) return Math.max(...known);
  const width = (sums.openLane && widths[sums.openLane]) || 0;
  return sums.meanMs === null || width === 0 ? null : Math.ceil((sums.meanMs * open) / width / 1000);
}

/** Throws TASK_NOT_FOUND when this owner has no such batch. */
export async function sumUpBatch(
  { parts, presenter }: TaskService,
  batch: BatchKey,
  audience: Audience,
  page: Page,
): Promise<JsonPieces> {
  const widths = await presenter.census.read();
  const sums = await sumBatch(parts.database, batch, widths);
  const { total, queued, running, done, failed, cancelled } = sums;
  if (sums.progress === null) throw new AppError('TASK_NOT_FOUND');
  const { batchId, owner } = batch;
  const ticket = done > 0 ? signTicket(parts, batchId, owner) : null;
  const known = {
    batchId,
    total,
    queued,
    running,
    done,
    failed,
    cancelled,
    progress: Math.round(sums.progress * 10) / 10,
    etaSeconds: await estimateBatch(presenter, batch, sums, widths),
    page: page.page,
    size: page.size,
    zipUrl: ticket && `${audience.baseUrl}/web/batch/${batchId}/zip?ticket=${ticket}`,
  } satisfies Omit<Batch, 'tasks'>;
  const wanted = await findBatchPage(parts.database, batch, page);
  return addList(known, 'tasks', readTasks(presenter, wanted, audience));
}
