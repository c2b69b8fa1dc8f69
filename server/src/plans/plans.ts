// Plans for sale. Orders copy the fields they need, so a plan may change at any time.
import { AppError } from 'contract/errors.ts';
import type { SheetPlan } from 'contract/routes/operators.ts';
import type { currencies, Edition } from 'contract/routes/orders.ts';
import type { Language } from 'contract/words.ts';
import { toDecimal } from '../adapters/payment.ts';
import type { Querier } from '../adapters/postgres.ts';
import { findPlan, listAllPlans, type PlanRow, putPlan } from './store.ts';

export type { PlanRow };

type Currency = (typeof currencies)[number];

/** The default currency of a price list. */
export const currencyOf = (language: Language): Currency => (language === 'zh' ? 'CNY' : 'USD');

export const presentPlan = (plan: PlanRow, language: Language): Edition => ({
  id: plan.id,
  kind: plan.kind,
  mealName: plan.meal_name[language],
  days: plan.days,
  months: plan.months,
  isForever: plan.is_forever,
  uses: plan.uses,
  coins: plan.coins,
  amount: plan.amount,
  originalAmount: plan.original_amount,
  price: toDecimal(plan.amount),
  originalPrice: toDecimal(plan.original_amount),
  currency: plan.currency,
  fold: plan.amount < plan.original_amount ? Math.round((100 * plan.amount) / plan.original_amount) / 10 : null,
  isRecommended: plan.is_recommended,
});

/** PLAN_GONE if it is no longer for sale. */
export async function requirePlan(db: Querier, planId: string): Promise<PlanRow> {
  const plan = await findPlan(db, planId);
  if (!plan?.is_on_sale) throw new AppError('PLAN_GONE');
  return plan;
}

/** Every plan in the form that operators edit, including those not for sale. */
export async function readPlans(db: Querier): Promise<(SheetPlan & { id: string })[]> {
  const rows = await listAllPlans(db);
  return rows.map(row => ({
    id: row.id,
    kind: row.kind,
    currency: row.currency,
    name: { zh: row.meal_name.zh, en: row.meal_name.en },
    days: row.days,
    months: row.months,
    isForever: row.is_forever,
    uses: row.uses,
    coins: row.coins,
    amount: row.amount,
    originalAmount: row.original_amount,
    isRecommended: row.is_recommended,
    position: row.position,
    isOnSale: row.is_on_sale,
  }));
}

/** Updates a plan, or creates one if it has no id. Existing orders keep their terms. */
export const savePlan = (db: Querier, plan: SheetPlan): Promise<string> =>
  putPlan(db, plan.id, {
    kind: plan.kind,
    currency: plan.currency,
    meal_name: JSON.stringify(plan.name),
    days: plan.days,
    months: plan.months,
    is_forever: plan.isForever,
    uses: plan.uses,
    coins: plan.coins,
    amount: plan.amount,
    original_amount: plan.originalAmount,
    is_recommended: plan.isRecommended,
    position: plan.position,
    is_on_sale: plan.isOnSale,
  });
