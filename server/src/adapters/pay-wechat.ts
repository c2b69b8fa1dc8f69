// WeChat Pay by QR code (API v3, native payment). https://pay.weixin.qq.com/doc/v3/merchant/4012791874
import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import {
  authorize,
  isSignedBy,
  keyOfCertificate,
  type MerchantKeys,
  type Sealed,
  type Signed,
  unseal,
} from './pay-wechat-signature.ts';
import {
  callProvider,
  type Notice,
  NoticeRefused,
  type Payable,
  type PaymentProvider,
  type PaymentState,
  ProviderRefusal,
  type ProviderSurroundings,
  readHeader,
} from './payment.ts';

export interface WechatPayAccount extends MerchantKeys {
  readonly appId: string;
  /** 32 characters. */
  readonly apiV3Key: string;
  /** WeChat Pay's public key, for merchants that have one; others verify with platform certificates, which are fetched. */
  readonly publicKey: { readonly id: string; readonly pem: string } | null;
  readonly endpoint: string;
}

/** A callback or response signed longer ago than this may be a replay. */
const freshMs = 5 * 60_000;
const certificatesLastMs = 12 * 3_600_000;
/** Minimum interval between fetches, so that forged serial numbers do not cause one per callback. Shorter after a failed one. */
const certificatesRestMs = 60_000;
const failureRestMs = 10_000;

const sealedSchema = z.object({ ciphertext: z.string(), nonce: z.string(), associated_data: z.string().optional() });
const transactionSchema = z.object({
  mchid: z.string(),
  appid: z.string().optional(),
  out_trade_no: z.string(),
  transaction_id: z.string().optional(),
  trade_state: z.string(),
  amount: z.object({ total: z.number().int(), currency: z.string().default('CNY') }).optional(),
});
const refundSchema = z.object({
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string(),
  out_refund_no: z.string(),
  refund_status: z.string(),
  // Refunds have no currency: the platform settles in yuan.
  amount: z.object({ refund: z.number().int() }),
});
const noticeSchema = z.object({ id: z.string(), event_type: z.string(), resource: sealedSchema });
const certificatesSchema = z.object({
  data: z.array(z.object({ serial_no: z.string(), encrypt_certificate: sealedSchema })),
});

type Transaction = z.output<typeof transactionSchema>;

function stateOf(transaction: Transaction): PaymentState {
  const { trade_state: state, amount, transaction_id: providerRef } = transaction;
  // A refunded payment counts as paid; refunds are recorded on our side.
  if ((state === 'SUCCESS' || state === 'REFUND') && amount && providerRef)
    return { state: 'paid', providerRef, amount: amount.total, currency: amount.currency };
  return { state: state === 'CLOSED' || state === 'REVOKED' || state === 'PAYERROR' ? 'closed' : 'open' };
}

