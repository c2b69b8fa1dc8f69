// State changes of an order after news from its provider. All sources of news (callbacks, polling by pages, and the loop for orders whose callback
// was lost) end here, the only place where an order is marked as paid.
import { isFinal, type PaymentProvider, type PaymentState, type ProviderName } from '../adapters/payment.ts';
import type { Querier } from '../adapters/postgres.ts';
import { holdPieceOfOrder } from '../coupons/piece-queries.ts';
import type { Parts } from '../parts.ts';
import { hand, takeAllBack } from './hand-over.ts';
import { findMisfit, forgetMisfit, keepMisfit, listMisfitsLeft } from './misfit-store.ts';
import {
  beginCapture,
  clearFault,
  closeUnpaid,
  dropCapture,
  dropPiece,
  findOrder,
  findOrderOfPiece,
  lockOrder,
  noteAsked,
  type OrderRow,
  setClosed,
  setFault,
  setPaid,
  takeToAsk,
} from './store.ts';

export interface OrderService {
  readonly parts: Pick<Parts, 'database' | 'config' | 'log' | 'now' | 'secret'>;
  readonly providers: ReadonlyMap<ProviderName, PaymentProvider>;
  /** Locks an account until the transaction ends; false when it is deleted or frozen. Provided by accounts. */
  readonly holdAccount: (db: Querier, accountId: string) => Promise<boolean>;
  /** The same for an account that has paid, frozen or not: undefined when it is deleted. */
  readonly holdPayer: (db: Querier, accountId: string) => Promise<{ readonly isFrozen: boolean } | undefined>;
  /**
   * The same for an account from which something is taken back: false when it is deleted. Locks its tasks that hold something as well, and keeps others
   * from being added.
   */
  readonly holdDebtor: (db: Querier, accountId: string) => Promise<boolean>;
  /** Stores that the holds of these tasks were released. Provided by tasks. */
  readonly releaseRuns: (db: Querier, taskIds: readonly string[]) => Promise<void>;
}

/** The effect of a payment on its order. */
export type Outcome =
  | 'paid'
  | 'paid before'
  | 'refunded'
  | 'refunded before'
  | 'still open'
  | 'closed'
  | 'wrong amount'
  | 'account gone'
  | 'unknown order'
  | 'another provider';

export const payableOf = (order: OrderRow, title: string) => ({
  orderNo: order.order_no,
  amount: order.amount,
  currency: order.currency,
  title,
  expiresAt: order.expires_at,
  providerRef: order.provider_ref,
});

/**
 * Applies a provider's report of a payment in one transaction, locking account, order and wallet in this order. A payment for a closed order still
 * counts, because the money was received, and one for a frozen account is booked and reported to an operator. One with another amount, by another
 * provider, or for a deleted account grants nothing and is left to an operator, who can refund it.
 */
export function applyPayment(
  service: OrderService,
  provider: ProviderName,
  orderNo: string,
  payment: PaymentState,
): Promise<Outcome> {
  const { database, log } = service.parts;
  return database.transaction().execute(async (trx): Promise<Outcome> => {
    const found = await findOrder(trx, orderNo);
    if (!found) return 'unknown order';
    const account = found.account_id === null ? undefined : await service.holdPayer(trx, found.account_id);
    const isThere = account !== undefined;
    // Its provider has told of a refund before it told of the payment.
    if (isThere && found.refunded_amount > 0) await service.holdDebtor(trx, found.account_id!);
    const order = await lockOrder(trx, orderNo);
    if (!order) return 'unknown order';
    const isSettled = order.state === 'paid' || order.state === 'refunded';
    if (isSettled && (payment.state !== 'paid' || order.provider === provider)) return 'paid before';
    if (payment.state !== 'paid' && order.provider !== provider) return 'another provider';
    if (payment.state === 'open') return order.state === 'closed' ? 'closed' : 'still open';
    if (payment.state === 'closed') {
      await setClosed(trx, order, { unlessCaptured: false });
      return 'closed';
    }
    const place = { order_no: orderNo, provider, provider_ref: payment.providerRef };
    if (order.provider !== provider) {
      await leaveToOperator(trx, order, { ...place, amount: payment.amount, currency: payment.currency });
      log.error({ orderNo, provider }, 'an order was paid in another way than the one it was begun in');
      return 'another provider';
    }
    const earlier = await findMisfit(trx, place);
    // A payment that was refunded does not pay for an order.
    const isPaidBack = earlier !== undefined && earlier.refunded_amount > 0;
    if (payment.amount !== order.amount || payment.currency !== order.currency || isPaidBack) {
      await leaveToOperator(trx, order, { ...place, amount: payment.amount, currency: payment.currency });
      log.error({ orderNo, paid: payment.amount, currency: payment.currency }, 'an order was paid with another amount');
      return 'wrong amount';
    }
    if (earlier) await forgetMisfit(trx, earlier.id);
    if (isThere) await hand(service, trx, order.account_id!, order);
    else log.error({ orderNo }, 'an order was paid for an account that is gone');
    const isDoubled = !(await keepPiece(trx, order));
    if (isDoubled) log.error({ orderNo }, 'a coupon was used twice: an order was paid after it was closed');
    const [extra] = await listMisfitsLeft(trx, [orderNo]);
    const doubt = isDoubled ? 'coupon used twice' : extra ? describeMisfit(extra, order) : null;
    const fault = isThere ? (doubt ?? (account.isFrozen ? paidFrozen : null)) : 'account gone';
    await setPaid(trx, orderNo, payment.providerRef, fault);
    if (order.refunded_amount === order.amount) await takeAllBack(service, trx, order, isThere);
    return isThere ? 'paid' : 'account gone';
  });
}

