// PayPal as its documents describe it: tokens, orders that a payer approves, captures, refunds, and signed webhooks that it verifies itself.
import { createHmac, randomUUID } from 'node:crypto';
import { cutNode } from '../../src/adapters/pay-alipay.ts';
import type { PaypalAccount } from '../../src/adapters/pay-paypal-calls.ts';
import { fromDecimal, type RawNotice, toDecimal } from '../../src/adapters/payment.ts';
import { startStandIn } from './stand-in.ts';
import type { NoticeChanges, RefundNotice } from './wechat.ts';

interface Order {
  readonly id: string;
  readonly orderNo: string;
  readonly total: number;
  readonly currency: string;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  isDeclined: boolean;
  refunded: Map<string, number>;
}

export async function startPaypal({ now }: { now: () => Date }) {
  const orders = new Map<string, Order>();
  const account = { clientId: 'client-1', secret: 'secret-1', webhookId: '8PT597110X687430LKGECATA' };
  const webhookSecret = randomUUID();
  let token = '';

  const reply = (status: number, value: unknown) => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  });
  const refuse = (status: number, issue: string) =>
    reply(status, { name: 'UNPROCESSABLE_ENTITY', details: [{ issue }] });
  const present = (order: Order) => ({
    id: order.id,
    status: order.status,
    links: [{ rel: 'payer-action', href: `https://www.paypal.example/checkoutnow?token=${order.id}`, method: 'GET' }],
    purchase_units: [
      {
        custom_id: order.orderNo,
        ...(order.status === 'COMPLETED' && { payments: { captures: [capture(order)] } }),
      },
    ],
  });
  const capture = (order: Order, amount = order.total, currency = order.currency) => ({
    id: `CAP-${order.id}`,
    status: 'COMPLETED',
    custom_id: order.orderNo,
    amount: { currency_code: currency, value: toDecimal(amount) },
  });
  const signWebhook = (id: string, time: string, body: string) =>
    createHmac('sha256', webhookSecret).update(`${id}|${time}|${account.webhookId}|${body}`).digest('base64');

  const makeWebhook = (
    event: string,
    resource: object,
    { mchid, isForged, noticeId = `WH-${randomUUID()}` }: NoticeChanges,
  ): RawNotice => {
    const fields = { id: noticeId, event_type: event, resource_type: 'x', resource, links: ['https://a.example/b'] };
    // Spaces, escapes and numbers that a client loses when it parses the event and writes it again.
    const body = JSON.stringify(fields, null, 1).replaceAll('/', '\\/').replace('{', '{"event_version": 1.0,');
    const [id, time] = [randomUUID(), now().toISOString()];
    return {
      body,
      headers: {
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': 'https://api.paypal.example/certs/1',
        'paypal-transmission-id': id,
        'paypal-transmission-time': time,
        'paypal-transmission-sig': isForged || mchid ? 'Zm9yZ2Vk'.repeat(6) : signWebhook(id, time, body),
      },
    };
  };

  const standIn = await startStandIn(asked => {
    if (asked.path === '/v1/oauth2/token') {
      const basic = Buffer.from(`${account.clientId}:${account.secret}`).toString('base64');
      if (asked.headers.authorization !== `Basic ${basic}`) return reply(401, { error: 'invalid_client' });
      token = randomUUID();
      return reply(200, { access_token: token, token_type: 'Bearer', expires_in: 32_400 });
    }
    if (token === '' || asked.headers.authorization !== `Bearer ${token}`)
      return reply(401, { name: 'AUTHENTICATION_FAILURE' });
    const body = asked.body === '' ? {} : (JSON.parse(asked.body) as Record<string, never>);
    if (asked.path === '/v1/notifications/verify-webhook-signature') {
      const isRight =
        body.webhook_id === account.webhookId &&
        body.transmission_sig ===
          signWebhook(
            body.transmission_id ?? '',
            body.transmission_time ?? '',
            cutNode(asked.body, 'webhook_event') ?? '',
          );
      return reply(200, { verification_status: isRight ? 'SUCCESS' : 'FAILURE' });
    }
    if (asked.path === '/v2/checkout/orders') {
      const [unit] = body.purchase_units as unknown as {
        custom_id: string;
        amount: { currency_code: string; value: string };
      }[];
      if (!unit || body.intent !== 'CAPTURE' || !asked.headers['paypal-request-id'])
        return refuse(422, 'MISSING_REQUIRED_PARAMETER');
      const known = [...orders.values()].find(order => order.orderNo === unit.custom_id);
      const order: Order = known ?? {
        id: `5O${orders.size}190127TN364715T`,
        orderNo: unit.custom_id,
        total: fromDecimal(unit.amount.value),
        currency: unit.amount.currency_code,
        status: 'PAYER_ACTION_REQUIRED',
        isDeclined: false,
        refunded: new Map(),
      };
      orders.set(order.id, order);
      return reply(200, present(order));
    }
    const [, captured = ''] = /^\/v2\/payments\/captures\/CAP-([^/]+)\/refund$/.exec(asked.path) ?? [];
    const paid = orders.get(captured);
    if (paid) {
      const { value } = body.amount as unknown as { value: string };
      const id = asked.headers['paypal-request-id'] ?? '';
      const others = [...paid.refunded].reduce((sum, [no, one]) => (no === id ? sum : sum + one), 0);
      if (others + fromDecimal(value) > paid.total) return refuse(422, 'REFUND_AMOUNT_EXCEEDED');
      paid.refunded.set(id, fromDecimal(value));
      return reply(201, { id: randomUUID(), status: 'COMPLETED' });
    }
    const [, id = '', isCapture] = /^\/v2\/checkout\/orders\/([^/]+)(\/capture)?$/.exec(asked.path) ?? [];
    const order = orders.get(id);
    if (!order) return refuse(404, 'INVALID_RESOURCE_ID');
    if (isCapture && order.status === 'PAYER_ACTION_REQUIRED') return refuse(422, 'ORDER_NOT_APPROVED');
    if (isCapture && order.isDeclined) return refuse(422, 'INSTRUMENT_DECLINED');
    if (isCapture) order.status = 'COMPLETED';
    return reply(200, present(order));
  });

  const orderOf = (orderNo: string) => [...orders.values()].find(order => order.orderNo === orderNo)!;
  return {
    ...standIn,
    account: { ...account, endpoint: standIn.url } satisfies PaypalAccount,
    /** The payer approves; the money moves when the order is captured. */
    pay(orderNo: string) {
      orderOf(orderNo).status = 'APPROVED';
    },
    /** The payer's bank refuses the capture. */
    decline(orderNo: string) {
      orderOf(orderNo).isDeclined = true;
    },
    isCaptured: (orderNo: string) => orderOf(orderNo).status === 'COMPLETED',
    refunded: (orderNo: string) => [...orderOf(orderNo).refunded.values()].reduce((sum, one) => sum + one, 0),
    makeNotice(orderNo: string, { amount, currency, ...changes }: NoticeChanges = {}): RawNotice {
      return makeWebhook('PAYMENT.CAPTURE.COMPLETED', capture(orderOf(orderNo), amount, currency), changes);
    },
    /** A refund, asked for by the merchant's server or on PayPal's own pages: it tells the total, too. */
    makeRefundNotice(orderNo: string, { refundNo, amount, total, ...changes }: RefundNotice): RawNotice {
      const { id, currency } = orderOf(orderNo);
      const money = (value: number) => ({ currency_code: currency, value: toDecimal(value) });
      const refund = {
        id: `R-${refundNo}`,
        status: 'COMPLETED',
        custom_id: orderNo,
        amount: money(amount),
        seller_payable_breakdown: { gross_amount: money(amount), total_refunded_amount: money(total) },
        links: [{ rel: 'up', href: `https://api.paypal.example/v2/payments/captures/CAP-${id}`, method: 'GET' }],
      };
      return makeWebhook('PAYMENT.CAPTURE.REFUNDED', refund, changes);
    },
    /** The payer has approved the order; nothing is captured yet. */
    makeApproval: (orderNo: string): RawNotice => makeWebhook('CHECKOUT.ORDER.APPROVED', present(orderOf(orderNo)), {}),
  };
}
