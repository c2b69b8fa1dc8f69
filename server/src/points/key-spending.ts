// What an API key may spend in a month. Its holds count from the moment they are made; one that is released is given back.
import { AppError } from 'contract/errors.ts';
import type { Querier } from '../adapters/postgres.ts';
import { dropSpending } from './key-queries.ts';
import { findSpending, type KeySpendingRow } from './key-store.ts';
import type { Payment } from './rights.ts';
import { lockWallet } from './store.ts';

interface Needs {
  readonly config: { readonly timeZone: string };
}

/** What keys may spend a month and have spent of it, by the id of the key. */
export async function readSpending(
  db: Querier,
  { config }: Needs,
  keyIds: readonly string[],
): Promise<Map<string, KeySpendingRow>> {
  if (keyIds.length === 0) return new Map();
  return new Map((await findSpending(db, keyIds, config.timeZone)).map(row => [row.key_id, row]));
}

/**
 * Why a key may not spend this; undefined if it may. `back` is about to be released. Exact only while the wallet that pays is locked, so that no other
 * call spends meanwhile.
 */
export async function refusePayment(
  db: Querier,
  needs: Needs,
  keyId: string | null,
  { unit, amount }: Payment,
  back: Payment | null = null,
): Promise<AppError | undefined> {
  if (keyId === null) return undefined;
  const spending = (await readSpending(db, needs, [keyId])).get(keyId);
  const max = unit === 'use' ? spending?.uses_per_month : spending?.coins_per_month;
  if (!spending || max === null || max === undefined) return undefined;
  const spent = (unit === 'use' ? spending.uses : spending.coins) - (back?.unit === unit ? back.amount : 0);
  if (spent + amount <= max) return undefined;
  return new AppError('KEY_MONTH_SPENT', {
    unit: unit === 'use' ? 'use' : 'coins',
    most: max,
    left: Math.max(0, max - spent),
  });
}

/** Forgets the spending of keys that are deleted with their account. A release locks the wallet before this row, and so does this. */
export async function forgetSpending(db: Querier, accountId: string, keyIds: readonly string[]): Promise<void> {
  await lockWallet(db, accountId);
  await dropSpending(db, keyIds);
}
