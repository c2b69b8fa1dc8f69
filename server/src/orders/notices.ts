// Callbacks of payment providers about payments and refunds. Strangers can send them too, so a provider is asked about a callback only if it could change something, and not many
// times for one sender or one order.
import type { Notice, PaymentProvider, RawNotice } from '../adapters/payment.ts';
import { forgetTries } from '../limits/allowance-queries.ts';
import { countTry, hideWho, type Limit } from '../limits/limits.ts';
import { isOrderNo } from './make-order.ts';
import { applyRefund } from './reported-refunds.ts';
import { applyPayment, ask, type OrderService, type Outcome } from './settle.ts';
import { findOrder, insertNotice } from './store.ts';

/** Unproven callbacks. A proven one resets the count, so a provider that sends thousands stays below it. */
const maxUnproven = { ofAddress: { max: 60, perSeconds: 60 }, ofOrder: { max: 10, perSeconds: 600 } };

/** The outcome of a callback that changes nothing, whether it is genuine or not; undefined for any other. */
async function outcomeInAnyCase(
  { parts }: OrderService,
  provider: PaymentProvider,
  { orderNo, refund }: Notice,
): Promise<Outcome | undefined> {
  const order = orderNo === null || !isOrderNo(orderNo) ? undefined : await findOrder(parts.database, orderNo);
  if (!order) return 'unknown order';
  if (refund) return order.state === 'refunded' ? 'refunded before' : undefined;
  const isSettled = order.state === 'paid' || order.state === 'refunded';
  // An order that was paid in another way is paid twice: an operator must learn of it.
  return isSettled && order.provider === provider.name ? 'paid before' : undefined;
}

/** Reads a callback whose signature only its provider can check. Throws NoticeRefused, or RATE_LIMITED after too many refusals. */
async function readAsked(
  { parts }: OrderService,
  provider: PaymentProvider,
  orderNo: string | null,
  { raw, address }: ReceivedNotice,
): Promise<Notice> {
  const { database, secret, now } = parts;
  const limits: Limit[] = [
    { key: `notice from ${hideWho(secret, address)}`, ...maxUnproven.ofAddress },
    { key: `notice of ${orderNo}`, ...maxUnproven.ofOrder },
  ];
  for (const limit of limits) await countTry(database, limit, now());
  const notice = await provider.readNotice(raw);
  for (const { key } of limits) await forgetTries(database, key);
  return notice;
}

interface ReceivedNotice {
  readonly raw: RawNotice;
  readonly address: string;
}

/** A callback that was not proven, and may be a stranger's. Its message is one line about why; the cause decides how it is answered. */
export class NoticeUnproven extends Error {
  constructor(cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(why.replaceAll(/[^ -~]+/g, ' ').slice(0, 200), { cause });
  }
}

/** The proven callback, or the outcome of one that changes nothing. */
async function readProven(
  service: OrderService,
  provider: PaymentProvider,
  received: ReceivedNotice,
): Promise<Notice | Outcome> {
  if (!provider.readClaim) return provider.readNotice(received.raw);
  const claimed = provider.readClaim(received.raw);
  const known = await outcomeInAnyCase(service, provider, claimed);
  return known ?? readAsked(service, provider, claimed.orderNo, received);
}

/**
 * Handles a callback. Throws NoticeUnproven, caused by NoticeRefused if it cannot be trusted, and by RATE_LIMITED if too many before it could not.
 * Any other exception requests another delivery.
 */
export async function handleNotice(
  service: OrderService,
  provider: PaymentProvider,
  received: ReceivedNotice,
): Promise<Outcome> {
  const { database } = service.parts;
  const notice = await readProven(service, provider, received).catch((cause: unknown) => {
    throw new NoticeUnproven(cause);
  });
  if (typeof notice === 'string') return notice;
  const { noticeId, event, orderNo } = notice;
  const outcome = await outcomeOf(service, provider, notice);
  await insertNotice(database, { provider: provider.name, notice_id: noticeId, order_no: orderNo, event, outcome });
  return outcome;
}

async function outcomeOf(service: OrderService, provider: PaymentProvider, notice: Notice): Promise<Outcome> {
  if (notice.orderNo === null) return 'unknown order';
  const paid = notice.payment && (await applyPayment(service, provider.name, notice.orderNo, notice.payment));
  if (notice.refund) return applyRefund(service, provider.name, notice.orderNo, notice.refund);
  if (paid) return paid;
  const order = await findOrder(service.parts.database, notice.orderNo);
  if (!order) return 'unknown order';
  return order.provider === provider.name ? ask(service, order) : 'another provider';
}
