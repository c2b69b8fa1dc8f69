// The rules of API keys: how a person creates, lists, changes and revokes them.
import { randomBytes } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import { plainScopes, scopeOfTool } from 'contract/key-scopes.ts';
import { type ApiKey, type changeApiKey, type createApiKey, usualPerMinute } from 'contract/routes/api-keys.ts';
import { tools } from 'tools/index.ts';
import type { z } from 'zod';
import type { Querier } from '../adapters/postgres.ts';
import { countTry } from '../limits/limits.ts';
import type { Parts } from '../parts.ts';
import { dropSpending, keepKeyLimits } from '../points/key-queries.ts';
import { forgetSpending, readSpending } from '../points/key-spending.ts';
import { readRanges } from './addresses.ts';
import { isKeyLive } from './live-queries.ts';
import {
  countLiveKeys,
  deleteEndedKeys,
  deleteKeysOf,
  insertKey,
  type KeyRow,
  listKeys,
  lockKey,
  lockKeysOf,
  updateKey,
} from './store.ts';
import { hashKey } from './use-key.ts';

type Needs = Pick<Parts, 'database' | 'now' | 'config'>;

/** Locks an account until the transaction ends; false if it is deleted or frozen. Provided by accounts. */
type HoldAccount = (db: Querier, accountId: string) => Promise<boolean>;

export const maxLiveKeys = 20;
/** Creating and revoking keys on and on would fill the database. */
const createdPerHour = 60;
const maxListed = 200;
const keptMs = 90 * 24 * 3_600_000;

const knownScopes: ReadonlySet<string> = new Set([...plainScopes, ...tools.map(({ name }) => scopeOfTool(name))]);

/** The scopes without repetition. Throws BAD_REQUEST that names the unknown ones. */
function requireScopes(scopes: readonly string[]): string[] {
  const issues = scopes.flatMap((scope, i) =>
    knownScopes.has(scope)
      ? []
      : [{ path: `scopes.${i}`, error: 'tools:* | tools:<name> | tasks:read | account:read' }],
  );
  if (issues.length > 0) throw new AppError('BAD_REQUEST', { issues });
  return [...new Set(scopes)];
}

function requireFuture(expiresAt: string | null | undefined, now: Date): Date | null {
  if (expiresAt === null || expiresAt === undefined) return null;
  const date = new Date(expiresAt);
  if (date <= now)
    throw new AppError('BAD_REQUEST', { issues: [{ path: 'expiresAt', error: `> ${now.toISOString()}` }] });
  return date;
}

const textOf = (date: Date | null) => date?.toISOString() ?? null;

async function present(db: Querier, needs: Pick<Parts, 'config'>, rows: readonly KeyRow[]): Promise<ApiKey[]> {
  const spending = await readSpending(
    db,
    needs,
    rows.map(row => row.id),
  );
  return rows.map(row => {
    const spent = spending.get(row.id);
    return {
      id: row.id,
      name: row.name,
      lastFour: row.last_four,
      scopes: [...row.scopes],
      perMinute: row.per_minute,
      usesPerMonth: spent?.uses_per_month ?? null,
      coinsPerMonth: spent?.coins_per_month ?? null,
      usesThisMonth: spent?.uses ?? 0,
      coinsThisMonth: spent?.coins ?? 0,
      addresses: [...row.addresses],
      createdAt: row.created_at.toISOString(),
      lastUsedAt: textOf(row.last_used_at),
      expiresAt: textOf(row.expires_at),
      revokedAt: textOf(row.revoked_at),
    };
  });
}

const presentOne = async (db: Querier, needs: Pick<Parts, 'config'>, row: KeyRow): Promise<ApiKey> =>
  (await present(db, needs, [row]))[0] as ApiKey;

/** The keys of an account without the secrets, live ones first. */
export const keysOf = async (db: Querier, needs: Pick<Parts, 'config'>, accountId: string): Promise<ApiKey[]> =>
  present(db, needs, await listKeys(db, accountId, maxListed));

