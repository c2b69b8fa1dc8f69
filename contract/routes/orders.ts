// Plans for sale, orders and payments. Amounts are integers in the smallest unit of their currency: fen, cents.
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { optionalField, sentId, sentText } from '../sent-fields.ts';
import { lookupQuery } from './content.ts';
import { pageOfRows } from './points.ts';

export const currencies = ['CNY', 'USD'] as const;
export const payTypes = ['wechat', 'alipay', 'paypal'] as const;
export type PayType = (typeof payTypes)[number];

const editionSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['member', 'coins']),
  mealName: z.string(),
  days: z.number().int(),
  months: z.number().int(),
  isForever: z.boolean(),
  uses: z.number().int(),
  coins: z.number().int(),
  amount: z.number().int(),
  originalAmount: z.number().int(),
  /** The same with two decimals, for display. */
  price: z.string(),
  originalPrice: z.string(),
  currency: z.enum(currencies),
  /** The price in tenths of the original one, as is usual in Chinese shops: 6.5 means 35 % off. Null without a discount. */
  fold: z.number().nullable(),
  isRecommended: z.boolean(),
});
export type Edition = z.infer<typeof editionSchema>;

const listQuery = lookupQuery.extend({
  /** By default yuan in Chinese and dollars in English. */
  currency: z.enum(currencies).optional(),
});
const listData = z.object({ list: z.array(editionSchema), total: z.number().int() });

const defineList = <const P extends string>(path: P, summary: string) =>
  defineRoute({ method: 'GET', path, summary, query: listQuery, data: listData });

export const editions = defineList('/web/paySettings/edtions', 'Memberships for sale');
export const newEditions = defineList('/web/paySettings/newEditions', 'The same, for clients that know this path');
export const coinEditions = defineList('/web/paySettings/coinEditions', 'Packs of coins for sale');

export const recommendOne = defineRoute({
  method: 'GET',
  path: '/web/paySettings/getRecommendOne',
  summary: 'The membership that most people should take; null when nothing is for sale',
  query: z.object({ currency: z.enum(currencies).optional() }),
  data: editionSchema.nullable(),
});

/** In any letter case. */
const sentPayType = z.preprocess(sent => (typeof sent === 'string' ? sent.toLowerCase() : sent), z.enum(payTypes));
const agentCode = optionalField(z.string().regex(/^[\w-]{1,64}$/));
/** A coupon that the account has received. */
const couponId = optionalField(sentId);
const orderNo = z.string().regex(/^P\d{14}[\dA-Z]{12}$/);
/** A malformed one gets the same answer as an unknown one. */
const sentOrderNo = z
  .string()
  .max(200)
  .transform(sent => (orderNo.safeParse(sent).success ? sent : ''));

/** What a buyer asked for and was answered. */
export const refundRequestSchema = z.object({
  /** `open` until an operator answers: until the refund is made, or the request is declined. */
  state: z.enum(['open', 'refunded', 'declined']),
  reason: z.string(),
  /** The operator's words; null without any. */
  answer: z.string().nullable(),
  createdAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
});
export type RefundRequest = z.infer<typeof refundRequestSchema>;

export const maxRequestSigns = 500;

const orderSchema = z.object({
  orderNo,
  /** Null if the plan was deleted since. */
  editionId: z.uuid().nullable(),
  amount: z.number().int(),
  currency: z.enum(currencies),
  /** Reduction by a coupon; the plan's price was this and the amount together. */
  discount: z.number().int(),
  /** The coupon's name; null without one. */
  coupon: z.string().nullable(),
  mealName: z.string(),
  state: z.enum(['open', 'paid', 'closed', 'refunded']),
  payType: z.enum(payTypes).nullable(),
  /** To show as a QR code. */
  codeUrl: z.string().nullable(),
  /** To open in the browser. */
  approveUrl: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  refundedAmount: z.number().int(),
  /** The latest request of the buyer for a refund; null without one. */
  refundRequest: refundRequestSchema.nullable(),
});
export type Order = z.infer<typeof orderSchema>;

export const addOrder = defineRoute({
  method: 'POST',
  path: '/web/udUser/add/order',
  needsLogin: true,
  summary: 'Order without paying yet',
  body: z.object({ editionId: sentId, couponId, agentCode }),
  data: orderSchema,
});

export const createPreOrder = defineRoute({
  method: 'POST',
  path: '/web/createPreOrder',
  needsLogin: true,
  summary:
    'Order and begin to pay; the same Idempotency-Key answers the same order; a coupon of an unpaid order moves here and closes that one',
  body: z.object({ editionId: sentId, payType: sentPayType, couponId, agentCode }),
  data: orderSchema,
});

export const alipayCode = defineRoute({
  method: 'GET',
  path: '/web/user/alipay/getCodeUrl',
  needsLogin: true,
  summary: 'Begin to pay an order by Alipay',
  query: z.object({ orderNo: sentOrderNo }),
  data: orderSchema,
});

export const paypalOrder = defineRoute({
  method: 'POST',
  path: '/web/paypal/createOrder',
  needsLogin: true,
  summary: 'Begin to pay an order by PayPal',
  body: z.object({ orderNo: sentOrderNo }),
  data: orderSchema,
});

export const wxPayIsSuccess = defineRoute({
  method: 'POST',
  path: '/web/wxPayIsSuccess',
  needsLogin: true,
  summary: 'Whether an order is paid, by any provider; asks the provider now and then',
  body: z.object({ orderNo: sentOrderNo }),
  data: z.object({ paid: z.boolean(), state: orderSchema.shape.state }),
});

export const closeOrder = defineRoute({
  method: 'POST',
  path: '/web/udUser/close/order',
  needsLogin: true,
  summary: 'Give up an unpaid order, so that it can be paid no more; answers how it stands then',
  body: z.object({ orderNo: sentOrderNo }),
  data: z.object({ state: orderSchema.shape.state }),
});

export const requestRefund = defineRoute({
  method: 'POST',
  path: '/web/udUser/requestRefund',
  needsLogin: true,
  summary:
    'Ask an operator to refund a paid order. One request of an order is open at a time; the same one again answers it as it stands',
  body: z.object({ orderNo: sentOrderNo, reason: sentText(maxRequestSigns) }),
  data: refundRequestSchema,
});

export const orderList = defineRoute({
  method: 'GET',
  path: '/web/udUser/getOrderList',
  needsLogin: true,
  summary: 'Orders of the account, newest first',
  query: pageOfRows,
  data: z.object({ list: z.array(orderSchema), total: z.number().int() }),
});

export const orderDetail = defineRoute({
  method: 'GET',
  path: '/web/udUser/getOrder',
  needsLogin: true,
  summary: 'One order of the account, for its receipt',
  query: z.object({ orderNo: sentOrderNo }),
  data: orderSchema,
});

export const payWays = defineRoute({
  method: 'GET',
  path: '/web/paySettings/payTypes',
  summary: 'The ways to pay that this server has, each with its currencies',
  data: z.object({ list: z.array(z.object({ payType: z.enum(payTypes), currencies: z.array(z.enum(currencies)) })) }),
});
