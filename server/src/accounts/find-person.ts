// Finds a person by what an operator knows of them.
import { normalisePhone } from 'contract/account-rules.ts';
import type { Querier } from '../adapters/postgres.ts';
import { findAccount, findAccountByName } from './store.ts';

export interface Person {
  readonly id: string;
  readonly nickName: string;
  readonly username: string | null;
  readonly mobile: string | null;
  readonly isFrozen: boolean;
  readonly createdAt: string;
}

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The account with this id, phone number or username. */
export async function findPersonByName(db: Querier, named: string): Promise<Person | undefined> {
  const name = named.trim();
  const account = uuidPattern.test(name)
    ? await findAccount(db, name)
    : await findAccountByName(db, { name, mobile: normalisePhone(name) ?? null });
  return (
    account && {
      id: account.id,
      nickName: account.nick_name,
      username: account.username,
      mobile: account.mobile,
      isFrozen: account.is_frozen,
      createdAt: account.created_at.toISOString(),
    }
  );
}
