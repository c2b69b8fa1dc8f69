// What an order gives once it is paid, and what a full refund of it takes back.
import type { Querier } from '../adapters/postgres.ts';
import { addTerm, bookPurchase, takeBack } from '../points/ledger.ts';
import { type OrderRow, setRefunded } from './store.ts';

interface Hands {
  readonly parts: { readonly config: { readonly timeZone: string } };
  /** Stores that the holds of these tasks were released. Provided by tasks. */
  readonly releaseRuns: (db: Querier, taskIds: readonly string[]) => Promise<void>;
}

/** Grants the purchase: time, uses and coins, each booked once under the order's number. */
export async function hand({ parts }: Pick<Hands, 'parts'>, db: Querier, accountId: string, order: OrderRow) {
  const { order_no: reference, days, months, meal_name: mealName } = order;
  const length = order.is_forever ? ('forever' as const) : { days, months };
  if (order.kind === 'member') await addTerm(parts, db, { accountId, length, mealName, reason: 'purchase', reference });
  for (const [unit, amount] of [
    ['use', order.uses],
    ['coin', order.coins],
  ] as const)
    if (amount > 0) await bookPurchase(db, { accountId, unit, amount, reference });
}

/**
 * Marks a paid order as fully refunded and takes back all that it gave. `isThere`: the account exists, and `holdDebtor` has locked it and its runs.
 */
export async function takeAllBack({ parts, releaseRuns }: Hands, db: Querier, order: OrderRow, isThere: boolean) {
  await setRefunded(db, order.order_no, { total: order.amount, isOver: true });
  const { account_id: accountId, order_no: orderNo } = order;
  if (isThere && accountId !== null) await releaseRuns(db, await takeBack(parts, db, { accountId, orderNo }));
}
