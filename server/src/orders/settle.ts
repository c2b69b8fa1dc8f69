// What becomes of an order once a provider says something about it. Every way that a payment becomes known ends here, and only here is an
// order marked as paid: call-backs, questions of the page, and the loop that asks for orders whose call-back was lost.
import type { Notice, PaymentProvider, PaymentState, ProviderName, RawNotice } from '../adapters/payment.ts';
import type { Querier } from '../adapters/postgres.ts';
import { holdPieceOfOrder } from '../coupons/coupons.ts';
import type { Parts } from '../parts.ts';
import { addTerm, bookPurchase } from '../points/ledger.ts';
import { findMisfit, forgetMisfit, keepMisfit, listMisfitsLeft } from './misfit-store.ts';
import {
  closeUnpaid,
  dropPiece,
  findOrder,
  findOrderOfPiece,
  insertNotice,
  lockOrder,
  noteAsked,
  type OrderRow,
  setClosed,
  setFault,
  setPaid,
  takeToAsk,
} from './store.ts';

export interface OrderService {
  readonly parts: Pick<Parts, 'database' | 'config' | 'log' | 'now'>;
  readonly providers: ReadonlyMap<ProviderName, PaymentProvider>;
  /** Locks an account until the transaction ends; false when it is deleted or frozen. Accounts provide it. */
  readonly holdAccount: (db: Querier, accountId: string) => Promise<boolean>;
}

/** What a payment did to its order. */
export type Outcome =
  | 'paid'
  | 'paid before'
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

/** Gives what was bought: time, uses and coins, each booked once under the number of the order. */
async function hand({ parts }: OrderService, db: Querier, accountId: string, order: OrderRow): Promise<void> {
  const { order_no: reference, days, months, meal_name: mealName } = order;
  const length = order.is_forever ? ('forever' as const) : { days, months };
  if (order.kind === 'member') await addTerm(parts, db, { accountId, length, mealName, reason: 'purchase', reference });
  for (const [unit, amount] of [
    ['use', order.uses],
    ['coin', order.coins],
  ] as const)
    if (amount > 0) await bookPurchase(db, { accountId, unit, amount, reference });
}

/**
 * Applies what a provider says of a payment, in one transaction: account, then order, then wallet. A payment that comes after its order was
 * closed still counts, because the money was received. One of another amount, by another provider, or for an account that is gone, gives nothing
 * and is left to an operator, who can pay it back.
 */
function applyPayment(
  service: OrderService,
  provider: ProviderName,
  orderNo: string,
  payment: PaymentState,
): Promise<Outcome> {
  const { database, log } = service.parts;
  return database.transaction().execute(async (trx): Promise<Outcome> => {
    const found = await findOrder(trx, orderNo);
    if (!found) return 'unknown order';
    const isThere = found.account_id !== null && (await service.holdAccount(trx, found.account_id));
    const order = await lockOrder(trx, orderNo);
    if (!order) return 'unknown order';
    const isSettled = order.state === 'paid' || order.state === 'refunded';
    if (isSettled && (payment.state !== 'paid' || order.provider === provider)) return 'paid before';
    if (payment.state === 'open') return 'still open';
    if (payment.state === 'closed') {
      await setClosed(trx, order);
      return 'closed';
    }
    const place = { order_no: orderNo, provider, provider_ref: payment.providerRef };
    if (order.provider !== provider) {
      await leaveToOperator(trx, order, { ...place, amount: payment.amount, currency: payment.currency });
      log.error({ orderNo, provider }, 'an order was paid in another way than the one it was begun in');
      return 'another provider';
    }
    const earlier = await findMisfit(trx, place);
    // What was paid back once pays for nothing any more.
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
    const fault = isDoubled ? 'coupon used twice' : extra ? describeMisfit(extra, order) : null;
    await setPaid(trx, orderNo, payment.providerRef, isThere ? fault : 'account gone');
    return isThere ? 'paid' : 'account gone';
  });
}

type Misfit = Parameters<typeof keepMisfit>[1];

export const describeMisfit = ({ provider, amount, currency }: Misfit, order: OrderRow): string =>
  (order.provider === provider ? `paid ${amount} ${currency}` : `paid by ${provider}`).slice(0, 100);

/** Keeps a payment that does not fit, unless it was paid back already. The fault of an order that is settled stays its own. */
async function leaveToOperator(db: Querier, order: OrderRow, misfit: Misfit): Promise<void> {
  if (misfit.amount <= 0) return;
  const left = await keepMisfit(db, misfit);
  if (left > 0 && order.fault === null) await setFault(db, order.order_no, describeMisfit(misfit, order));
}

