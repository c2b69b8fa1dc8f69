// SQL of plans.
import type { Selectable } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { PlanTable } from '../adapters/tables.ts';

export type PlanRow = Selectable<PlanTable>;

/** Those for sale, in the order of the price list. */
export const listPlans = (db: Querier, kind: PlanRow['kind'], currency: PlanRow['currency']): Promise<PlanRow[]> =>
  db
    .selectFrom('plan')
    .selectAll()
    .where('kind', '=', kind)
    .where('currency', '=', currency)
    .where('is_on_sale', '=', true)
    .orderBy('position')
    .execute();

export const findPlan = (db: Querier, planId: string): Promise<PlanRow | undefined> =>
  db.selectFrom('plan').selectAll().where('id', '=', planId).executeTakeFirst();
