// The SQL of the operators' overview of orders: filtered lists.
import { type ExpressionBuilder, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { Tables } from '../adapters/tables.ts';
import { isStuck, type OrderRow } from './store.ts';

/** Its buyer waits for the answer to a refund request. */
const isAsked = sql<boolean>`exists (select from refund_request
  where refund_request.order_no = purchase_order.order_no and refund_request.state = 'open')`;

export interface OrderFilters {
  readonly state?: OrderRow['state'] | 'stuck' | 'asked' | undefined;
  /** An order number, or the id of an account. */
  readonly search?: string | undefined;
}

const specials: ReadonlyMap<string, typeof isStuck> = new Map([
  ['stuck', isStuck],
  ['asked', isAsked],
]);

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const matches =
  ({ state, search = '' }: OrderFilters) =>
  (where: ExpressionBuilder<Tables, 'purchase_order'>) =>
    where.and([
      ...(state === undefined ? [] : [specials.get(state) ?? where('state', '=', state as OrderRow['state'])]),
      ...(search === ''
        ? []
        : [
            uuidPattern.test(search)
              ? where('account_id', '=', search)
              : where('order_no', '=', search.trim().toUpperCase()),
          ]),
    ]);

/** Newest first. */
export async function listByFilters(
  db: Querier,
  filters: OrderFilters,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ list: OrderRow[]; total: number }> {
  const list = await db
    .selectFrom('purchase_order')
    .selectAll()
    .where(matches(filters))
    .orderBy('created_at', 'desc')
    .orderBy('order_no')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const { total } = await db
    .selectFrom('purchase_order')
    .select(select => select.fn.countAll<number>().as('total'))
    .where(matches(filters))
    .executeTakeFirstOrThrow();
  return { list, total };
}
