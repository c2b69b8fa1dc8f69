// HTTP routes of batches: the summary, a retry of the failed tasks, and the download of finished results.

import { AppError } from 'contract/errors.ts';
import * as routes from 'contract/routes/tasks.ts';
import type { FastifyInstance } from 'fastify';
import type { OpenStreams } from '../http/open-streams.ts';
import { ownerOf } from '../http/owner.ts';
import { addRoute, addStream } from '../http/routes.ts';
import type { Parts } from '../parts.ts';
import { senderOf } from './admission.ts';
import { audienceOf } from './audience.ts';
import { type BatchKey, findDoneAfter, hasBatch, type ZippedTask } from './batch-store.ts';
import { sumUpBatch, type TaskService } from './batches.ts';
import { retryFailed } from './retry.ts';
import { readTicket } from './ticket.ts';
import { nameZip, readDone, sendZip, streamZip } from './zip.ts';

const bulk = { group: 'bulk' } as const;

/** The error that explains why a batch has nothing to download. */
async function explainEmpty(parts: Pick<Parts, 'database'>, batch: BatchKey): Promise<AppError> {
  if (!(await hasBatch(parts.database, batch))) return new AppError('TASK_NOT_FOUND');
  const [done] = await findDoneAfter(parts.database, batch, undefined, 1);
  return new AppError(done ? 'RESULT_LOCKED' : 'TASK_NOT_DONE');
}

export function addBatchRoutes(app: FastifyInstance, service: TaskService, streams: OpenStreams): void {
  const { parts } = service;
  addRoute(
    app,
    routes.getBatch,
    ({ params, query, request, reply }) => {
      const batch = { batchId: params.batchId, owner: ownerOf(request, reply) };
      return sumUpBatch(service, batch, audienceOf(service, request), query);
    },
    bulk,
  );
  addRoute(
    app,
    routes.retryBatch,
    async ({ params, query, request, reply }) => {
      const sender = senderOf(parts, request, reply);
      const batch = { batchId: params.batchId, owner: sender.owner };
      await retryFailed(parts, batch.batchId, sender);
      return sumUpBatch(service, batch, audienceOf(service, request), query);
    },
    bulk,
  );
  addStream(
    app,
    routes.batchZip,
    async ({ params, query, request, reply }) => {
      const { batchId } = params;
      const holder = query.ticket ? readTicket(parts, batchId, query.ticket) : ownerOf(request, reply);
      if (holder === undefined) throw new AppError('TASK_NOT_FOUND');
      streams.add(request, reply, holder);
      const batch = { batchId, owner: holder, wasOpened: query.ticket !== undefined };
      const tasks = readDone(parts, batch);
      const first = await tasks.next();
      if (first.done) throw await explainEmpty(parts, batch);
      const { tool, ended_at: endedAt } = first.value;
      async function* all() {
        yield first.value as ZippedTask;
        yield* tasks;
      }
      return sendZip(reply, nameZip(tool, endedAt ?? parts.now()), streamZip(all(), { ...service, sender: holder }));
    },
    bulk,
  );
}
