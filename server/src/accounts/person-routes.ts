// HTTP routes on which people see and change their own account.
import * as routes from 'contract/routes/accounts.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { baseUrlOf } from '../http/base-url.ts';
import { languageOf } from '../http/language.ts';
import { accountOf } from '../http/owner.ts';
import { addRoute } from '../http/routes.ts';
import { deleteForGood } from './delete-account.ts';
import { changeDetails, changeMobile } from './details.ts';
import { exportEverything } from './export.ts';
import { logInByWechatKey } from './login-methods.ts';
import { changeKnown } from './new-password.ts';
import { presentUser } from './present.ts';
import { type AccountService, askerOf } from './service.ts';

const costly = { group: 'costly', tag: 'accounts' } as const;
const cheap = { tag: 'accounts' } as const;

export function addPersonRoutes(app: FastifyInstance, service: AccountService): void {
  const { parts } = service;
  const viewOf = (request: FastifyRequest) => ({
    baseUrl: baseUrlOf(request, parts.config),
    language: languageOf(request),
  });
  addRoute(
    app,
    routes.userInfo,
    ({ request }) => presentUser(service, parts.database, accountOf(request).accountId, viewOf(request)),
    cheap,
  );
  addRoute(
    app,
    routes.updateInfo,
    ({ body, request }) => changeDetails(service, accountOf(request).accountId, body, viewOf(request)),
    costly,
  );
  addRoute(
    app,
    routes.changePassword,
    async ({ body, request }) => {
      await changeKnown(service, accountOf(request), body, askerOf(service, request));
      return null;
    },
    costly,
  );
  addRoute(
    app,
    routes.bindPhone,
    async ({ body, request }) => {
      const asker = askerOf(service, request);
      if (body.key) return logInByWechatKey(service, { ...body, key: body.key }, asker);
      const { accountId } = accountOf(request);
      const user = await changeMobile(service, accountId, body, asker);
      return { token: String(request.headers.token).trim(), user };
    },
    costly,
  );
  addRoute(
    app,
    routes.exportAccount,
    ({ request }) => exportEverything(service, accountOf(request).accountId, viewOf(request)),
    costly,
  );
  addRoute(
    app,
    routes.deleteAccount,
    async ({ body, request }) => {
      await deleteForGood(service, accountOf(request), body, askerOf(service, request));
      return null;
    },
    costly,
  );
}
