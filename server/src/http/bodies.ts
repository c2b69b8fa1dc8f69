// Bodies in odd shapes: absent despite their content type, refused while they still arrive, or arriving too slowly.
import { AppError } from 'contract/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { drain } from '../adapters/objects-disk-receive.ts';

/** This much of a refused body is read, so that its sender sees the answer; for a longer one the connection is closed. */
const mostDrained = 32 * 1024 * 1024;
const drainMs = 5000;
/** A body of this size, the limit of nearly every call, arrives in this time on the slowest line in use. Files come by PUT and have limits of their own. */
export const usualBodyBytes = 256 * 1024;
const arrivalMs = 30_000;

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** 0 when the request does not say. The limit of the route holds this, too. */
const announcedBytes = ({ headers, routeOptions }: FastifyRequest): number =>
  Math.min(Number(headers['content-length'] ?? 0) || 0, routeOptions.bodyLimit ?? usualBodyBytes);

/** Refuses a body that does not arrive in time, for as long as a parser listens for it. Throws BODY_TOO_SLOW. */
function limitArrival(request: FastifyRequest, reply: FastifyReply, ms: number): void {
  const { raw } = request;
  const timer = setTimeout(() => {
    if (raw.complete || raw.listenerCount('error') === 0) return;
    void reply.header('connection', 'close');
    // The parser takes this as the end of the body. Destroying the request would close the connection before the answer.
    raw.emit('error', new AppError('BODY_TOO_SLOW'));
  }, ms);
  for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer));
}

/** Must come before the routes. */
export function receiveBodies(app: FastifyInstance, limits: { arrivalMs: number } = { arrivalMs }): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'POST') return;
    // Some clients send the type of a form without a body.
    if (!hasBody(request)) delete request.headers['content-type'];
    else limitArrival(request, reply, limits.arrivalMs * Math.max(1, announcedBytes(request) / usualBodyBytes));
  });
  app.addHook('onSend', async (request, reply) => {
    if (reply.getHeader('connection') !== 'close' || request.raw.complete) return;
    // If closed while the sender writes, the connection would break before the answer is read.
    if (await drain(request.raw, mostDrained, drainMs)) void reply.removeHeader('connection');
  });
}
