// SQL of payments that do not fit their order. All of it but the reading runs after `lockOrder`.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { MisfitPaymentTable } from '../adapters/tables.ts';

export type MisfitRow = Selectable<MisfitPaymentTable>;

/** Keeps such a payment, once. Answers how much of it is left to be paid back. */
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

/** Payments of these orders that are not paid back in full, the first to have come first. */
export const listMisfitsLeft = (db: Querier, orderNos: readonly string[]): Promise<MisfitRow[]> =>
  db
    .selectFrom('misfit_payment')
    .selectAll()
    .where(sql<boolean>`order_no = any (${orderNos}::text[])`)
    .whereRef('refunded_amount', '<', 'amount')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Adds to what is paid back of it, or takes away from that. */
export const addRefunded = (db: Querier, id: string, amount: number) =>
  db
    .updateTable('misfit_payment')
    .set({ refunded_amount: sql`refunded_amount + ${amount}` })
    .where('id', '=', id)
    .execute();

/** Forgets a payment of which nothing was paid back: its provider says by now that it fits. */
export const forgetMisfit = (db: Querier, id: string) => db.deleteFrom('misfit_payment').where('id', '=', id).execute();
