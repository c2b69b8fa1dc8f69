// Refunds of orders. A refund is committed before the request to the provider and completed afterwards, so that a crash in between leaves a row, and
// the request is repeated with the same number.
import { AppError } from 'contract/errors.ts';
import { type Currency, isFinal } from '../adapters/payment.ts';
import type { Querier } from '../adapters/postgres.ts';
import { takeAllBack } from './hand-over.ts';
import { addRefunded, findMisfitById, listMisfitsLeft, type MisfitRow } from './misfit-store.ts';
import {
  deleteRefund,
  findRefund,
  insertRefund,
  lockRefund,
  type RefundRow,
  setRefundMade,
  sumRefunds,
  takeRefundsToAsk,
} from './refund-store.ts';
import { endRequest } from './request-store.ts';
import { describeMisfit, type OrderService, payableOf } from './settle.ts';
import { findOrder, lockOrder, type OrderRow, setClosed, setFault, setRefunded } from './store.ts';

/** The payment that is refunded next, and how much of it remains. */
interface Due {
  /** Null: the order's own payment. */
  readonly misfit: MisfitRow | null;
  readonly currency: string;
  readonly refunded: number;
  readonly left: number;
}

/** Mismatched payments come first, oldest first, because the person received nothing for them; then the order itself. */
function chooseDue(order: OrderRow, misfits: readonly MisfitRow[]): Due | undefined {
  const misfit = misfits.find(one => one.order_no === order.order_no);
  if (misfit) {
    const { amount, currency, refunded_amount: refunded } = misfit;
    return { misfit, currency, refunded, left: amount - refunded };
  }
  const left = order.amount - order.refunded_amount;
  if (order.state !== 'paid' || left === 0) return undefined;
  return { misfit: null, currency: order.currency, refunded: order.refunded_amount, left };
}

/** The refundable payment of each of these orders; orders without one are omitted. */
export async function listDue(db: Querier, orders: readonly OrderRow[]): Promise<Map<string, Due>> {
  const misfits = await listMisfitsLeft(
    db,
    orders.map(order => order.order_no),
  );
  return new Map(
    orders.flatMap(order => {
      const due = chooseDue(order, misfits);
      return due ? [[order.order_no, due] as const] : [];
    }),
  );
}

interface RefundWish {
  readonly refundNo: string;
  readonly amount: number;
  readonly reason: string;
  /** The payment to refund, as returned by `requireRefundable`; null: the order's own. Absent: the next one. */
  readonly misfitId?: string | null;
}

/**
 * Refunds an order fully or in part; a full refund takes back all that the order gave. If a mismatched payment remains, refunds that instead. Idempotent by
 * `refundNo`. At most the paid amount is refunded. The coupon of a fully refunded order becomes available again while it is valid; after a partial
 * refund it stays used. If the provider's answer is lost, the error is thrown and the refund stays `asked`, for `followRefunds` to continue.
 * ORDER_NOT_FOUND, ORDER_REFUNDED, REFUND_TOO_LARGE, CHANGED_MEANWHILE.
 */
export async function refundOrder(
  service: OrderService,
  orderNo: string,
  { refundNo, amount, reason, misfitId }: RefundWish,
): Promise<void> {
  const refund = await service.parts.database.transaction().execute(async trx => {
    const order = await lockOrder(trx, orderNo);
    if (!order) throw new AppError('ORDER_NOT_FOUND');
    const known = await findRefund(trx, refundNo);
    if (known) return known;
    const due = (await listDue(trx, [order])).get(orderNo);
    if (!due || !providerOf(service, due.misfit ?? order)) throw new AppError('ORDER_REFUNDED');
    // Another payment has arrived since, for which this amount is not meant.
    if (misfitId !== undefined && misfitId !== (due.misfit?.id ?? null)) throw new AppError('CHANGED_MEANWHILE');
    if (!Number.isInteger(amount) || amount < 1 || amount > due.left)
      throw new AppError('REFUND_TOO_LARGE', { most: due.left });
    // Reserves the amount against other refunds; the order counts as refunded only once the provider has paid.
    await addPaidBack(trx, order, due.misfit, amount);
    const misfit_id = due.misfit?.id ?? null;
    return insertRefund(trx, { refund_no: refundNo, order_no: orderNo, amount, reason, state: 'asked', misfit_id });
  });
  if (refund.state === 'asked') await askForRefund(service, refund);
}

