// The owner of a request: an account by the `token` header, or a visitor by the random id that the browser stores and sends as `clientUid`.
// The token is looked up once, before the route; only a route that needs an owner refuses an invalid one.
import { createHash, randomUUID } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface AccountLogin {
  readonly accountId: string;
  readonly loginId: string;
}

export type FoundLogin = AccountLogin | { readonly refusal: 'LOGIN_EXPIRED' | 'ACCOUNT_GONE' };

declare module 'fastify' {
  interface FastifyRequest {
    /** The login that the token belongs to; null without a token. */
    foundLogin: FoundLogin | null;
  }
}

const clientUidPattern = /^[\w-]{8,128}$/;

/** Only a hash is stored, so that read access to the database is not enough to act as a visitor. */
const hashClientUid = (clientUid: string) => `visitor:${createHash('sha256').update(clientUid).digest('hex')}`;

const accountPrefix = 'account:';

export const ownerOfAccount = (accountId: string): string => `${accountPrefix}${accountId}`;

/** The account that an owner denotes; null for a visitor. */
export const accountOfOwner = (owner: string): string | null =>
  owner.startsWith(accountPrefix) ? owner.slice(accountPrefix.length) : null;

/** The visitor that the request's client uid denotes; null if the header is missing or malformed. */
export function visitorOf(request: FastifyRequest): string | null {
  const sent = request.headers.clientuid;
  return typeof sent === 'string' && clientUidPattern.test(sent) ? hashClientUid(sent) : null;
}

/**
 * Looks up the token of every request to a rate-limited route. Must be registered before the routes and after the limiter, so that the
 * limiter can refuse before the database is queried. Files of the page and downloads from the
 * store are not rate-limited and have no owner.
 */
export function readLogin(app: FastifyInstance, find: (request: FastifyRequest) => Promise<FoundLogin | null>): void {
  app.decorateRequest('foundLogin', null);
  app.addHook('onRoute', route => {
    if (route.config?.rateGroup === undefined) return;
    const earlier = route.onRequest === undefined ? [] : [route.onRequest].flat();
    route.onRequest = [
      ...earlier,
      async request => {
        request.foundLogin = await find(request);
      },
    ];
  });
}

/** The login of the request. Throws LOGIN_REQUIRED without a token, LOGIN_EXPIRED or ACCOUNT_GONE with an invalid one. */
export function accountOf(request: FastifyRequest): AccountLogin {
  const found = request.foundLogin;
  if (!found) throw new AppError('LOGIN_REQUIRED');
  if ('refusal' in found) throw new AppError(found.refusal);
  return found;
}

/**
 * The owner of the tasks and files that this request creates or reads. A client without token and client uid receives a uid in the
 * response's `clientUid` header and proves ownership by sending it back. Refuses a token as `accountOf` does, and a malformed uid with
 * BAD_REQUEST.
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
