// Finds a person by what an operator knows about them.
import { normalisePhone } from 'contract/account-rules.ts';
import { AppError } from 'contract/errors.ts';
import type { Querier } from '../adapters/postgres.ts';
import { keepAccount } from './hold-queries.ts';
import { type AccountRow, findAccount, findAccountByName, findAccounts, searchAccounts } from './store.ts';

export interface Person {
  readonly id: string;
  readonly nickName: string;
  readonly username: string | null;
  readonly mobile: string | null;
  readonly isFrozen: boolean;
  readonly createdAt: string;
}

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const isId = (text: string): boolean => uuidPattern.test(text);

const describePerson = (account: AccountRow): Person => ({
  id: account.id,
  nickName: account.nick_name,
  username: account.username,
  mobile: account.mobile,
  isFrozen: account.is_frozen,
  createdAt: account.created_at.toISOString(),
});

/** The account with this id, phone number or username. */
export async function findPersonByName(db: Querier, named: string): Promise<Person | undefined> {
  const name = named.trim();
  const account = isId(name)
    ? await findAccount(db, name)
    : await findAccountByName(db, { name, mobile: normalisePhone(name) ?? null });
  return account && describePerson(account);
}

/** Locks a person's account, frozen or not, until the transaction ends. ACCOUNT_NOT_FOUND when it is deleted. */
export async function holdPerson(db: Querier, id: string): Promise<void> {
  if (!(await keepAccount(db, id))) throw new AppError('ACCOUNT_NOT_FOUND');
}

/** Persons by an id or a phone number, else by the beginning of a nickname or username; the newest for an empty text. */
export async function searchPeople(
  db: Querier,
  text: string,
  page: { readonly page: number; readonly size: number },
): Promise<{ list: Person[]; total: number }> {
  const search = text.trim();
  const exact = isId(search) || normalisePhone(search) ? await findPersonByName(db, search) : undefined;
  if (exact) return { list: page.page === 1 ? [exact] : [], total: 1 };
  const { list, total } = await searchAccounts(db, search, page);
  return { list: list.map(describePerson), total };
}

/** The nicknames of those texts that are ids of accounts. */
export async function nickNamesOf(db: Querier, texts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await findAccounts(db, [...new Set(texts)].filter(isId));
  return new Map(rows.map(row => [row.id, row.nick_name]));
}
