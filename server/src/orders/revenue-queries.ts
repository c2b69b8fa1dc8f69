// The SQL of the operators' daily revenue.
import type { RevenueDay } from 'contract/routes/operators.ts';
import { sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { OrderRow } from './store.ts';

/** The last `days` days in the operator's time zone, today included, oldest first; days without orders are included. */
export const readRevenue = async (
  db: Querier,
  { days, currency, timeZone }: { days: number; currency: OrderRow['currency']; timeZone: string },
): Promise<RevenueDay[]> =>
  (
    await sql<RevenueDay>`
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
