// HTTP of balances and records. Paying for a task with coins is among the routes of tasks.
import * as routes from 'contract/routes/points.ts';
import type { FastifyInstance } from 'fastify';
import { languageOf } from '../http/language.ts';
import { accountIdOf, accountOf } from '../http/owner.ts';
import { addRoute } from '../http/routes.ts';
import type { Parts } from '../parts.ts';
import { addUse, changeUse, listRecharges, listTop, listUses, readBalance, removeUses } from './records.ts';

const costly = { group: 'costly', tag: 'points' } as const;
const cheap = { tag: 'points' } as const;

export function addPointRoutes(app: FastifyInstance, { database, config }: Parts): void {
  addRoute(app, routes.balance, ({ request }) => readBalance(config, database, accountIdOf(request)), cheap);
  addRoute(app, routes.getUseList, ({ query, request }) => listUses(database, accountIdOf(request), query), cheap);
  addRoute(
    app,
    routes.delUseRecord,
    async ({ body, request }) => {
      const ids = [...(body.ids ?? []), ...(body.id === undefined ? [] : [body.id])];
      await removeUses(database, accountOf(request).accountId, ids);
      return null;
    },
    costly,
  );
  addRoute(app, routes.addUserRecord, ({ body, request }) => addUse(database, accountIdOf(request), body), costly);
  addRoute(app, routes.updUserRecord, ({ body, request }) => changeUse(database, accountIdOf(request), body), costly);
  addRoute(
    app,
    routes.getRechargeList,
    ({ query, request }) => listRecharges(database, accountIdOf(request), query, languageOf(request)),
    cheap,
  );
  addRoute(app, routes.getListTop, ({ request }) => listTop(config, database, languageOf(request)), cheap);
}
