// HTTP routes of batches: the summary, a retry of the failed tasks, and the download of finished results.

import { AppError } from 'contract/errors.ts';
import { cleanFileName } from 'contract/file-names.ts';
import * as routes from 'contract/routes/tasks.ts';
import type { FastifyInstance } from 'fastify';
import { readIdempotencyKey } from '../../http/idempotency-key.ts';
import type { OpenStreams } from '../../http/open-streams.ts';
import { ownerOf, requireToolScope } from '../../http/owner.ts';
import { addRoute, addStream } from '../../http/routes.ts';
import { isLocked } from '../../points/rights.ts';
import { senderOf, shareOfDownload } from '../admission.ts';
import { audienceOf } from '../audience.ts';
import { findDone, hasBatch } from '../batch-store.ts';
import { sumUpBatch, type TaskService } from './batches.ts';
import { retryFailed } from './retry.ts';
import { readTicket } from './ticket.ts';
import { nameZip, readDone, sendZip, streamZip } from './zip.ts';

const bulk = { group: 'bulk' } as const;

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
      const retry = { batchId: batch.batchId, idempotencyKey: readIdempotencyKey(request) };
      await retryFailed(parts, retry, sender, tool => requireToolScope(request, tool));
      request.log.info({ batchId: batch.batchId }, 'the failed tasks of a batch were accepted again');
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
      const done = await findDone(parts.database, batch);
      const unlocked = done.filter(row => !isLocked(parts.config, row));
      const [first] = unlocked;
      if (!first) {
        if (done.length > 0) throw new AppError('RESULT_LOCKED');
        throw new AppError((await hasBatch(parts.database, batch)) ? 'TASK_NOT_DONE' : 'TASK_NOT_FOUND');
      }
      const zip = streamZip(readDone(parts, unlocked), { ...service, sender: shareOfDownload(parts, request) });
      const name = first.pipeline_name === null ? first.tool : cleanFileName(first.pipeline_name);
      return sendZip(reply, nameZip(name, first.ended_at ?? parts.now()), zip);
    },
    bulk,
  );
}
