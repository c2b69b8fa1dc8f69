// The SQL of wallets, holds and movements. A transaction locks the wallet before it changes anything else here.

import type { Sentence } from 'contract/words.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type {} from './tables.ts';

export type Unit = 'use' | 'coin';

/** What a person owns, according to the database's clock. */
export interface WalletRow {
  readonly id: string;
  readonly coins: number;
  readonly coins_held: number;
  readonly uses: number;
  readonly uses_held: number;
  /** Spent of an order that was refunded; whatever comes in pays it first, so only an empty balance owes. */
  readonly coins_owed: number;
  readonly uses_owed: number;
  readonly member_since: Date | null;
  readonly member_until: Date | null;
  readonly is_forever: boolean;
  readonly is_member: boolean;
  readonly meal_name: Sentence | null;
}

/** A statement that reads the wallet of an account. */
export const selectWallet = (accountId: string, lock: RawBuilder<unknown>) => sql<WalletRow>`
  select id, coins, coins_held, uses, uses_held, coins_owed, uses_owed, member_since, member_until, is_forever, meal_name,
    coalesce(is_forever or member_until > now(), false) as is_member
  from wallet where account_id = ${accountId} ${lock}`;

/** The wallet of an account, locked until the transaction ends. */
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
  /** The API key whose call this is, and the month it counts for. */
  readonly key: { readonly id: string; readonly month: string } | null;
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
    holds.map(hold => hold.key?.id ?? null),
    holds.map(hold => hold.key?.month ?? null),
  ] as const;
  const { rows } = await sql`
    with wanted as (
      select * from unnest(${columns[0]}::uuid[], ${columns[1]}::text[], ${columns[2]}::text[], ${columns[3]}::bigint[],
        ${columns[4]}::uuid[], ${columns[5]}::date[]) as wanted (task_id, subject, unit, amount, key_id, key_month)
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
    insert into hold (wallet_id, task_id, subject, unit, amount, expires_at, key_id, key_month)
    select reserved.id, task_id, subject, unit, amount, ${expiresAt}, key_id, key_month from wanted, reserved
    returning id`.execute(db);
  return rows.length === holds.length;
}

/** Releases the holds of tasks without payment, and gives them back to the months of the API keys they count for. Runs after `lockWalletsOf`. */
export async function releaseHolds(db: Querier, taskIds: readonly string[]): Promise<void> {
  await sql`
    with ended as (
      update hold set state = 'released', ended_at = now()
      where task_id = any (${taskIds}::uuid[]) and state = 'held'
      returning wallet_id, unit, amount, key_id, key_month
    ), freed as (
      select wallet_id, coalesce(sum(amount) filter (where unit = 'coin'), 0) as coins, coalesce(sum(amount) filter (where unit = 'use'), 0) as uses
      from ended group by wallet_id
    ), returned as (
      update wallet set coins_held = coins_held - freed.coins, uses_held = uses_held - freed.uses
      from freed where wallet.id = freed.wallet_id
    ), unspent as (
      select key_id, key_month, coalesce(sum(amount) filter (where unit = 'coin'), 0) as coins,
        coalesce(sum(amount) filter (where unit = 'use'), 0) as uses
      from ended where key_id is not null group by key_id, key_month
    )
    update key_spending set coins = key_spending.coins - unspent.coins, uses = key_spending.uses - unspent.uses
    from unspent where key_spending.key_id = unspent.key_id and key_spending.month = unspent.key_month`.execute(db);
}

