// The SQL of accounts.
import { type Selectable, sql } from 'kysely';
import type { Session } from '../adapters/postgres.ts';
import type { AccountTable } from '../adapters/tables.ts';

export type AccountRow = Selectable<AccountTable>;
export type NewAccount = Omit<AccountRow, 'is_frozen' | 'avatar_key' | 'gender'>;

/** Makes an account; nothing when its number has one already. Waits for whoever is making one for the same number. */
export const insertAccount = (session: Session, account: NewAccount): Promise<AccountRow | undefined> =>
  session
    .insertInto('account')
    .values(account)
    .onConflict(conflict => conflict.column('mobile').doNothing())
    .returningAll()
    .executeTakeFirst();

export const findAccount = (session: Session, id: string): Promise<AccountRow | undefined> =>
  session.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst();

/** The same, held until the transaction ends: what changes a log-in or a password of an account does so one at a time. */
export const lockAccount = (session: Session, id: string): Promise<AccountRow | undefined> =>
  session.selectFrom('account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Whether the account is there, and that it stays until the transaction ends. Others may do the same at once. */
export async function holdAccount(session: Session, id: string): Promise<boolean> {
  const row = await session
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('is_frozen', '=', false)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

export const findAccountByMobile = (session: Session, mobile: string): Promise<AccountRow | undefined> =>
  session.selectFrom('account').selectAll().where('mobile', '=', mobile).executeTakeFirst();

/** Whom a typed name means: the owner of that number, else whoever is called so, without case. */
export const findAccountByName = (
  session: Session,
  { name, mobile }: { name: string; mobile: string | null },
): Promise<AccountRow | undefined> =>
  session
    .selectFrom('account')
    .selectAll()
    .where(sql<boolean>`mobile = ${mobile} or lower(username) = lower(${name})`)
    .orderBy(sql`mobile is not distinct from ${mobile}`, 'desc')
    .executeTakeFirst();

export async function isUsernameTaken(session: Session, username: string, ownId: string | null): Promise<boolean> {
  const row = await session
    .selectFrom('account')
    .select('id')
    .where(sql<boolean>`lower(username) = lower(${username}) and id is distinct from ${ownId}`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Who invites by that code; held, so that whoever refers to them still finds them. */
export async function findIdOfShareCode(session: Session, shareCode: string): Promise<string | null> {
  const row = await session
    .selectFrom('account')
    .select('id')
    .where('share_code', '=', shareCode)
    .forKeyShare()
    .executeTakeFirst();
  return row?.id ?? null;
}

type Change = Partial<
  Pick<AccountRow, 'nick_name' | 'username' | 'gender' | 'avatar_key' | 'mobile' | 'password_hash'>
>;

export async function updateAccount(session: Session, id: string, change: Change): Promise<void> {
  if (Object.keys(change).length > 0) await session.updateTable('account').set(change).where('id', '=', id).execute();
}

/** Of whom an account invited it is no longer known. Before anything else of it goes, so that accounts are locked first. */
export async function forgetReferrer(session: Session, id: string): Promise<void> {
  await session.updateTable('account').set({ referred_by: null }).where('referred_by', '=', id).execute();
}

export async function removeAccount(session: Session, id: string): Promise<void> {
  await session.deleteFrom('account').where('id', '=', id).execute();
}

const brokenIndexes = { account_mobile_key: 'PHONE_TAKEN', account_username: 'USERNAME_TAKEN' } as const;

/** Which rule a write has broken because another account was faster; undefined for any other fault. */
export function takenBy(error: unknown): (typeof brokenIndexes)[keyof typeof brokenIndexes] | undefined {
  const { constraint } = error as { constraint?: string };
  return constraint && Object.hasOwn(brokenIndexes, constraint)
    ? brokenIndexes[constraint as keyof typeof brokenIndexes]
    : undefined;
}
