// The SQL of refund requests: at most one of an order is open.

import { type Selectable, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { RefundRequestTable } from './tables.ts';

export type RequestRow = Selectable<RefundRequestTable>;

/** Returns undefined if another request of the order is open. */
export const insertRequest = (db: Querier, order_no: string, reason: string): Promise<RequestRow | undefined> =>
  db
    .insertInto('refund_request')
    .values({ order_no, reason, answer: null, answered_at: null })
    .onConflict(conflict => conflict.column('order_no').where('state', '=', 'open').doNothing())
    .returningAll()
    .executeTakeFirst();

export const findOpenRequest = (db: Querier, orderNo: string): Promise<RequestRow | undefined> =>
  db
    .selectFrom('refund_request')
    .selectAll()
    .where('order_no', '=', orderNo)
    .where('state', '=', 'open')
    .executeTakeFirst();

/** The latest request of each of these orders; orders without one are omitted. */
export async function latestRequests(
  db: Querier,
  orderNos: readonly string[],
): Promise<ReadonlyMap<string, RequestRow>> {
  const rows = await db
    .selectFrom('refund_request')
    .selectAll()
    .distinctOn('order_no')
    .where(sql<boolean>`order_no = any (${orderNos}::text[])`)
    .orderBy('order_no')
    .orderBy('created_at', 'desc')
    .execute();
  return new Map(rows.map(row => [row.order_no, row]));
}

/** Ends the open request of an order; false if there is none. Without an answer, one that was given before stays. */
export async function endRequest(
  db: Querier,
  orderNo: string,
  { state, answer }: { state: 'refunded' | 'declined'; answer?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refund_request')
    .set({ state, answered_at: sql`now()`, ...(answer !== undefined && { answer }) })
    .where('order_no', '=', orderNo)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