/** Opens the merchant's account. Makes no call before the first payment. */
export function openWechatPay(account: WechatPayAccount, around: ProviderSurroundings): PaymentProvider {
  const { now, timeoutMs } = around;
  const certificates = new Map<string, KeyObject>();
  let fetchedAtMs = Number.NEGATIVE_INFINITY;
  let failedAtMs = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | null = null;

  async function ask(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    checks = true,
  ): Promise<Record<string, unknown>> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const timestamp = Math.floor(now().getTime() / 1000);
    const reply = await callProvider(
      new URL(path, account.endpoint).href,
      {
        method,
        headers: {
          authorization: authorize(account, { method, path, body: text }, { timestamp }),
          accept: 'application/json',
          'content-type': 'application/json',
          'user-agent': 'pixwright',
        },
        ...(text && { body: text }),
      },
      timeoutMs,
    );
    if (reply.status >= 300) {
      const { code = '', message = '' } = readJson(reply.body) as { code?: string; message?: string };
      throw new ProviderRefusal(reply.status, String(code), String(message));
    }
    if (checks) await requireSignature(reply.headers, reply.body);
    return reply.body === '' ? {} : (readJson(reply.body) as Record<string, unknown>);
  }

  /** The platform's keys are encrypted with the API v3 key, which only WeChat Pay and the merchant know. */
  async function askForCertificates(): Promise<void> {
    const { data } = certificatesSchema.parse(await ask('GET', '/v3/certificates', undefined, false));
    for (const { serial_no: serial, encrypt_certificate: sealed } of data)
      certificates.set(serial, keyOfCertificate(unseal(account.apiV3Key, sealed as Sealed)));
  }

  /** Concurrent callers share one fetch. */
  function fetchCertificates(): Promise<void> {
    if (!fetching && now().getTime() - failedAtMs < failureRestMs)
      throw new Error('the certificates of WeChat Pay could not be fetched a moment ago');
    fetching ??= askForCertificates()
      .then(
        () => {
          fetchedAtMs = now().getTime();
        },
        (error: unknown) => {
          failedAtMs = now().getTime();
          throw error;
        },
      )
      .finally(() => {
        fetching = null;
      });
    return fetching;
  }

  async function findKey(serial: string): Promise<KeyObject> {
    const { publicKey } = account;
    if (publicKey && serial === publicKey.id) return createPublicKey(publicKey.pem);
    const ageMs = now().getTime() - fetchedAtMs;
    const known = certificates.get(serial);
    if (known && ageMs < certificatesLastMs) return known;
    if (ageMs >= certificatesRestMs) await fetchCertificates();
    const found = certificates.get(serial);
    if (!found) throw new NoticeRefused('signed with a key that WeChat Pay does not list');
    return found;
  }

  async function requireSignature(headers: Parameters<typeof readHeader>[0], body: string): Promise<void> {
    const signed: Signed = {
      timestamp: readHeader(headers, 'wechatpay-timestamp'),
      nonce: readHeader(headers, 'wechatpay-nonce'),
      signature: readHeader(headers, 'wechatpay-signature'),
      body,
    };
    const ageMs = Math.abs(now().getTime() - Number(signed.timestamp) * 1000);
    const serial = readHeader(headers, 'wechatpay-serial');
    if (!/^[\w-]{1,100}$/.test(serial) || !/^[\w+/-]{40,1400}={0,2}$/.test(signed.signature))
      throw new NoticeRefused('without a signature');
    // Written so that a timestamp that is not a number is refused, too.
    if (!(ageMs <= freshMs)) throw new NoticeRefused('signed too long ago');
    if (!isSignedBy(await findKey(serial), signed)) throw new NoticeRefused('the signature does not fit');
  }

  const readTransaction = (value: unknown): Transaction => {
    const parsed = transactionSchema.safeParse(value);
    if (!parsed.success) throw new NoticeRefused('not a transaction');
    const { mchid, appid } = parsed.data;
    if (mchid !== account.mchId || (appid !== undefined && appid !== account.appId))
      throw new NoticeRefused('meant for another merchant');
    return parsed.data;
  };
  const readRefund = (value: unknown): Pick<Notice, 'orderNo' | 'refund'> => {
    const parsed = refundSchema.safeParse(value);
    if (!parsed.success) throw new NoticeRefused('not a refund');
    const { mchid, out_trade_no: orderNo, out_refund_no: refundNo, transaction_id: providerRef } = parsed.data;
    if (mchid !== account.mchId) throw new NoticeRefused('meant for another merchant');
    const { refund_status: status, amount } = parsed.data;
    const refund = { refundNo, providerRef, currency: 'CNY', amount: amount.refund };
    return { orderNo, refund: status === 'SUCCESS' ? refund : null };
  };
  const ofOrder = (orderNo: string) => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(orderNo)}`;

  return {
    name: 'wechat',
    currencies: ['CNY'],
    async open(order: Payable, { notifyUrl }) {
      const answer = await ask('POST', '/v3/pay/transactions/native', {
        appid: account.appId,
        mchid: account.mchId,
        description: order.title.slice(0, 40),
        out_trade_no: order.orderNo,
        time_expire: order.expiresAt.toISOString().replace(/\.\d+Z$/, '+00:00'),
        notify_url: notifyUrl,
        amount: { total: order.amount, currency: order.currency },
      });
      return { codeUrl: z.string().parse(answer.code_url), approveUrl: null, providerRef: null };
    },
    async find(order) {
      try {
        const query = new URLSearchParams({ mchid: account.mchId });
        const transaction = readTransaction(await ask('GET', `${ofOrder(order.orderNo)}?${query}`));
        if (transaction.out_trade_no !== order.orderNo) throw new NoticeRefused('an answer about another order');
        return stateOf(transaction);
      } catch (error) {
        if (error instanceof ProviderRefusal && error.status === 404) return { state: 'open' };
        throw error;
      }
    },
    async close(order) {
      await ask('POST', `${ofOrder(order.orderNo)}/close`, { mchid: account.mchId });
    },
    async refund(order, { refundNo, amount, reason }) {
      await ask('POST', '/v3/refund/domestic/refunds', {
        out_trade_no: order.orderNo,
        out_refund_no: refundNo,
        reason: reason.slice(0, 80),
        amount: { refund: amount, total: order.amount, currency: order.currency },
      });
    },
    async readNotice({ headers, body }) {
      await requireSignature(headers, body);
      const parsed = noticeSchema.safeParse(readJson(body));
      if (!parsed.success) throw new NoticeRefused('not a notice');
      const { id, event_type: event, resource } = parsed.data;
      const content = readJson(unseal(account.apiV3Key, resource as Sealed));
      if (event.startsWith('REFUND.')) return { noticeId: id, event, payment: null, ...readRefund(content) };
      if (!event.startsWith('TRANSACTION.')) return { noticeId: id, event, orderNo: null, payment: null };
      const transaction = readTransaction(content);
      return { noticeId: id, event, orderNo: transaction.out_trade_no, payment: stateOf(transaction) };
    },
    accepted: { status: 200, type: 'application/json', body: '{"code":"SUCCESS"}' },
    refused: { status: 400, type: 'application/json', body: '{"code":"FAIL","message":"not accepted"}' },
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {}; // The schemas above refuse it.
  }
}
