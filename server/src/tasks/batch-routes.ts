// HTTP of batches: sum up, run the failed again, download what is done.

import { AppError } from 'contract/errors.ts';
import * as routes from 'contract/routes/tasks.ts';
import type { FastifyInstance } from 'fastify';
import { ownerOf } from '../http/owner.ts';
import { addRoute, addStream } from '../http/routes.ts';
import { attachmentHeader } from '../uploads/disposition.ts';
import { audienceOf } from './audience.ts';
import { sumUpBatch, type TaskService } from './batches.ts';
import { findBatch } from './store.ts';
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
    const owner = query.ticket ? readTicket(parts, params.batchId, query.ticket) : ownerOf(request, reply);
    const rows = owner ? await findBatch(parts.database, params.batchId, owner) : [];
    const done = rows.filter(row => row.status === 'done');
    if (rows.length === 0) throw new AppError('TASK_NOT_FOUND');
    if (done.length === 0) throw new AppError('TASK_NOT_DONE');
    const name = `${params.batchId}.zip`;
    return reply.header('content-disposition', attachmentHeader(name, name)).send(streamZip(done, parts.objects));
  });
}