/**
 * An order that is paid after it was closed takes its coupon back. False when another order uses that by now: what was paid still counts, and
 * an operator learns of it.
 */
async function keepPiece(db: Querier, order: OrderRow): Promise<boolean> {
  if (order.piece_id === null || order.state !== 'closed') return true;
  await holdPieceOfOrder(db, order.piece_id);
  if (!(await findOrderOfPiece(db, order.piece_id))) return true;
  await dropPiece(db, order.order_no);
  return false;
}

/** Asks an order's provider how it stands, and applies the answer. */
async function ask(service: OrderService, order: OrderRow): Promise<Outcome> {
  const provider = order.provider && service.providers.get(order.provider);
  if (!provider) return 'still open';
  const payment = await provider.find(payableOf(order, order.meal_name.en));
  return applyPayment(service, provider.name, order.order_no, payment);
}

/** Pages ask every few seconds, and each of their questions would be one to the provider. */
const quietSeconds = 3;

/** The present row of an open order, after asking its provider unless that was done a moment ago. A provider that is down changes nothing. */
export async function refreshOrder(service: OrderService, order: OrderRow): Promise<OrderRow> {
  const { database, log, now } = service.parts;
  if (order.state !== 'open' || !order.provider) return order;
  if (!(await noteAsked(database, order.order_no, quietSeconds))) return order;
  try {
    const outcome = await ask(service, order);
    // The loop below leaves alone what a page asks for, so a page that stays open must not keep an order open.
    if (outcome === 'still open' && order.expires_at <= now()) await closeAsked(service, order);
  } catch (error) {
    log.warn({ err: error, orderNo: order.order_no }, 'a provider did not answer');
  }
  return (await findOrder(database, order.order_no)) ?? order;
}

/** Handles a call-back. Throws NoticeRefused for one that cannot be trusted. Anything else that it throws asks for another delivery. */
export async function handleNotice(service: OrderService, provider: PaymentProvider, raw: RawNotice): Promise<Outcome> {
  const { database } = service.parts;
  const notice: Notice = await provider.readNotice(raw);
  const { noticeId, event, orderNo } = notice;
  const outcome = await outcomeOf(service, provider, notice);
  await insertNotice(database, { provider: provider.name, notice_id: noticeId, order_no: orderNo, event, outcome });
  return outcome;
}

async function outcomeOf(service: OrderService, provider: PaymentProvider, notice: Notice): Promise<Outcome> {
  if (notice.orderNo === null) return 'unknown order';
  if (notice.payment) return applyPayment(service, provider.name, notice.orderNo, notice.payment);
  const order = await findOrder(service.parts.database, notice.orderNo);
  if (!order) return 'unknown order';
  return order.provider === provider.name ? ask(service, order) : 'another provider';
}

/** Closes an order whose provider has just said that it is open. */
async function closeAsked(service: OrderService, order: OrderRow): Promise<Outcome> {
  const provider = order.provider && service.providers.get(order.provider);
  if (provider) await provider.close(payableOf(order, order.meal_name.en));
  // It may have been paid between the two calls.
  const outcome = await ask(service, order);
  if (outcome !== 'still open') return outcome;
  return (await setClosed(service.parts.database, order)) ? 'closed' : 'still open';
}

/** Closes an open order, at its provider first, so that a closed order is not paid. Answers `closed`, or what kept it from being so. */
export async function closeOrder(service: OrderService, order: OrderRow): Promise<Outcome> {
  const outcome = await ask(service, order);
  return outcome === 'still open' ? closeAsked(service, order) : outcome;
}

const lostSeconds = 60;
const mostAtOnce = 20;

/**
 * Asks for open orders of which nothing was heard for a minute: their call-back may be lost. Those that wait for an operator are left out. Closes those whose time is over, at the
 * provider first, so that a closed order is not paid. Returns how many were asked for.
 */
export async function followOrders(service: OrderService): Promise<number> {
  const { database, log, now } = service.parts;
  await closeUnpaid(database);
  const orders = await takeToAsk(database, lostSeconds, mostAtOnce);
  for (const order of orders) {
    try {
      const outcome = await ask(service, order);
      if (outcome === 'still open' && order.expires_at <= now()) await closeAsked(service, order);
    } catch (error) {
      log.warn({ err: error, orderNo: order.order_no }, 'an order could not be followed');
    }
  }
  return orders.length;
}