/** The fault of an order that was paid while its account was frozen: the operator decides whether to refund it or to release the account. */
const paidFrozen = 'account frozen';

/** An account was released: its orders that were paid meanwhile need no operator any more. */
export const noteReleased = (db: Querier, accountId: string) => clearFault(db, accountId, paidFrozen);

type Misfit = Parameters<typeof keepMisfit>[1];

export const describeMisfit = ({ provider, amount, currency }: Misfit, order: OrderRow): string =>
  (order.provider === provider ? `paid ${amount} ${currency}` : `paid by ${provider}`).slice(0, 100);

/** Stores a mismatched payment unless it was refunded already. A settled order keeps its own fault. */
async function leaveToOperator(db: Querier, order: OrderRow, misfit: Misfit): Promise<void> {
  if (misfit.amount <= 0) return;
  const left = await keepMisfit(db, misfit);
  if (left > 0 && order.fault === null) await setFault(db, order.order_no, describeMisfit(misfit, order));
}

/**
 * An order that is paid after it was closed claims its coupon again. Returns false if another order uses it by now: the payment still counts, and an
 * operator is notified.
 */
async function keepPiece(db: Querier, order: OrderRow): Promise<boolean> {
  if (order.piece_id === null || order.state !== 'closed') return true;
  await holdPieceOfOrder(db, order.piece_id);
  if (!(await findOrderOfPiece(db, order.piece_id))) return true;
  await dropPiece(db, order.order_no);
  return false;
}

/** The calls of one capture and their time limits take less; after that the server that began it is gone. */
const captureSeconds = 120;

/**
 * Takes the money of an approved payment, but never for an order that we closed: another one may have been made in its place, with its coupon. The
 * reservation is committed first, and an order that has one is not closed, so that of a capture and a closing at the same time only one happens.
 */
async function capture(service: OrderService, provider: PaymentProvider, order: OrderRow): Promise<PaymentState> {
  const { database, log } = service.parts;
  const { order_no: orderNo } = order;
  if (!provider.capture) throw new Error(`${provider.name} reports an approval that it cannot capture`);
  const begunAt = await beginCapture(database, orderNo, captureSeconds);
  if (!begunAt) return { state: 'open' };
  try {
    return await provider.capture(payableOf(order, order.meal_name.en));
  } catch (error) {
    if (!isFinal(error)) throw error;
    log.warn({ err: error, orderNo }, 'an approved payment could not be captured');
    await dropCapture(database, orderNo, begunAt);
    return { state: 'open' };
  }
}

/** Requests an order's state from its provider and applies it. */
export async function ask(service: OrderService, order: OrderRow): Promise<Outcome> {
  const provider = order.provider && service.providers.get(order.provider);
  if (!provider) return 'still open';
  const found = await provider.find(payableOf(order, order.meal_name.en));
  const payment = found.state === 'approved' ? await capture(service, provider, order) : found;
  return applyPayment(service, provider.name, order.order_no, payment);
}

/** Pages poll every few seconds; not every poll is forwarded to the provider. */
const quietSeconds = 3;

/** The current row of an open order, after querying its provider unless that was done a moment ago. An unreachable provider changes nothing. */
export async function refreshOrder(service: OrderService, order: OrderRow): Promise<OrderRow> {
  const { database, log, now } = service.parts;
  if (order.state !== 'open' || !order.provider) return order;
  if (!(await noteAsked(database, order.order_no, quietSeconds))) return order;
  try {
    const outcome = await ask(service, order);
    // The loop below skips orders that pages poll, so a page left open must not keep an order open.
    if (outcome === 'still open' && order.expires_at <= now()) await closeAsked(service, order);
  } catch (error) {
    log.warn({ err: error, orderNo: order.order_no }, 'a provider did not answer');
  }
  return (await findOrder(database, order.order_no)) ?? order;
}

/** Closes an order that its provider has just reported as open. */
async function closeAsked(service: OrderService, order: OrderRow): Promise<Outcome> {
  const provider = order.provider && service.providers.get(order.provider);
  if (provider) await provider.close(payableOf(order, order.meal_name.en));
  // It may have been paid between the two calls.
  const outcome = await ask(service, order);
  if (outcome !== 'still open') return outcome;
  return (await setClosed(service.parts.database, order, { unlessCaptured: true })) ? 'closed' : 'still open';
}

/** Closes an open order, at its provider first, so that a closed order cannot be paid. Returns `closed`, or what prevented it. */
export async function closeOrder(service: OrderService, order: OrderRow): Promise<Outcome> {
  const outcome = await ask(service, order);
  return outcome === 'still open' ? closeAsked(service, order) : outcome;
}

const lostSeconds = 60;
const maxAtOnce = 20;

/**
 * Polls open orders without news for a minute, whose callback may be lost, except those that wait for an operator. Closes expired ones, at the
 * provider first, so that a closed order cannot be paid. Stops between two orders. Returns how many were taken.
 */
export async function followOrders(service: OrderService, signal?: AbortSignal): Promise<number> {
  const { database, log, now } = service.parts;
  await closeUnpaid(database);
  const orders = await takeToAsk(database, lostSeconds, maxAtOnce);
  for (const order of orders) {
    if (signal?.aborted) break;
    try {
      const outcome = await ask(service, order);
      if (outcome === 'still open' && order.expires_at <= now()) await closeAsked(service, order);
    } catch (error) {
      log.warn({ err: error, orderNo: order.order_no }, 'an order could not be followed');
    }
  }
  return orders.length;
}
