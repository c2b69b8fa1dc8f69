// The SQL of mismatched payments: of another amount or by another provider than their order's. Everything except reading runs after `lockOrder`.

import { type Insertable, type Selectable, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { MisfitPaymentTable } from './tables.ts';

export type MisfitRow = Selectable<MisfitPaymentTable>;

/** Stores such a payment once. Returns how much of it remains to be refunded. */
export async function keepMisfit(db: Querier, misfit: Insertable<MisfitPaymentTable>): Promise<number> {
  await db
    .insertInto('misfit_payment')
    .values(misfit)
    .onConflict(conflict => conflict.columns(['order_no', 'provider', 'provider_ref']).doNothing())
    .execute();
  const row = await findMisfit(db, misfit);
  return row ? row.amount - row.refunded_amount : 0;
}

export const findMisfit = (
  db: Querier,
  { order_no, provider, provider_ref }: Pick<Insertable<MisfitPaymentTable>, 'order_no' | 'provider' | 'provider_ref'>,
): Promise<MisfitRow | undefined> =>
  db
    .selectFrom('misfit_payment')
    .selectAll()
    .where('order_no', '=', order_no)
    .where('provider', '=', provider)
    .where('provider_ref', '=', provider_ref)
    .executeTakeFirst();

export const findMisfitById = (db: Querier, id: string): Promise<MisfitRow | undefined> =>
  db.selectFrom('misfit_payment').selectAll().where('id', '=', id).executeTakeFirst();

/** Mismatched payments of these orders that are not fully refunded, oldest first. */
export const listMisfitsLeft = (db: Querier, orderNos: readonly string[]): Promise<MisfitRow[]> =>
  db
    .selectFrom('misfit_payment')
    .selectAll()
    .where(sql<boolean>`order_no = any (${orderNos}::text[])`)
    .whereRef('refunded_amount', '<', 'amount')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Adds to the refunded amount, or subtracts from it. */
export const addRefunded = (db: Querier, id: string, amount: number) =>
  db
    .updateTable('misfit_payment')
    .set({ refunded_amount: sql`refunded_amount + ${amount}` })
    .where('id', '=', id)
    .execute();

/** Deletes a payment of which nothing was refunded: its provider now reports that it matches. */
export const forgetMisfit = (db: Querier, id: string) => db.deleteFrom('misfit_payment').where('id', '=', id).execute();
