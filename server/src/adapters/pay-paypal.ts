// PayPal through its Orders API v2: the payer approves in the browser, then the amount is captured.
// https://developer.paypal.com/docs/api/orders/v2
import { z } from 'zod';
import { openPaypalCalls, type PaypalAccount } from './pay-paypal-calls.ts';
import {
  fromDecimal,
  type Notice,
  NoticeRefused,
  type Payable,
  type PaymentProvider,
  type PaymentState,
  ProviderRefusal,
  type ProviderSurroundings,
  type RawNotice,
  type ReportedRefund,
  readHeader,
  toDecimal,
} from './payment.ts';

const amountSchema = z.object({ currency_code: z.string(), value: z.string() });
const captureSchema = z.looseObject({ id: z.string(), status: z.string(), amount: amountSchema });
const orderSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  links: z.array(z.looseObject({ rel: z.string(), href: z.string() })).default([]),
  purchase_units: z
    .array(
      z.looseObject({
        custom_id: z.string().optional(),
        payments: z.looseObject({ captures: z.array(captureSchema).default([]) }).optional(),
      }),
    )
    .default([]),
});
const noticeSchema = z.looseObject({
  id: z.string(),
  event_type: z.string(),
  resource: z.looseObject({
    id: z.string(),
    status: z.string().optional(),
    custom_id: z.string().optional(),
    invoice_id: z.string().optional(),
    amount: amountSchema.optional(),
  }),
});
/** A refund names its capture by a link. */
const refundSchema = z.looseObject({
  id: z.string(),
  status: z.string().default('COMPLETED'),
  amount: amountSchema,
  seller_payable_breakdown: z.looseObject({ total_refunded_amount: amountSchema.optional() }).optional(),
  links: z.array(z.looseObject({ rel: z.string(), href: z.string() })).default([]),
});
/** A reversal is money that PayPal took back for the payer. */
const refundEvents = new Set(['PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.CAPTURE.REVERSED']);

type Capture = z.output<typeof captureSchema>;

/** Null for a pending or declined capture. */
const paidBy = ({ id, status, amount }: Capture): PaymentState | null =>
  // A refunded capture counts as paid; refunds are recorded on our side.
  ['COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED'].includes(status)
    ? { state: 'paid', providerRef: id, amount: fromDecimal(amount.value), currency: amount.currency_code }
    : null;

function stateOf(order: z.output<typeof orderSchema>): PaymentState {
  const captures = order.purchase_units.flatMap(unit => unit.payments?.captures ?? []);
  const paid = captures.map(paidBy).find(state => state !== null);
  // A completed order is not captured again: without a pending capture nothing will be paid.
  const isOver =
    order.status === 'COMPLETED' && captures.length > 0 && captures.every(({ status }) => status !== 'PENDING');
  return paid ?? { state: order.status === 'VOIDED' || isOver ? 'closed' : 'open' };
}

const pathOf = ({ providerRef }: Payable) => {
  if (providerRef === null) throw new Error('a PayPal payment without its number');
  return `/v2/checkout/orders/${encodeURIComponent(providerRef)}`;
};
const requireOwn = (found: z.output<typeof orderSchema>, { orderNo }: Payable) => {
  if (found.purchase_units.some(unit => unit.custom_id !== undefined && unit.custom_id !== orderNo))
    throw new NoticeRefused('an answer about another order');
  return found;
};

/** The order that PayPal is asked to make; the payer comes back to `returnUrl`. */
const orderBody = (order: Payable, returnUrl: string) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      custom_id: order.orderNo,
      invoice_id: order.orderNo,
      description: order.title.slice(0, 127),
      amount: { currency_code: order.currency, value: toDecimal(order.amount) },
    },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        user_action: 'PAY_NOW',
        shipping_preference: 'NO_SHIPPING',
        return_url: returnUrl,
        cancel_url: returnUrl,
      },
    },
  },
});

