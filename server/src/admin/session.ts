// Decides who may act as an operator from a browser: an account named in ADMINS, logged in, with a session opened by a code of its second
// factor. All others get the same reply as for a page that does not exist.
import { AppError } from 'contract/errors.ts';
import { operatorHeader } from 'contract/routes/operators.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findPersonByName } from '../accounts/find-person.ts';
import { countProof } from '../accounts/growing-delay.ts';
import { clientOf, recognise } from '../accounts/known-clients.ts';
import { holdOwner } from '../accounts/owners.ts';
import { hashSecret, isSecret, makeSecret } from '../accounts/token.ts';
import { addressOf } from '../http/address.ts';
import { type AccountLogin, accountOf, ownerOfAccount } from '../http/owner.ts';
import { countTry } from '../limits/limits.ts';
import type { Parts } from '../parts.ts';
import { loadSecret } from '../secrets/secrets.ts';
import { secretNameOf } from './factor.ts';
import { endSession, extendSession, hasFactor, insertAct, insertSession, takeStep } from './store.ts';
import { findStep } from './totp.ts';

/** A session ends after this long without a call. */
const idleMs = 20 * 60_000;
/** Maximum duration of a session. */
const wholeMs = 8 * 3_600_000;
const maxCallsPerMinute = 240;
const maxActsPerMinute = 30;

type OperatorParts = Pick<Parts, 'config' | 'database' | 'forgetful' | 'log' | 'now' | 'secret'>;

/** The login of an account named in ADMINS. Throws NOT_FOUND for all others, as for a page that does not exist. */
async function requireAdmin({ config, database }: OperatorParts, request: FastifyRequest): Promise<AccountLogin> {
  const found = request.foundLogin;
  if (!found || config.admins.length === 0) throw new AppError('NOT_FOUND');
  const login = accountOf(request);
  const person = await findPersonByName(database, login.accountId);
  const isNamed = person && config.admins.some(name => name === person.id || name === person.mobile);
  if (!isNamed || person.isFrozen) throw new AppError('NOT_FOUND');
  return login;
}

const readToken = (request: FastifyRequest): string => {
  const sent = request.headers[operatorHeader];
  return typeof sent === 'string' && isSecret(sent) ? sent : '';
};

/** Extends the session and returns its new expiry; undefined if this login has no open session. */
function renewSession({ forgetful, now }: OperatorParts, request: FastifyRequest, { loginId }: AccountLogin) {
  const token = readToken(request);
  if (token === '') return Promise.resolve(undefined);
  const at = now();
  const expiresAt = new Date(at.getTime() + idleMs);
  return extendSession(forgetful, { tokenHash: hashSecret(token), loginId, expiresAt }, at);
}

/** What the operators' page must show next: itself, the prompt for a code, or how to set up the second factor. */
export async function describeSession(
  parts: OperatorParts,
  request: FastifyRequest,
): Promise<{ state: 'open' | 'code' | 'unset'; expiresAt: string | null }> {
  const login = await requireAdmin(parts, request);
  const expiresAt = await renewSession(parts, request, login);
  if (expiresAt) return { state: 'open', expiresAt: expiresAt.toISOString() };
  return { state: (await hasFactor(parts.database, login.accountId)) ? 'code' : 'unset', expiresAt: null };
}

/**
 * Opens a session with a code. Each try is counted before the code is compared, with a growing delay, and a code is accepted once.
 * NOT_FOUND, FACTOR_MISSING, FACTOR_WRONG, RATE_LIMITED.
 */
export async function openSession(
  parts: OperatorParts,
  request: FastifyRequest,
  code: string,
): Promise<{ operatorToken: string; expiresAt: string }> {
  const { database, config, log, now } = parts;
  const { accountId, loginId } = await requireAdmin(parts, request);
  const at = now();
  const address = addressOf(request);
  const guesser = await recognise(parts, accountId, clientOf(request));
  const tries = await countProof(parts.forgetful, { name: `operator ${accountId}`, guesser, now: at });
  if (!(await hasFactor(database, accountId))) throw new AppError('FACTOR_MISSING');
  const name = secretNameOf(accountId);
  const make = () => {
    throw new AppError('FACTOR_MISSING');
  };
  const key = await loadSecret(database, config, { name, make });
  const step = findStep(key, code.replace(/\s/g, ''), at);
  if (step === undefined || !(await takeStep(database, accountId, step))) {
    log.warn({ accountId, address }, 'a code of an operator was wrong or used before');
    throw new AppError('FACTOR_WRONG');
  }
  await tries.succeed();
  const operatorToken = makeSecret();
  const expiresAt = new Date(at.getTime() + idleMs);
  const endsAt = new Date(at.getTime() + wholeMs);
  await database.transaction().execute(async trx => {
    // The account is locked before its logins, as everywhere: the session refers to both.
    if (!(await holdOwner(trx, ownerOfAccount(accountId)))) throw new AppError('ACCOUNT_GONE');
    await insertSession(trx, { tokenHash: hashSecret(operatorToken), loginId, accountId, expiresAt, endsAt });
    const details = { until: endsAt.toISOString() };
    await insertAct(trx, { act: 'enter', operator: accountId, subject: null, reason: 'a code was right', details });
  });
  return { operatorToken, expiresAt: expiresAt.toISOString() };
}

export async function closeSession({ database }: OperatorParts, request: FastifyRequest): Promise<void> {
  const token = readToken(request);
  if (token !== '') await endSession(database, hashSecret(token));
}

/** The account of the operator who makes a call. NOT_FOUND, FACTOR_NEEDED, RATE_LIMITED. */
async function requireOperator(parts: OperatorParts, request: FastifyRequest): Promise<string> {
  const login = await requireAdmin(parts, request);
  if (!(await renewSession(parts, request, login))) throw new AppError('FACTOR_NEEDED');
  const [kind, max] =
    request.method === 'POST' ? (['act', maxActsPerMinute] as const) : (['call', maxCallsPerMinute] as const);
  await countTry(parts.forgetful, { key: `operator-${kind} ${login.accountId}`, max, perSeconds: 60 }, parts.now());
  return login.accountId;
}

/**
 * Guards every route of a scope before its body is parsed: an error about the body would reveal that the call exists. The paths in
 * `openPaths` need no session. Returns a function that gives a handler its operator's account.
 */
export function guardOperators(
  scope: FastifyInstance,
  parts: OperatorParts,
  openPaths: readonly string[],
): (request: FastifyRequest) => string {
  const operators = new WeakMap<FastifyRequest, string>();
  scope.addHook('preParsing', async request => {
    const isOpen = openPaths.includes(request.routeOptions.url ?? '');
    const found = isOpen ? (await requireAdmin(parts, request)).accountId : await requireOperator(parts, request);
    operators.set(request, found);
  });
  return request => {
    const found = operators.get(request);
    if (found === undefined) throw new Error('a call of operators was not guarded');
    return found;
  };
}
