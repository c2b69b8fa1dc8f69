// HTTP routes of logging in by WeChat and of binding it.
import * as routes from 'contract/routes/wechat.ts';
import type { FastifyInstance } from 'fastify';
import { type AccountService, askerOf } from '../accounts/service.ts';
import { sourceOf } from '../accounts/source.ts';
import { addressOf } from '../http/address.ts';
import { accountOf } from '../http/owner.ts';
import { addRoute } from '../http/routes.ts';
import { bindByQr, unbind } from './bind.ts';
import { addCallbackRoutes } from './callback-routes.ts';
import { checkQr, finishRedirect, startQr, startRedirect } from './wechat.ts';

export function addWechatRoutes(app: FastifyInstance, service: AccountService): void {
  const { parts } = service;
  const tag = { tag: 'wechat' };
  // A HEAD request must not use up a one-time result.
  const once = { ...tag, hasHead: false };
  addRoute(
    app,
    routes.loginQrcode,
    ({ request }) => startQr(parts, sourceOf(request, parts.config), addressOf(request)),
    tag,
  );
  addRoute(
    app,
    routes.checkLogin,
    ({ query, request }) => checkQr(service, query.uuid, sourceOf(request, parts.config)),
    once,
  );
  addRoute(
    app,
    routes.wechatToLogin,
    ({ query: { code, state, redirectUri }, request }) => {
      const from = sourceOf(request, parts.config);
      return code === undefined
        ? startRedirect(parts, redirectUri, from, addressOf(request))
        : finishRedirect(service, { code, state }, from);
    },
    once,
  );
  addRoute(
    app,
    routes.bindWechat,
    async ({ body, request }) => {
      const { accountId } = accountOf(request);
      return { type: await bindByQr(service, body, accountId, askerOf(service, request)) };
    },
    tag,
  );
  addRoute(
    app,
    routes.unbindWechat,
    async ({ body, request }) => {
      await unbind(service, accountOf(request).accountId, body?.proof, askerOf(service, request));
      return null;
    },
    { ...tag, group: 'costly' },
  );
  addCallbackRoutes(app, parts);
}
