// The SQL of what API keys may spend in a month. A row changes only while the wallet that pays is locked.
import { type RawBuilder, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { Unit } from './store.ts';

/** What a key may spend a month, null for no limit, and what it has spent and holds of the running one. */
export interface KeySpendingRow {
  readonly key_id: string;
  readonly uses_per_month: number | null;
  readonly coins_per_month: number | null;
  readonly uses: number;
  readonly coins: number;
}

/** The first day of the running month, by the database's clock, where the operator is. */
const thisMonth = (timeZone: string): RawBuilder<string> =>
  sql<string>`date_trunc('month', now() at time zone ${timeZone})::date`;

export const findSpending = async (
  db: Querier,
  keyIds: readonly string[],
  timeZone: string,
): Promise<KeySpendingRow[]> =>
  (
    await sql<KeySpendingRow>`
      select key_id, uses_per_month, coins_per_month,
        case when month = ${thisMonth(timeZone)} then uses else 0 end as uses,
        case when month = ${thisMonth(timeZone)} then coins else 0 end as coins
      from key_spending where key_id = any (${keyIds}::uuid[])`.execute(db)
  ).rows;

/** Adds an amount to what a key has spent this month, and returns the month; undefined if the key is deleted. */
export async function addSpending(
  db: Querier,
  { keyId, unit, amount, timeZone }: { keyId: string; unit: Unit; amount: number; timeZone: string },
): Promise<string | undefined> {
  const [uses, coins] = unit === 'use' ? [amount, 0] : [0, amount];
  const { rows } = await sql<{ month: string }>`
    update key_spending set
      uses = case when month = ${thisMonth(timeZone)} then uses else 0 end + ${uses}::bigint,
      coins = case when month = ${thisMonth(timeZone)} then coins else 0 end + ${coins}::bigint,
      month = ${thisMonth(timeZone)}
    where key_id = ${keyId}
    returning month::text as month`.execute(db);
  return rows[0]?.month;
}
