// Alipay by QR code (alipay.trade.precreate), signed with RSA2. https://opendocs.alipay.com/open/05osux
import { type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import {
  callProvider,
  fromDecimal,
  NoticeRefused,
  type Payable,
  type PaymentProvider,
  type PaymentState,
  ProviderRefusal,
  type ProviderSurroundings,
  type ReportedRefund,
  toDecimal,
} from './payment.ts';

export interface AlipayAccount {
  readonly appId: string;
  /** The merchant's number (2088…); null accepts the merchant to which the app belongs. */
  readonly sellerId: string | null;
  readonly privateKey: KeyObject;
  readonly alipayPublicKey: KeyObject;
  readonly endpoint: string;
}

type Fields = Readonly<Record<string, string>>;

/** The signed text: the non-empty fields, sorted by name, as `a=1&b=2` without any encoding. */
const joinFields = (fields: Fields, without: readonly string[]): string =>
  Object.keys(fields)
    .filter(name => !without.includes(name) && fields[name] !== '')
    .sort()
    .map(name => `${name}=${fields[name]}`)
    .join('&');

export const signFields = (fields: Fields, key: KeyObject): string =>
  sign('RSA-SHA256', Buffer.from(joinFields(fields, ['sign'])), key).toString('base64');

export const areFieldsSigned = (fields: Fields, key: KeyObject): boolean =>
  verify(
    'RSA-SHA256',
    Buffer.from(joinFields(fields, ['sign', 'sign_type'])),
    key,
    Buffer.from(fields.sign ?? '', 'base64'),
  );

/** The verbatim text of a JSON node: the signature covers exactly these characters, so serialising the parsed node would break it. */
export function cutNode(text: string, name: string): string | undefined {
  const start = text.indexOf('{', text.indexOf(`"${name}"`));
  if (!text.includes(`"${name}"`) || start < 0) return undefined;
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (isInString) {
      if (sign === '\\') at++;
      else if (sign === '"') isInString = false;
    } else if (sign === '"') isInString = true;
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return text.slice(start, at + 1);
  }
  return undefined;
}

/** Alipay's timestamps are in Beijing time. */
const pekingOffsetMs = 8 * 3_600_000;
const toPekingTime = (date: Date): string =>
  new Date(date.getTime() + pekingOffsetMs).toISOString().slice(0, 19).replace('T', ' ');

const answerSchema = z.looseObject({
  code: z.string(),
  sub_code: z.string().optional(),
  sub_msg: z.string().optional(),
});
const tradeSchema = z.looseObject({
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: z.string(),
  total_amount: z.string(),
});