export function openPaypal(account: PaypalAccount, around: ProviderSurroundings): PaymentProvider {
  const ask = openPaypalCalls(account, around);
  return {
    name: 'paypal',
    currencies: ['USD'],
    async open(order, { returnUrl }) {
      const found = orderSchema.parse(
        await ask('POST', '/v2/checkout/orders', JSON.stringify(orderBody(order, returnUrl)), `open-${order.orderNo}`),
      );
      const approve = found.links.find(link => link.rel === 'payer-action' || link.rel === 'approve');
      if (!approve) throw new Error('PayPal made an order without a page to approve it');
      return { codeUrl: null, approveUrl: approve.href, providerRef: found.id };
    },
    async find(order) {
      const found = requireOwn(orderSchema.parse(await ask('GET', pathOf(order))), order);
      return found.status === 'APPROVED' ? { state: 'approved' } : stateOf(found);
    },
    async capture(order) {
      const captured = await ask('POST', `${pathOf(order)}/capture`, '{}', `capture-${order.orderNo}`);
      return stateOf(requireOwn(orderSchema.parse(captured), order));
    },
    // PayPal has no call that closes an order, and none is needed: without a capture no money moves, and an order that is closed on our side
    // is never captured.
    close: async () => undefined,
    async refund(order, { refundNo, amount, reason }) {
      const state = stateOf(orderSchema.parse(await ask('GET', pathOf(order))));
      if (state.state !== 'paid') throw new ProviderRefusal(409, 'NOT_PAID', 'nothing was captured');
      const body = {
        amount: { currency_code: order.currency, value: toDecimal(amount) },
        note_to_payer: reason.slice(0, 255),
      };
      await ask(
        'POST',
        `/v2/payments/captures/${encodeURIComponent(state.providerRef)}/refund`,
        JSON.stringify(body),
        refundNo,
      );
    },
    readClaim,
    async readNotice(raw): Promise<Notice> {
      const claim = readClaim(raw);
      const { headers, body } = raw;
      const proof = JSON.stringify({ ...readProof(headers), webhook_id: account.webhookId });
      // The signature covers the event's own characters, which parsing and serialising would change (1.0 becomes 1). It is valid JSON, so it
      // cannot add fields to the request.
      const question = `${proof.slice(0, -1)},"webhook_event":${body}}`;
      const verdict = await ask('POST', '/v1/notifications/verify-webhook-signature', question);
      if ((verdict as { verification_status?: string }).verification_status !== 'SUCCESS')
        throw new NoticeRefused('the signature does not fit');
      return claim;
    },
    accepted: { status: 200, type: 'application/json', body: '{}' },
    refused: { status: 400, type: 'application/json', body: '{}' },
  };
}

const header = z.string().min(1).max(2000);
/** The headers that PayPal always sends. They prove nothing, but without them PayPal need not be asked. */
const proofSchema = z.object({
  auth_algo: header,
  cert_url: header,
  transmission_id: header,
  transmission_sig: header,
  transmission_time: header,
});

function readProof(headers: RawNotice['headers']): z.output<typeof proofSchema> {
  const names = Object.keys(proofSchema.shape);
  const read = names.map(name => [name, readHeader(headers, `paypal-${name.replaceAll('_', '-')}`)]);
  const proof = proofSchema.safeParse(Object.fromEntries(read));
  if (!proof.success) throw new NoticeRefused('without the headers of a signature');
  return proof.data;
}

function readClaim({ headers, body }: RawNotice): Notice {
  readProof(headers);
  const parsed = noticeSchema.safeParse(parseEvent(body));
  if (!parsed.success) throw new NoticeRefused('not a notice');
  const { id: noticeId, event_type: event, resource } = parsed.data;
  // An approval names the order in its purchase units; a capture carries it itself.
  const asOrder = orderSchema.safeParse(resource);
  const orderNo =
    resource.custom_id ??
    resource.invoice_id ??
    (asOrder.success ? asOrder.data.purchase_units[0]?.custom_id : undefined) ??
    null;
  if (refundEvents.has(event)) return { noticeId, event, orderNo, payment: null, refund: readRefund(resource) };
  const capture = captureSchema.safeParse(resource);
  const payment = event.startsWith('PAYMENT.CAPTURE.') && capture.success ? paidBy(capture.data) : null;
  return { noticeId, event, orderNo, payment };
}

function readRefund(resource: unknown): ReportedRefund | null {
  const parsed = refundSchema.safeParse(resource);
  if (!parsed.success) throw new NoticeRefused('not a refund');
  const { id: refundNo, status, amount, seller_payable_breakdown: breakdown, links } = parsed.data;
  if (status !== 'COMPLETED') return null;
  const up = links.find(({ rel }) => rel === 'up')?.href;
  const providerRef = up === undefined ? null : (/\/captures\/([\w-]{1,64})$/.exec(up)?.[1] ?? null);
  // Without a total it is taken for the only refund, which never claims too much.
  const total = fromDecimal((breakdown?.total_refunded_amount ?? amount).value);
  return { refundNo, providerRef, currency: amount.currency_code, amount: { total } };
}

function parseEvent(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new NoticeRefused('not JSON');
  }
}
