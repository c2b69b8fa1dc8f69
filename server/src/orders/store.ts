// SQL of orders and of what providers reported about them.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { ProviderName } from '../adapters/payment.ts';
import type { Querier } from '../adapters/postgres.ts';
import type { PurchaseOrderTable } from '../adapters/tables.ts';

export type OrderRow = Selectable<PurchaseOrderTable>;

/** Returns undefined when this account has used the idempotency key before. */
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

/** The order that uses a piece of a coupon: there is at most one that is open or paid. */
export const findOrderOfPiece = (db: Querier, pieceId: string): Promise<OrderRow | undefined> =>
  db
    .selectFrom('purchase_order')
    .selectAll()
    .where('piece_id', '=', pieceId)
    .where('state', 'in', ['open', 'paid'])
    .executeTakeFirst();

/** The same for all pieces of an account. */
export const listOrdersOfPieces = (db: Querier, accountId: string) =>
  db
    .selectFrom('purchase_order')
    .select(['order_no', 'piece_id', 'state'])
    .where('account_id', '=', accountId)
    .where('piece_id', 'is not', null)
    .where('state', 'in', ['open', 'paid'])
    .execute();

export async function countOpen(db: Querier, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('purchase_order')
    .select(select => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'open')
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

/** How an open order is paid. Returns undefined when it is open no more, or was begun in another way. */
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
    // PayPal refunds name the order, whose number is known; the others have none before they are paid.
    .set({ state: 'paid', paid_at: sql`now()`, provider_ref: sql`coalesce(provider_ref, ${providerRef})`, fault })
    .where('order_no', '=', orderNo)
    .execute();

export const setFault = (db: Querier, orderNo: string, fault: string | null) =>
  db.updateTable('purchase_order').set({ fault }).where('order_no', '=', orderNo).execute();

/** False when the order is open no more, or is paid in another way than the one its caller knows of. */
export async function setClosed(db: Querier, { order_no, provider }: OrderRow): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('purchase_order')
    .set({ state: 'closed' })
    .where('order_no', '=', order_no)
    .where('state', '=', 'open')
    .where('provider', 'is not distinct from', provider)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The coupon of this order belongs to another one: this one keeps its discount without it. */
export const dropPiece = (db: Querier, orderNo: string) =>
  db.updateTable('purchase_order').set({ piece_id: null }).where('order_no', '=', orderNo).execute();

/** `isOver`: nothing of it is left. */
export const setRefunded = (db: Querier, orderNo: string, { total, isOver }: { total: number; isOver: boolean }) =>
  db
    .updateTable('purchase_order')
    .set({ refunded_amount: total, ...(isOver && { state: 'refunded' as const }) })
    .where('order_no', '=', orderNo)
    .execute();

/**
 * Takes open orders whose provider was not asked for this long, the longest ago first, and notes that they are asked now: two servers do
 * not ask for the same order.
 */
export async function takeToAsk(db: Querier, quietSeconds: number, most: number): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    update purchase_order set asked_at = now()
    where order_no in (
      select order_no from purchase_order
      where state = 'open' and provider is not null and fault is null
        and coalesce(asked_at, created_at) < now() - ${quietSeconds} * interval '1 second'
      order by asked_at nulls first limit ${most} for update skip locked
    )
    returning *`.execute(db);
  return rows;
}

/** Notes that the provider is asked now; false when it was asked less than this long ago. */
export async function noteAsked(db: Querier, orderNo: string, quietSeconds: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('purchase_order')
    .set({ asked_at: sql`now()` })
    .where('order_no', '=', orderNo)
    .where(sql<boolean>`coalesce(asked_at, '-infinity') < now() - ${quietSeconds} * interval '1 second'`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Closes open orders without a provider whose time is over: there is no way to pay them. */
export const closeUnpaid = (db: Querier) =>
  db
    .updateTable('purchase_order')
    .set({ state: 'closed' })
    .where('state', '=', 'open')
    .where('provider', 'is', null)
    .where(sql<boolean>`expires_at < now()`)
    .execute();

/**
 * An operator has to look at it, or it has been open long after its time, or has a payment that does not fit, or its refund was asked for in vain
 * for ten minutes.
 */
export const isStuck = sql<boolean>`((fault is not null and state <> 'refunded') or (state = 'open' and expires_at < now() - interval '1 hour')
  or exists (select from misfit_payment where misfit_payment.order_no = purchase_order.order_no
    and misfit_payment.refunded_amount < misfit_payment.amount)
  or exists (select from order_refund where order_refund.order_no = purchase_order.order_no
    and order_refund.state = 'asked' and order_refund.created_at < now() - interval '10 minutes'))`;

/** The oldest first. */
export const listStuck = (db: Querier, most: number): Promise<OrderRow[]> =>
  db.selectFrom('purchase_order').selectAll().where(isStuck).orderBy('created_at').limit(most).execute();

/** Notes a call-back and what came of it. A second delivery changes nothing. */
export const insertNotice = (
  db: Querier,
  notice: { provider: ProviderName; notice_id: string; order_no: string | null; event: string; outcome: string },
) =>
  db
    .insertInto('payment_notice')
    .values(notice)
    .onConflict(conflict => conflict.columns(['provider', 'notice_id']).doNothing())
    .execute();
