// Alipay's gateway as its documents describe it: one address, form fields signed with RSA2, answers signed over their own characters.
import { generateKeyPairSync, type KeyObject, randomUUID, sign, verify } from 'node:crypto';
import { type AlipayAccount, signFields } from '../../src/adapters/pay-alipay.ts';
import { fromDecimal, type RawNotice, toDecimal } from '../../src/adapters/payment.ts';
import { startStandIn } from './stand-in.ts';
import type { NoticeChanges, RefundNotice } from './wechat.ts';

interface Trade {
  readonly total: number;
  state: 'NONE' | 'TRADE_SUCCESS' | 'TRADE_CLOSED';
  refunded: Map<string, number>;
}

export async function startAlipay() {
  const merchant = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const alipay = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const appId = '2014072300007148';
  const sellerId = '2088102119685838';
  const trades = new Map<string, Trade>();

  const signedText = (fields: Record<string, string>) =>
    Object.entries(fields)
      .filter(([name, value]) => name !== 'sign' && value !== '')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
  const answer = (method: string, content: Record<string, unknown>) => {
    // Spaces and escapes that a client loses when it parses and writes the node again.
    const node = JSON.stringify(content, null, 1).replaceAll('/', '\\/');
    const signature = sign('RSA-SHA256', Buffer.from(node), alipay.privateKey).toString('base64');
    return {
      status: 200,
      headers: { 'content-type': 'application/json;charset=utf-8' },
      body: `{"${method.replaceAll('.', '_')}_response":${node},"sign":"${signature}"}`,
    };
  };
  const refuse = (method: string, subCode: string) =>
    answer(method, { code: '40004', msg: 'Business Failed', sub_code: subCode, sub_msg: subCode });
  /** What the next refund is answered with although it is made. */
  let doubt: string | undefined;

  const standIn = await startStandIn(asked => {
    const fields = Object.fromEntries(new URLSearchParams(asked.body));
    const { method = '', biz_content: content = '{}', sign: signature = '' } = fields;
    const isSigned = verify(
      'RSA-SHA256',
      Buffer.from(signedText(fields)),
      merchant.publicKey,
      Buffer.from(signature, 'base64'),
    );
    if (
      !isSigned ||
      fields.app_id !== appId ||
      fields.sign_type !== 'RSA2' ||
      !/^\d{4}-\d\d-\d\d \d\d:/.test(fields.timestamp ?? '')
    )
      return {
        status: 200,
        headers: {},
        body: '{"error_response":{"code":"40002","msg":"Invalid Arguments","sub_code":"isv.invalid-signature","sub_msg":"x"}}',
      };
    const body = JSON.parse(content) as Record<string, string>;
    const orderNo = body.out_trade_no ?? '';
    if (method === 'alipay.trade.precreate') {
      if (!body.subject || !fields.notify_url) return refuse(method, 'ACQ.INVALID_PARAMETER');
      trades.set(orderNo, { total: fromDecimal(body.total_amount ?? ''), state: 'NONE', refunded: new Map() });
      return answer(method, {
        code: '10000',
        msg: 'Success',
        out_trade_no: orderNo,
        qr_code: `https://qr.alipay.example/${orderNo}`,
      });
    }
    const trade = trades.get(orderNo);
    if (!trade || trade.state === 'NONE') return refuse(method, 'ACQ.TRADE_NOT_EXIST');
    if (method === 'alipay.trade.query')
      return answer(method, {
        code: '10000',
        msg: 'Success',
        out_trade_no: orderNo,
        trade_no: `2013${orderNo}`,
        trade_status: trade.state,
        total_amount: toDecimal(trade.total),
      });
    if (method === 'alipay.trade.close') {
      if (trade.state === 'TRADE_SUCCESS') return refuse(method, 'ACQ.TRADE_STATUS_ERROR');
      trade.state = 'TRADE_CLOSED';
      return answer(method, { code: '10000', msg: 'Success', out_trade_no: orderNo });
    }
    const amount = fromDecimal(body.refund_amount ?? '');
    const others = [...trade.refunded].reduce((sum, [no, one]) => (no === body.out_request_no ? sum : sum + one), 0);
    if (others + amount > trade.total) return refuse(method, 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL');
    trade.refunded.set(body.out_request_no ?? '', amount);
    if (doubt !== undefined) {
      const subCode = doubt;
      doubt = undefined;
      return answer(method, {
        code: '20000',
        msg: 'Service Currently Unavailable',
        sub_code: subCode,
        sub_msg: subCode,
      });
    }
    return answer(method, { code: '10000', msg: 'Success', out_trade_no: orderNo, fund_change: 'Y' });
  });

  const account: AlipayAccount = {
    appId,
    sellerId,
    privateKey: merchant.privateKey,
    alipayPublicKey: alipay.publicKey,
    endpoint: `${standIn.url}/gateway.do`,
  };
  return {
    ...standIn,
    account,
    pay(orderNo: string) {
      trades.get(orderNo)!.state = 'TRADE_SUCCESS';
    },
    leaveRefundInDoubt(subCode: string) {
      doubt = subCode;
    },
    refunded: (orderNo: string) =>
      [...(trades.get(orderNo)?.refunded.values() ?? [])].reduce((sum, one) => sum + one, 0),
    /** As after a refund, asked for by the merchant's server or on Alipay's own pages: it tells the total. */
    makeRefundNotice(orderNo: string, { refundNo, total, isForged, mchid }: RefundNotice): RawNotice {
      const isWhole = total === trades.get(orderNo)!.total;
      const changes = { ...(isForged && { isForged }), ...(mchid && { mchid }) };
      return this.makeNotice(orderNo, changes, {
        trade_status: isWhole ? 'TRADE_CLOSED' : 'TRADE_SUCCESS',
        refund_fee: toDecimal(total),
        out_biz_no: refundNo,
        gmt_refund: '2026-05-01 18:00:00.123',
      });
    },
    makeNotice(
      orderNo: string,
      { amount, mchid, isForged, noticeId = randomUUID() }: NoticeChanges = {},
      more: Record<string, string> = {},
    ): RawNotice {
      const fields: Record<string, string> = {
        notify_id: noticeId,
        notify_type: 'trade_status_sync',
        charset: 'utf-8',
        version: '1.0',
        app_id: appId,
        seller_id: mchid ?? sellerId,
        out_trade_no: orderNo,
        trade_no: `2013${orderNo}`,
        trade_status: 'TRADE_SUCCESS',
        total_amount: toDecimal(amount ?? trades.get(orderNo)!.total),
        subject: '会员 + 月卡 & 100%',
        ...more,
      };
      const key: KeyObject = isForged ? merchant.privateKey : alipay.privateKey;
      // A callback's sign_type is not signed, unlike a request's.
      const signature = signFields(fields, key);
      const body = new URLSearchParams({ ...fields, sign: signature, sign_type: 'RSA2' }).toString();
      return { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    },
  };
}
