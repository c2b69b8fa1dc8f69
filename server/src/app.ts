// Assembles the HTTP server; tests call it with `inject`, `start.ts` lets it listen.

import Fastify, { type FastifyInstance } from 'fastify';
import { tools } from 'tools/index.ts';
import { holdAccount, isActive } from './accounts/hold-queries.ts';
import { findLogin, holdOwner, isStillLoggedIn } from './accounts/owners.ts';
import { addAccountRoutes } from './accounts/routes.ts';
import { type AccountService, openAccountService } from './accounts/service.ts';
import { DiskObjects } from './adapters/objects-disk.ts';
import { addOperatorRoutes } from './admin/routes.ts';
import { addApiKeyRoutes } from './api-keys/routes.ts';
import { useKey } from './api-keys/use-key.ts';
import { addCaptchaRoutes } from './captcha/routes.ts';
import { addChatRoutes } from './chat/routes.ts';
import { addDesignRoutes } from './content/designs.ts';
import { addLookupRoutes } from './content/lookups.ts';
import { addContentRoutes } from './content/routes.ts';
import { serveWeb } from './content/web.ts';
import { addCouponRoutes } from './coupons/routes.ts';
import { warnOfUnknownProxy } from './http/address.ts';
import { receiveBodies, usualBodyBytes } from './http/bodies.ts';
import { limitConnections } from './http/connections.ts';
import { describeCalls } from './http/docs.ts';
import { answerErrors, sendFailure } from './http/errors.ts';
import { addHealthRoutes } from './http/health.ts';
import { objectsDiskHttp } from './http/objects-disk-http.ts';
import { dropStalledReaders, limitPipelining } from './http/open-streams.ts';
import { readLogin } from './http/owner.ts';
import { requestIds, traceRequests } from './http/request-trace.ts';
import { speakZod } from './http/routes.ts';
import { secure } from './http/security.ts';
import { refuseUnreadable } from './http/unreadable.ts';
import { openLinked } from './links/open-linked.ts';
import { addLinkRoutes } from './links/routes.ts';
import { addMcpRoutes } from './mcp/routes.ts';
import { addMetricsRoutes } from './metrics/routes.ts';
import { openOrders } from './open-orders.ts';
import { openPresenter, openWebhooks } from './open-webhooks.ts';
import { addOrderRoutes } from './orders/routes.ts';
import type { Parts } from './parts.ts';
import { addSavedPipelineRoutes } from './pipelines/routes.ts';
import { addPlanRoutes } from './plans/routes.ts';
import { addPointRoutes } from './points/routes.ts';
import { addSandboxRoutes } from './sandbox/routes.ts';
import { refuseWhenFull } from './tasks/admission.ts';
import type { TaskService } from './tasks/batches/batches.ts';
import { ownedTasks } from './tasks/ownership.ts';
import { addTaskRoutes } from './tasks/routes.ts';
import { openFeed } from './tasks/streams/feed.ts';
import { addUploadRoutes } from './uploads/routes.ts';
import { typesOpenedBy } from './uploads/upload-type.ts';
import type { Intake } from './uploads/uploads.ts';
import { addWebhookRoutes } from './webhooks/routes.ts';
import { admitCallWebhook } from './webhooks/webhooks.ts';
import { boundWechat } from './wechat/bind.ts';
import { addWechatRoutes } from './wechat/routes.ts';

/** Time that responses in progress have when the server stops; uploads resume elsewhere from the last complete part. */
const closeGraceMs = 2000;

function makeServer(parts: Parts): FastifyInstance {
  const { config, log } = parts;
  const app = Fastify({
    loggerInstance: log as never,
    ...requestIds(config.trustedProxies),
    bodyLimit: usualBodyBytes,
    // Counted from this server outwards: addresses beyond that many proxies were written by the client.
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    // Long enough for the largest part of an upload on a slow connection. Other bodies have less time (http/bodies.ts).
    requestTimeout: 15 * 60_000,
    // Time for the headers, and for the first byte of a new connection; checked every few seconds.
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5000 },
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseUnreadable,
    // A path that cannot be parsed never reaches a route or its error handler.
    frameworkErrors: (error, request, reply) => sendFailure(error, request as never, reply as never),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2048 },
  }) as unknown as FastifyInstance;
  limitConnections(app.server);
  traceRequests(app, { trustedProxies: config.trustedProxies, spans: parts.spans });
  return app;
}