/** Lowers the holds of tasks to these amounts, and gives the rest back to the wallets and to the months of API keys. Runs after `lockWalletsOf`. */
export async function lowerHolds(
  db: Querier,
  holds: readonly { readonly taskId: string; readonly amount: number }[],
): Promise<void> {
  await sql`
    with lowered as (
      select hold.id as hold_id, wallet_id, unit, key_id, key_month, wanted.amount as left_amount, hold.amount - wanted.amount as freed
      from unnest(${holds.map(hold => hold.taskId)}::uuid[], ${holds.map(hold => hold.amount)}::bigint[]) as wanted (task_id, amount)
      join hold on hold.task_id = wanted.task_id and state = 'held' and hold.amount > wanted.amount
    ), changed as (
      update hold set amount = left_amount from lowered where hold.id = hold_id
    ), freed as (
      select wallet_id, coalesce(sum(freed) filter (where unit = 'coin'), 0) as coins, coalesce(sum(freed) filter (where unit = 'use'), 0) as uses
      from lowered group by wallet_id
    ), returned as (
      update wallet set coins_held = coins_held - freed.coins, uses_held = uses_held - freed.uses
      from freed where wallet.id = freed.wallet_id
    ), unspent as (
      select key_id, key_month, coalesce(sum(freed) filter (where unit = 'coin'), 0) as coins,
        coalesce(sum(freed) filter (where unit = 'use'), 0) as uses
      from lowered where key_id is not null group by key_id, key_month
    )
    update key_spending set coins = key_spending.coins - unspent.coins, uses = key_spending.uses - unspent.uses
    from unspent where key_spending.key_id = unspent.key_id and key_spending.month = unspent.key_month`.execute(db);
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

const columnsOf = (unit: Unit) =>
  unit === 'coin'
    ? { balance: sql.ref('coins'), held: sql.ref('coins_held'), owed: sql.ref('coins_owed') }
    : { balance: sql.ref('uses'), held: sql.ref('uses_held'), owed: sql.ref('uses_owed') };

/**
 * Credits a wallet, once per reference; what it owes is paid from that first, in a movement of its own. Returns whether it was new. Runs after
 * `lockWallet`.
 */
export async function bookIn(db: Querier, book: 'sold' | 'given', into: NewMovement): Promise<boolean> {
  const { balance, owed } = columnsOf(into.unit);
  const { rows } = await sql`
    with booked as (
      insert into movement (unit, amount, source_book, destination_wallet, reason, reference)
      values (${into.unit}, ${into.amount}, ${book}, ${into.walletId}, ${into.reason}, ${into.reference})
      on conflict (reason, reference, unit) do nothing
      returning unit, amount, reference
    ), due as (
      select wallet.id, unit, least(amount, ${owed}) as amount, reference from booked, wallet
      where wallet.id = ${into.walletId} and ${owed} > 0
    ), repaid as (
      insert into movement (unit, amount, owed, source_wallet, destination_book, reason, reference)
      select unit, amount, -amount, id, 'taken', 'debt', reference from due
      returning amount
    ), change as (
      select booked.amount, coalesce(repaid.amount, 0) as repaid from booked left join repaid on true
    )
    update wallet set ${balance} = ${balance} + change.amount - change.repaid, ${owed} = ${owed} - change.repaid
    from change where wallet.id = ${into.walletId}
    returning wallet.id`.execute(db);
  return rows.length > 0;
}

/**
 * Claims an amount from a wallet, once per reference: what is free is taken, the rest is owed. Runs after `lockWallet` and `freeUp`, so that nothing
 * is held where something is owed.
 */
export async function bookOut(db: Querier, from: NewMovement): Promise<void> {
  const { balance, held, owed } = columnsOf(from.unit);
  await sql`
    with booked as (
      insert into movement (unit, amount, owed, source_wallet, destination_book, reason, reference)
      select ${from.unit}::text, least(${from.amount}::bigint, ${balance} - ${held}), greatest(${from.amount}::bigint - (${balance} - ${held}), 0),
        id, 'taken', ${from.reason}::text, ${from.reference}::text
      from wallet where id = ${from.walletId}
      on conflict (reason, reference, unit) do nothing
      returning amount, owed
    )
    update wallet set ${balance} = ${balance} - booked.amount, ${owed} = ${owed} + booked.owed
    from booked where wallet.id = ${from.walletId}`.execute(db);
}

/** Releases holds, the newest first, until the amount is free or nothing is held. Returns their tasks. Runs after `lockWallet`. */
export async function freeUp(
  db: Querier,
  { walletId, unit, amount }: Pick<NewMovement, 'walletId' | 'unit' | 'amount'>,
): Promise<string[]> {
  const { balance, held } = columnsOf(unit);
  const { rows } = await sql<{ task_id: string }>`
    select task_id from (
      select task_id, sum(amount) over (order by created_at desc, id) - amount as before
      from hold where wallet_id = ${walletId} and unit = ${unit} and state = 'held'
    ) as reserved, wallet
    where wallet.id = ${walletId} and before < ${amount}::bigint - (${balance} - ${held})`.execute(db);
  const taskIds = rows.map(row => row.task_id);
  if (taskIds.length > 0) await releaseHolds(db, taskIds);
  return taskIds;
}

/** What an order put into a wallet and no refund has claimed. */
export const findSold = async (
  db: Querier,
  walletId: string,
  orderNo: string,
): Promise<{ unit: Unit; amount: number }[]> =>
  (
    await sql<{ unit: Unit; amount: number }>`
      select unit, amount from movement as sold
      where reason = 'purchase' and reference = ${orderNo} and destination_wallet = ${walletId}
        and not exists (select from movement where reason = 'refund' and reference = ${orderNo} and unit = sold.unit)
      order by unit`.execute(db)
  ).rows;
