// The rules of coupons: who may receive one, and how much a received one takes off a price.
import { AppError } from 'contract/errors.ts';
import { couponWish, type OfferedCoupon } from 'contract/routes/coupons.ts';
import type { Language } from 'contract/words.ts';
import type { z } from 'zod';
import { toDecimal } from '../adapters/payment.ts';
import type { Database, Querier } from '../adapters/postgres.ts';
import {
  type CouponRow,
  findCoupon,
  insertPiece,
  listAllCoupons,
  listOffered,
  lockPieceOf,
  type OfferedRow,
  type PieceRow,
  putCoupon,
  takeFromStock,
} from './store.ts';

export type { CouponRow, PieceRow };

/**
 * Updates the coupon with that name, or creates it. Received coupons keep the terms they were received with. A withdrawn coupon (`isOnOffer: false`)
 * can no longer be received.
 */
export const saveCoupon = (db: Querier, wish: z.input<typeof couponWish>): Promise<CouponRow> => {
  const { name, title, currency, minimum, pieces, position, ...rest } = couponWish.parse(wish);
  return putCoupon(db, {
    ...{ name, title, currency, minimum, pieces, position },
    amount_off: rest.amountOff,
    percent_off: rest.percentOff,
    plan_kind: rest.planKind,
    starts_at: new Date(rest.startsAt),
    ends_at: new Date(rest.endsAt),
    is_on_offer: rest.isOnOffer,
  });
};

type Terms = Pick<
  CouponRow,
  'title' | 'amount_off' | 'percent_off' | 'currency' | 'minimum' | 'plan_kind' | 'starts_at' | 'ends_at'
>;

/** The fields that offers and received coupons share. */
export const presentTerms = (terms: Terms, language: Language) => ({
  title: terms.title[language],
  kind: terms.amount_off === null ? ('percent' as const) : ('amount' as const),
  amountOff: terms.amount_off,
  percentOff: terms.percent_off,
  fold: terms.percent_off === null ? null : (100 - terms.percent_off) / 10,
  currency: terms.currency,
  minimum: terms.minimum,
  planKind: terms.plan_kind,
  startsAt: terms.starts_at.toISOString(),
  endsAt: terms.ends_at.toISOString(),
});

const presentOffer = (row: OfferedRow, language: Language): OfferedCoupon => ({
  id: row.id,
  ...presentTerms(row, language),
  left: row.pieces - row.taken,
  isReceived: row.is_received,
});

export async function couponsOnOffer(
  db: Querier,
  wanted: { accountId: string | null; currency: string; page: number; size: number },
  language: Language,
): Promise<{ list: OfferedCoupon[]; total: number }> {
  const { list, total } = await listOffered(db, wanted);
  return { list: list.map(row => presentOffer(row, language)), total };
}

interface Receivers {
  readonly database: Database;
  /** Locks an account until the transaction ends; false when it is deleted or frozen. Provided by accounts. */
  readonly holdAccount: (db: Querier, accountId: string) => Promise<boolean>;
}

/**
 * Gives a person a coupon, unless they have it already. COUPON_NOT_FOUND, COUPON_SOLD_OUT, COUPON_NOT_NOW if it is not on offer. Stock and received
 * coupon change in one transaction, so that concurrent requests never exceed the stock.
 */
export async function receiveCoupon(
  { database, holdAccount }: Receivers,
  { accountId, couponId }: { accountId: string; couponId: string },
  language: Language,
): Promise<OfferedCoupon> {
  const find = async () => {
    const found = await findCoupon(database, couponId, accountId);
    if (!found) throw new AppError('COUPON_NOT_FOUND');
    return found;
  };
  const before = await find();
  if (before.is_received) return presentOffer(before, language);
  // Most concurrent requests find out here that it is sold out, without waiting for the row lock.
  if (before.taken >= before.pieces) throw new AppError('COUPON_SOLD_OUT');
  await database
    .transaction()
    .execute(async trx => {
      if (!(await holdAccount(trx, accountId))) throw new AppError('ACCOUNT_GONE');
      const coupon = await takeFromStock(trx, couponId);
      if (coupon) return (await insertPiece(trx, coupon, accountId)) || Promise.reject(new AlreadyReceived());
      const now = await findCoupon(trx, couponId, accountId);
      if (now?.is_received) return true;
      throw new AppError(now && now.taken >= now.pieces ? 'COUPON_SOLD_OUT' : 'COUPON_NOT_NOW');
    })
    .catch((error: unknown) => {
      if (!(error instanceof AlreadyReceived)) throw error;
    });
  return presentOffer(await find(), language);
}

/** Rolls back the transaction of a concurrent second request, which returns the coupon to the stock. */
class AlreadyReceived extends Error {}

/** The discount on a plan, or why the coupon does not apply. */
export type Applied = { readonly discount: number } | { readonly refusal: AppError };

/** At least one fen or cent remains to be paid: providers do not accept a payment of zero. */
export function applyCoupon(
  piece: PieceRow,
  plan: { readonly kind: 'member' | 'coins'; readonly currency: 'CNY' | 'USD'; readonly amount: number },
): Applied {
  if (piece.is_early || piece.is_over) return { refusal: new AppError('COUPON_NOT_NOW') };
  if ((piece.plan_kind ?? plan.kind) !== plan.kind || (piece.currency ?? plan.currency) !== plan.currency)
    return { refusal: new AppError('COUPON_NOT_FOR_PLAN') };
  if (plan.amount < piece.minimum)
    return { refusal: new AppError('COUPON_BELOW_MINIMUM', { minimum: toDecimal(piece.minimum) }) };
  const wanted = piece.amount_off ?? Math.round((plan.amount * (piece.percent_off ?? 0)) / 100);
  return { discount: Math.min(wanted, plan.amount - 1) };
}

/** An account's received coupon of a kind, locked until the transaction ends. COUPON_NOT_FOUND. */
export async function holdPiece(db: Querier, accountId: string, couponId: string): Promise<PieceRow> {
  const piece = await lockPieceOf(db, accountId, couponId);
  if (!piece) throw new AppError('COUPON_NOT_FOUND');
  return piece;
}

/** Every coupon in the form that operators edit, and the number received of each, by name. */
export async function readCoupons(
  db: Querier,
): Promise<{ coupons: z.output<typeof couponWish>[]; taken: Record<string, number> }> {
  const rows = await listAllCoupons(db);
  const coupons = rows.map(row => ({
    name: row.name,
    title: { zh: row.title.zh, en: row.title.en },
    amountOff: row.amount_off,
    percentOff: row.percent_off,
    currency: row.currency,
    minimum: row.minimum,
    planKind: row.plan_kind,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    pieces: row.pieces,
    isOnOffer: row.is_on_offer,
    position: row.position,
  }));
  return { coupons, taken: Object.fromEntries(rows.map(row => [row.name, row.taken])) };
}
