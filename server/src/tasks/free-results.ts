// Which results cost nothing: those of a run without effect, and those of which the engine does not know whether they are right.
import type { Output } from 'contract/run.ts';
import { hasDoubt, listWarnings } from 'contract/warnings.ts';
import { hasNextStep } from './move-on.ts';
import { amountIn, sumCosts, withoutCost } from './steps.ts';
import type { TaskRow } from './store.ts';
import type { StoredResult } from './stored.ts';

/** Whether a run takes neither a try nor a price, by what it says of its result. */
export const costsNothing = ({ hasNoEffect, meta }: Pick<Output, 'hasNoEffect' | 'meta'>): boolean =>
  hasNoEffect === true || hasDoubt(meta?.warnings);

/**
 * What is left of the price of a task whose run ends it, in the unit of its charge; undefined if it costs what it did. Of a pipeline, all steps
 * but the free ones are paid.
 */
export function findAmountLeft(row: TaskRow, isFree: boolean): number | undefined {
  const { charge_kind: kind, steps, step_index: index } = row;
  if (!isFree || kind === 'none' || hasNextStep(row)) return undefined;
  return amountIn(kind, sumCosts(withoutCost(steps ?? [], index).map(step => step.cost)));
}

/** The result with the warning that nothing is charged for it. */
export function tellFree(result: StoredResult): StoredResult {
  const warnings = [...(result.meta?.warnings ?? []), ...listWarnings({ 'nothing-charged': true })];
  return { ...result, meta: { ...result.meta, warnings } };
}
