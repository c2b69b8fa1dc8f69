// Accounts as the owners of requests and tasks: the lookup of a token before each route, and the lock while a task is accepted.
import type { FastifyRequest } from 'fastify';
import { createTurns } from '../adapters/in-turn.ts';
import type { Querier } from '../adapters/postgres.ts';
import { isKeyLive } from '../api-keys/live-queries.ts';
import { accountOfOwner, type FoundLogin, ownerOfAccount, visitorOf } from '../http/owner.ts';
import type { Parts } from '../parts.ts';
import { holdAccount, isActive } from './hold-queries.ts';
import { findTokenOwner, hasLogin, touchLogin } from './login-store.ts';
import type { AccountService } from './service.ts';
import { lockAccount } from './store.ts';
import { hashSecret, isSecret } from './token.ts';

/** A login ends after this long without a request. */
export const loginLifeMs = 30 * 24 * 3_600_000;
/** The use of a login is recorded at most this often. */
const touchEveryMs = 10 * 60_000;

const readToken = (request: FastifyRequest): string => {
  const { token } = request.headers;
  return typeof token === 'string' ? token.trim() : '';
};

/** One request at a time moves tasks to an account; the others wait for it without a connection. */
const inTurn = createTurns();

/** Moves all tasks of a visitor to an account, in transactions of limited size. */
async function moveTasks(
  { database }: Parts,
  tasks: AccountService['tasks'],
  { visitor, accountId }: { visitor: string; accountId: string },
): Promise<void> {
  const isBusy = () => database.selectNoFrom(tasks.exist(visitor).as('is')).executeTakeFirstOrThrow();
  // An earlier request has usually moved them all.
  if (!(await isBusy()).is) return;
  const step = () =>
    database
      .transaction()
      .execute(
        async trx => !(await lockAccount(trx, accountId)) || tasks.give(trx, visitor, ownerOfAccount(accountId)),
      );
  while (!(await step()));
}

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
  // The login itself moves only the first of very many tasks, and a call in flight meanwhile may have created another one for the visitor.
  if (found.isVisitorBusy && visitor) await inTurn(accountId, () => moveTasks(parts, tasks, { visitor, accountId }));
  return { accountId, loginId };
}

/** Whether the login or the API key of a request is still valid, for long-lived responses. True for a visitor. */
export async function isStillLoggedIn(
  parts: Pick<Parts, 'database' | 'now'>,
  request: FastifyRequest,
): Promise<boolean> {
  const { foundLogin: found, foundKey: key } = request;
  if (key) return (await isKeyLive(parts.database, key.keyId, parts.now())) && isActive(parts.database, key.accountId);
  return !found || (!('refusal' in found) && (await hasLogin(parts.database, found.loginId, parts.now())));
}

/** Locks the owner of a task until the transaction ends; false if its account is deleted or frozen. A visitor needs no lock. */
export async function holdOwner(db: Querier, owner: string): Promise<boolean> {
  const accountId = accountOfOwner(owner);
  return accountId === null || holdAccount(db, accountId);
}
