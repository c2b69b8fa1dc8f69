// Refunds of orders. A refund is committed before the provider is asked for it and finished after, so that a server which dies in
// between leaves a row that says so, and the provider is asked again under the same number.
import { AppError } from 'contract/errors.ts';
import { isFinal } from '../adapters/payment.ts';
import type { Querier } from '../adapters/postgres.ts';
import { addTerm, takeBack } from '../points/ledger.ts';
import {
  deleteRefund,
  findRefund,
  insertRefund,
  lockRefund,
  type RefundRow,
  setRefundMade,
  takeRefundsToAsk,
} from './refund-store.ts';
import { type OrderService, payableOf } from './settle.ts';
import { findOrder, lockOrder, type OrderRow, setRefunded } from './store.ts';

/**
 * Refunds an order, whole or in part, and takes back what is left of what it gave. `refundNo` names the act: asked for again, it pays once.
 * At most what was paid is paid back. A coupon of an order that is refunded whole can be used again while its days last; after a part it stays used.
 * When the provider's answer is lost, the error is thrown and the refund stays `asked`: `followRefunds` goes on with it. ORDER_NOT_FOUND,
 * ORDER_REFUNDED, REFUND_TOO_LARGE.
 */
export async function refundOrder(
  service: OrderService,
  orderNo: string,
  { refundNo, amount, reason }: { refundNo: string; amount: number; reason: string },
): Promise<void> {
  const refund = await service.parts.database.transaction().execute(async trx => {
    const order = await lockOrder(trx, orderNo);
    if (!order) throw new AppError('ORDER_NOT_FOUND');
    const known = await findRefund(trx, refundNo);
    if (known) return known;
    if (order.state !== 'paid' || !providerOf(service, order)) throw new AppError('ORDER_REFUNDED');
    const left = order.amount - order.refunded_amount;
    if (!Number.isInteger(amount) || amount < 1 || amount > left)
      throw new AppError('REFUND_TOO_LARGE', { most: left });
    // No other refund may give this part back; the order counts as refunded only once the provider has paid.
    await setRefunded(trx, orderNo, { total: order.refunded_amount + amount, isOver: false });
    return insertRefund(trx, { refund_no: refundNo, order_no: orderNo, amount, reason, state: 'asked' });
  });
  if (refund.state === 'asked') await askForRefund(service, refund);
}

const providerOf = ({ providers }: OrderService, order: OrderRow) => order.provider && providers.get(order.provider);

/** Throws the provider's error. A final refusal undoes the refund; after any other error it may have been made, and stays `asked`. */
async function askForRefund(service: OrderService, refund: RefundRow): Promise<void> {
  const { refund_no: refundNo, order_no: orderNo, amount, reason } = refund;
  const order = (await findOrder(service.parts.database, orderNo))!;
  const provider = providerOf(service, order);
  if (!provider) throw new Error(`the provider of order ${orderNo} is not set`);
  try {
    await provider.refund(payableOf(order, order.meal_name.en), { refundNo, amount, reason });
  } catch (error) {
    if (isFinal(error)) await undoRefund(service, refund);
    throw error;
  }
  await finishRefund(service, refund);
}

function undoRefund({ parts }: OrderService, { refund_no: refundNo, order_no: orderNo }: RefundRow): Promise<void> {
  return parts.database.transaction().execute(async trx => {
    const order = (await lockOrder(trx, orderNo))!;
    const refund = await lockRefund(trx, refundNo);
    if (refund?.state !== 'asked') return;
    await setRefunded(trx, orderNo, { total: order.refunded_amount - refund.amount, isOver: false });
    await deleteRefund(trx, refundNo);
  });
}

/** Account, then order, then wallet, as everywhere. */
function finishRefund(service: OrderService, { refund_no: refundNo, order_no: orderNo }: RefundRow): Promise<void> {
  return service.parts.database.transaction().execute(async trx => {
    const found = (await findOrder(trx, orderNo))!;
    const isThere = found.account_id !== null && (await service.holdAccount(trx, found.account_id));
    const order = (await lockOrder(trx, orderNo))!;
    const refund = await lockRefund(trx, refundNo);
    if (refund?.state !== 'asked') return;
    const made = await setRefundMade(trx, refundNo);
    if (made !== order.amount) return;
    await setRefunded(trx, orderNo, { total: order.amount, isOver: true });
    if (isThere) await takeAllBack(service, trx, order);
  });
}

/** Takes back time, uses and coins of an order that was refunded whole, as far as they are left. */
async function takeAllBack({ parts }: OrderService, db: Querier, order: OrderRow): Promise<void> {
  const { account_id: accountId, order_no: reference } = order;
  if (accountId === null) return;
  for (const [unit, amount] of [
    ['use', order.uses],
    ['coin', order.coins],
  ] as const)
    if (amount > 0) await takeBack(db, { accountId, unit, amount, reference });
  if (order.kind !== 'member') return;
  const length = order.is_forever ? ('over' as const) : { days: -order.days, months: -order.months };
  await addTerm(parts, db, { accountId, length, mealName: order.meal_name, reason: 'refund', reference });
}

const quietSeconds = 60;
const mostAtOnce = 20;

/** Asks again for refunds whose answer was lost a minute ago or more. Returns how many were asked for. */
export async function followRefunds(service: OrderService): Promise<number> {
  const { database, log } = service.parts;
  const refunds = await takeRefundsToAsk(database, quietSeconds, mostAtOnce);
  for (const refund of refunds)
    await askForRefund(service, refund).catch(error =>
      log.warn({ err: error, orderNo: refund.order_no, refundNo: refund.refund_no }, 'a refund could not be made yet'),
    );
  return refunds.length;
}

/** How much of an order was refunded and how much is left. ORDER_NOT_FOUND, ORDER_REFUNDED, REFUND_TOO_LARGE for more than is left. */
export async function requireRefundable(db: Querier, orderNo: string, amount: number | undefined) {
  const order = await findOrder(db, orderNo);
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  const left = order.amount - order.refunded_amount;
  if (order.state !== 'paid' || left === 0) throw new AppError('ORDER_REFUNDED');
  if (amount !== undefined && amount > left) throw new AppError('REFUND_TOO_LARGE', { most: left });
  return { left, refunded: order.refunded_amount };
}
