// The rules for existing orders: starting a payment with one of this server's providers, and listing an account's orders.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from 'contract/errors.ts';
import type { Order, PayType } from 'contract/routes/orders.ts';
import type { Language } from 'contract/words.ts';
import type { Querier } from '../adapters/postgres.ts';
import { makeOrder, type OrderRequest } from './make-order.ts';
import { presentRequest } from './refund-requests.ts';
import { followRefunds } from './refunds.ts';
import { latestRequests, type RequestRow } from './request-store.ts';
import { closeOrder, followOrders, type OrderService, payableOf, refreshOrder } from './settle.ts';
import { findOrder, listOrders, listStuck, type OrderRow, setPayment } from './store.ts';

/** Who an order is shown to. */
export interface Buyer {
  readonly baseUrl: string;
  readonly language: Language;
}

/** The sandbox's cashier is a page of this server, whose address is stored without the host. */
const addressOf = (stored: string | null, baseUrl: string): string | null =>
  stored?.startsWith('/') ? baseUrl + stored : stored;

export const presentOrder = (order: OrderRow, { baseUrl, language }: Buyer, request?: RequestRow): Order => ({
  orderNo: order.order_no,
  amount: order.amount,
  currency: order.currency,
  editionId: order.plan_id,
  discount: order.discount,
  coupon: order.coupon_title?.[language] ?? null,
  mealName: order.meal_name[language],
  state: order.state,
  payType: order.provider,
  codeUrl: order.state === 'open' ? addressOf(order.code_url, baseUrl) : null,
  approveUrl: order.state === 'open' ? addressOf(order.approve_url, baseUrl) : null,
  createdAt: order.created_at.toISOString(),
  expiresAt: order.expires_at.toISOString(),
  paidAt: order.paid_at?.toISOString() ?? null,
  refundedAmount: order.refunded_amount,
  refundRequest: request ? presentRequest(request) : null,
});

/** The latest refund request of each order. */
export const requestsOf = (db: Querier, orders: readonly OrderRow[]): Promise<ReadonlyMap<string, RequestRow>> =>
  latestRequests(
    db,
    orders.map(order => order.order_no),
  );

/** The order, if it belongs to this account. ORDER_NOT_FOUND. */
export async function requireOrder({ parts }: OrderService, accountId: string, orderNo: string): Promise<OrderRow> {
  const order = await findOrder(parts.database, orderNo);
  if (order?.account_id !== accountId) throw new AppError('ORDER_NOT_FOUND');
  return order;
}

/**
 * Starts the payment of an open order. A repeated request with the same provider returns the first result. PAY_TYPE_OFF, ORDER_CLOSED for an order
 * that is no longer open or was started with another provider, PAYMENT_FAILED when the provider cannot be reached.
 */
export async function beginPayment(
  service: OrderService,
  order: OrderRow,
  payType: PayType,
  { baseUrl, language }: Buyer,
): Promise<OrderRow> {
  const { database, log, now } = service.parts;
  const provider = service.providers.get(payType);
  if (!provider?.currencies.includes(order.currency)) throw new AppError('PAY_TYPE_OFF');
  if (order.state !== 'open' || order.expires_at <= now()) throw new AppError('ORDER_CLOSED');
  // Otherwise both payments could succeed, and one of them would have to be refunded.
  if (order.provider !== null && order.provider !== payType) throw new AppError('ORDER_CLOSED');
  if (order.code_url !== null || order.approve_url !== null) return order;
  const title = order.meal_name[language];
  const addresses = {
    notifyUrl: `${baseUrl}/pay/notify/${payType}`,
    returnUrl: `${baseUrl}/#/membership?order=${order.order_no}`,
  };
  const opened = await provider.open(payableOf(order, title), addresses).catch(cause => {
    log.error({ err: cause, orderNo: order.order_no, payType }, 'a payment could not be begun');
    throw new AppError('PAYMENT_FAILED', null, { cause });
  });
  const payment = {
    provider: payType,
    provider_ref: opened.providerRef,
    code_url: opened.codeUrl,
    approve_url: opened.approveUrl,
  };
  return (await setPayment(database, order.order_no, payment)) ?? Promise.reject(new AppError('ORDER_CLOSED'));
}

