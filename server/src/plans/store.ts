// The SQL of plans.

import type { Insertable, Selectable } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { PlanTable } from './tables.ts';

export type PlanRow = Selectable<PlanTable>;

/** Plans for sale, in the order of the price list. */
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

/** All plans, in the order of the price lists. */
export const listAllPlans = (db: Querier): Promise<PlanRow[]> =>
  db.selectFrom('plan').selectAll().orderBy('kind', 'desc').orderBy('currency').orderBy('position').execute();

/** Updates the plan with that id, or creates one. Returns its id. */
export async function putPlan(db: Querier, id: string | undefined, plan: Insertable<PlanTable>): Promise<string> {
  if (id === undefined) {
    const made = await db.insertInto('plan').values(plan).returning('id').executeTakeFirstOrThrow();
    return made.id;
  }
  await db.updateTable('plan').set(plan).where('id', '=', id).execute();
  return id;
}