function stateOf({
  trade_no: providerRef,
  trade_status: status,
  total_amount: total,
}: z.output<typeof tradeSchema>): PaymentState {
  if (status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED')
    return { state: 'paid', providerRef, amount: fromDecimal(total), currency: 'CNY' };
  return { state: status === 'TRADE_CLOSED' ? 'closed' : 'open' };
}

/** Notices of refunds tell what was refunded of the trade in all. */
function refundOf({ refund_fee: total, out_biz_no: refundNo }: Fields, providerRef: string): ReportedRefund | null {
  if (!total || fromDecimal(total) === 0) return null;
  return {
    refundNo: refundNo || `${providerRef} ${total}`,
    providerRef,
    currency: 'CNY',
    amount: { total: fromDecimal(total) },
  };
}

export function openAlipay(account: AlipayAccount, { now, timeoutMs }: ProviderSurroundings): PaymentProvider {
  async function ask(method: string, content: unknown, notifyUrl?: string): Promise<Record<string, unknown>> {
    const fields: Record<string, string> = {
      app_id: account.appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: toPekingTime(now()),
      version: '1.0',
      ...(notifyUrl && { notify_url: notifyUrl }),
      biz_content: JSON.stringify(content),
    };
    const body = new URLSearchParams({ ...fields, sign: signFields(fields, account.privateKey) }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' };
    const reply = await callProvider(account.endpoint, { method: 'POST', headers, body }, timeoutMs);
    const node =
      cutNode(reply.body, `${method.replaceAll('.', '_')}_response`) ?? cutNode(reply.body, 'error_response');
    const signature = /"sign"\s*:\s*"([^"]*)"/.exec(reply.body)?.[1];
    if (node === undefined) throw new Error(`HTTP ${reply.status} without an answer`);
    const isSigned =
      signature !== undefined &&
      verify('RSA-SHA256', Buffer.from(node), account.alipayPublicKey, Buffer.from(signature, 'base64'));
    const answer = answerSchema.parse(JSON.parse(node));
    // A refusal by the gateway itself is unsigned; it is trusted only as a refusal.
    const { code, sub_code: subCode = code, sub_msg: subMessage = '' } = answer;
    // 20000 leaves the outcome of the call unknown, whichever of its many sub-codes comes with it.
    if (code === '20000') throw new ProviderRefusal(reply.status, code, `${subCode} ${subMessage}`);
    if (code !== '10000') throw new ProviderRefusal(reply.status, subCode, subMessage);
    if (!isSigned) throw new Error('an answer that Alipay did not sign');
    return answer;
  }
  const ofOrder = (order: Payable) => ({ out_trade_no: order.orderNo });

  return {
    name: 'alipay',
    currencies: ['CNY'],
    async open(order, { notifyUrl }) {
      const content = {
        ...ofOrder(order),
        total_amount: toDecimal(order.amount),
        subject: order.title.slice(0, 128),
        time_expire: toPekingTime(order.expiresAt),
      };
      const answer = await ask('alipay.trade.precreate', content, notifyUrl);
      return { codeUrl: z.string().parse(answer.qr_code), approveUrl: null, providerRef: null };
    },
    async find(order) {
      try {
        const trade = tradeSchema.parse(await ask('alipay.trade.query', ofOrder(order)));
        if (trade.out_trade_no !== order.orderNo) throw new NoticeRefused('an answer about another order');
        return stateOf(trade);
      } catch (error) {
        // A trade exists only after the payer has scanned the code.
        if (error instanceof ProviderRefusal && error.code === 'ACQ.TRADE_NOT_EXIST') return { state: 'open' };
        throw error;
      }
    },
    async close(order) {
      try {
        await ask('alipay.trade.close', ofOrder(order));
      } catch (error) {
        if (!(error instanceof ProviderRefusal) || error.code !== 'ACQ.TRADE_NOT_EXIST') throw error;
      }
    },
    async refund(order, { refundNo, amount, reason }) {
      await ask('alipay.trade.refund', {
        ...ofOrder(order),
        refund_amount: toDecimal(amount),
        out_request_no: refundNo,
        refund_reason: reason.slice(0, 256),
      });
    },
    async readNotice({ body }) {
      const fields = Object.fromEntries(new URLSearchParams(body));
      if (fields.sign_type !== 'RSA2' || !areFieldsSigned(fields, account.alipayPublicKey))
        throw new NoticeRefused('the signature does not fit');
      if (fields.app_id !== account.appId || (account.sellerId !== null && fields.seller_id !== account.sellerId))
        throw new NoticeRefused('meant for another merchant');
      const { notify_id: noticeId, notify_type: event = '' } = fields;
      const trade = tradeSchema.safeParse(fields);
      if (!noticeId || !trade.success) throw new NoticeRefused('not a notice of a trade');
      const refund = refundOf(fields, trade.data.trade_no);
      const payment = stateOf(trade.data);
      // A trade that is refunded in full is closed, too; it was paid all the same.
      const isOver = refund !== null && payment.state === 'closed';
      return { noticeId, event, orderNo: trade.data.out_trade_no, payment: isOver ? null : payment, refund };
    },
    accepted: { status: 200, type: 'text/plain', body: 'success' },
    refused: { status: 400, type: 'text/plain', body: 'failure' },
  };
}
