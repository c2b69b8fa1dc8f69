// Coupons: the ones on offer, and those that an account has received. Amounts are integers in the smallest unit of their currency.
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { optionalField, sentId } from '../sent-fields.ts';
import { currencies } from './orders.ts';
import { pageOfRows } from './points.ts';

const couponSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  /** Which of the next two fields applies; the other is null. */
  kind: z.enum(['amount', 'percent']),
  amountOff: z.number().int().nullable(),
  percentOff: z.number().int().nullable(),
  /** The remaining price in tenths, as is usual in Chinese shops: 9 means 10 % off. */
  fold: z.number().nullable(),
  /** Null: any. */
  currency: z.enum(currencies).nullable(),
  /** Minimum price of a plan, before the discount. */
  minimum: z.number().int(),
  /** Null: memberships and coins. */
  planKind: z.enum(['member', 'coins']).nullable(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
});

const offeredCouponSchema = couponSchema.extend({
  /** Coupons that can still be received. */
  left: z.number().int(),
  /** Whether the account of the token has one. */
  isReceived: z.boolean(),
});
export type OfferedCoupon = z.infer<typeof offeredCouponSchema>;

const couponStates = ['usable', 'early', 'bound', 'used', 'over'] as const;

const ownCouponSchema = couponSchema.extend({
  /** early: not valid yet. bound: used by an unpaid order. */
  state: z.enum(couponStates),
  /** The order that uses it. */
  orderNo: z.string().nullable(),
  receivedAt: z.iso.datetime(),
  /** The reduction for the requested edition; null if the coupon does not apply. */
  discount: z.number().int().nullable(),
});
export type OwnCoupon = z.infer<typeof ownCouponSchema>;

const maxPieces = 10_000_000;
const maxAmount = 100_000_000;
const amount = z.number().int().min(0).max(maxAmount);

/** A coupon as entered by an operator. */
export const couponWish = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9-]{1,64}$/),
    title: z.strictObject({ zh: z.string().min(1).max(60), en: z.string().min(1).max(60) }),
    amountOff: amount.min(1).nullable().default(null),
    percentOff: z.number().int().min(1).max(99).nullable().default(null),
    currency: z.enum(currencies).nullable().default(null),
    minimum: amount.default(0),
    planKind: z.enum(['member', 'coins']).nullable().default(null),
    startsAt: z.iso.datetime({ offset: true }),
    endsAt: z.iso.datetime({ offset: true }),
    pieces: z.number().int().min(1).max(maxPieces),
    isOnOffer: z.boolean().default(true),
    position: z.number().int().min(0).max(10_000).default(0),
  })
  .refine(wish => (wish.amountOff === null) !== (wish.percentOff === null), {
    path: ['amountOff'],
    error: 'either amountOff or percentOff',
  })
  .refine(wish => wish.currency !== null || (wish.amountOff === null && wish.minimum === 0), {
    path: ['currency'],
    error: 'an amount needs its currency',
  })
  .refine(wish => Date.parse(wish.endsAt) > Date.parse(wish.startsAt), { path: ['endsAt'], error: 'after startsAt' });

export const couponList = defineRoute({
  method: 'GET',
  path: '/web/coupon/getList',
  summary: 'Coupons on offer; those of another currency are left out',
  query: pageOfRows.extend({ currency: z.enum(currencies).optional() }),
  data: z.object({ list: z.array(offeredCouponSchema), total: z.number().int() }),
});

export const receiveCoupon = defineRoute({
  method: 'GET',
  path: '/web/coupon/receiveCoupon',
  needsLogin: true,
  summary: 'Receive a coupon, one for an account; asking again answers the same one',
  query: z.object({ couponId: sentId }),
  data: offeredCouponSchema,
});

export const userCouponList = defineRoute({
  method: 'POST',
  path: '/web/coupon/userCouponList',
  needsLogin: true,
  summary: 'Coupons of the account, those that can be used first; with editionId, what each takes off its price',
  body: pageOfRows
    .extend({ state: optionalField(z.enum(couponStates)), editionId: optionalField(sentId) })
    .default({ page: 1, size: 20 }),
  data: z.object({ list: z.array(ownCouponSchema), total: z.number().int() }),
});
