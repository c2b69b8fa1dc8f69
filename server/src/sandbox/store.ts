// The SQL of the sandbox: messages that it stored instead of sending, and payments of its cashier.

import { type Selectable, sql } from 'kysely';
import type { SandboxPayment } from '../adapters/pay-sandbox.ts';
import type { Querier } from '../adapters/postgres.ts';
import type { SandboxPaymentTable } from './tables.ts';

export interface SandboxSms {
  mobile: string;
  code: string;
  text: string;
  createdAt: Date;
}

/** Latest first. */
export async function listSms(db: Querier, max: number): Promise<SandboxSms[]> {
  const rows = await db.selectFrom('sandbox_sms').selectAll().orderBy('id', 'desc').limit(max).execute();
  return rows.map(row => ({ mobile: row.mobile, code: row.code, text: row.text, createdAt: row.created_at }));
}

export type PaymentRow = Selectable<SandboxPaymentTable>;

export async function insertPayment(db: Querier, payment: SandboxPayment): Promise<void> {
  const { orderNo, provider, amount, currency, title } = payment;
  await db
    .insertInto('sandbox_payment')
    .values({ order_no: orderNo, provider, amount, currency, title })
    .onConflict(conflict => conflict.column('order_no').doNothing())
    .execute();
}

export const findPayment = (db: Querier, orderNo: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('sandbox_payment').selectAll().where('order_no', '=', orderNo).executeTakeFirst();

export const listWaitingPayments = (db: Querier, max: number): Promise<PaymentRow[]> =>
  db
    .selectFrom('sandbox_payment')
    .selectAll()
    .where('state', '=', 'open')
    .orderBy('created_at', 'desc')
    .limit(max)
    .execute();

/** Marks a waiting payment as paid; one that was taken before stays paid. Returns undefined for a closed one. */
export const takePayment = (db: Querier, orderNo: string): Promise<PaymentRow | undefined> =>
  db
    .updateTable('sandbox_payment')
    .set({ state: 'paid' })
    .where('order_no', '=', orderNo)
    .where('state', '<>', 'closed')
    .returningAll()
    .executeTakeFirst();

export async function closePayment(db: Querier, orderNo: string): Promise<void> {
  await db
    .updateTable('sandbox_payment')
    .set({ state: 'closed' })
    .where('order_no', '=', orderNo)
    .where('state', '=', 'open')
    .execute();
}

/** False if more would be refunded than was paid. A refund number that was used before changes nothing. */
export async function addRefund(
  db: Querier,
  orderNo: string,
  { refundNo, amount }: { refundNo: string; amount: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sandbox_payment')
    .set({
      refunded_amount: sql`case when ${refundNo} = any(refund_nos) then refunded_amount else refunded_amount + ${amount} end`,
      refund_nos: sql`case when ${refundNo} = any(refund_nos) then refund_nos else array_append(refund_nos, ${refundNo}::text) end`,
    })
    .where('order_no', '=', orderNo)
    .where('state', '=', 'paid')
    .where(sql<boolean>`(${refundNo} = any(refund_nos) or refunded_amount + ${amount} <= amount)`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
