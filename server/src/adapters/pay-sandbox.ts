// Simulates payment providers if PAYMENTS is sandbox: a cashier page of our own takes no money and says so. Its callbacks are signed and
// arrive like those of a real provider.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import {
  type Currency,
  NoticeRefused,
  type Payable,
  type PaymentProvider,
  type ProviderName,
  ProviderRefusal,
  type RawNotice,
  readHeader,
} from './payment.ts';

const signatureHeader = 'sandbox-signature';
const noticeSchema = z.object({ id: z.string(), orderNo: z.string(), amount: z.number().int(), currency: z.string() });

/** A payment as the cashier stores it. */
export interface SandboxPayment {
  readonly orderNo: string;
  readonly provider: ProviderName;
  readonly amount: number;
  readonly currency: Currency;
  readonly title: string;
}

/** The cashier's payments; provided by the sandbox. */
export interface Cashier {
  add: (payment: SandboxPayment) => Promise<void>;
  stateOf: (orderNo: string) => Promise<'open' | 'paid' | 'closed' | null>;
  close: (orderNo: string) => Promise<void>;
  /** False if that would exceed the paid amount. A refund number that was used before changes nothing. */
  refund: (orderNo: string, refund: { refundNo: string; amount: number }) => Promise<boolean>;
}

const sign = (body: string, secret: Buffer): string =>
  createHmac('sha256', secret).update(`sandbox payment ${body}`).digest('base64url');

/** The callback for a payment taken by the cashier. */
export function makeSandboxNotice(
  payment: Pick<SandboxPayment, 'orderNo' | 'amount' | 'currency'>,
  secret: Buffer,
): RawNotice {
  const { orderNo, amount, currency } = payment;
  const body = JSON.stringify({ id: `paid-${orderNo}`, orderNo, amount, currency });
  return { body, headers: { [signatureHeader]: sign(body, secret) } };
}

const currenciesOf: Record<ProviderName, readonly Currency[]> = { wechat: ['CNY'], alipay: ['CNY'], paypal: ['USD'] };

/** `cashierUrl` returns the URL of the page on which an order is paid. */
export function openSandboxPay(
  name: ProviderName,
  { cashier, secret, cashierUrl }: { cashier: Cashier; secret: Buffer; cashierUrl: (orderNo: string) => string },
): PaymentProvider {
  const paid = ({ orderNo, amount, currency }: Pick<Payable, 'orderNo' | 'amount' | 'currency'>) => ({
    state: 'paid' as const,
    providerRef: `sandbox-${orderNo}`,
    amount,
    currency,
  });
  return {
    name,
    currencies: currenciesOf[name],
    async open({ orderNo, amount, currency, title }) {
      await cashier.add({ orderNo, provider: name, amount, currency, title });
      const url = cashierUrl(orderNo);
      return name === 'paypal'
        ? { codeUrl: null, approveUrl: url, providerRef: `sandbox-${orderNo}` }
        : { codeUrl: url, approveUrl: null, providerRef: null };
    },
    async find(order) {
      const state = (await cashier.stateOf(order.orderNo)) ?? 'open';
      return state === 'paid' ? paid(order) : { state };
    },
    close: ({ orderNo }) => cashier.close(orderNo),
    async refund({ orderNo }, { refundNo, amount }) {
      const isMade = await cashier.refund(orderNo, { refundNo, amount });
      if (!isMade) throw new ProviderRefusal(400, 'TOO_MUCH', 'more than was paid');
    },
    async readNotice({ headers, body }) {
      const given = Buffer.from(readHeader(headers, signatureHeader));
      const wanted = Buffer.from(sign(body, secret));
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
        throw new NoticeRefused('the signature does not fit');
      // Signed, so it is this server's own text.
      const { id: noticeId, ...payment } = noticeSchema.parse(JSON.parse(body));
      return { noticeId, event: 'sandbox.paid', orderNo: payment.orderNo, payment: paid(payment as never) };
    },
    accepted: { status: 200, type: 'text/plain', body: 'success' },
    refused: { status: 400, type: 'text/plain', body: 'failure' },
  };
}
