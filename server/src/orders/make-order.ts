// Creates an order at the current price, less a coupon's discount.
import { randomBytes } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import type { Querier } from '../adapters/postgres.ts';
import { applyCoupon, holdPiece, type PieceRow } from '../coupons/coupons.ts';
import { pieceOf } from '../coupons/piece-queries.ts';
import { requirePlan } from '../plans/plans.ts';
import { closeOrder, type OrderService } from './settle.ts';
import {
  countOpen,
  countUnpaidSince,
  findOrderOfKey,
  findOrderOfPiece,
  insertOrder,
  lockBuyer,
  type OrderRow,
} from './store.ts';

const orderLifeMs = 15 * 60_000;
/** Per account; each open order is a payment that a provider keeps open. */
const maxOpen = 20;
/** Unpaid orders per account and day: each order that a script opens and closes costs two calls to a provider. */
const maxUnpaidADay = 100;
const dayMs = 24 * 3_600_000;

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** `P`, the time of creation in seconds, and 60 random bits: unique, sortable, and impossible to guess from another one. */
const makeOrderNo = (now: Date): string =>
  `P${now.toISOString().replace(/\D/g, '').slice(0, 14)}${[...randomBytes(12)].map(byte => alphabet[byte % 32]).join('')}`;

export const isOrderNo = (text: string): boolean => /^P\d{14}[\dA-Z]{12}$/.test(text);

export interface OrderRequest {
  readonly accountId: string;
  readonly editionId: string;
  readonly couponId: string | null;
  readonly idempotencyKey: string | null;
  readonly agentCode: string | null;
  readonly logidUrl: string | null;
}

/** An earlier order with the same idempotency key. IDEMPOTENCY_CLASH when it was for another plan or coupon. */
async function findTwin({ parts }: OrderService, request: OrderRequest): Promise<OrderRow | undefined> {
  const { accountId, couponId, idempotencyKey } = request;
  if (idempotencyKey === null) return undefined;
  const twin = await findOrderOfKey(parts.database, accountId, idempotencyKey);
  if (!twin) return undefined;
  const piece = couponId === null ? undefined : await pieceOf(parts.database, accountId, couponId);
  if (twin.plan_id !== request.editionId || twin.piece_id !== (piece?.id ?? null))
    throw new AppError('IDEMPOTENCY_CLASH');
  return twin;
}

/**
 * Closes the unpaid order that uses a coupon, because the person chose another plan or another way to pay. It is closed at its provider first, so
 * that only one of the two can be paid, as far as the provider can close it (docs/decisions/payments.md). COUPON_USED when it was paid meanwhile,
 * COUPON_IN_USE when its provider does not answer.
 */
async function freeCoupon(
  service: OrderService,
  { accountId, idempotencyKey }: OrderRequest,
  couponId: string,
): Promise<void> {
  const { database, log } = service.parts;
  const piece = await pieceOf(database, accountId, couponId);
  const order = piece && (await findOrderOfPiece(database, piece.id));
  if (order?.state !== 'open') return;
  // A concurrent identical request has already created this order.
  if (idempotencyKey !== null && order.idempotency_key === idempotencyKey) return;
  const outcome = await closeOrder(service, order).catch(error => {
    log.warn({ err: error, orderNo: order.order_no }, 'an order could not be closed');
    return 'still open' as const;
  });
  if (outcome === 'paid' || outcome === 'paid before') throw new AppError('COUPON_USED');
  if (outcome !== 'closed') throw new AppError('COUPON_IN_USE');
}

/** Locks the received coupon; no other order may use it. */
async function bindPiece(db: Querier, accountId: string, couponId: string): Promise<PieceRow> {
  const piece = await holdPiece(db, accountId, couponId);
  const order = await findOrderOfPiece(db, piece.id);
  if (order) throw new AppError(order.state === 'open' ? 'COUPON_IN_USE' : 'COUPON_USED');
  return piece;
}

/**
 * Creates an order at the current price. PLAN_GONE, TOO_MANY_ORDERS, RATE_LIMITED, IDEMPOTENCY_CLASH, COUPON_NOT_FOUND, COUPON_USED, COUPON_IN_USE,
 * COUPON_NOT_NOW, COUPON_NOT_FOR_PLAN, COUPON_BELOW_MINIMUM.
 */
export async function makeOrder(service: OrderService, request: OrderRequest): Promise<OrderRow> {
  const { database, now } = service.parts;
  const { accountId, couponId, idempotencyKey } = request;
  const known = await findTwin(service, request);
  if (known) return known;
  const plan = await requirePlan(database, request.editionId);
  if (couponId !== null) await freeCoupon(service, request, couponId);
  const { kind, days, months, is_forever, uses, coins, currency } = plan;
  const make = () =>
    database.transaction().execute(async trx => {
      if (!(await service.holdAccount(trx, accountId))) throw new AppError('ACCOUNT_GONE');
      await lockBuyer(trx, accountId);
      if ((await countOpen(trx, accountId)) >= maxOpen) throw new AppError('TOO_MANY_ORDERS', { most: maxOpen });
      const yesterday = new Date(now().getTime() - dayMs);
      if ((await countUnpaidSince(trx, accountId, yesterday)) >= maxUnpaidADay)
        throw new AppError('RATE_LIMITED', { retryAfterSeconds: 3600 });
      const piece = couponId === null ? null : await bindPiece(trx, accountId, couponId);
      const applied = piece ? applyCoupon(piece, plan) : { discount: 0 };
      if ('refusal' in applied) throw applied.refusal;
      return insertOrder(trx, {
        order_no: makeOrderNo(now()),
        account_id: accountId,
        plan_id: plan.id,
        ...{ kind, days, months, is_forever, uses, coins, currency },
        amount: plan.amount - applied.discount,
        discount: applied.discount,
        piece_id: piece?.id ?? null,
        coupon_title: piece && JSON.stringify(piece.title),
        meal_name: JSON.stringify(plan.meal_name),
        agent_code: request.agentCode,
        logid_url: request.logidUrl,
        idempotency_key: idempotencyKey,
        expires_at: new Date(now().getTime() + orderLifeMs),
      });
    });
  const made = await make().catch(async error => {
    // A concurrent request with the same key has bound the coupon or taken the last place.
    const twin = error instanceof AppError ? await findTwin(service, request) : undefined;
    return twin ?? Promise.reject(error);
  });
  return made ?? (await findTwin(service, request)) ?? Promise.reject(new AppError('ORDER_NOT_FOUND'));
}
