// A request with an API key: the key is looked up, its own limits are counted, and the route decides whether its scopes suffice.
import { createHash } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import { hasScope } from 'contract/key-scopes.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../http/address.ts';
import type { KeyLogin } from '../http/owner.ts';
import { countTry, hideWho, tryLimit } from '../limits/limits.ts';
import type { Parts } from '../parts.ts';
import { isWithin } from './addresses.ts';
import { findLiveKey, type KeyRow, touchKey } from './store.ts';

interface Needs {
  readonly parts: Pick<Parts, 'database' | 'forgetful' | 'now' | 'secret'>;
  /** Whether an account exists and is not frozen. Provided by accounts. */
  readonly isActive: (accountId: string) => Promise<boolean>;
}

const keyPattern = /^pxk_[\w-]{43}$/;
const touchEveryMs = 60_000;
/** A key cannot be guessed; this keeps a broken program from asking on and on. */
const wrongPerMinute = 30;

export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** What the request sends as a bearer token; null for none. Other schemes belong to proxies in front of this server. */
function readBearer({ headers }: FastifyRequest): string | null {
  const sent = /^bearer(?:\s+(.*))?$/is.exec(headers.authorization?.trim() ?? '');
  return sent ? (sent[1] ?? '').trim() : null;
}

/** Unknown, revoked and expired keys, and those of frozen accounts, get the same answer. */
async function refuseWrong({ parts }: Needs, request: FastifyRequest): Promise<never> {
  const key = `wrong-api-key ${hideWho(parts.secret, addressOf(request))}`;
  await countTry(parts.forgetful, { key, max: wrongPerMinute, perSeconds: 60 }, parts.now());
  throw new AppError('KEY_INVALID');
}

/** Counts the call, and tells in the response what is left of the minute. */
async function countCall({ parts }: Needs, { id, per_minute: max }: KeyRow, reply: FastifyReply): Promise<void> {
  const limit = { key: `api-key ${id}`, max, perSeconds: 60 };
  const { isOver, left, endsInSeconds } = await tryLimit(parts.forgetful, limit, parts.now());
  void reply.headers({
    'ratelimit-limit': String(max),
    'ratelimit-remaining': String(left),
    'ratelimit-reset': String(endsInSeconds),
  });
  if (isOver) throw new AppError('RATE_LIMITED', { retryAfterSeconds: endsInSeconds });
}

/** Null without a key. Throws KEY_INVALID, KEY_SCOPE or RATE_LIMITED. */
export async function useKey(needs: Needs, request: FastifyRequest, reply: FastifyReply): Promise<KeyLogin | null> {
  const sent = readBearer(request);
  if (sent === null) return null;
  const { database, forgetful, now } = needs.parts;
  const row = keyPattern.test(sent) ? await findLiveKey(database, hashKey(sent), now()) : undefined;
  if (!row || !(await needs.isActive(row.account_id))) return refuseWrong(needs, request);
  if (row.addresses.length > 0 && !isWithin(row.addresses, request.ip))
    throw new AppError('KEY_SCOPE', { address: request.ip });
  await countCall(needs, row, reply);
  const before = new Date(now().getTime() - touchEveryMs);
  if (!row.last_used_at || row.last_used_at <= before) await touchKey(forgetful, row.id, { now: now(), before });
  const { keyScope } = request.routeOptions.config;
  if (keyScope === undefined || !hasScope(row.scopes, keyScope))
    throw new AppError('KEY_SCOPE', { needed: keyScope ?? null });
  return { accountId: row.account_id, keyId: row.id, scopes: row.scopes };
}
