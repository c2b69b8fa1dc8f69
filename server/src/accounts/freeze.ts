// Frozen accounts: an operator ends all use of an account until it is released. Nothing of it is deleted.
import { AppError } from 'contract/errors.ts';
import type { Querier } from '../adapters/postgres.ts';
import type { Config } from '../config.ts';
import { endLogins } from './login-store.ts';
import type { LoginSource } from './source.ts';
import { lockAccount, updateAccount } from './store.ts';

/** The refusal of a login to a frozen account, with the way to reach the operator. */
export function frozen({ brand }: Pick<Config, 'brand'>, { baseUrl }: Pick<LoginSource, 'baseUrl'>): AppError {
  const contact = brand.contactEmail ?? brand.contactPhone ?? `${baseUrl}/#/contact`;
  return new AppError('ACCOUNT_FROZEN', { contact });
}

/**
 * Freezes an account, or releases it. Returns whether it was frozen before; undefined if there is no such account. While it is frozen, its
 * logins are kept so that each of its devices learns why it was logged out; its release ends them.
 */
export async function setFrozen(db: Querier, accountId: string, isFrozen: boolean): Promise<boolean | undefined> {
  const account = await lockAccount(db, accountId);
  if (!account) return undefined;
  await updateAccount(db, accountId, { is_frozen: isFrozen });
  if (!isFrozen) await endLogins(db, accountId);
  return account.is_frozen;
}
