// The SQL of refunds, one row per refund number.

import { type Insertable, type Selectable, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { OrderRefundTable } from './tables.ts';

export type RefundRow = Selectable<OrderRefundTable>;

export const findRefund = (db: Querier, refundNo: string): Promise<RefundRow | undefined> =>
  db.selectFrom('order_refund').selectAll().where('refund_no', '=', refundNo).executeTakeFirst();

/** Runs after `lockOrder`. */
export const lockRefund = (db: Querier, refundNo: string): Promise<RefundRow | undefined> =>
  db.selectFrom('order_refund').selectAll().where('refund_no', '=', refundNo).forUpdate().executeTakeFirst();

export const insertRefund = (db: Querier, refund: Insertable<OrderRefundTable>): Promise<RefundRow> =>
  db.insertInto('order_refund').values(refund).returningAll().executeTakeFirstOrThrow();

export const deleteRefund = (db: Querier, refundNo: string) =>
  db.deleteFrom('order_refund').where('refund_no', '=', refundNo).execute();

export const setRefundMade = (db: Querier, refundNo: string) =>
  db.updateTable('order_refund').set({ state: 'made' }).where('refund_no', '=', refundNo).execute();

/** What was refunded of an order's own payment, and whether another refund of the order is under way. Runs after `lockOrder`. */
export async function sumRefunds(db: Querier, orderNo: string): Promise<{ made: number; isUnderWay: boolean }> {
  const { rows } = await sql<{ made: number; isUnderWay: boolean }>`
    select coalesce(sum(amount) filter (where state = 'made' and misfit_id is null), 0)::bigint as made,
      coalesce(bool_or(state = 'asked'), false) as "isUnderWay"
    from order_refund where order_no = ${orderNo}`.execute(db);
  return rows[0]!;
}

/**
 * Takes refunds that were last requested this long ago, oldest first, and marks them as requested now, so that two servers do not take the same ones.
 */
export async function takeRefundsToAsk(db: Querier, quietSeconds: number, max: number): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    update order_refund set asked_at = now()
    where refund_no in (
      select refund_no from order_refund
      where state = 'asked' and asked_at < now() - ${quietSeconds} * interval '1 second'
      order by asked_at limit ${max} for update skip locked
    )
    returning *`.execute(db);
  return rows;
}
