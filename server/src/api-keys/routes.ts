// HTTP routes with which people manage their API keys. None is open to keys.
import * as routes from 'contract/routes/api-keys.ts';
import type { FastifyInstance } from 'fastify';
import type { Querier } from '../adapters/postgres.ts';
import { accountOf } from '../http/owner.ts';
import { addRoute } from '../http/routes.ts';
import type { Parts } from '../parts.ts';
import { changeKey, createKey, keysOf, revokeKey } from './api-keys.ts';

const tag = 'api keys';
const costly = { group: 'costly', tag } as const;

export function addApiKeyRoutes(
  app: FastifyInstance,
  needs: Pick<Parts, 'database' | 'now' | 'config'> & {
    readonly holdAccount: (db: Querier, accountId: string) => Promise<boolean>;
  },
): void {
  const { database } = needs;
  addRoute(
    app,
    routes.listApiKeys,
    async ({ request }) => {
      const list = await keysOf(database, needs, accountOf(request).accountId);
      return { list, total: list.length };
    },
    { tag },
  );
  addRoute(
    app,
    routes.createApiKey,
    ({ body, request }) => createKey(needs, accountOf(request).accountId, body),
    costly,
  );
  addRoute(
    app,
    routes.changeApiKey,
    ({ params, body, request }) => changeKey(needs, accountOf(request).accountId, params.id, body),
    costly,
  );
  addRoute(
    app,
    routes.revokeApiKey,
    ({ params, request }) => {
      const { accountId } = accountOf(request);
      return database.transaction().execute(trx => revokeKey(trx, needs, accountId, params.id));
    },
    costly,
  );
}
