// The SQL of the records that people see: lines of use, top-ups, the latest purchases.
import type { Sentence } from 'contract/words.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { Tables } from '../adapters/tables.ts';

type UseRecordTable = Tables['use_record'];
export type UseRecordRow = Selectable<UseRecordTable>;

export const insertUseRecord = (db: Querier, record: Insertable<UseRecordTable>): Promise<UseRecordRow> =>
  db.insertInto('use_record').values(record).returningAll().executeTakeFirstOrThrow();

interface Page {
  readonly page: number;
  readonly size: number;
}

const offsetOf = ({ page, size }: Page) => (page - 1) * size;

export async function listUseRecords(db: Querier, accountId: string, page: Page) {
  const ofAccount = db.selectFrom('use_record').where('account_id', '=', accountId);
  const list = await ofAccount.selectAll().orderBy('id', 'desc').limit(page.size).offset(offsetOf(page)).execute();
  const { total } = await ofAccount
    .select(select => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { list, total };
}

export async function deleteUseRecords(db: Querier, accountId: string, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('use_record').where('account_id', '=', accountId).where('id', 'in', ids).execute();
}

export const updateUseRecord = (
  db: Querier,
  accountId: string,
  id: number,
  change: { name?: string; status?: string },
): Promise<UseRecordRow | undefined> =>
  db
    .updateTable('use_record')
    // An UPDATE without columns would be invalid.
    .set({ account_id: accountId, ...change })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Deletes an account's oldest lines beyond the maximum. */
export async function trimUseRecords(db: Querier, accountId: string, keeps: number): Promise<void> {
  await sql`
    delete from use_record where account_id = ${accountId} and id <= (
      select id from use_record where account_id = ${accountId} order by id desc limit 1 offset ${keeps}
    )`.execute(db);
}

export interface TopUpRow {
  readonly kind: 'coins' | 'uses' | 'membership';
  readonly amount: number | null;
  readonly days: number | null;
  readonly months: number | null;
  readonly is_forever: boolean;
  readonly meal_name: Sentence | null;
  readonly until: Date | null;
  readonly reason: 'purchase' | 'grant' | 'run' | 'refund' | 'correction' | 'debt';
  readonly reference: string;
  /** "<tool>/<call>" of a run. */
  readonly subject: string | null;
  readonly owed: number | null;
  readonly created_at: Date;
}

/** Everything that entered or left a wallet: the amounts of a kind add up to its balance, and what they left owed to its debt. */
const topUpsOf = (accountId: string) => sql`
  select case movement.unit when 'coin' then 'coins' else 'uses' end as kind,
    case when movement.destination_wallet = wallet.id then movement.amount else -movement.amount end as amount,
    movement.owed, subject, null::int as days, null::int as months, false as is_forever, null::jsonb as meal_name, null::timestamptz as until,
    reason, reference, movement.created_at, movement.id as place
  from wallet join movement on movement.destination_wallet = wallet.id or movement.source_wallet = wallet.id
    left join hold on hold.id = movement.hold_id
  where account_id = ${accountId}
  union all
  select 'membership', null, null, null, days, months, member_term.is_forever, member_term.meal_name, until, reason, reference, member_term.created_at, member_term.id
  from wallet join member_term on member_term.wallet_id = wallet.id
  where account_id = ${accountId}`;

export async function listTopUps(
  db: Querier,
  accountId: string,
  page: Page,
): Promise<{ list: TopUpRow[]; total: number }> {
  const { rows: list } = await sql<TopUpRow>`
    select * from (${topUpsOf(accountId)}) as top_up
    order by created_at desc, place desc, kind limit ${page.size} offset ${offsetOf(page)}`.execute(db);
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${topUpsOf(accountId)}) as top_up`.execute(db);
  return { list, total: rows[0]?.total ?? 0 };
}

export interface RunPayment {
  readonly unit: 'use' | 'coin';
  readonly amount: number;
  readonly subject: string;
  readonly state: 'held' | 'settled' | 'released';
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

/** An account's paid and held runs, newest first. */
export const listRunPayments = async (db: Querier, accountId: string, max: number): Promise<RunPayment[]> =>
  (
    await sql<RunPayment>`
      select unit, amount, subject, state, hold.created_at, hold.ended_at
      from wallet join hold on hold.wallet_id = wallet.id
      where account_id = ${accountId}
      order by hold.created_at desc limit ${max}`.execute(db)
  ).rows;

export interface LatestPurchase {
  readonly nick_name: string;
  readonly meal_name: Sentence | null;
  readonly coins: number | null;
  readonly created_at: Date;
}

/** Not refunded in full. */
const isKept = sql`not exists (
    select from movement where reason = 'refund' and movement.reference = sold.reference
  ) and not exists (
    select from member_term where reason = 'refund' and member_term.reference = sold.reference
  )`;

/** The latest purchases of existing accounts that were not refunded. Coins that came with a plan are not a separate purchase. */
export const listLatestPurchases = async (db: Querier, max: number): Promise<LatestPurchase[]> =>
  (
    await sql<LatestPurchase>`
      select nick_name, purchase.meal_name, purchase.coins, purchase.created_at from (
        (select wallet_id, meal_name, null::bigint as coins, created_at from member_term as sold
          where reason = 'purchase' and ${isKept} order by id desc limit ${max})
        union all
        (select destination_wallet, null, amount, created_at from movement as sold
          where reason = 'purchase' and unit = 'coin' and ${isKept} and not exists (
            select from member_term where reason = 'purchase' and member_term.reference = sold.reference
          ) order by id desc limit ${max})
      ) as purchase
      join wallet on wallet.id = purchase.wallet_id
      join account on account.id = wallet.account_id
      order by purchase.created_at desc limit ${max}`.execute(db)
  ).rows;

export interface LedgerRow {
  readonly kind: 'coins' | 'uses' | 'membership';
  readonly amount: number | null;
  readonly days: number | null;
  readonly months: number | null;
  readonly is_forever: boolean;
  readonly until: Date | null;
  readonly owed: number | null;
  readonly reason: TopUpRow['reason'];
  readonly reference: string;
  readonly created_at: Date;
}

/** All ledger lines of an account, runs included, latest first. */
export const listLedger = async (db: Querier, accountId: string, max: number): Promise<LedgerRow[]> =>
  (
    await sql<LedgerRow>`
      select case unit when 'coin' then 'coins' else 'uses' end as kind,
        case when movement.destination_wallet = wallet.id then amount else -amount end as amount,
        null::int as days, null::int as months, false as is_forever, null::timestamptz as until, owed,
        reason, reference, movement.created_at, movement.id as place
      from wallet join movement on movement.destination_wallet = wallet.id or movement.source_wallet = wallet.id
      where account_id = ${accountId}
      union all
      select 'membership', null, days, months, member_term.is_forever, until, null, reason, reference, member_term.created_at, member_term.id
      from wallet join member_term on member_term.wallet_id = wallet.id
      where account_id = ${accountId}
      order by created_at desc, place desc, kind limit ${max}`.execute(db)
  ).rows;

export interface HoldRow {
  readonly task_id: string;
  readonly subject: string;
  readonly unit: 'use' | 'coin';
  readonly amount: number;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** An account's holds for running or unpaid tasks, latest first. */
export const listHolds = async (db: Querier, accountId: string, max: number): Promise<HoldRow[]> =>
  (
    await sql<HoldRow>`
      select task_id, subject, unit, amount, hold.created_at, hold.expires_at
      from wallet join hold on hold.wallet_id = wallet.id
      where account_id = ${accountId} and state = 'held'
      order by hold.created_at desc limit ${max}`.execute(db)
  ).rows;
