// HTTP routes of the price lists.
import * as routes from 'contract/routes/orders.ts';
import type { FastifyInstance } from 'fastify';
import { languageOf } from '../http/language.ts';
import { addRoute, type Call } from '../http/routes.ts';
import type { Parts } from '../parts.ts';
import { currencyOf, type PlanRow, presentPlan } from './plans.ts';
import { listPlans } from './store.ts';

const cheap = { tag: 'orders' } as const;

export function addPlanRoutes(app: FastifyInstance, { database }: Parts): void {
  const listOf = (kind: PlanRow['kind']) => async (call: Pick<Call<typeof routes.editions>, 'query' | 'request'>) => {
    const { query, request } = call;
    const language = languageOf(request);
    const plans = await listPlans(database, kind, query.currency ?? currencyOf(language));
    const start = (query.page - 1) * query.size;
    const list = plans.slice(start, start + query.size).map(plan => presentPlan(plan, language));
    return { list, total: plans.length };
  };
  addRoute(app, routes.editions, listOf('member'), cheap);
  addRoute(app, routes.newEditions, listOf('member'), cheap);
  addRoute(app, routes.coinEditions, listOf('coins'), cheap);
  addRoute(
    app,
    routes.recommendOne,
    async ({ query, request }) => {
      const language = languageOf(request);
      const plans = await listPlans(database, 'member', query.currency ?? currencyOf(language));
      const plan = plans.find(one => one.is_recommended) ?? plans[0];
      return plan ? presentPlan(plan, language) : null;
    },
    cheap,
  );
}
