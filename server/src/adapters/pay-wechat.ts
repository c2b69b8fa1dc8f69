// WeChat Pay by QR code (API v3, native payment). https://pay.weixin.qq.com/doc/v3/merchant/4012791874
import { z } from 'zod';
import { openWechatPayCalls, readJson, sealedSchema, type WechatPayAccount } from './pay-wechat-calls.ts';
import { type Sealed, unseal } from './pay-wechat-signature.ts';
import {
  type Notice,
  NoticeRefused,
  type Payable,
  type PaymentProvider,
  type PaymentState,
  ProviderRefusal,
  type ProviderSurroundings,
} from './payment.ts';

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

type Transaction = z.output<typeof transactionSchema>;

function stateOf(transaction: Transaction): PaymentState {
  const { trade_state: state, amount, transaction_id: providerRef } = transaction;
  // A refunded payment counts as paid; refunds are recorded on our side.
  if ((state === 'SUCCESS' || state === 'REFUND') && amount && providerRef)
    return { state: 'paid', providerRef, amount: amount.total, currency: amount.currency };
  return { state: state === 'CLOSED' || state === 'REVOKED' || state === 'PAYERROR' ? 'closed' : 'open' };
}

function readTransaction(account: WechatPayAccount, value: unknown): Transaction {
  const parsed = transactionSchema.safeParse(value);
  if (!parsed.success) throw new NoticeRefused('not a transaction');
  const { mchid, appid } = parsed.data;
  if (mchid !== account.mchId || (appid !== undefined && appid !== account.appId))
    throw new NoticeRefused('meant for another merchant');
  return parsed.data;
}

function readRefund(account: WechatPayAccount, value: unknown): Pick<Notice, 'orderNo' | 'refund'> {
  const parsed = refundSchema.safeParse(value);
  if (!parsed.success) throw new NoticeRefused('not a refund');
  const { mchid, out_trade_no: orderNo, out_refund_no: refundNo, transaction_id: providerRef } = parsed.data;
  if (mchid !== account.mchId) throw new NoticeRefused('meant for another merchant');
  const { refund_status: status, amount } = parsed.data;
  const refund = { refundNo, providerRef, currency: 'CNY', amount: amount.refund };
  return { orderNo, refund: status === 'SUCCESS' ? refund : null };
}

const ofOrder = (orderNo: string) => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(orderNo)}`;

/** Opens the merchant's account. Makes no call before the first payment. */
export function openWechatPay(account: WechatPayAccount, around: ProviderSurroundings): PaymentProvider {
  const { ask, requireSignature } = openWechatPayCalls(account, around);
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
        const transaction = readTransaction(account, await ask('GET', `${ofOrder(order.orderNo)}?${query}`));
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
      if (event.startsWith('REFUND.')) return { noticeId: id, event, payment: null, ...readRefund(account, content) };
      if (!event.startsWith('TRANSACTION.')) return { noticeId: id, event, orderNo: null, payment: null };
      const transaction = readTransaction(account, content);
      return { noticeId: id, event, orderNo: transaction.out_trade_no, payment: stateOf(transaction) };
    },
    accepted: { status: 200, type: 'application/json', body: '{"code":"SUCCESS"}' },
    refused: { status: 400, type: 'application/json', body: '{"code":"FAIL","message":"not accepted"}' },
  };
}
