// The SQL of logins: which token belongs to which account, and its validity.
import { type RawBuilder, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';

interface TokenOwner {
  loginId: string;
  /** Null if the account was deleted. */
  accountId: string | null;
  isFrozen: boolean;
  lastSeenAt: Date;
  /** Whether the visitor whose id was sent with the token still has tasks to be transferred to the account. */
  isVisitorBusy: boolean;
}

/** The owner of a token; undefined if it is unknown or has expired. */
export async function findTokenOwner(
  db: Querier,
  tokenHash: Buffer,
  { now, isVisitorBusy }: { now: Date; isVisitorBusy: RawBuilder<boolean> },
): Promise<TokenOwner | undefined> {
  const row = await db
    .selectFrom('login')
    .leftJoin('account', 'account.id', 'login.account_id')
    .select(['login.id', 'login.account_id', 'login.last_seen_at', 'account.is_frozen'])
    .select(sql<boolean>`login.takes_tasks and ${isVisitorBusy}`.as('isVisitorBusy'))
    .where('token_hash', '=', tokenHash)
    .where('login.expires_at', '>', now)
    .executeTakeFirst();
  return (
    row && {
      loginId: row.id,
      accountId: row.account_id,
      isFrozen: row.is_frozen ?? false,
      lastSeenAt: row.last_seen_at,
      isVisitorBusy: row.isVisitorBusy,
    }
  );
}

/** Whether a login is still valid for its account. */
export async function hasLogin(db: Querier, loginId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('login')
    .innerJoin('account', 'account.id', 'login.account_id')
    .select('login.id')
    .where('login.id', '=', loginId)
    .where('login.expires_at', '>', now)
    .where('account.is_frozen', '=', false)
    .executeTakeFirst();
  return row !== undefined;
}

/** Extends a login from now on; several servers may do so at once. */
export async function touchLogin(
  db: Querier,
  loginId: string,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> {
  await db.updateTable('login').set({ last_seen_at: now, expires_at: expiresAt }).where('id', '=', loginId).execute();
}

export interface NewLogin {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly accountId: string;
  readonly device: string;
  /** Whether the visitor's tasks are transferred to the account, including those created during the login. */
  readonly takesTasks: boolean;
  readonly now: Date;
  readonly expiresAt: Date;
}

export async function insertLogin(db: Querier, login: NewLogin): Promise<void> {
  await db
    .insertInto('login')
    .values({
      id: login.id,
      token_hash: login.tokenHash,
      account_id: login.accountId,
      device: login.device,
      takes_tasks: login.takesTasks,
      created_at: login.now,
      last_seen_at: login.now,
      expires_at: login.expiresAt,
    })
    .execute();
}

/** Ends the least recently used logins of an account beyond the number it may keep. */
export async function endOldestLogins(db: Querier, accountId: string, keeps: number): Promise<void> {
  const oldest = db
    .selectFrom('login')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .offset(keeps);
  await db.deleteFrom('login').where('id', 'in', oldest).execute();
}

/** The logins of an account, most recently used first. */
export const listLogins = (db: Querier, accountId: string, now: Date) =>
  db
    .selectFrom('login')
    .select(['id', 'device', 'created_at', 'last_seen_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .execute();

export async function endLogin(db: Querier, accountId: string, loginId: string): Promise<void> {
  await db.deleteFrom('login').where('account_id', '=', accountId).where('id', '=', loginId).execute();
}

/** Ends all logins of an account except the one named. The caller holds the account's lock. */
export async function endLogins(db: Querier, accountId: string, keptId?: string): Promise<void> {
  let query = db.deleteFrom('login').where('account_id', '=', accountId);
  if (keptId !== undefined) query = query.where('id', '<>', keptId);
  await query.execute();
}

/** Clears the device names of a deleted account's logins; only the token hashes remain. */
export async function blankLogins(db: Querier, accountId: string): Promise<void> {
  await db.updateTable('login').set({ device: '' }).where('account_id', '=', accountId).execute();
}