export async function addPaidBack(
  db: Querier,
  order: OrderRow,
  misfit: { id: string } | null,
  amount: number,
): Promise<void> {
  if (misfit) await addRefunded(db, misfit.id, amount);
  else await setRefunded(db, order.order_no, { total: order.refunded_amount + amount, isOver: false });
}

const providerOf = ({ providers }: OrderService, { provider }: Pick<OrderRow, 'provider'>) =>
  provider && providers.get(provider);

/** Throws the provider's error. A final refusal rolls the refund back; after any other error it may have been made, and stays `asked`. */
async function askForRefund(service: OrderService, refund: RefundRow): Promise<void> {
  const { database } = service.parts;
  const { refund_no: refundNo, order_no: orderNo, misfit_id: misfitId, amount, reason } = refund;
  const order = (await findOrder(database, orderNo))!;
  const misfit = misfitId === null ? undefined : await findMisfitById(database, misfitId);
  const provider = providerOf(service, misfit ?? order);
  if (!provider) throw new Error(`the provider of order ${orderNo} is not set`);
  const payable = payableOf(order, order.meal_name.en);
  const paid = misfit ? { ...payable, amount: misfit.amount, currency: misfit.currency as Currency } : payable;
  try {
    await provider.refund(paid, { refundNo, amount, reason });
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
    await addPaidBack(trx, order, refund.misfit_id === null ? null : { id: refund.misfit_id }, -refund.amount);
    await deleteRefund(trx, refundNo);
  });
}

/** Locks account, tasks, order and wallet in this order, as everywhere. */
function finishRefund(service: OrderService, { refund_no: refundNo, order_no: orderNo }: RefundRow): Promise<void> {
  return service.parts.database.transaction().execute(async trx => {
    const found = (await findOrder(trx, orderNo))!;
    const isThere = found.account_id !== null && (await service.holdDebtor(trx, found.account_id));
    const order = (await lockOrder(trx, orderNo))!;
    const refund = await lockRefund(trx, refundNo);
    if (refund?.state === 'asked') await endRefund(service, trx, { order, refund, isThere });
  });
}

/** A refund that was made: it answers the buyer who asked for it, and of all that was paid, it takes back all that the order gave. Runs after `lockOrder`, as `takeAllBack` says. */
export async function endRefund(
  service: OrderService,
  db: Querier,
  { order, refund, isThere }: { order: OrderRow; refund: RefundRow; isThere: boolean },
): Promise<void> {
  await setRefundMade(db, refund.refund_no);
  if (refund.misfit_id !== null) return endMisfit(db, order);
  const { made } = await sumRefunds(db, order.order_no);
  await endRequest(db, order.order_no, { state: 'refunded' });
  if (made === order.amount && order.state === 'paid') await takeAllBack(service, db, order, isThere);
}

/**
 * Once all mismatched payments are refunded, the order no longer needs an operator. If it is still open it is closed, because its provider considers
 * it paid.
 */
async function endMisfit(db: Querier, order: OrderRow): Promise<void> {
  const [next] = await listMisfitsLeft(db, [order.order_no]);
  if (order.fault?.startsWith('paid ')) await setFault(db, order.order_no, next ? describeMisfit(next, order) : null);
  if (!next && order.state === 'open') await setClosed(db, order, { unlessCaptured: false });
}

const quietSeconds = 60;
const maxAtOnce = 20;

/** Repeats refund requests whose answer has been missing for at least a minute. Stops between two. Returns how many were taken. */
export async function followRefunds(service: OrderService, signal?: AbortSignal): Promise<number> {
  const { database, log } = service.parts;
  const refunds = await takeRefundsToAsk(database, quietSeconds, maxAtOnce);
  for (const refund of refunds) {
    if (signal?.aborted) break;
    await askForRefund(service, refund).catch(error =>
      log.warn({ err: error, orderNo: refund.order_no, refundNo: refund.refund_no }, 'a refund could not be made yet'),
    );
  }
  return refunds.length;
}

/**
 * What was refunded of the next refundable payment, and how much remains. ORDER_NOT_FOUND, ORDER_REFUNDED, REFUND_TOO_LARGE for more than remains.
 */
export async function requireRefundable(db: Querier, orderNo: string, amount: number | undefined) {
  const order = await findOrder(db, orderNo);
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  const due = (await listDue(db, [order])).get(orderNo);
  if (!due) throw new AppError('ORDER_REFUNDED');
  const { left, refunded, misfit } = due;
  if (amount !== undefined && amount > left) throw new AppError('REFUND_TOO_LARGE', { most: left });
  return { left, refunded, misfitId: misfit?.id ?? null };
}
