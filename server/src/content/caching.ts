// Lookups do not depend on the client, so browsers may cache them and revalidate by ETag.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasVersion } from '../http/etag.ts';

const byLanguage = 'lang, accept-language';

/** Marks a lookup, which gets an ETag. Its sentences depend on the language. */
export function markLookup(reply: FastifyReply): void {
  void reply.header('vary', byLanguage);
}

/** Marks a lookup as cacheable. */
export function allowCaching(reply: FastifyReply): void {
  markLookup(reply);
  void reply.header('cache-control', 'public, max-age=0, must-revalidate');
}

/** Adds an ETag to lookups and returns 304 if the client already has the same one. */
export async function answerByEtag(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (reply.getHeader('vary') !== byLanguage || typeof payload !== 'string') return payload;
  const etag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`;
  void reply.header('etag', etag);
  if (!hasVersion(request.headers, etag)) return payload;
  void reply.status(304);
  return '';
}
