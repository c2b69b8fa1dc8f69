// Whom a request belongs to: for a visitor, the random id that the browser keeps and sends as `clientUid`.
import { createHash, randomUUID } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

const clientUidPattern = /^[\w-]{8,128}$/;

/** Only a hash is kept, so that nobody who reads the database can act as a visitor. */
const hashClientUid = (clientUid: string) => `visitor:${createHash('sha256').update(clientUid).digest('hex')}`;

/**
 * The owner of what this request makes or asks for. A client without an id is given one, in the reply's `clientUid` header:
 * whoever sends it back owns what was made. BAD_REQUEST when the id has a form that cannot be ours.
 */
export function ownerOf(request: FastifyRequest, reply: FastifyReply): string {
  const sent = request.headers.clientuid;
  if (typeof sent === 'string' && clientUidPattern.test(sent)) return hashClientUid(sent);
  if (sent !== undefined)
    throw new AppError('BAD_REQUEST', { issues: [{ path: 'clientUid', error: '8-128 × [A-Za-z0-9_-]' }] });
  const clientUid = randomUUID();
  void reply.header('clientUid', clientUid);
  return hashClientUid(clientUid);
}
