// Look-ups do not depend on the client, so browsers may cache them and revalidate by ETag.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Marks a look-up as cacheable. Its sentences depend on the language. */
export function allowCaching(reply: FastifyReply): void {
  void reply.headers({ 'cache-control': 'public, max-age=0, must-revalidate', vary: 'lang, accept-language' });
}

/** Adds an ETag to cacheable responses and returns 304 if the client already has the same one. */
export async function answerByEtag(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (reply.getHeader('vary') !== 'lang, accept-language' || typeof payload !== 'string') return payload;
  const etag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`;
  void reply.header('etag', etag);
  if (request.headers['if-none-match'] !== etag) return payload;
  void reply.status(304);
  return '';
}