/** Creates a key. Its text is in this answer alone. Throws TOO_MANY_KEYS, BAD_REQUEST, RATE_LIMITED or ACCOUNT_GONE. */
export async function createKey(
  needs: Needs & { readonly holdAccount: HoldAccount },
  accountId: string,
  body: z.output<typeof createApiKey.body>,
): Promise<ApiKey & { readonly key: string }> {
  const { database, holdAccount } = needs;
  const now = needs.now();
  const scopes = requireScopes(body.scopes);
  const addresses = readRanges(body.addresses ?? []);
  const expiresAt = requireFuture(body.expiresAt, now);
  await countTry(database, { key: `create-api-key ${accountId}`, max: createdPerHour, perSeconds: 3600 }, now);
  const key = `pxk_${randomBytes(32).toString('base64url')}`;
  return database.transaction().execute(async trx => {
    if (!(await holdAccount(trx, accountId))) throw new AppError('ACCOUNT_GONE');
    await lockKeysOf(trx, accountId);
    if ((await countLiveKeys(trx, accountId, now)) >= maxLiveKeys)
      throw new AppError('TOO_MANY_KEYS', { most: maxLiveKeys });
    const row = await insertKey(trx, {
      account_id: accountId,
      name: body.name,
      key_hash: hashKey(key),
      last_four: key.slice(-4),
      scopes,
      per_minute: body.perMinute ?? usualPerMinute,
      addresses,
      created_at: now,
      expires_at: expiresAt,
    });
    await keepKeyLimits(trx, row.id, {
      usesPerMonth: body.usesPerMonth ?? null,
      coinsPerMonth: body.coinsPerMonth ?? null,
    });
    return { ...(await presentOne(trx, needs, row)), key };
  });
}

async function requireKey(db: Querier, accountId: string, id: string): Promise<KeyRow> {
  const row = await lockKey(db, accountId, id);
  if (!row) throw new AppError('KEY_NOT_FOUND');
  return row;
}

/** KEY_NOT_FOUND unless it is a live key of this account. */
export async function requireOwnKey(db: Querier, accountId: string, id: string, now: Date): Promise<void> {
  await requireKey(db, accountId, id);
  if (!(await isKeyLive(db, id, now))) throw new AppError('KEY_NOT_FOUND');
}

/** Changes what was sent; null removes a limit. KEY_NOT_FOUND for a revoked key as well. An expired key whose time is extended is live again. */
export async function changeKey(
  needs: Needs,
  accountId: string,
  id: string,
  body: z.output<typeof changeApiKey.body>,
): Promise<ApiKey> {
  const now = needs.now();
  const change = {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.scopes && { scopes: requireScopes(body.scopes) }),
    ...(body.perMinute !== undefined && { per_minute: body.perMinute ?? usualPerMinute }),
    ...(body.addresses !== undefined && { addresses: readRanges(body.addresses ?? []) }),
    ...(body.expiresAt !== undefined && { expires_at: requireFuture(body.expiresAt, now) }),
  };
  return needs.database.transaction().execute(async trx => {
    await lockKeysOf(trx, accountId);
    const row = await requireKey(trx, accountId, id);
    if (row.revoked_at) throw new AppError('KEY_NOT_FOUND');
    const wasExpired = row.expires_at !== null && row.expires_at <= now;
    if (wasExpired && 'expires_at' in change && (await countLiveKeys(trx, accountId, now)) >= maxLiveKeys)
      throw new AppError('TOO_MANY_KEYS', { most: maxLiveKeys });
    const spent = (await readSpending(trx, needs, [id])).get(id);
    const { usesPerMonth = spent?.uses_per_month ?? null, coinsPerMonth = spent?.coins_per_month ?? null } = body;
    await keepKeyLimits(trx, id, { usesPerMonth, coinsPerMonth });
    return presentOne(trx, needs, Object.keys(change).length > 0 ? await updateKey(trx, id, change) : row);
  });
}

/** Revokes a key for good, as part of a transaction; a second time changes nothing. KEY_NOT_FOUND. */
export async function revokeKey(
  db: Querier,
  needs: Omit<Needs, 'database'>,
  accountId: string,
  id: string,
): Promise<ApiKey> {
  const row = await requireKey(db, accountId, id);
  return presentOne(db, needs, row.revoked_at ? row : await updateKey(db, id, { revoked_at: needs.now() }));
}

/** Deletes the keys of an account that is being deleted, before its wallet loses the account. */
export async function removeKeysOfAccount(db: Querier, accountId: string): Promise<void> {
  await forgetSpending(db, accountId, await deleteKeysOf(db, accountId));
}

/** Deletes keys that ended long ago. */
export async function deleteOldKeys(db: Querier, now: Date): Promise<void> {
  await dropSpending(db, await deleteEndedKeys(db, new Date(now.getTime() - keptMs)));
}
