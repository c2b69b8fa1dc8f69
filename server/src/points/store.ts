// The SQL of wallets, holds, movements and membership terms. A transaction locks the wallet before it changes anything else here.
import { readFileSync } from 'node:fs';
import type { Sentence } from 'contract/words.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';

export type Unit = 'use' | 'coin';

/** What a person owns, according to the database's clock. */
export interface WalletRow {
  readonly id: string;
  readonly coins: number;
  readonly coins_held: number;
  readonly uses: number;
  readonly uses_held: number;
  readonly member_since: Date | null;
  readonly member_until: Date | null;
  readonly is_forever: boolean;
  readonly is_member: boolean;
  readonly meal_name: Sentence | null;
}

const selectWallet = (accountId: string, lock: RawBuilder<unknown>) => sql<WalletRow>`
  select id, coins, coins_held, uses, uses_held, member_since, member_until, is_forever, meal_name,
    coalesce(is_forever or member_until > now(), false) as is_member
  from wallet where account_id = ${accountId} ${lock}`;

export const findWallet = async (db: Querier, accountId: string): Promise<WalletRow | undefined> =>
  (await selectWallet(accountId, sql``).execute(db)).rows[0];

/** The same, locked until the transaction ends. */
export const lockWallet = async (db: Querier, accountId: string): Promise<WalletRow | undefined> =>
  (await selectWallet(accountId, sql`for update`).execute(db)).rows[0];

/** Creates an empty wallet unless the account has one. */
export async function insertWallet(db: Querier, accountId: string): Promise<void> {
  await db
    .insertInto('wallet')
    .values({ account_id: accountId, member_since: null, member_until: null })
    .onConflict(conflict => conflict.column('account_id').doNothing())
    .execute();
}

/** Locks all wallets with holds for these tasks. */
export async function lockWalletsOf(db: Querier, taskIds: readonly string[]): Promise<void> {
  await sql`
    select id from wallet
    where id in (select wallet_id from hold where task_id = any (${taskIds}::uuid[]) and state = 'held')
    order by id for update`.execute(db);
}

export interface NewHold {
  readonly taskId: string;
  readonly subject: string;
  readonly unit: Unit;
  readonly amount: number;
}

/**
 * Holds amounts for tasks, all or none; false if the wallet's free balance is too low. Uses need an active membership. Runs inside a transaction that
 * has locked the wallet.
 */
export async function insertHolds(
  db: Querier,
  walletId: string,
  holds: readonly NewHold[],
  expiresAt: Date,
): Promise<boolean> {
  const columns = [
    holds.map(hold => hold.taskId),
    holds.map(hold => hold.subject),
    holds.map(hold => hold.unit),
    holds.map(hold => hold.amount),
  ] as const;
  const { rows } = await sql`
    with wanted as (
      select * from unnest(${columns[0]}::uuid[], ${columns[1]}::text[], ${columns[2]}::text[], ${columns[3]}::bigint[])
        as wanted (task_id, subject, unit, amount)
    ), total as (
      select coalesce(sum(amount) filter (where unit = 'coin'), 0) as coins, coalesce(sum(amount) filter (where unit = 'use'), 0) as uses
      from wanted
    ), reserved as (
      update wallet set coins_held = coins_held + total.coins, uses_held = uses_held + total.uses
      from total
      where wallet.id = ${walletId} and wallet.coins - coins_held >= total.coins and wallet.uses - uses_held >= total.uses
        and (total.uses = 0 or is_forever or member_until > now())
      returning wallet.id
    )
    insert into hold (wallet_id, task_id, subject, unit, amount, expires_at)
    select reserved.id, task_id, subject, unit, amount, ${expiresAt} from wanted, reserved
    returning id`.execute(db);
  return rows.length === holds.length;
}

