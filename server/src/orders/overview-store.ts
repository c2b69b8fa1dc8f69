// The SQL of the operators' overview of orders: filtered lists, and daily totals.
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

export interface RevenueRow {
  /** yyyy-MM-dd */
  readonly day: string;
  readonly paid: number;
  readonly orders: number;
  readonly refunded: number;
}

/** The last `days` days in the operator's time zone, today included, oldest first; days without orders are included. */
export const sumDays = async (
  db: Querier,
  { days, currency, timeZone }: { days: number; currency: OrderRow['currency']; timeZone: string },
): Promise<RevenueRow[]> =>
  (
    await sql<RevenueRow>`
      with span as (
        select (now() at time zone ${timeZone})::date - ${days - 1}::int as first_day
      ), day as (
        select (first_day + step)::date as day from span, generate_series(0, ${days - 1}::int) as step
      ), paid as (
        select (paid_at at time zone ${timeZone})::date as day, sum(amount)::bigint as amount, count(*) as orders
        from purchase_order, span
        where paid_at >= first_day::timestamp at time zone ${timeZone} and currency = ${currency}
        group by 1
      ), refund as (
        select (order_refund.created_at at time zone ${timeZone})::date as day, sum(order_refund.amount)::bigint as amount
        from order_refund join purchase_order using (order_no), span
        where order_refund.created_at >= first_day::timestamp at time zone ${timeZone} and currency = ${currency}
          -- What did not fit its order was never counted as paid.
          and misfit_id is null
        group by 1
      )
      select to_char(day.day, 'YYYY-MM-DD') as day, coalesce(paid.amount, 0) as paid, coalesce(paid.orders, 0) as orders,
        coalesce(refund.amount, 0) as refunded
      from day left join paid using (day) left join refund using (day)
      order by day.day`.execute(db)
  ).rows;
