// HTTP of the event streams.
import { Readable } from 'node:stream';
import { AppError } from 'contract/errors.ts';
import * as routes from 'contract/routes/tasks.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ownerOf } from '../http/owner.ts';
import { addStream } from '../http/routes.ts';
import { audienceOf } from './audience.ts';
import type { TaskService } from './batches.ts';
import { readLastEventId, streamBatch, streamTask } from './events.ts';
import { findBatch } from './store.ts';
import { requireTask } from './tasks.ts';

/** nginx would hold events back to fill its buffer. */
const unbuffered = { 'x-accel-buffering': 'no' };

const sendEvents = (reply: FastifyReply, events: AsyncIterable<string>) =>
  reply.headers(unbuffered).send(Readable.from(events, { objectMode: true, highWaterMark: 1 }));

export function addEventRoutes(app: FastifyInstance, service: TaskService): void {
  const { parts } = service;
  addStream(app, routes.taskEvents, async ({ params, request, reply }) => {
    const row = await requireTask(parts, params.taskId, ownerOf(request, reply));
    const lastSeen = readLastEventId(request.headers['last-event-id']);
    // 204 tells an EventSource to stop asking: it has seen the end.
    if (row.ended_at && row.change <= lastSeen) return reply.removeHeader('content-type').status(204).send();
    return sendEvents(reply, streamTask(service, row.id, audienceOf(service, request), lastSeen));
  });
  addStream(app, routes.batchEvents, async ({ params, request, reply }) => {
    const batch = { batchId: params.batchId, owner: ownerOf(request, reply) };
    const isKnown = (await findBatch(parts.database, batch.batchId, batch.owner)).length > 0;
    if (!isKnown) throw new AppError('TASK_NOT_FOUND');
    const lastSeen = readLastEventId(request.headers['last-event-id']);
    return sendEvents(reply, streamBatch(service, batch, audienceOf(service, request), lastSeen));
  });
}
