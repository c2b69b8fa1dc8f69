// The SQL of received coupons for orders, which take them off a price.
import type { Querier } from '../adapters/postgres.ts';
import { type PieceRow, selectPiece } from './store.ts';

/** An account's received coupons, by expiry. */
export const piecesOf = (db: Querier, accountId: string, max: number): Promise<PieceRow[]> =>
  selectPiece(db).where('account_id', '=', accountId).orderBy('ends_at').orderBy('id').limit(max).execute();

/** An account's received coupon of a kind; undefined if there is none. */
export const pieceOf = (db: Querier, accountId: string, couponId: string): Promise<PieceRow | undefined> =>
  selectPiece(db).where('account_id', '=', accountId).where('coupon_id', '=', couponId).executeTakeFirst();

/** Locks the received coupon of an order. Runs after the order is locked. */
export async function holdPieceOfOrder(db: Querier, pieceId: string): Promise<void> {
  await db.selectFrom('coupon_piece').select('id').where('id', '=', pieceId).forUpdate().execute();
}
