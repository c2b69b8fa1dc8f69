// What a payment provider does for an order. Amounts are integers in the smallest unit of their currency: fen, cents.
import type { Logger } from 'pino';
import { request } from 'undici';

export const providerNames = ['wechat', 'alipay', 'paypal'] as const;
export type ProviderName = (typeof providerNames)[number];
export type Currency = 'CNY' | 'USD';

/** What a provider has to know of an order. */
export interface Payable {
  /** Ours, unique, at most 32 letters and digits. */
  readonly orderNo: string;
  readonly amount: number;
  readonly currency: Currency;
  /** What the payer reads. */
  readonly title: string;
  readonly expiresAt: Date;
  /** The provider's own number of the payment, once known. */
  readonly providerRef: string | null;
}

interface Addresses {
  /** Where the provider reports. */
  readonly notifyUrl: string;
  /** Where the payer's browser goes afterwards. */
  readonly returnUrl: string;
}

interface OpenedPayment {
  /** Shown as a QR code. */
  readonly codeUrl: string | null;
  /** Opened in the payer's browser. */
  readonly approveUrl: string | null;
  readonly providerRef: string | null;
}

interface Paid {
  readonly state: 'paid';
  /** The provider's number of the payment; refunds name it. */
  readonly providerRef: string;
  readonly amount: number;
  readonly currency: string;
}
export type PaymentState = Paid | { readonly state: 'open' } | { readonly state: 'closed' };

/** A call-back whose signature was verified. */
export interface Notice {
  /** The same for each delivery of one notice. */
  readonly noticeId: string;
  /** The provider's name of what happened. */
  readonly event: string;
  readonly orderNo: string | null;
  /** Null when the notice does not tell: the provider has to be asked. */
  readonly payment: PaymentState | null;
}

export interface RawNotice {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As it arrived, byte for byte: signatures cover it. */
  readonly body: string;
}

interface Refund {
  /** Ours; a refund that is asked for again under it is made once. */
  readonly refundNo: string;
  /** At most what was paid. */
  readonly amount: number;
  readonly reason: string;
}

/** The answer that ends the provider's deliveries of a notice, and the one that asks for another. */
interface NoticeAnswer {
  readonly status: number;
  readonly type: 'application/json' | 'text/plain';
  readonly body: string;
}

export interface PaymentProvider {
  readonly name: ProviderName;
  readonly currencies: readonly Currency[];
  open: (order: Payable, to: Addresses) => Promise<OpenedPayment>;
  /** Asks the provider. An approval that waits to be collected is collected. */
  find: (order: Payable) => Promise<PaymentState>;
  /** No payment of the order is possible any more; a payment that was made meanwhile stays. */
  close: (order: Payable) => Promise<void>;
  refund: (order: Payable, refund: Refund) => Promise<void>;
  /** Throws NoticeRefused for a notice that the provider did not sign, or that is meant for another merchant. */
  readNotice: (raw: RawNotice) => Promise<Notice>;
  readonly accepted: NoticeAnswer;
  readonly refused: NoticeAnswer;
}

/** A call-back that cannot be trusted. */
export class NoticeRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'NoticeRefused';
  }
}

/** A provider's refusal of a call. */
export class ProviderRefusal extends Error {
  readonly status: number;
  /** The provider's own code. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(`${status} ${code} ${message}`.slice(0, 300));
    this.name = 'ProviderRefusal';
    this.status = status;
    this.code = code;
  }
}

/** Codes of refusals after which the call may have been carried out: providers ask to repeat it under the same number. */
const passingCodes = new Set([
  'SYSTEM_ERROR',
  'FREQUENCY_LIMITED',
  'RATELIMIT_EXCEEDED',
  'ACQ.SYSTEM_ERROR',
  'aop.ACQ.SYSTEM_ERROR',
  '20000',
]);

/** Whether a provider has refused a call for good: nothing was done, and nothing will be. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ProviderRefusal && error.status < 500 && error.status !== 429 && !passingCodes.has(error.code);

export interface ProviderSurroundings {
  readonly log: Logger;
  readonly now: () => Date;
  readonly timeoutMs?: number;
}

export interface ProviderReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

const mostReplyBytes = 1024 * 1024;
const usualTimeoutMs = 10_000;

/** Calls a provider within a time limit. Throws an error for a reply of over a megabyte. */
export async function callProvider(
  url: string,
  asked: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
  timeoutMs: number = usualTimeoutMs,
): Promise<ProviderReply> {
  const signal = AbortSignal.timeout(timeoutMs);
  const reply = await request(url, { ...asked, signal });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of reply.body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostReplyBytes) throw new Error('the reply of a payment provider is too large');
    chunks.push(chunk);
  }
  return { status: reply.statusCode, headers: reply.headers, body: Buffer.concat(chunks).toString('utf8') };
}

/** One value of a header, in lower case as Node names it. */
export function readHeader(headers: RawNotice['headers'], name: string): string {
  const value = headers[name.toLowerCase()];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** An amount as providers write it with a point. Throws a RangeError for a negative or broken one. */
export function toDecimal(amount: number): string {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`not an amount: ${amount}`);
  return `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
}

/** `12.3` → 1230. Throws NoticeRefused for anything but digits with up to two decimals. */
export function fromDecimal(text: string): number {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) throw new NoticeRefused(`not an amount: ${text.slice(0, 40)}`);
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}
