// The interface of payment providers. Amounts are integers in the smallest unit of their currency: fen, cents.
import type { Logger } from 'pino';
import { request } from 'undici';

export const providerNames = ['wechat', 'alipay', 'paypal'] as const;
export type ProviderName = (typeof providerNames)[number];
export type Currency = 'CNY' | 'USD';

/** The properties of an order that a provider needs. */
export interface Payable {
  /** Our number: unique, at most 32 letters and digits. */
  readonly orderNo: string;
  readonly amount: number;
  readonly currency: Currency;
  /** The title that the payer sees. */
  readonly title: string;
  readonly expiresAt: Date;
  /** The provider's own number of the payment, once known. */
  readonly providerRef: string | null;
}

interface Addresses {
  /** The URL to which the provider sends callbacks. */
  readonly notifyUrl: string;
  /** The URL to which the payer's browser returns. */
  readonly returnUrl: string;
}

interface OpenedPayment {
  /** Displayed as a QR code. */
  readonly codeUrl: string | null;
  /** Opened in the payer's browser. */
  readonly approveUrl: string | null;
  readonly providerRef: string | null;
}

interface Paid {
  readonly state: 'paid';
  /** The provider's number of the payment; refunds refer to it. */
  readonly providerRef: string;
  readonly amount: number;
  readonly currency: string;
}
export type PaymentState = Paid | { readonly state: 'open' } | { readonly state: 'closed' };

/** A refund as its provider reports it: requested by this server, or made by an operator on the provider's own pages. */
export interface ReportedRefund {
  /** The number under which it was requested, or the provider's own. */
  readonly refundNo: string;
  /** The provider's number of the payment. */
  readonly providerRef: string | null;
  readonly currency: string;
  /** Of this refund, or of all refunds of the payment so far, whichever the provider tells. */
  readonly amount: number | { readonly total: number };
}

/** A callback whose signature was verified. */
export interface Notice {
  /** Identical for every delivery of one notice. */
  readonly noticeId: string;
  /** The provider's name of the event. */
  readonly event: string;
  readonly orderNo: string | null;
  /** Null if the notice does not tell: the provider must be asked. */
  readonly payment: PaymentState | null;
  /** A refund that was made. */
  readonly refund?: ReportedRefund | null;
}

export interface RawNotice {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The verbatim body: signatures cover its exact bytes. */
  readonly body: string;
}

interface Refund {
  /** Our number; a repeated refund with the same number is made once. */
  readonly refundNo: string;
  /** At most the paid amount. */
  readonly amount: number;
  readonly reason: string;
}

/** The response that ends the provider's deliveries of a notice, and the one that requests another. */
interface NoticeAnswer {
  readonly status: number;
  readonly type: 'application/json' | 'text/plain';
  readonly body: string;
}

export interface PaymentProvider {
  readonly name: ProviderName;
  readonly currencies: readonly Currency[];
  open: (order: Payable, to: Addresses) => Promise<OpenedPayment>;
  /** Asks the provider. `approved`: the payer has agreed, and the money moves when the payment is captured. */
  find: (order: Payable) => Promise<PaymentState | { readonly state: 'approved' }>;
  /** Captures an approved payment. Only of providers whose `find` reports approvals. */
  capture?: (order: Payable) => Promise<PaymentState>;
  /** Makes further payments of the order impossible; a payment made meanwhile stays valid. */
  close: (order: Payable) => Promise<void>;
  refund: (order: Payable, refund: Refund) => Promise<void>;
  /**
   * What a callback claims, unproven. Only of providers that must be asked whether they signed it. Throws NoticeRefused for a callback that
   * the provider cannot have sent.
   */
  readClaim?: (raw: RawNotice) => Notice;
  /** Throws NoticeRefused for a notice that the provider did not sign, or that is for another merchant. */
  readNotice: (raw: RawNotice) => Promise<Notice>;
  readonly accepted: NoticeAnswer;
  readonly refused: NoticeAnswer;
}

/** A callback that cannot be trusted. */
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

/** Refusals after which the call may nevertheless have been carried out, or an earlier one with the same number. */
const passingCodes = new Set([
  'SYSTEM_ERROR',
  'FREQUENCY_LIMITED',
  'RATELIMIT_EXCEEDED',
  'ACQ.SYSTEM_ERROR',
  'aop.ACQ.SYSTEM_ERROR',
  '20000',
  'PREVIOUS_REQUEST_IN_PROGRESS',
  'ORDER_ALREADY_CAPTURED',
]);

/** Whether a provider has refused a call permanently: nothing was done, and nothing will be. */
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

const maxReplyBytes = 1024 * 1024;
const usualTimeoutMs = 10_000;

/** Calls a provider within a time limit. Throws for a response of over a megabyte. */
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
    if (bytes > maxReplyBytes) throw new Error('the reply of a payment provider is too large');
    chunks.push(chunk);
  }
  return { status: reply.statusCode, headers: reply.headers, body: Buffer.concat(chunks).toString('utf8') };
}

/** A header's value, looked up in lower case as Node stores it. */
export function readHeader(headers: RawNotice['headers'], name: string): string {
  const value = headers[name.toLowerCase()];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** An amount in the providers' decimal notation. Throws a RangeError for a negative amount or a fraction. */
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
