// The SQL of accounts.

import { type Selectable, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { AccountTable } from './tables.ts';

export type AccountRow = Selectable<AccountTable>;
export type NewAccount = Omit<AccountRow, 'is_frozen' | 'avatar_key' | 'gender'>;

/** Creates an account; undefined if its number has one already. Waits for a transaction that is creating one for the same number. */
export const insertAccount = (db: Querier, account: NewAccount): Promise<AccountRow | undefined> =>
  db
    .insertInto('account')
    .values(account)
    .onConflict(conflict => conflict.column('mobile').doNothing())
    .returningAll()
    .executeTakeFirst();

export const findAccount = (db: Querier, id: string): Promise<AccountRow | undefined> =>
  db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst();

/** The same, locked until the transaction ends: transactions that change logins or the password of an account take turns. */
export const lockAccount = (db: Querier, id: string): Promise<AccountRow | undefined> =>
  db.selectFrom('account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const findAccountByMobile = (db: Querier, mobile: string): Promise<AccountRow | undefined> =>
  db.selectFrom('account').selectAll().where('mobile', '=', mobile).executeTakeFirst();

/** The account that a typed name denotes: the one with that phone number, else the one with that username in any case. */
export const findAccountByName = (
  db: Querier,
  { name, mobile }: { name: string; mobile: string | null },
): Promise<AccountRow | undefined> =>
  db
    .selectFrom('account')
    .selectAll()
    .where(sql<boolean>`mobile = ${mobile} or lower(username) = lower(${name})`)
    .orderBy(sql`mobile is not distinct from ${mobile}`, 'desc')
    .executeTakeFirst();

/** Accounts whose nickname or username begins with this text, in any case; all of them for an empty text. Newest first. */
export async function searchAccounts(
  db: Querier,
  beginning: string,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ list: AccountRow[]; total: number }> {
  const pattern = `${beginning.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const fits =
    beginning === ''
      ? sql<boolean>`true`
      : sql<boolean>`(lower(nick_name) like ${pattern} or lower(username) like ${pattern})`;
  const list = await db
    .selectFrom('account')
    .selectAll()
    .where(fits)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const { total } = await db
    .selectFrom('account')
    .select(select => select.fn.countAll<number>().as('total'))
    .where(fits)
    .executeTakeFirstOrThrow();
  return { list, total };
}

export const findAccounts = (db: Querier, ids: readonly string[]): Promise<AccountRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('account').selectAll().where('id', 'in', ids).execute();

export async function isUsernameTaken(db: Querier, username: string, ownId: string | null): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where(sql<boolean>`lower(username) = lower(${username}) and id is distinct from ${ownId}`)
    .executeTakeFirst();
  return row !== undefined;
}

/** The account with this invitation code, locked so that the reference to it stays valid. */
export async function findIdOfShareCode(db: Querier, shareCode: string): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('share_code', '=', shareCode)
    .forKeyShare()
    .executeTakeFirst();
  return row?.id ?? null;
}

type Change = Partial<
  Pick<AccountRow, 'nick_name' | 'username' | 'gender' | 'avatar_key' | 'mobile' | 'password_hash' | 'is_frozen'>
>;

export async function updateAccount(db: Querier, id: string, change: Change): Promise<void> {
  if (Object.keys(change).length > 0) await db.updateTable('account').set(change).where('id', '=', id).execute();
}

/**
 * Clears the references to an account from those it invited. Must run before its other rows are deleted, so that accounts are locked first.
 */
export async function forgetReferrer(db: Querier, id: string): Promise<void> {
  await db.updateTable('account').set({ referred_by: null }).where('referred_by', '=', id).execute();
}

export async function removeAccount(db: Querier, id: string): Promise<void> {
  await db.deleteFrom('account').where('id', '=', id).execute();
}

const brokenIndexes = { account_mobile_key: 'PHONE_TAKEN', account_username: 'USERNAME_TAKEN' } as const;

/** The refusal for a write that violated a unique index because another account was faster; undefined for any other error. */
export function takenBy(error: unknown): (typeof brokenIndexes)[keyof typeof brokenIndexes] | undefined {
  const { constraint } = error as { constraint?: string };
  return constraint && Object.hasOwn(brokenIndexes, constraint)
    ? brokenIndexes[constraint as keyof typeof brokenIndexes]
    : undefined;
}
