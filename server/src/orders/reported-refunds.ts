// Refunds that a provider reports: those of this server, and those that an operator made on the provider's own pages.
import { AppError } from 'contract/errors.ts';
import type { ProviderName, ReportedRefund } from '../adapters/payment.ts';
import type { Querier } from '../adapters/postgres.ts';
import { findMisfit } from './misfit-store.ts';
import { findRefund, insertRefund, lockRefund, type RefundRow, sumRefunds } from './refund-store.ts';
import { addPaidBack, endRefund } from './refunds.ts';
import type { OrderService, Outcome } from './settle.ts';
import { findOrder, lockOrder, type OrderRow } from './store.ts';

/** Alipay's numbers are unique within one order, and those of other pages may be anything. */
const numberOf = (provider: ProviderName, orderNo: string, { refundNo }: ReportedRefund) =>
  `${provider} ${orderNo} ${refundNo}`.slice(0, 200);

/** What a report adds to what is known to be refunded of a payment: at most what is left of it. */
function amountOf(
  { amount }: ReportedRefund,
  paid: { readonly amount: number; readonly refunded_amount: number },
): number {
  const left = paid.amount - paid.refunded_amount;
  return typeof amount === 'number'
    ? Math.min(amount, left)
    : Math.min(amount.total, paid.amount) - paid.refunded_amount;
}

/** Stores a refund that this server has not requested. Undefined if it is known, or nothing is left to refund. */
async function keepRefund(
  db: Querier,
  { order, provider, refund }: { order: OrderRow; provider: ProviderName; refund: ReportedRefund },
): Promise<RefundRow | undefined> {
  const refund_no = numberOf(provider, order.order_no, refund);
  if (await findRefund(db, refund_no)) return undefined;
  const ref = refund.providerRef;
  const place = ref === null ? undefined : { order_no: order.order_no, provider, provider_ref: ref };
  const misfit = (place && (await findMisfit(db, place))) ?? null;
  const amount = amountOf(refund, misfit ?? order);
  if (amount <= 0) return undefined;
  await addPaidBack(db, order, misfit, amount);
  const reason = 'refunded at the provider';
  const misfit_id = misfit?.id ?? null;
  return insertRefund(db, { refund_no, order_no: order.order_no, amount, reason, state: 'made', misfit_id });
}

/**
 * Applies a provider's report of a refund in one transaction, once however often it is delivered. It may arrive before the report of the payment: then
 * it is kept, and the payment grants nothing that lasts. SERVER_BUSY while a refund of the same order waits for its provider, so that the report is
 * delivered again.
 */
export function applyRefund(
  service: OrderService,
  provider: ProviderName,
  orderNo: string,
  refund: ReportedRefund,
): Promise<Outcome> {
  const { database, log } = service.parts;
  return database.transaction().execute(async (trx): Promise<Outcome> => {
    const found = await findOrder(trx, orderNo);
    if (!found) return 'unknown order';
    const isThere = found.account_id !== null && (await service.holdDebtor(trx, found.account_id));
    const order = await lockOrder(trx, orderNo);
    if (!order) return 'unknown order';
    const own = await lockRefund(trx, refund.refundNo);
    if (own?.order_no === orderNo) {
      if (own.state === 'made') return 'refunded before';
      await endRefund(service, trx, { order, refund: own, isThere });
      return 'refunded';
    }
    if (order.provider !== provider) return 'another provider';
    if (refund.currency !== order.currency) {
      log.error({ orderNo, currency: refund.currency }, 'an order was refunded in another currency');
      return 'wrong amount';
    }
    if ((await sumRefunds(trx, orderNo)).isUnderWay) throw new AppError('SERVER_BUSY', { retryAfterSeconds: 60 });
    const kept = await keepRefund(trx, { order, provider, refund });
    if (!kept) return 'refunded before';
    await endRefund(service, trx, { order, refund: kept, isThere });
    return 'refunded';
  });
}
