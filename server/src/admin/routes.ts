// HTTP routes of the operators' page. The calls about money exist only with membership.
import type { RouteContract } from 'contract/route.ts';
import * as needs from 'contract/routes/operator-needs.ts';
import * as routes from 'contract/routes/operators.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { searchPeople } from '../accounts/find-person.ts';
import { readAllBulletins } from '../bulletins/bulletins.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import { addRoute, type Handler } from '../http/routes.ts';
import { exportOrdersAsCsv } from '../orders/overview.ts';
import { readRevenue } from '../orders/revenue-queries.ts';
import type { OrderService } from '../orders/settle.ts';
import type { Parts } from '../parts.ts';
import {
  decline,
  freeze,
  grant,
  type Operator,
  performAct,
  placeOfBulletins,
  publish,
  refund,
  unfreeze,
  withdraw,
} from './acts.ts';
import { changeLane } from './lanes.ts';
import { revokeKeyAsOperator } from './revoke-key.ts';
import { closeSession, describeSession, guardOperators, openSession } from './session.ts';
import { changeSheet, planSheet, readSheet } from './sheet.ts';
import { describeActs, ordersWithSeen, viewOverview, viewPerson, viewQueue } from './views.ts';

/** The sheet without the parts that this server does not sell. */
const soldHere = (sheet: routes.Sheet, hasMoney: boolean): routes.Sheet =>
  hasMoney ? sheet : { dictionaries: sheet.dictionaries };

export function addOperatorRoutes(app: FastifyInstance, parts: Parts, orders: OrderService): void {
  const { database, config } = parts;
  const hasMoney = config.membership;

  const operatorOf = guardOperators(app, parts, [
    routes.getOperator.path,
    routes.enterAsOperator.path,
    routes.leaveAsOperator.path,
  ]);

  const addView = <R extends RouteContract>(route: R, answer: Handler<R>) =>
    addRoute(app, route, answer, { tag: 'operators' });
  /** `answer` receives the operator, and the idempotency key of the act. */
  const addAct = <R extends RouteContract>(
    route: R,
    answer: (operator: Operator, call: Parameters<Handler<R>>[0], key: string | null) => ReturnType<Handler<R>>,
  ) =>
    addRoute(
      app,
      route,
      call => answer({ database, config, name: operatorOf(call.request) }, call, readIdempotencyKey(call.request)),
      { group: 'costly', tag: 'operators' },
    );

  const sessionOf = async (request: FastifyRequest) => ({
    ...(await describeSession(parts, request)),
    hasMoney,
    isSandbox: config.payments.kind === 'sandbox',
    timeZone: config.timeZone,
  });
  addRoute(app, routes.getOperator, ({ request }) => sessionOf(request), { tag: 'operators' });
  addRoute(app, routes.enterAsOperator, ({ body, request }) => openSession(parts, request, body.code), {
    group: 'costly',
    tag: 'operators',
  });
  addRoute(
    app,
    routes.leaveAsOperator,
    async ({ request }) => {
      await closeSession(parts, request);
      return null;
    },
    { tag: 'operators' },
  );

  addView(routes.listPeople, ({ query }) => searchPeople(database, query.search ?? '', query));
  addView(routes.getPerson, ({ query }) => viewPerson(database, parts, query.id));
  addView(needs.getOverview, () => viewOverview(parts));
  addView(routes.getQueue, () => viewQueue(database));
  addAct(needs.changeLane, async (operator, { body: { lane, widthOfEach: width, isPaused, reason, seen } }, key) => ({
    act: await changeLane(operator, lane, { width, isPaused, reason, seen, key }),
  }));
  addView(routes.getSheet, () => readSheet(database, hasMoney));
  addView(routes.listOperatorActs, ({ query }) => describeActs(database, query));
  addAct(routes.changeSheet, async (operator, { body: { sheet, isDryRun, reason, seen } }, key) => {
    const changed = soldHere(sheet, hasMoney);
    if (isDryRun) return { changes: await planSheet(operator, changed), act: null };
    const { act, changes } = await changeSheet(operator, changed, { reason, seen, key });
    return { act, changes: [...changes] };
  });
  addView(routes.listBulletins, async () => ({
    seen: await placeOfBulletins(database),
    list: await readAllBulletins(database),
  }));
  addAct(routes.publishBulletin, async (operator, { body: { reason, seen, ...bulletin } }, key) => ({
    act: await publish(operator, bulletin, { reason, seen, key }),
  }));
  addAct(routes.withdrawBulletin, async (operator, { body: { id, reason, seen } }, key) => ({
    act: await withdraw(operator, id, { reason, seen, key }),
  }));
  addAct(needs.freezePerson, async (operator, { body: { accountId, reason, seen } }, key) => ({
    act: await freeze(operator, accountId, { reason, seen, key }),
  }));
  addAct(needs.releasePerson, async (operator, { body: { accountId, reason, seen } }, key) => ({
    act: await unfreeze(operator, accountId, { reason, seen, key }),
  }));
  addAct(needs.revokeKeyOfPerson, async (operator, { body }, key) => ({
    act: await revokeKeyAsOperator(operator, parts, { ...body, key }),
  }));
  if (hasMoney) addMoneyRoutes();

  function addMoneyRoutes(): void {
    addAct(routes.grantToPerson, async (operator, { body }, key) => {
      const { accountId, days, months, isForever, uses, coins, reason, seen } = body;
      const length = days || months ? { ...(days && { days }), ...(months && { months }) } : undefined;
      const term = isForever ? ('forever' as const) : length;
      return { act: await grant(operator, accountId, { term, uses, coins, reason, seen, key }) };
    });
    addView(routes.listAllOrders, ({ query }) => ordersWithSeen(database, query, query));
    addView(routes.getRevenue, async ({ query }) => ({
      list: await readRevenue(database, { ...query, timeZone: config.timeZone }),
    }));
    addAct(routes.refundAnOrder, async (operator, { body }, key) => ({
      act: await refund(operator, orders, { ...body, amount: body.amount, key }),
    }));
    addAct(needs.declineRefund, async (operator, { body }, key) => ({
      act: await decline(operator, { ...body, key }),
    }));
    addAct(routes.exportOrders, async ({ name }, { body }) => ({
      csv: await database.transaction().execute(async trx => {
        const csv = await exportOrdersAsCsv(trx, body);
        const act = { act: 'export', subject: 'orders', asked: body };
        await performAct(trx, name, act, { reason: 'a file for bookkeeping' }, async () => ({}));
        return csv;
      }),
    }));
  }
}
