// Requests of buyers for a refund: they wait for an operator, who refunds the order or declines with words.
import { AppError } from 'contract/errors.ts';
import type { RefundRequest } from 'contract/routes/orders.ts';
import type { Querier } from '../adapters/postgres.ts';
import { countTry } from '../limits/limits.ts';
import { sumRefunds } from './refund-store.ts';
import { endRequest, findOpenRequest, insertRequest, type RequestRow } from './request-store.ts';
import type { OrderService } from './settle.ts';
import { lockOrder } from './store.ts';

/** Of an account: a declined buyer may ask again, but not for ever. */
const maxADay = 10;
const daySeconds = 24 * 3600;

export const presentRequest = (row: RequestRow): RefundRequest => ({
  state: row.state,
  reason: row.reason,
  // Words that go with a refund are read once it is made.
  answer: row.state === 'open' ? null : row.answer,
  createdAt: row.created_at.toISOString(),
  answeredAt: row.answered_at?.toISOString() ?? null,
});

/**
 * Asks an operator to refund a paid order. Asking again for the same reason answers the open request, so that a lost answer does no harm.
 * ORDER_NOT_FOUND, ORDER_REFUNDED if nothing is left to refund, REFUND_REQUEST_OPEN, RATE_LIMITED.
 */
export async function askRefund(
  { parts }: OrderService,
  accountId: string,
  { orderNo, reason }: { orderNo: string; reason: string },
): Promise<RequestRow> {
  const { database, now } = parts;
  const limit = { key: `refund requests of ${accountId}`, max: maxADay, perSeconds: daySeconds };
  await countTry(database, limit, now());
  return database.transaction().execute(async trx => {
    const order = await lockOrder(trx, orderNo);
    if (order?.account_id !== accountId) throw new AppError('ORDER_NOT_FOUND');
    const open = await findOpenRequest(trx, orderNo);
    if (open?.reason === reason) return open;
    if (open) throw new AppError('REFUND_REQUEST_OPEN');
    if (order.state !== 'paid' || order.refunded_amount >= order.amount) throw new AppError('ORDER_REFUNDED');
    return (await insertRequest(trx, orderNo, reason)) ?? Promise.reject(new AppError('REFUND_REQUEST_OPEN'));
  });
}

/** Declines the open request of an order. NO_REFUND_REQUEST, or CHANGED_MEANWHILE while a refund of it waits for its provider. */
export async function declineRequest(db: Querier, orderNo: string, answer: string): Promise<void> {
  if (!(await lockOrder(db, orderNo))) throw new AppError('ORDER_NOT_FOUND');
  if ((await sumRefunds(db, orderNo)).isUnderWay) throw new AppError('CHANGED_MEANWHILE');
  if (!(await endRequest(db, orderNo, { state: 'declined', answer }))) throw new AppError('NO_REFUND_REQUEST');
}
