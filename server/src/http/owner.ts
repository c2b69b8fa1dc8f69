// The owner of a request: an account by the `token` header or by an API key, or a visitor by the random id that the browser stores and sends as `clientUid`.
// The token is looked up once, before the route; only a route that needs an owner refuses an invalid one. An API key stands in place of a token, and
// is refused at once if it is invalid or the route is closed to it.
import { createHash, randomUUID } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import { hasScope, scopeOfTool } from 'contract/key-scopes.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface AccountLogin {
  readonly accountId: string;
  readonly loginId: string;
}

export type FoundLogin = AccountLogin | { readonly refusal: 'LOGIN_EXPIRED' | 'ACCOUNT_GONE' };

/** The API key of a request. */
export interface KeyLogin {
  readonly accountId: string;
  readonly keyId: string;
  readonly scopes: readonly string[];
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The login that the token belongs to; null without a token. */
    foundLogin: FoundLogin | null;
    /** The valid API key of the request, whose scopes satisfy the route; then no token is looked up. */
    foundKey: KeyLogin | null;
  }
}

const clientUidPattern = /^[\w-]{8,128}$/;

/** Only a hash is stored, so that read access to the database is not enough to act as a visitor. */
export const hashClientUid = (clientUid: string) => `visitor:${createHash('sha256').update(clientUid).digest('hex')}`;

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

/** How the owners of requests are found. */
export interface OwnerFinders {
  /** Null without a token. */
  readonly findLogin: (request: FastifyRequest) => Promise<FoundLogin | null>;
  /** Null without a key. Refuses a key that is invalid or may not make this call. */
  readonly findKey: (request: FastifyRequest, reply: FastifyReply) => Promise<KeyLogin | null>;
}

/**
 * Looks up the key or the token of every request to a rate-limited route. Must be registered before the routes and after the limiter, so that the
 * limiter can refuse before the database is queried. Files of the page and downloads from the
 * store are not rate-limited and have no owner.
 */
export function readLogin(app: FastifyInstance, { findLogin, findKey }: OwnerFinders): void {
  app.decorateRequest('foundLogin', null);
  app.decorateRequest('foundKey', null);
  app.addHook('onRoute', route => {
    if (route.config?.rateGroup === undefined) return;
    const earlier = route.onRequest === undefined ? [] : [route.onRequest].flat();
    route.onRequest = [
      ...earlier,
      async (request, reply) => {
        request.foundKey = await findKey(request, reply);
        request.foundLogin = request.foundKey ? null : await findLogin(request);
      },
    ];
  });
}

/**
 * The login of the request. Throws LOGIN_REQUIRED without a token, LOGIN_EXPIRED or ACCOUNT_GONE with an invalid one. An API key is no login: calls
 * that may be made with one use `accountIdOf`.
 */
export function accountOf(request: FastifyRequest): AccountLogin {
  const found = request.foundLogin;
  if (request.foundKey) throw new AppError('KEY_SCOPE');
  if (!found) throw new AppError('LOGIN_REQUIRED');
  if ('refusal' in found) throw new AppError(found.refusal);
  return found;
}

/** The account of the request, by its API key or its login. Throws as `accountOf` does. */
export const accountIdOf = (request: FastifyRequest): string =>
  request.foundKey?.accountId ?? accountOf(request).accountId;

/** Throws KEY_SCOPE if the request has an API key that may not use this tool. */
export function requireToolScope({ foundKey }: Pick<FastifyRequest, 'foundKey'>, toolName: string): void {
  const needed = scopeOfTool(toolName);
  if (foundKey && !hasScope(foundKey.scopes, needed)) throw new AppError('KEY_SCOPE', { needed });
}

/**
 * The owner of the tasks and files that this request creates or reads. A client without token and client uid receives a uid in the
 * response's `clientUid` header and proves ownership by sending it back. Refuses a token as `accountOf` does, and a malformed uid with
 * BAD_REQUEST.
 */
export function ownerOf(request: FastifyRequest, reply: FastifyReply): string {
  if (request.foundKey || request.foundLogin) return ownerOfAccount(accountIdOf(request));
  const visitor = visitorOf(request);
  if (visitor) return visitor;
  if (request.headers.clientuid !== undefined)
    throw new AppError('BAD_REQUEST', { issues: [{ path: 'clientUid', error: '8-128 × [A-Za-z0-9_-]' }] });
  const clientUid = randomUUID();
  void reply.header('clientUid', clientUid);
  return hashClientUid(clientUid);
}
