// What people see of their money: membership, balance, uses and top-ups.
import { AppError } from 'contract/errors.ts';
import { nameIn } from 'contract/invented-names.ts';
import type { LedgerLine, OperatorHold } from 'contract/routes/operators.ts';
import type { TopUp, UseRecord } from 'contract/routes/points.ts';
import type { Language } from 'contract/words.ts';
import type { Querier } from '../adapters/postgres.ts';
import type { Config } from '../config.ts';
import {
  deleteUseRecords,
  insertUseRecord,
  listHolds,
  listLatestPurchases,
  listLedger,
  listRunPayments,
  listTopUps,
  listUseRecords,
  type TopUpRow,
  trimUseRecords,
  type UseRecordRow,
  updateUseRecord,
} from './record-store.ts';
import { findWallet } from './wallet-queries.ts';

interface Page {
  readonly page: number;
  readonly size: number;
}

/** The membership fields of a person who owns nothing, or on a server without membership. */
const withoutMembership = {
  edition: null,
  coin: 0,
  coinLeft: 0,
  coinOwed: 0,
  useOwed: 0,
  isMember: 0,
  useMaxNum: null,
  memberCreateTime: null,
  memberEndTime: null,
  memberType: null,
} as const;

/** The membership fields of a user. `useMaxNum` counts uses that are neither used nor held; an unlimited membership has no `memberEndTime`. */
export async function describeMember(
  { config }: { readonly config: { readonly membership: boolean } },
  db: Querier,
  accountId: string,
  language: Language,
) {
  const wallet = config.membership ? await findWallet(db, accountId) : undefined;
  if (!wallet) return withoutMembership;
  const wasMember = wallet.member_since !== null;
  return {
    edition: wallet.meal_name && { mealName: wallet.meal_name[language] },
    coin: wallet.coins,
    coinLeft: wallet.coins - wallet.coins_held,
    coinOwed: wallet.coins_owed,
    useOwed: wallet.uses_owed,
    isMember: wallet.is_member ? (1 as const) : (0 as const),
    // Of a membership that was refunded only the end is left.
    useMaxNum: wasMember || wallet.member_until !== null || wallet.uses > 0 ? wallet.uses - wallet.uses_held : null,
    memberCreateTime: wallet.member_since?.toISOString() ?? null,
    memberEndTime: wallet.member_until?.toISOString() ?? null,
    memberType: !wasMember ? null : wallet.is_forever ? 'forever' : 'term',
  };
}

/** Without membership a person owns no coins; those of earlier days stay in the ledger and in the export of the account. */
export async function readBalance(
  { membership }: Pick<Config, 'membership'>,
  db: Querier,
  accountId: string,
): Promise<{ coin: number; held: number }> {
  const wallet = membership ? await findWallet(db, accountId) : undefined;
  return { coin: wallet?.coins ?? 0, held: wallet?.coins_held ?? 0 };
}

const presentUse = (row: UseRecordRow): UseRecord => ({
  id: row.id,
  taskId: row.task_id,
  keyCode: row.key_code,
  tool: row.tool,
  name: row.name,
  status: row.status,
  charge: { kind: row.charge_kind, amount: row.charge_amount },
  createdAt: row.created_at.toISOString(),
});

export async function listUses(db: Querier, accountId: string, page: Page) {
  const { list, total } = await listUseRecords(db, accountId, page);
  return { total, list: list.map(presentUse) };
}

export const removeUses = (db: Querier, accountId: string, ids: readonly number[]): Promise<void> =>
  ids.length === 0 ? Promise.resolve() : deleteUseRecords(db, accountId, ids);

/** Lines per account. The oldest beyond this are deleted, so that a client cannot fill the disk. */
const maxRecords = 5000;

export async function addUse(
  db: Querier,
  accountId: string,
  {
    keyCode,
    taskId,
    tool,
    name,
    status,
  }: Partial<Record<'keyCode' | 'taskId' | 'tool' | 'name' | 'status', string | undefined>>,
): Promise<UseRecord> {
  const row = await insertUseRecord(db, {
    account_id: accountId,
    task_id: taskId ?? null,
    key_code: keyCode ?? null,
    tool: tool ?? null,
    ...(name !== undefined && { name }),
    ...(status !== undefined && { status }),
  });
  await trimUseRecords(db, accountId, maxRecords);
  return presentUse(row);
}

