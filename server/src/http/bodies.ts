// Bodies around the edges: none at all, whatever type it is said to have, and one that is refused while it still arrives.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { drain } from '../adapters/objects-disk-receive.ts';

/** What is read of a refused body, so that its sender hears of it; who sends more finds the connection closed. */
const mostDrained = 32 * 1024 * 1024;
const drainMs = 5000;

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Must come before the routes. */
export function receiveBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async request => {
    // Some clients write the type of a form beside a body that is not there.
    if (request.method === 'POST' && !hasBody(request)) delete request.headers['content-type'];
  });
  app.addHook('onSend', async (request, reply) => {
    if (reply.getHeader('connection') !== 'close' || request.raw.complete) return;
    // Closed while the sender writes, the connection would break before the answer is read.
    if (await drain(request.raw, mostDrained, drainMs)) void reply.removeHeader('connection');
  });
}