/** A server for probes only, for a process without other routes. */
export async function buildHealthApp(parts: Parts, isStopping = () => false): Promise<FastifyInstance> {
  const app = makeServer(parts);
  answerErrors(app);
  addHealthRoutes(app, parts, isStopping);
  addMetricsRoutes(app, parts);
  await app.ready();
  return app;
}

/** Opens accounts, and connects what other modules store for them. */
export const openAccounts = (parts: Parts): AccountService =>
  openAccountService(parts, { tasks: ownedTasks, wechat: boundWechat });

export async function buildApp(parts: Parts, isStopping = () => false): Promise<FastifyInstance> {
  const { config, objects } = parts;
  const app = makeServer(parts);
  const feed = openFeed(parts.notices);
  app.addHook('preClose', async () => {
    // An open stream would keep a stopping server open indefinitely, and so would an idle connection.
    feed.close();
    setTimeout(() => app.server.closeAllConnections(), closeGraceMs).unref();
  });
  if (config.trustedProxies === 0) warnOfUnknownProxy(app, parts);
  limitPipelining(app);
  receiveBodies(app);
  dropStalledReaders(app);
  speakZod(app);
  answerErrors(app);
  addMetricsRoutes(app, parts);
  await secure(app, config);
  const accounts = openAccounts(parts);
  const isUsable = (accountId: string) => isActive(parts.database, accountId);
  readLogin(app, {
    findLogin: request => findLogin(accounts, request),
    findKey: (request, reply) => useKey({ parts, isActive: isUsable }, request, reply),
  });
  await describeCalls(app, config);
  if (objects instanceof DiskObjects)
    await app.register(objectsDiskHttp, { store: objects, corsOrigins: config.corsOrigins });
  await app.register(async scope => addHealthRoutes(scope, parts, isStopping));
  await app.register(async scope => addContentRoutes(scope, parts));
  await app.register(async scope => addLookupRoutes(scope, config, tools));
  await app.register(async scope => addChatRoutes(scope, parts));
  await app.register(async scope => addDesignRoutes(scope, parts));
  const intake: Intake = {
    types: typesOpenedBy(tools),
    refuseWhenFull: (type, uploader) => refuseWhenFull(parts, type, uploader),
  };
  await app.register(async scope => addUploadRoutes(scope, { ...parts, intake }));
  await app.register(async scope => addCaptchaRoutes(scope, parts));
  await app.register(async scope => addAccountRoutes(scope, accounts));
  await app.register(async scope => addApiKeyRoutes(scope, { ...parts, holdAccount }));
  await app.register(async scope => addSavedPipelineRoutes(scope, { ...parts, holdAccount }));
  await app.register(async scope => addWechatRoutes(scope, accounts));
  await app.register(async scope => addPointRoutes(scope, parts));
  const orders = openOrders(parts);
  if (config.membership) {
    await app.register(async scope => addPlanRoutes(scope, parts));
    await app.register(async scope => addCouponRoutes(scope, { ...orders, database: parts.database }));
    await app.register(async scope => addOrderRoutes(scope, orders));
  }
  // Without operators these routes do not exist, even for clients with a token.
  if (config.admins.length > 0) await app.register(async scope => addOperatorRoutes(scope, parts, orders));
  await app.register(async scope => addSandboxRoutes(scope, parts, orders));
  const webhooks = openWebhooks(parts);
  await app.register(async scope => addWebhookRoutes(scope, webhooks));
  await app.register(async scope => addLinkRoutes(scope, parts));
  const tasks: TaskService = {
    parts,
    feed,
    presenter: openPresenter(parts),
    holdOwner,
    openLinked: (link, guest) => openLinked(parts, link, guest),
    admitWebhook: call => admitCallWebhook(webhooks, call),
    isStillLoggedIn: request => isStillLoggedIn(parts, request),
  };
  await app.register(async scope => addTaskRoutes(scope, tasks));
  await app.register(async scope => addMcpRoutes(scope, tasks));
  await serveWeb(app, parts);
  await app.ready();
  return app;
}
