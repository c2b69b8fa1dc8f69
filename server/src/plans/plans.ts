// What is for sale. Orders copy what they need, so a plan may change at any time.
import { AppError } from 'contract/errors.ts';
import type { currencies, Edition } from 'contract/routes/orders.ts';
import type { Language } from 'contract/words.ts';
import { toDecimal } from '../adapters/payment.ts';
import type { Querier } from '../adapters/postgres.ts';
import { findPlan, listPlans, type PlanRow } from './store.ts';

export type { PlanRow };

type Currency = (typeof currencies)[number];

/** The currency of a price list that names none. */
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

export const plansForSale = (db: Querier, kind: PlanRow['kind'], currency: Currency): Promise<PlanRow[]> =>
  listPlans(db, kind, currency);

/** PLAN_GONE when it is not for sale any more. */
export async function requirePlan(db: Querier, planId: string): Promise<PlanRow> {
  const plan = await findPlan(db, planId);
  if (!plan?.is_on_sale) throw new AppError('PLAN_GONE');
  return plan;
}
