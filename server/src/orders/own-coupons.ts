// A person's coupons. Each is used by at most one open or paid order, and is available while there is none.
import type { OwnCoupon } from 'contract/routes/coupons.ts';
import type { Language } from 'contract/words.ts';
import type { Querier } from '../adapters/postgres.ts';
import { applyCoupon, type PieceRow, presentTerms } from '../coupons/coupons.ts';
import { piecesOf } from '../coupons/piece-queries.ts';
import { requirePlan } from '../plans/plans.ts';
import { type Buyer, presentOrder, requestsOf } from './orders.ts';
import { listOrders, listOrdersOfPieces, type OrderRow } from './store.ts';

/** Per account; those that expire first are listed first. */
const maxListed = 500;

const places: Readonly<Record<OwnCoupon['state'], number>> = { usable: 0, bound: 1, early: 2, used: 3, over: 4 };

function stateOf(piece: PieceRow, order: Pick<OrderRow, 'state'> | undefined): OwnCoupon['state'] {
  if (order) return order.state === 'open' ? 'bound' : 'used';
  if (piece.is_over) return 'over';
  return piece.is_early ? 'early' : 'usable';
}

/** One page of coupons. With `editionId` (PLAN_GONE), each has its discount on that plan, and the best is first. */
export async function ownCoupons(
  db: Querier,
  accountId: string,
  asked: {
    readonly page: number;
    readonly size: number;
    readonly state?: OwnCoupon['state'] | undefined;
    readonly editionId?: string | undefined;
  },
  language: Language,
): Promise<{ list: OwnCoupon[]; total: number }> {
  const { page, size } = asked;
  const plan = asked.editionId === undefined ? undefined : await requirePlan(db, asked.editionId);
  const pieces = await piecesOf(db, accountId, maxListed);
  const orders = new Map((await listOrdersOfPieces(db, accountId)).map(order => [order.piece_id, order]));
  const all = pieces.map((piece): OwnCoupon => {
    const order = orders.get(piece.id);
    const applied = plan && order?.state !== 'paid' ? applyCoupon(piece, plan) : undefined;
    return {
      id: piece.coupon_id,
      ...presentTerms(piece, language),
      state: stateOf(piece, order),
      orderNo: order?.order_no ?? null,
      receivedAt: piece.received_at.toISOString(),
      discount: applied && 'discount' in applied ? applied.discount : null,
    };
  });
  const found = all.filter(coupon => asked.state === undefined || coupon.state === asked.state);
  // The sort is stable, so coupons of equal rank stay in order of their dates.
  found.sort((a, b) => places[a.state] - places[b.state] || (b.discount ?? 0) - (a.discount ?? 0));
  return { list: found.slice((page - 1) * size, page * size), total: found.length };
}

const maxExported = 10_000;

/** All orders and coupons of an account, for its data export. */
export async function exportPurchases(db: Querier, accountId: string, buyer: Buyer) {
  const everything = { page: 1, size: maxExported };
  const [orders, coupons] = await Promise.all([
    listOrders(db, accountId, everything),
    ownCoupons(db, accountId, everything, buyer.language),
  ]);
  const requests = await requestsOf(db, orders.list);
  return {
    orders: orders.list.map(order => ({
      ...presentOrder(order, buyer, requests.get(order.order_no)),
      agentCode: order.agent_code,
      logidUrl: order.logid_url,
    })),
    coupons: coupons.list,
  };
}
