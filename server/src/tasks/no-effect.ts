// What a task costs whose last run had no effect, and how its result says so.
import type { Output } from 'contract/run.ts';
import { listWarnings } from 'contract/warnings.ts';
import { hasNextStep } from './move-on.ts';
import { amountIn, sumCosts, withoutCost } from './steps.ts';
import type { TaskRow } from './store.ts';
import type { StoredResult } from './stored.ts';

/**
 * What is left of the price of a task whose run ends it, in the unit of its charge; undefined if it costs what it did. Of a pipeline, the steps that
 * had an effect are paid.
 */
export function findAmountLeft(row: TaskRow, { hasNoEffect }: Pick<Output, 'hasNoEffect'>): number | undefined {
  const { charge_kind: kind, steps, step_index: index } = row;
  if (!hasNoEffect || kind === 'none' || hasNextStep(row)) return undefined;
  return amountIn(kind, sumCosts(withoutCost(steps ?? [], index).map(step => step.cost)));
}

/** The result with the warning that nothing is charged for it. */
export function tellFree(result: StoredResult): StoredResult {
  const warnings = [...(result.meta?.warnings ?? []), ...listWarnings({ 'nothing-charged': true })];
  return { ...result, meta: { ...result.meta, warnings } };
}
