// HTTP routes of the event streams.
import { Readable } from 'node:stream';
import { AppError } from 'contract/errors.ts';
import * as routes from 'contract/routes/tasks.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dropWhenStalled, type OpenStreams } from '../../http/open-streams.ts';
import { ownerOf } from '../../http/owner.ts';
import { addStream } from '../../http/routes.ts';
import { audienceOf } from '../audience.ts';
import { hasBatch } from '../batch-store.ts';
import type { TaskService } from '../batches/batches.ts';
import { requireTask } from '../tasks.ts';
import { openBatchLogs } from './batch-log.ts';
import { type Reader, readLastEventId, streamBatch, streamTask } from './events.ts';

/** Without this header, nginx would buffer events instead of forwarding them. */
const unbuffered = { 'x-accel-buffering': 'no' };
/** Events are small: a client that accepts no data for this long has stopped reading. */
const stallMs = 60_000;

function sendEvents(reply: FastifyReply, events: AsyncIterable<string>) {
  dropWhenStalled(reply, stallMs);
  return reply.headers(unbuffered).send(Readable.from(events, { objectMode: true, highWaterMark: 1 }));
}

export function addEventRoutes(app: FastifyInstance, service: TaskService, streams: OpenStreams): void {
  const { parts } = service;
  const logs = openBatchLogs(service);
  const readerOf = (request: FastifyRequest): Reader => ({
    audience: audienceOf(service, request),
    lastSeen: readLastEventId(request.headers['last-event-id']),
    mayGoOn: () => service.isStillLoggedIn(request),
  });
  addStream(app, routes.taskEvents, async ({ params, request, reply }) => {
    const owner = ownerOf(request, reply);
    streams.add(request, reply, owner);
    const row = await requireTask(parts, params.taskId, owner);
    const reader = readerOf(request);
    // 204 tells an EventSource to stop reconnecting: the client has seen the end.
    if (row.ended_at && row.change <= reader.lastSeen) return reply.removeHeader('content-type').status(204).send();
    return sendEvents(reply, streamTask(service, row.id, reader));
  });
  addStream(
    app,
    routes.batchEvents,
    async ({ params, request, reply }) => {
      const batch = { batchId: params.batchId, owner: ownerOf(request, reply) };
      streams.add(request, reply, batch.owner);
      if (!(await hasBatch(parts.database, batch))) throw new AppError('TASK_NOT_FOUND');
      return sendEvents(reply, streamBatch(logs, batch, readerOf(request)));
    },
    { group: 'bulk' },
  );
}
