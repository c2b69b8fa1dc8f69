// The URL that WeChat's servers call: once to verify it, then with every message to the official account.
import { AppError } from 'contract/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Parts } from '../parts.ts';
import { claimSignature } from './store.ts';
import { confirmScan } from './wechat.ts';

const path = '/mp/callback';
const maxMessageBytes = 64 * 1024;
/** Maximum difference between the time of a callback and this server's clock. WeChat's retries come within 15 s. */
const maxAgeSeconds = 5 * 60;

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

const isTime = (text: string) => /^\d{10}$/.test(text);

/** Throws SIGNATURE_BAD for a signed callback whose time is minutes off: it may be a replay. */
function requireFresh({ timestamp }: Query, { log, now }: Pick<Parts, 'log' | 'now'>): void {
  const ageSeconds = now().getTime() / 1000 - Number(timestamp);
  if (isTime(timestamp) && Math.abs(ageSeconds) <= maxAgeSeconds) return;
  log.warn({ timestamp, ageSeconds }, 'a signed callback of WeChat was refused for its time; is the clock right?');
  throw new AppError('SIGNATURE_BAD');
}

/**
 * The time at which a signature stops being fresh. The signature covers timestamp and nonce as one string that could be split elsewhere, so
 * any ten digits at either end of it could be claimed to be the time.
 */
function freshUntil({ timestamp, nonce }: Query): Date {
  const signed = [timestamp, nonce].sort().join('');
  const times = [timestamp, signed.slice(0, 10), signed.slice(-10)].filter(isTime).map(Number);
  return new Date((Math.max(...times) + maxAgeSeconds + 1) * 1000);
}

/**
 * A plain callback proves nothing about its text, so its signature is valid for the first text it arrived with and no other. The same text
 * again is one of WeChat's retries and is accepted. SIGNATURE_BAD.
 */
async function claimForMessage({ database }: Parts, query: Query, message: string): Promise<void> {
  const claim = { signature: query.signature ?? '', message, expiresAt: freshUntil(query) };
  if (!(await claimSignature(database, claim))) throw new AppError('SIGNATURE_BAD');
}

export function addCallbackRoutes(app: FastifyInstance, parts: Parts): void {
  const callback = parts.wechat?.callback;
  if (!callback) return;
  app.addContentTypeParser(
    ['text/xml', 'application/xml'],
    { parseAs: 'string', bodyLimit: maxMessageBytes },
    (_request, body, done) => done(null, body),
  );
  const options = { schema: { hide: true, querystring: querySchema }, config: { rateGroup: 'read' as const } };
  const queryOf = (request: FastifyRequest) => request.query as Query;
  app.get(path, options, async (request, reply) => {
    const query = queryOf(request);
    callback.check(query);
    requireFresh(query, parts);
    // Encrypted messages have their own signature, which this one cannot replace.
    if (callback.isPlain) await claimForMessage(parts, query, `check ${query.echostr ?? ''}`);
    return reply.type('text/plain; charset=utf-8').send(query.echostr ?? '');
  });
  app.post(path, options, async (request, reply) => {
    const query = queryOf(request);
    const text = String(request.body ?? '');
    const scan = callback.readScan(query, text);
    requireFresh(query, parts);
    if (callback.isPlain) await claimForMessage(parts, query, `message ${text}`);
    // WeChat repeats a message after a failed response. After a success the repetition is harmless: a QR code accepts one scan.
    if (scan) await confirmScan(parts, scan.scene, () => callback.identifyFollower(scan.openId));
    return reply.type('text/plain; charset=utf-8').send('success');
  });
}
