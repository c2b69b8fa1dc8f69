// HTTP of logging in by WeChat, as clients see it.
import * as routes from 'contract/routes/wechat.ts';
import type { FastifyInstance } from 'fastify';
import { sourceOf } from '../accounts/source.ts';
import { addRoute } from '../http/routes.ts';
import type { Parts } from '../parts.ts';
import { addCallbackRoutes } from './callback-routes.ts';
import { checkQr, finishRedirect, startQr, startRedirect } from './wechat.ts';

export function addWechatRoutes(app: FastifyInstance, parts: Parts): void {
  const tag = { tag: 'wechat' };
  addRoute(app, routes.loginQrcode, ({ request }) => startQr(parts, sourceOf(request, parts.config), request.ip), tag);
  addRoute(
    app,
    routes.checkLogin,
    ({ query, request }) => checkQr(parts, query.uuid, sourceOf(request, parts.config)),
    tag,
  );
  addRoute(
    app,
    routes.wechatToLogin,
    ({ query: { code, state, redirectUri }, request }) => {
      const from = sourceOf(request, parts.config);
      return code === undefined
        ? startRedirect(parts, redirectUri, from, request.ip)
        : finishRedirect(parts, { code, state }, from);
    },
    tag,
  );
  addCallbackRoutes(app, parts);
}
