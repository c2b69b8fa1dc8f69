// The SQL of orders and of providers' notifications.

import { type Insertable, type Selectable, sql } from 'kysely';
import type { ProviderName } from '../adapters/payment.ts';
import type { Querier } from '../adapters/postgres.ts';
import type { PurchaseOrderTable } from './tables.ts';

export type OrderRow = Selectable<PurchaseOrderTable>;

/** Returns undefined if this account has used the idempotency key before. */
export const insertOrder = (
  db: Querier,
  order: Omit<Insertable<PurchaseOrderTable>, 'state'>,
): Promise<OrderRow | undefined> =>
  db
    .insertInto('purchase_order')
    .values(order)
    .onConflict(conflict =>
      conflict.columns(['account_id', 'idempotency_key']).where('idempotency_key', 'is not', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();

export const findOrderOfKey = (db: Querier, accountId: string, key: string): Promise<OrderRow | undefined> =>
  db
    .selectFrom('purchase_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();

export const findOrder = (db: Querier, orderNo: string): Promise<OrderRow | undefined> =>
  db.selectFrom('purchase_order').selectAll().where('order_no', '=', orderNo).executeTakeFirst();

export const lockOrder = (db: Querier, orderNo: string): Promise<OrderRow | undefined> =>
  db.selectFrom('purchase_order').selectAll().where('order_no', '=', orderNo).forUpdate().executeTakeFirst();

/** The order that uses a received coupon: at most one is open or paid. */
export const findOrderOfPiece = (db: Querier, pieceId: string): Promise<OrderRow | undefined> =>
  db
    .selectFrom('purchase_order')
    .selectAll()
    .where('piece_id', '=', pieceId)
    .where('state', 'in', ['open', 'paid'])
    .executeTakeFirst();

/** The same for all received coupons of an account. */
export const listOrdersOfPieces = (db: Querier, accountId: string) =>
  db
    .selectFrom('purchase_order')
    .select(['order_no', 'piece_id', 'state'])
    .where('account_id', '=', accountId)
    .where('piece_id', 'is not', null)
    .where('state', 'in', ['open', 'paid'])
    .execute();

/** Until the transaction ends, no other one that calls this makes an order for the account: what it counts stays true. */
export const lockBuyer = (db: Querier, accountId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('buyer ' || current_schema() || ${accountId}::text, 0))`.execute(
    db,
  );

export async function countOpen(db: Querier, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('purchase_order')
    .select(select => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return count;
}

/** Orders placed since then that were not paid. */
export async function countUnpaidSince(db: Querier, accountId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('purchase_order')
    .select(select => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .where('state', 'in', ['open', 'closed'])
    .executeTakeFirstOrThrow();
  return count;
}

export async function listOrders(db: Querier, accountId: string, { page, size }: { page: number; size: number }) {
  const list = await db
    .selectFrom('purchase_order')
    .selectAll()
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('order_no')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { list, total: list[0]?.total ?? 0 };
}

/** Sets the payment of an open order. Returns undefined if it is no longer open, or was started with another provider. */
export const setPayment = (
  db: Querier,
  orderNo: string,
  payment: { provider: ProviderName; provider_ref: string | null; code_url: string | null; approve_url: string | null },
): Promise<OrderRow | undefined> =>
  db
    .updateTable('purchase_order')
    .set(payment)
    .where('order_no', '=', orderNo)
    .where('state', '=', 'open')
    .where(sql<boolean>`coalesce(provider, ${payment.provider}) = ${payment.provider}`)
    .returningAll()
    .executeTakeFirst();

export const setPaid = (db: Querier, orderNo: string, providerRef: string, fault: string | null) =>
  db
    .updateTable('purchase_order')
    // PayPal's refunds refer to the order, whose number is known; other providers have no reference before the payment.
    .set({ state: 'paid', paid_at: sql`now()`, provider_ref: sql`coalesce(provider_ref, ${providerRef})`, fault })
    .where('order_no', '=', orderNo)
    .execute();

export const setFault = (db: Querier, orderNo: string, fault: string | null) =>
  db.updateTable('purchase_order').set({ fault }).where('order_no', '=', orderNo).execute();

/** Clears one kind of fault from the orders of an account. */
export const clearFault = (db: Querier, accountId: string, fault: string) =>
  db
    .updateTable('purchase_order')
    .set({ fault: null })
    .where('account_id', '=', accountId)
    .where('fault', '=', fault)
    .execute();

/** False if the order is no longer open, has another provider than its caller assumed, or, with `unlessCaptured`, may be being paid. */
export async function setClosed(
  db: Querier,
  { order_no, provider }: OrderRow,
  { unlessCaptured }: { unlessCaptured: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('purchase_order')
    .set({ state: 'closed' })
    .where('order_no', '=', order_no)
    .where('state', '=', 'open')
    .where('provider', 'is not distinct from', provider)
    .$if(unlessCaptured, query => query.where('capture_at', 'is', null))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Reserves the capture of an open order's payment: from now on it cannot be closed. Returns when, or undefined if the order is no longer open, or if
 * another server began to capture it less than this long ago.
 */
export async function beginCapture(db: Querier, orderNo: string, quietSeconds: number): Promise<Date | undefined> {
  const row = await db
    .updateTable('purchase_order')
    // A Date has milliseconds only, and `dropCapture` compares.
    .set({ capture_at: sql`date_trunc('milliseconds', clock_timestamp())` })
    .where('order_no', '=', orderNo)
    .where('state', '=', 'open')
    .where(sql<boolean>`coalesce(capture_at, '-infinity') < now() - ${quietSeconds} * interval '1 second'`)
    .returning('capture_at')
    .executeTakeFirst();
  return row?.capture_at ?? undefined;
}

/** The capture that began then has moved no money and never will: the order may be closed. */
export const dropCapture = (db: Querier, orderNo: string, capture_at: Date) =>
  db
    .updateTable('purchase_order')
    .set({ capture_at: null })
    .where('order_no', '=', orderNo)
    .where('capture_at', '=', capture_at)
    .execute();

/** The order's coupon was taken by another order: this one keeps its discount without it. */
export const dropPiece = (db: Querier, orderNo: string) =>
  db.updateTable('purchase_order').set({ piece_id: null }).where('order_no', '=', orderNo).execute();

/** `isOver`: fully refunded. */
export const setRefunded = (db: Querier, orderNo: string, { total, isOver }: { total: number; isOver: boolean }) =>
  db
    .updateTable('purchase_order')
    .set({ refunded_amount: total, ...(isOver && { state: 'refunded' as const }) })
    .where('order_no', '=', orderNo)
    .execute();

/**
 * Takes open orders whose provider was last queried this long ago, oldest first, and marks them as queried now, so that two servers do not take the
 * same ones.
 */
export async function takeToAsk(db: Querier, quietSeconds: number, max: number): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    update purchase_order set asked_at = now()
    where order_no in (
      select order_no from purchase_order
      where state = 'open' and provider is not null and fault is null
        and coalesce(asked_at, created_at) < now() - ${quietSeconds} * interval '1 second'
      order by asked_at nulls first limit ${max} for update skip locked
    )
    returning *`.execute(db);
  return rows;
}

/** Marks the provider as queried now; false if it was queried less than this long ago. */
export async function noteAsked(db: Querier, orderNo: string, quietSeconds: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('purchase_order')
    .set({ asked_at: sql`now()` })
    .where('order_no', '=', orderNo)
    .where(sql<boolean>`coalesce(asked_at, '-infinity') < now() - ${quietSeconds} * interval '1 second'`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Closes expired open orders without a provider: they cannot be paid. */
export const closeUnpaid = (db: Querier) =>
  db
    .updateTable('purchase_order')
    .set({ state: 'closed' })
    .where('state', '=', 'open')
    .where('provider', 'is', null)
    .where(sql<boolean>`expires_at < now()`)
    .execute();

/** The order needs an operator, is still open long after its expiry, has a mismatched payment, or its refund has failed for ten minutes. */
export const isStuck = sql<boolean>`((fault is not null and state <> 'refunded') or (state = 'open' and expires_at < now() - interval '1 hour')
  or exists (select from misfit_payment where misfit_payment.order_no = purchase_order.order_no
    and misfit_payment.refunded_amount < misfit_payment.amount)
  or exists (select from order_refund where order_refund.order_no = purchase_order.order_no
    and order_refund.state = 'asked' and order_refund.created_at < now() - interval '10 minutes'))`;

/** Oldest first. */
export const listStuck = (db: Querier, max: number): Promise<OrderRow[]> =>
  db.selectFrom('purchase_order').selectAll().where(isStuck).orderBy('created_at').limit(max).execute();

/** Stores a callback and its result. A repeated delivery changes nothing. */
export const insertNotice = (
  db: Querier,
  notice: { provider: ProviderName; notice_id: string; order_no: string | null; event: string; outcome: string },
) =>
  db
    .insertInto('payment_notice')
    .values(notice)
    .onConflict(conflict => conflict.columns(['provider', 'notice_id']).doNothing())
    .execute();
