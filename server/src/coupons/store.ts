// The SQL of coupons and of received coupons, which are called pieces here.

import type { Sentence } from 'contract/words.ts';
import { type Selectable, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { CouponPieceTable, CouponTable } from './tables.ts';

export type CouponRow = Selectable<CouponTable>;

/** A received coupon, with its validity according to the database's clock. */
export type PieceRow = Selectable<CouponPieceTable> & { readonly is_early: boolean; readonly is_over: boolean };

/** A coupon as entered by an operator; `name` identifies it. */
export interface NewCoupon {
  readonly name: string;
  readonly title: Sentence;
  readonly amount_off: number | null;
  readonly percent_off: number | null;
  readonly currency: 'CNY' | 'USD' | null;
  readonly minimum: number;
  readonly plan_kind: 'member' | 'coins' | null;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly pieces: number;
  readonly is_on_offer: boolean;
  readonly position: number;
}

/** Writes a coupon. An existing one keeps the number received, and its stock is never less than that. */
export const putCoupon = (db: Querier, { title, ...coupon }: NewCoupon): Promise<CouponRow> => {
  const row = { ...coupon, title: JSON.stringify(title) };
  return db
    .insertInto('coupon')
    .values(row)
    .onConflict(conflict =>
      conflict
        .column('name')
        .doUpdateSet({ ...row, pieces: sql<number>`greatest(coupon.taken, ${coupon.pieces}::int)` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
};

const isOffered = sql<boolean>`is_on_offer and starts_at <= now() and ends_at > now()`;

export type OfferedRow = CouponRow & { readonly is_received: boolean };

const withReceived = (db: Querier, accountId: string | null) =>
  db
    .selectFrom('coupon')
    .selectAll()
    .select(
      sql<boolean>`exists (select from coupon_piece where coupon_id = coupon.id and account_id = ${accountId}::uuid)`.as(
        'is_received',
      ),
    );

/** Coupons that can be received now, and those that are sold out. */
export async function listOffered(
  db: Querier,
  { accountId, currency, page, size }: { accountId: string | null; currency: string; page: number; size: number },
): Promise<{ list: OfferedRow[]; total: number }> {
  const isIn = sql<boolean>`coalesce(currency, ${currency}) = ${currency}`;
  const list = await withReceived(db, accountId)
    .where(isOffered)
    .where(isIn)
    .orderBy('position')
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const { total } = await db
    .selectFrom('coupon')
    .select(select => select.fn.countAll<number>().as('total'))
    .where(isOffered)
    .where(isIn)
    .executeTakeFirstOrThrow();
  return { list, total };
}

export const findCoupon = (db: Querier, couponId: string, accountId: string): Promise<OfferedRow | undefined> =>
  withReceived(db, accountId).where('coupon.id', '=', couponId).executeTakeFirst();

/** Takes one from the stock; undefined if none is left or the coupon is not on offer now. */
export const takeFromStock = (db: Querier, couponId: string): Promise<CouponRow | undefined> =>
  db
    .updateTable('coupon')
    .set({ taken: sql`taken + 1` })
    .where('id', '=', couponId)
    .where(isOffered)
    .where(sql<boolean>`taken < pieces`)
    .returningAll()
    .executeTakeFirst();

/** Gives a coupon to an account; false if the account has one. */
export async function insertPiece(db: Querier, coupon: CouponRow, accountId: string): Promise<boolean> {
  const { id: coupon_id, title, amount_off, percent_off, currency, minimum, plan_kind, starts_at, ends_at } = coupon;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('coupon_piece')
    .values({
      ...{ coupon_id, amount_off, percent_off, currency, minimum, plan_kind, starts_at, ends_at },
      title: JSON.stringify(title),
      account_id: accountId,
    })
    .onConflict(conflict => conflict.columns(['coupon_id', 'account_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export const selectPiece = (db: Querier) =>
  db
    .selectFrom('coupon_piece')
    .selectAll()
    .select([sql<boolean>`starts_at > now()`.as('is_early'), sql<boolean>`ends_at <= now()`.as('is_over')]);

/** An account's received coupon of a kind, locked until the transaction ends. */
export const lockPieceOf = (db: Querier, accountId: string, couponId: string): Promise<PieceRow | undefined> =>
  selectPiece(db).where('account_id', '=', accountId).where('coupon_id', '=', couponId).forUpdate().executeTakeFirst();

export const listAllCoupons = (db: Querier): Promise<CouponRow[]> =>
  db.selectFrom('coupon').selectAll().orderBy('position').orderBy('name').execute();