/**
 * Places an order and starts its payment. A request that repeats its key gets the first order however it stands by now, also paid or closed.
 * IDEMPOTENCY_CLASH when that order was started with another provider; the errors of `makeOrder` and `beginPayment`.
 */
export async function preOrder(
  service: OrderService,
  request: OrderRequest,
  payType: PayType,
  buyer: Buyer,
): Promise<OrderRow> {
  const order = await makeOrder(service, request);
  if (request.idempotencyKey !== null && order.provider !== null) {
    if (order.provider !== payType) throw new AppError('IDEMPOTENCY_CLASH');
    if (order.state !== 'open') return order;
  }
  return beginPayment(service, order, payType, buyer);
}

/** The order's current state according to its provider. ORDER_NOT_FOUND. */
export const lookAtOrder = async (service: OrderService, accountId: string, orderNo: string): Promise<OrderRow> =>
  refreshOrder(service, await requireOrder(service, accountId, orderNo));

/**
 * Cancels an unpaid order: closes it at its provider first, so that it and the next one cannot both be paid. Returns its final state, which is `paid`
 * if the payment was faster. ORDER_NOT_FOUND, PAYMENT_PENDING while an approved payment is captured, PAYMENT_FAILED when its provider cannot be
 * reached.
 */
export async function giveUpOrder(
  service: OrderService,
  accountId: string,
  orderNo: string,
): Promise<{ state: OrderRow['state'] }> {
  const order = await requireOrder(service, accountId, orderNo);
  let cause: unknown;
  if (order.state === 'open')
    await closeOrder(service, order).catch(error => {
      service.parts.log.warn({ err: error, orderNo }, 'an order could not be closed');
      cause = error;
    });
  const { state, capture_at: captureAt } = await requireOrder(service, accountId, orderNo);
  // Pages go on asking: the order is paid, or open again if the capture is refused.
  if (state === 'open') throw new AppError(captureAt ? 'PAYMENT_PENDING' : 'PAYMENT_FAILED', null, { cause });
  return { state };
}

export async function ordersOf(
  { parts }: OrderService,
  accountId: string,
  page: { page: number; size: number },
  buyer: Buyer,
): Promise<{ list: Order[]; total: number }> {
  const { list, total } = await listOrders(parts.database, accountId, page);
  const requests = await requestsOf(parts.database, list);
  return { list: list.map(order => presentOrder(order, buyer, requests.get(order.order_no))), total };
}

/** Orders with a mismatched payment, without an account, or whose provider has not answered for an hour. */
export async function findStuckOrders(db: Querier, max: number) {
  const rows = await listStuck(db, max);
  return rows.map(row => ({
    orderNo: row.order_no,
    account: row.account_id,
    amount: row.amount,
    currency: row.currency,
    payType: row.provider,
    state: row.state,
    fault: row.fault ?? 'the provider does not answer',
    createdAt: row.created_at.toISOString(),
  }));
}

const followEveryMs = 20_000;

/** Polls open orders and refunds until the returned function is called. The next pass begins this long after the last one ended. */
export function followOrdersForEver(service: OrderService, pauseMs: number = followEveryMs): () => Promise<void> {
  const { log } = service.parts;
  const stop = new AbortController();
  const { signal } = stop;
  const following = (async () => {
    for (;;) {
      // Rejects when the loop is stopped, which the next line sees.
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await followOrders(service, signal).catch(error => log.warn({ err: error }, 'orders could not be followed'));
      await followRefunds(service, signal).catch(error => log.warn({ err: error }, 'refunds could not be followed'));
    }
  })();
  return () => {
    stop.abort();
    return following;
  };
}
