// The SQL of what API keys may spend in a month, as their account sets and deletes it.
import type { Querier } from '../adapters/postgres.ts';
import type {} from './tables.ts';

/** Keeps what a key may spend in a month; null for no limit. */
export async function keepKeyLimits(
  db: Querier,
  keyId: string,
  limits: { readonly usesPerMonth: number | null; readonly coinsPerMonth: number | null },
): Promise<void> {
  const columns = { uses_per_month: limits.usesPerMonth, coins_per_month: limits.coinsPerMonth };
  await db
    .insertInto('key_spending')
    .values({ key_id: keyId, ...columns })
    .onConflict(conflict => conflict.column('key_id').doUpdateSet(columns))
    .execute();
}

/** Forgets the spending of deleted keys, which hold nothing any more. */
export async function dropSpending(db: Querier, keyIds: readonly string[]): Promise<void> {
  if (keyIds.length > 0) await db.deleteFrom('key_spending').where('key_id', 'in', keyIds).execute();
}
