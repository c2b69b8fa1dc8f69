// Whom a request belongs to: an account by the `token` header, or a visitor by the random id that the browser keeps and sends as
// `clientUid`. The token is looked up once, before anything else; only a route that needs an owner refuses a bad one.
import { createHash, randomUUID } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findTokenOwner, touchLogin } from '../accounts/login-store.ts';
import { lockAccount } from '../accounts/store.ts';
import { hashSecret, isSecret } from '../accounts/token.ts';
import type { Parts } from '../parts.ts';
import { giveTasks } from '../tasks/owner-store.ts';

/** A log-in ends after so long without a request. */
export const loginLifeMs = 30 * 24 * 3_600_000;
/** At most so often is it written down that a log-in is in use. */
const touchEveryMs = 10 * 60_000;

export interface AccountLogin {
  readonly accountId: string;
  readonly loginId: string;
}

type FoundLogin = AccountLogin | { readonly refusal: 'LOGIN_EXPIRED' | 'ACCOUNT_GONE' };

declare module 'fastify' {
  interface FastifyRequest {
    /** What was found for the token; null without one. */
    foundLogin: FoundLogin | null;
  }
}

const clientUidPattern = /^[\w-]{8,128}$/;

/** Only a hash is kept, so that nobody who reads the database can act as a visitor. */
const hashClientUid = (clientUid: string) => `visitor:${createHash('sha256').update(clientUid).digest('hex')}`;

const accountPrefix = 'account:';

export const ownerOfAccount = (accountId: string): string => `${accountPrefix}${accountId}`;

/** The account behind an owner; null for a visitor. */
export const accountOfOwner = (owner: string): string | null =>
  owner.startsWith(accountPrefix) ? owner.slice(accountPrefix.length) : null;

/** The visitor behind the request's client id; null when it sends none that could be ours. */
export function visitorOf(request: FastifyRequest): string | null {
  const sent = request.headers.clientuid;
  return typeof sent === 'string' && clientUidPattern.test(sent) ? hashClientUid(sent) : null;
}

const readToken = (request: FastifyRequest): string => {
  const { token } = request.headers;
  return typeof token === 'string' ? token.trim() : '';
};

async function findLogin(parts: Parts, request: FastifyRequest): Promise<FoundLogin | null> {
  const token = readToken(request);
  if (token === '') return null;
  const now = parts.now();
  const visitor = visitorOf(request);
  const found = isSecret(token) ? await findTokenOwner(parts.database, hashSecret(token), { now, visitor }) : undefined;
  if (!found) return { refusal: 'LOGIN_EXPIRED' };
  const { accountId, loginId } = found;
  if (accountId === null || found.isFrozen) return { refusal: 'ACCOUNT_GONE' };
  if (now.getTime() - found.lastSeenAt.getTime() >= touchEveryMs)
    await touchLogin(parts.forgetful, loginId, { now, expiresAt: new Date(now.getTime() + loginLifeMs) });
  // A call that was under way while its browser logged in made a task for the visitor after all.
  if (found.isVisitorBusy && visitor)
    await parts.database.transaction().execute(async session => {
      if (await lockAccount(session, accountId)) await giveTasks(session, visitor, ownerOfAccount(accountId));
    });
  return { accountId, loginId };
}

/** Must come before the routes, and after what limits how often anybody may ask: that is to refuse before the database is asked. */
export function readLogin(app: FastifyInstance, parts: Parts): void {
  app.decorateRequest('foundLogin', null);
  app.addHook('onRoute', route => {
    const earlier = route.onRequest === undefined ? [] : [route.onRequest].flat();
    route.onRequest = [
      ...earlier,
      async request => {
        request.foundLogin = await findLogin(parts, request);
      },
    ];
  });
}

/** Who is logged in. LOGIN_REQUIRED without a token, LOGIN_EXPIRED or ACCOUNT_GONE with one that is no longer good. */
export function accountOf(request: FastifyRequest): AccountLogin {
  const found = request.foundLogin;
  if (!found) throw new AppError('LOGIN_REQUIRED');
  if ('refusal' in found) throw new AppError(found.refusal);
  return found;
}

/**
 * The owner of what this request makes or asks for. A client without token and id is given an id, in the reply's `clientUid`
 * header: whoever sends it back owns what was made. Refuses a token as `accountOf` does, and with BAD_REQUEST an id of a form
 * that cannot be ours.
 */
export function ownerOf(request: FastifyRequest, reply: FastifyReply): string {
  if (request.foundLogin) return ownerOfAccount(accountOf(request).accountId);
  const visitor = visitorOf(request);
  if (visitor) return visitor;
  if (request.headers.clientuid !== undefined)
    throw new AppError('BAD_REQUEST', { issues: [{ path: 'clientUid', error: '8-128 × [A-Za-z0-9_-]' }] });
  const clientUid = randomUUID();
  void reply.header('clientUid', clientUid);
  return hashClientUid(clientUid);
}
