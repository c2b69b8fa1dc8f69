// The address that WeChat's servers call: once to see whether it is ours, then with every message to the official account.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Parts } from '../parts.ts';
import { confirmScan } from './wechat.ts';

const path = '/mp/callback';
const maxMessageBytes = 64 * 1024;

const part = z.string().max(256);
const querySchema = z.object({
  timestamp: part,
  nonce: part,
  signature: part.optional(),
  encrypt_type: part.optional(),
  msg_signature: part.optional(),
  echostr: part.optional(),
});
type Query = z.output<typeof querySchema>;

export function addCallbackRoutes(app: FastifyInstance, parts: Parts): void {
  const callback = parts.wechat?.callback;
  if (!callback) return;
  app.addContentTypeParser(
    ['text/xml', 'application/xml'],
    { parseAs: 'string', bodyLimit: maxMessageBytes },
    (_request, body, done) => done(null, body),
  );
  const options = { schema: { hide: true, querystring: querySchema }, config: { rateGroup: 'read' as const } };
  app.get(path, options, (request, reply) => {
    const query = request.query as Query;
    callback.check(query);
    return reply.type('text/plain; charset=utf-8').send(query.echostr ?? '');
  });
  app.post(path, options, async (request, reply) => {
    const scan = callback.readScan(request.query as Query, String(request.body ?? ''));
    // Said again after a failure of ours, and then harmless: a code waits for one scan.
    if (scan) await confirmScan(parts, scan.scene, () => callback.identifyFollower(scan.openId));
    return reply.type('text/plain; charset=utf-8').send('success');
  });
}
