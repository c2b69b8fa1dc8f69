// HTTP of batches: sum up, run the failed again, download what is done.

import { AppError } from 'contract/errors.ts';
import * as routes from 'contract/routes/tasks.ts';
import type { FastifyInstance } from 'fastify';
import { ownerOf } from '../http/owner.ts';
import { addRoute, addStream } from '../http/routes.ts';
import { attachmentHeader } from '../uploads/disposition.ts';
import { audienceOf } from './audience.ts';
import { sumUpBatch, type TaskService } from './batches.ts';
import { findBatch, findOpenedBatch } from './store.ts';
import { retryFailed } from './tasks.ts';
import { readTicket } from './ticket.ts';
import { streamZip } from './zip.ts';

export function addBatchRoutes(app: FastifyInstance, service: TaskService): void {
  const { parts } = service;
  addRoute(app, routes.getBatch, ({ params, request, reply }) =>
    sumUpBatch(service, params.batchId, ownerOf(request, reply), audienceOf(service, request)),
  );
  addRoute(
    app,
    routes.retryBatch,
    async ({ params, request, reply }) => {
      const owner = ownerOf(request, reply);
      await retryFailed(parts, params.batchId, owner);
      return sumUpBatch(service, params.batchId, owner, audienceOf(service, request));
    },
    { group: 'costly' },
  );
  addStream(app, routes.batchZip, async ({ params, query, request, reply }) => {
    const { batchId } = params;
    const holder = query.ticket && readTicket(parts, batchId, query.ticket);
    const rows = query.ticket
      ? await (holder ? findOpenedBatch(parts.database, batchId, holder) : [])
      : await findBatch(parts.database, batchId, ownerOf(request, reply));
    const done = rows.filter(row => row.status === 'done');
    if (rows.length === 0) throw new AppError('TASK_NOT_FOUND');
    if (done.length === 0) throw new AppError('TASK_NOT_DONE');
    const name = `${batchId}.zip`;
    return reply.header('content-disposition', attachmentHeader(name, name)).send(streamZip(done, parts.objects));
  });
}