/** Releases the holds of tasks without payment. Runs after `lockWalletsOf`. Returns how many there were. */
export async function releaseHolds(db: Querier, taskIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with ended as (
      update hold set state = 'released', ended_at = now()
      where task_id = any (${taskIds}::uuid[]) and state = 'held'
      returning wallet_id, unit, amount
    ), freed as (
      select wallet_id, coalesce(sum(amount) filter (where unit = 'coin'), 0) as coins, coalesce(sum(amount) filter (where unit = 'use'), 0) as uses
      from ended group by wallet_id
    ), returned as (
      update wallet set coins_held = coins_held - freed.coins, uses_held = uses_held - freed.uses
      from freed where wallet.id = freed.wallet_id
    )
    select count(*) as count from ended`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface SettledHold {
  readonly unit: Unit;
  readonly amount: number;
}

/** Turns a task's hold into a payment; undefined if there is none. Runs after the wallet was locked. */
export async function settleHold(db: Querier, taskId: string): Promise<SettledHold | undefined> {
  const { rows } = await sql<SettledHold>`
    with ended as (
      update hold set state = 'settled', ended_at = now() where task_id = ${taskId} and state = 'held'
      returning id, wallet_id, unit, amount
    ), booked as (
      insert into movement (unit, amount, source_wallet, destination_book, reason, reference, hold_id)
      select unit, amount, wallet_id, 'spent', 'run', id::text, id from ended
    ), paid as (
      update wallet set
        coins = coins - case unit when 'coin' then amount else 0 end,
        coins_held = coins_held - case unit when 'coin' then amount else 0 end,
        uses = uses - case unit when 'use' then amount else 0 end,
        uses_held = uses_held - case unit when 'use' then amount else 0 end
      from ended where wallet.id = ended.wallet_id
    )
    select unit, amount from ended`.execute(db);
  return rows[0];
}

export interface NewMovement {
  readonly walletId: string;
  readonly unit: Unit;
  readonly amount: number;
  readonly reason: 'purchase' | 'grant' | 'refund' | 'correction';
  /** The order or act that caused it; unique per reason and unit. */
  readonly reference: string;
}

const balanceOf = (unit: Unit) => sql.ref(unit === 'coin' ? 'coins' : 'uses');

/** Credits a wallet, once per reference. Returns whether it was new. Runs after `lockWallet`. */
export async function bookIn(db: Querier, book: 'sold' | 'given', into: NewMovement): Promise<boolean> {
  const balance = balanceOf(into.unit);
  const { rows } = await sql`
    with booked as (
      insert into movement (unit, amount, source_book, destination_wallet, reason, reference)
      values (${into.unit}, ${into.amount}, ${book}, ${into.walletId}, ${into.reason}, ${into.reference})
      on conflict (reason, reference, unit) do nothing
      returning amount
    )
    update wallet set ${balance} = ${balance} + booked.amount from booked where wallet.id = ${into.walletId}
    returning wallet.id`.execute(db);
  return rows.length > 0;
}

/** Debits a wallet by at most its free balance. Returns the amount; 0 if the reference was booked before. Runs after `lockWallet`. */
export async function bookOut(db: Querier, from: NewMovement): Promise<number> {
  const [balance, held] = [balanceOf(from.unit), sql.ref(from.unit === 'coin' ? 'coins_held' : 'uses_held')];
  const { rows } = await sql<{ amount: number }>`
    with booked as (
      insert into movement (unit, amount, source_wallet, destination_book, reason, reference)
      select ${from.unit}::text, least(${from.amount}::bigint, ${balance} - ${held}), id, 'taken', ${from.reason}::text, ${from.reference}::text
      from wallet where id = ${from.walletId} and ${balance} - ${held} > 0
      on conflict (reason, reference, unit) do nothing
      returning amount
    )
    update wallet set ${balance} = ${balance} - booked.amount from booked where wallet.id = ${from.walletId}
    returning booked.amount`.execute(db);
  return rows[0]?.amount ?? 0;
}

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
 * Takes back an unlimited term that was bought: the membership becomes what the other terms make of it, in their order, as if this one and others
 * taken back before had never been. Once per reference; returns whether it was new. Runs after `lockWallet`.
 */
export async function returnForever(
  db: Querier,
  { walletId, mealName, reference }: Pick<NewTerm, 'walletId' | 'mealName' | 'reference'>,
  timeZone: string,
): Promise<boolean> {
  const { rows } = await sql`
    with recursive returned as (
      select ${reference}::text as reference
      union select reference from member_term
      where wallet_id = ${walletId} and reason = 'refund' and days = 0 and months = 0
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
      select is_forever, case when is_forever then null else greatest(until, now()) end as until, meal_name
      from membership order by place desc limit 1
    ), booked as (
      insert into member_term (wallet_id, is_forever, meal_name, reason, reference, until)
      select ${walletId}::uuid, is_forever, ${JSON.stringify(mealName)}::jsonb, 'refund', ${reference}::text, until
      from after
      on conflict (reason, reference) do nothing
      returning is_forever, until
    )
    update wallet set
      member_until = booked.until, is_forever = booked.is_forever, meal_name = coalesce(after.meal_name, wallet.meal_name)
    from booked, after where wallet.id = ${walletId}
    returning wallet.id`.execute(db);
  return rows.length > 0;
}

/** Holds expired by the database's clock, of tasks that have ended or were deleted. */
export async function findOverdueHolds(db: Querier, most: number): Promise<string[]> {
  const { rows } = await sql<{ task_id: string }>`
    select task_id from hold
    where state = 'held' and expires_at <= now()
      and not exists (select from task where task.id = hold.task_id and ended_at is null)
    order by expires_at limit ${most}`.execute(db);
  return rows.map(row => row.task_id);
}

export interface Violation {
  readonly rule: string;
  readonly subject: string;
  readonly detail: string;
}

const invariants = readFileSync(new URL('./invariants.sql', import.meta.url), 'utf8');

export const findViolations = async (db: Querier): Promise<Violation[]> =>
  (await sql.raw<Violation>(invariants).execute(db)).rows;