/** Throws RECORD_NOT_FOUND for a line that does not exist or belongs to another person. */
export async function changeUse(
  db: Querier,
  accountId: string,
  { id, name, status }: { id: number; name?: string | undefined; status?: string | undefined },
): Promise<UseRecord> {
  const change = { ...(name !== undefined && { name }), ...(status !== undefined && { status }) };
  const row = await updateUseRecord(db, accountId, id, change);
  if (!row) throw new AppError('RECORD_NOT_FOUND');
  return presentUse(row);
}

const presentTopUp = (row: TopUpRow, language: Language): TopUp => ({
  kind: row.kind,
  amount: row.amount === null ? null : Number(row.amount),
  days: row.days,
  months: row.months,
  isForever: row.is_forever,
  mealName: row.meal_name?.[language] ?? null,
  until: row.until?.toISOString() ?? null,
  reason: row.reason,
  // References of grants and corrections are acts of the operator.
  orderNo: row.reason === 'purchase' || row.reason === 'refund' ? row.reference : null,
  owed: row.owed === null ? null : Number(row.owed),
  tool: row.subject?.split('/')[0] ?? null,
  createdAt: row.created_at.toISOString(),
});

export async function listRecharges(db: Querier, accountId: string, page: Page, language: Language) {
  const { list, total } = await listTopUps(db, accountId, page);
  return { total, list: list.map(row => presentTopUp(row, language)) };
}

/** The first letter and two asterisks, which do not identify a person. */
const maskName = (name: string): string => `${[...name][0] ?? ''}**`;

const tickerLength = 20;

/** The latest purchases; none on a server without membership, also after one that had it. */
export async function listTop({ membership }: Pick<Config, 'membership'>, db: Querier, language: Language) {
  if (!membership) return { list: [] };
  const rows = await listLatestPurchases(db, tickerLength);
  return {
    list: rows.map(row => ({
      nickName: maskName(nameIn(language, row.nick_name)),
      mealName: row.meal_name?.[language] ?? null,
      coins: row.coins,
      createdAt: row.created_at.toISOString(),
    })),
  };
}

const maxExported = 10_000;

/** All monetary data of an account, for its export. */
export async function exportMoney(db: Querier, accountId: string, language: Language) {
  const everything = { page: 1, size: maxExported };
  const [wallet, topUps, uses, runs] = await Promise.all([
    findWallet(db, accountId),
    listRecharges(db, accountId, everything, language),
    listUses(db, accountId, everything),
    listRunPayments(db, accountId, maxExported),
  ]);
  return {
    balance: wallet
      ? {
          coins: wallet.coins,
          coinsHeld: wallet.coins_held,
          coinsOwed: wallet.coins_owed,
          uses: wallet.uses,
          usesHeld: wallet.uses_held,
          usesOwed: wallet.uses_owed,
        }
      : null,
    topUps: topUps.list,
    useRecords: uses.list,
    runs: runs.map(run => ({
      call: run.subject,
      unit: run.unit,
      amount: run.amount,
      state: run.state,
      createdAt: run.created_at.toISOString(),
      endedAt: run.ended_at?.toISOString() ?? null,
    })),
  };
}

/** What operators see of a person's money besides the balance. */
export async function describeMoney(
  db: Querier,
  accountId: string,
  max: number,
): Promise<{ ledger: LedgerLine[]; holds: OperatorHold[] }> {
  const [lines, holds] = await Promise.all([listLedger(db, accountId, max), listHolds(db, accountId, max)]);
  return {
    ledger: lines.map(row => ({
      kind: row.kind,
      amount: row.amount === null ? null : Number(row.amount),
      days: row.days,
      months: row.months,
      isForever: row.is_forever,
      until: row.until?.toISOString() ?? null,
      owed: row.owed === null ? null : Number(row.owed),
      reason: row.reason,
      reference: row.reference,
      createdAt: row.created_at.toISOString(),
    })),
    holds: holds.map(row => ({
      taskId: row.task_id,
      call: row.subject,
      unit: row.unit,
      amount: row.amount,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    })),
  };
}
