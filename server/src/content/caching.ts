// Look-ups are the same for everybody, so browsers may keep them and ask by ETag whether they changed.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Marks a look-up as cacheable; what its sentences say depends on the language. */
export function allowCaching(reply: FastifyReply): void {
  void reply.headers({ 'cache-control': 'public, max-age=0, must-revalidate', vary: 'lang, accept-language' });
}

/** Gives cacheable replies an ETag and answers 304 to whoever has the same already. */
export async function answerByEtag(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (reply.getHeader('vary') !== 'lang, accept-language' || typeof payload !== 'string') return payload;
  const etag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`;
  void reply.header('etag', etag);
  if (request.headers['if-none-match'] !== etag) return payload;
  void reply.status(304);
  return '';
}
