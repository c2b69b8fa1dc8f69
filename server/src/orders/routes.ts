// HTTP routes of orders, and the endpoints that payment providers notify.
import { AppError } from 'contract/errors.ts';
import { userCouponList } from 'contract/routes/coupons.ts';
import * as routes from 'contract/routes/orders.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isAway } from '../adapters/away.ts';
import { NoticeRefused, type PaymentProvider } from '../adapters/payment.ts';
import { addressOf } from '../http/address.ts';
import { baseUrlOf } from '../http/base-url.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import { languageOf } from '../http/language.ts';
import { accountOf } from '../http/owner.ts';
import { addRoute } from '../http/routes.ts';
import { makeOrder, type OrderRequest } from './make-order.ts';
import { handleNotice, NoticeUnproven } from './notices.ts';
import {
  beginPayment,
  giveUpOrder,
  lookAtOrder,
  ordersOf,
  preOrder,
  presentOrder,
  requestsOf,
  requireOrder,
} from './orders.ts';
import { ownCoupons } from './own-coupons.ts';
import { askRefund, presentRequest } from './refund-requests.ts';
import type { OrderService } from './settle.ts';

const costly = { group: 'costly', tag: 'orders' } as const;
const cheap = { tag: 'orders' } as const;
const maxNoticeBytes = 64 * 1024;

const maxHeaderSigns = 500;
const readText = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, maxHeaderSigns) : null;

/** `PC-<agent code>` from the header, if the body has no agent. */
const agentOf = (request: FastifyRequest): string | null =>
  /^PC-([\w-]{1,64})$/.exec(readText(request.headers.platformsource) ?? '')?.[1] ?? null;

function readOrder(
  request: FastifyRequest,
  body: { editionId: string; couponId?: string | undefined; agentCode?: string | undefined },
): OrderRequest {
  return {
    accountId: accountOf(request).accountId,
    editionId: body.editionId,
    couponId: body.couponId ?? null,
    idempotencyKey: readIdempotencyKey(request),
    agentCode: body.agentCode ?? agentOf(request),
    logidUrl: readText(request.headers.logidurl),
  };
}

export function addOrderRoutes(app: FastifyInstance, service: OrderService): void {
  const { parts, providers } = service;
  const audienceOf = (request: FastifyRequest) => ({
    baseUrl: baseUrlOf(request, parts.config),
    language: languageOf(request),
  });
  addRoute(
    app,
    routes.payWays,
    () => ({
      list: [...providers.values()].map(({ name, currencies }) => ({ payType: name, currencies: [...currencies] })),
    }),
    cheap,
  );
  addRoute(
    app,
    routes.addOrder,
    async ({ body, request }) => presentOrder(await makeOrder(service, readOrder(request, body)), audienceOf(request)),
    costly,
  );
  addRoute(
    app,
    routes.createPreOrder,
    async ({ body, request }) => {
      const audience = audienceOf(request);
      return presentOrder(await preOrder(service, readOrder(request, body), body.payType, audience), audience);
    },
    costly,
  );
  const beginWith = async (request: FastifyRequest, orderNo: string, payType: routes.PayType) => {
    const audience = audienceOf(request);
    const order = await requireOrder(service, accountOf(request).accountId, orderNo);
    return presentOrder(await beginPayment(service, order, payType, audience), audience);
  };
  addRoute(app, routes.alipayCode, ({ query, request }) => beginWith(request, query.orderNo, 'alipay'), costly);
  addRoute(app, routes.paypalOrder, ({ body, request }) => beginWith(request, body.orderNo, 'paypal'), costly);
  addRoute(
    app,
    routes.wxPayIsSuccess,
    async ({ body, request }) => {
      const { state } = await lookAtOrder(service, accountOf(request).accountId, body.orderNo);
      return { paid: state === 'paid', state };
    },
    cheap,
  );
  addRoute(
    app,
    routes.closeOrder,
    async ({ body, request }) => giveUpOrder(service, accountOf(request).accountId, body.orderNo),
    costly,
  );
  addRoute(
    app,
    routes.orderList,
    ({ query, request }) => ordersOf(service, accountOf(request).accountId, query, audienceOf(request)),
    cheap,
  );
  addRoute(
    app,
    routes.orderDetail,
    async ({ query, request }) => {
      const order = await requireOrder(service, accountOf(request).accountId, query.orderNo);
      const asked = await requestsOf(parts.database, [order]);
      return presentOrder(order, audienceOf(request), asked.get(order.order_no));
    },
    cheap,
  );
  addRoute(
    app,
    routes.requestRefund,
    async ({ body, request }) => presentRequest(await askRefund(service, accountOf(request).accountId, body)),
    costly,
  );
  addRoute(
    app,
    userCouponList,
    ({ body, request }) => ownCoupons(parts.database, accountOf(request).accountId, body, languageOf(request)),
    cheap,
  );
  for (const provider of providers.values()) addNoticeRoute(app, service, provider);
}

/** Anything but the provider's own status makes it deliver the callback again: the database is busy, or the provider is down. */
function statusOf(error: unknown, { refused }: PaymentProvider): number {
  const cause = error instanceof NoticeUnproven ? error.cause : error;
  if (cause instanceof NoticeRefused) return refused.status;
  if (cause instanceof AppError) return cause.status;
  return isAway(cause) ? 503 : 500;
}

/**
 * An endpoint for a provider's notifications. The body is kept verbatim, because signatures cover its exact bytes, and responses are in the
 * provider's format, without our envelope.
 */
function addNoticeRoute(app: FastifyInstance, service: OrderService, provider: PaymentProvider): void {
  const { log } = service.parts;
  void app.register(async scope => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxNoticeBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(`/pay/notify/${provider.name}`, async (request, reply) => {
      const raw = { headers: request.headers, body: typeof request.body === 'string' ? request.body : '' };
      try {
        const outcome = await handleNotice(service, provider, { raw, address: addressOf(request) });
        log.info({ provider: provider.name, outcome }, 'a payment was reported');
        const { status, type, body } = provider.accepted;
        return reply.status(status).type(type).send(body);
      } catch (error) {
        const { type, body } = provider.refused;
        // What was not proven may be a stranger's, who writes no stacks into the log.
        if (error instanceof NoticeUnproven || error instanceof AppError)
          log.warn({ provider: provider.name, reason: error.message }, 'a callback was not accepted');
        else log.error({ err: error, provider: provider.name }, 'a proven callback could not be applied');
        return reply.status(statusOf(error, provider)).type(type).send(body);
      }
    });
  });
}
