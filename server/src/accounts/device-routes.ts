// HTTP routes of the devices on which an account is logged in.
import * as routes from 'contract/routes/accounts.ts';
import type { FastifyInstance } from 'fastify';
import { accountOf } from '../http/owner.ts';
import { addRoute } from '../http/routes.ts';
import { endLogin, endLogins, listLogins } from './login-store.ts';
import type { AccountService } from './service.ts';
import { lockAccount } from './store.ts';

export function addDeviceRoutes(app: FastifyInstance, { parts }: AccountService): void {
  const tag = { tag: 'accounts' } as const;
  addRoute(
    app,
    routes.logout,
    async ({ request }) => {
      const found = request.foundLogin;
      // An invalid token has no login to end.
      if (found && !('refusal' in found)) await endLogin(parts.database, found.accountId, found.loginId);
      return null;
    },
    tag,
  );
  addRoute(
    app,
    routes.listDevices,
    async ({ request }) => {
      const { accountId, loginId } = accountOf(request);
      const rows = await listLogins(parts.database, accountId, parts.now());
      const list = rows.map(row => ({
        id: row.id,
        name: row.device,
        isThisOne: row.id === loginId,
        createdAt: row.created_at.toISOString(),
        lastSeenAt: row.last_seen_at.toISOString(),
      }));
      list.sort((a, b) => Number(b.isThisOne) - Number(a.isThisOne));
      return { list, total: list.length };
    },
    tag,
  );
  addRoute(
    app,
    routes.endDevices,
    async ({ body, request }) => {
      const { accountId, loginId } = accountOf(request);
      if (body.id === undefined)
        await parts.database.transaction().execute(async trx => {
          await lockAccount(trx, accountId);
          await endLogins(trx, accountId, loginId);
        });
      else await endLogin(parts.database, accountId, body.id);
      return null;
    },
    tag,
  );
}
