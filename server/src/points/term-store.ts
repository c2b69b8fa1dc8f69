// The SQL of membership terms: days, months or "forever" that were added to a membership or taken back, and the end that results.
import type { Sentence } from 'contract/words.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';

/** The length of a membership term; negative numbers shorten the membership, and `over` ends it now. */
export type TermLength = { readonly days?: number; readonly months?: number } | 'forever' | 'over';

export interface NewTerm {
  readonly walletId: string;
  readonly length: TermLength;
  readonly mealName: Sentence;
  readonly reason: 'purchase' | 'grant' | 'refund' | 'correction';
  readonly reference: string;
}

/** The last second of the day, in `timeZone`, that many months and days after `start`. */
const endOfTerm = (
  start: RawBuilder<unknown>,
  { months, days }: { months: RawBuilder<unknown>; days: RawBuilder<unknown> },
  timeZone: string,
) => sql`(date_trunc('day', ${start} at time zone ${timeZone}) + make_interval(months => ${months}, days => ${days})
  + interval '1 day' - interval '1 second') at time zone ${timeZone}`;

/**
 * Extends a membership from its end, or from today, to the last second of a day in `timeZone`. Once per reference; returns whether it was new. An
 * unlimited membership stays unlimited. Runs after `lockWallet`.
 */
export async function insertTerm(db: Querier, term: NewTerm, timeZone: string): Promise<boolean> {
  const { length } = term;
  const { days = 0, months = 0 } = typeof length === 'string' ? {} : length;
  const [isForever, isOver] = [length === 'forever', length === 'over'];
  const mealName = JSON.stringify(term.mealName);
  const { rows } = await sql`
    with before as (
      select is_forever, greatest(member_until, now()) as start from wallet where id = ${term.walletId}
    ), after as (
      select (before.is_forever or ${isForever}::boolean) and not ${isOver}::boolean as is_forever, case
        when ${isOver}::boolean then now()
        when before.is_forever or ${isForever}::boolean then null
        else ${endOfTerm(sql`start`, { months: sql`${months}::int`, days: sql`${days}::int` }, timeZone)}
      end as until from before
    ), booked as (
      insert into member_term (wallet_id, days, months, is_forever, meal_name, reason, reference, until)
      select ${term.walletId}::uuid, ${days}::int, ${months}::int, after.is_forever, ${mealName}::jsonb, ${term.reason}::text, ${term.reference}::text, until
      from after
      on conflict (reason, reference) do nothing
      returning is_forever, until
    )
    update wallet set
      member_since = coalesce(member_since, now()), member_until = booked.until, is_forever = booked.is_forever, meal_name = ${mealName}::jsonb
    from booked where wallet.id = ${term.walletId}
    returning wallet.id`.execute(db);
  return rows.length > 0;
}

/**
 * Takes back the term that an order bought: the membership becomes what the other terms make of it, in their order, as if this one and others taken
 * back before had never been, and ends now if they make none; without any, only its end is known. Once per reference; nothing for an order without a term. Runs after `lockWallet`.
 */
export async function returnTerm(
  db: Querier,
  { walletId, reference }: Pick<NewTerm, 'walletId' | 'reference'>,
  timeZone: string,
): Promise<void> {
  await sql`
    with recursive returned as (
      select ${reference}::text as reference
      union select reference from member_term where wallet_id = ${walletId} and reason = 'refund'
    ), term as (
      select row_number() over (order by id) as place, days, months, meal_name, created_at,
        days = 0 and months = 0 and is_forever as is_forever,
        days = 0 and months = 0 and not is_forever and until <= created_at as is_over
      from member_term
      where wallet_id = ${walletId}
        and not (reason in ('purchase', 'refund') and reference in (select reference from returned))
    ), membership as (
      select 0::bigint as place, false as is_forever, null::timestamptz as until, null::jsonb as meal_name
      union all
      select term.place, (membership.is_forever or term.is_forever) and not term.is_over, case
        when term.is_over then term.created_at
        when term.is_forever then membership.until
        else ${endOfTerm(sql`greatest(membership.until, term.created_at)`, { months: sql`months`, days: sql`days` }, timeZone)}
      end, term.meal_name
      from membership join term on term.place = membership.place + 1
    ), after as (
      -- A membership that ended before the refund keeps its end.
      select place, membership.is_forever, membership.meal_name, case
        when membership.is_forever then null
        else least(greatest(membership.until, now()), wallet.member_until)
      end as until
      from membership, wallet where wallet.id = ${walletId} order by place desc limit 1
    ), booked as (
      insert into member_term (wallet_id, days, months, is_forever, meal_name, reason, reference, until)
      select wallet_id, -days, -months, after.is_forever, sold.meal_name, 'refund', reference, after.until
      from member_term as sold, after
      where wallet_id = ${walletId} and reason = 'purchase' and reference = ${reference}
      on conflict (reason, reference) do nothing
      returning is_forever, until
    )
    update wallet set
      member_since = case when after.place > 0 then member_since end, member_until = booked.until, is_forever = booked.is_forever,
      meal_name = after.meal_name
    from booked, after where wallet.id = ${walletId}`.execute(db);
}
