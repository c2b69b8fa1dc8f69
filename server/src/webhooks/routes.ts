// HTTP routes with which people manage their webhooks. None is open to API keys.
import * as routes from 'contract/routes/webhooks.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { baseUrlOf } from '../http/base-url.ts';
import { accountOf } from '../http/owner.ts';
import { addRoute } from '../http/routes.ts';
import {
  addWebhook,
  deleteWebhook,
  deliveriesOf,
  replaceSecret,
  replay,
  resume,
  type WebhookService,
  webhooksOf,
} from './webhooks.ts';

const tag = 'webhooks';
const costly = { group: 'costly', tag } as const;

export function addWebhookRoutes(app: FastifyInstance, service: WebhookService): void {
  const { config, database } = service.parts;
  const callerOf = (request: FastifyRequest) => ({
    accountId: accountOf(request).accountId,
    baseUrl: baseUrlOf(request, config),
  });
  addRoute(
    app,
    routes.listWebhooks,
    async ({ request }) => {
      const { list, hasCalls } = await webhooksOf(database, accountOf(request).accountId);
      return { list, total: list.length, hasCalls };
    },
    { tag },
  );
  addRoute(app, routes.createWebhook, ({ body, request }) => addWebhook(service, callerOf(request), body), costly);
  addRoute(
    app,
    routes.replaceWebhookSecret,
    ({ params, request }) => replaceSecret(service, callerOf(request), params.id),
    costly,
  );
  addRoute(
    app,
    routes.listDeliveries,
    ({ params, query, request }) => deliveriesOf(service, accountOf(request).accountId, params.id, query),
    { tag },
  );
  addRoute(
    app,
    routes.replayDelivery,
    ({ params, body, request }) =>
      replay(service, accountOf(request).accountId, { id: params.id, deliveryId: body.deliveryId }),
    costly,
  );
  addRoute(
    app,
    routes.resumeWebhook,
    ({ params, request }) => resume(service, accountOf(request).accountId, params.id),
    costly,
  );
  addRoute(
    app,
    routes.deleteWebhook,
    async ({ params, request }) => {
      await deleteWebhook(service, accountOf(request).accountId, params.id);
      return null;
    },
    costly,
  );
}
