// Accounts as the owners of requests and tasks: the lookup of a token before each route, and the lock while a task is accepted.
import type { FastifyRequest } from 'fastify';
import type { Querier } from '../adapters/postgres.ts';
import { accountOfOwner, type FoundLogin, ownerOfAccount, visitorOf } from '../http/owner.ts';
import type { Parts } from '../parts.ts';
import { findTokenOwner, hasLogin, touchLogin } from './login-store.ts';
import type { AccountService } from './service.ts';
import { holdAccount, lockAccount } from './store.ts';
import { hashSecret, isSecret } from './token.ts';

/** A login ends after this long without a request. */
export const loginLifeMs = 30 * 24 * 3_600_000;
/** The use of a login is recorded at most this often. */
const touchEveryMs = 10 * 60_000;

const readToken = (request: FastifyRequest): string => {
  const { token } = request.headers;
  return typeof token === 'string' ? token.trim() : '';
};

export async function findLogin({ parts, tasks }: AccountService, request: FastifyRequest): Promise<FoundLogin | null> {
  const token = readToken(request);
  if (token === '') return null;
  const now = parts.now();
  const visitor = visitorOf(request);
  const found = isSecret(token)
    ? await findTokenOwner(parts.database, hashSecret(token), { now, isVisitorBusy: tasks.exist(visitor) })
    : undefined;
  if (!found) return { refusal: 'LOGIN_EXPIRED' };
  const { accountId, loginId } = found;
  if (accountId === null || found.isFrozen) return { refusal: 'ACCOUNT_GONE' };
  if (now.getTime() - found.lastSeenAt.getTime() >= touchEveryMs)
    await touchLogin(parts.forgetful, loginId, { now, expiresAt: new Date(now.getTime() + loginLifeMs) });
  // A call that was in flight while its browser logged in may have created another task for the visitor.
  if (found.isVisitorBusy && visitor)
    await parts.database.transaction().execute(async trx => {
      if (await lockAccount(trx, accountId)) await tasks.give(trx, visitor, ownerOfAccount(accountId));
    });
  return { accountId, loginId };
}

/** Whether the login of a request still exists, for long-lived responses. True for a visitor. */
export async function isStillLoggedIn(
  parts: Pick<Parts, 'database' | 'now'>,
  request: FastifyRequest,
): Promise<boolean> {
  const found = request.foundLogin;
  return !found || (!('refusal' in found) && (await hasLogin(parts.database, found.loginId, parts.now())));
}

/** Locks the owner of a task until the transaction ends; false if its account is deleted or frozen. A visitor needs no lock. */
export async function holdOwner(db: Querier, owner: string): Promise<boolean> {
  const accountId = accountOfOwner(owner);
  return accountId === null || holdAccount(db, accountId);
}
