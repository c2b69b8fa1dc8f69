// Calls of the operator pages at /admin. Each needs two headers: the token of a login whose account is listed in ADMINS, and the operator token,
// which is issued for a code of the second factor. For other users these calls return 404.
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { optionalField, sentNumberOr, sentText } from '../sent-fields.ts';
import { taskSchema } from '../task.ts';
import { lanes } from '../tool.ts';
import { apiKeySchema } from './api-keys.ts';
import { bulletinTones } from './bulletins.ts';
import { couponWish } from './coupons.ts';
import { currencies, maxRequestSigns, payTypes, refundRequestSchema } from './orders.ts';
import { pageOfRows } from './points.ts';

/** Carries the operator token. A header, not a cookie: another site cannot make a browser send it. */
export const operatorHeader = 'operatortoken';

export const count = z.number().int();
const moment = z.iso.datetime();
const sentence = z.object({ zh: z.string(), en: z.string() });

/**
 * The reason for an act, and the number of the latest act on the same subject that the operator has seen (0: none). The act is refused if there was
 * another one since.
 */
export const grounds = {
  reason: z.string().trim().min(1).max(500),
  seen: count.min(0),
};

export const getOperator = defineRoute({
  method: 'GET',
  path: '/admin/session',
  summary: 'Whether this operator is let in, or what is missing for it',
  data: z.object({
    state: z.enum(['open', 'code', 'unset']),
    expiresAt: moment.nullable(),
    hasMoney: z.boolean(),
    /** Payments are simulated: no amount is real. */
    isSandbox: z.boolean(),
    timeZone: z.string(),
  }),
});

export const enterAsOperator = defineRoute({
  method: 'POST',
  path: '/admin/session',
  summary: 'Open an operator session with a code of the second factor (RFC 6238); each code is taken once',
  body: z.object({ code: z.string().trim().max(20) }),
  data: z.object({ operatorToken: z.string(), expiresAt: moment }),
});

export const leaveAsOperator = defineRoute({
  method: 'POST',
  path: '/admin/session/end',
  summary: 'End the operator session',
  data: z.null(),
});

const personSchema = z.object({
  id: z.uuid(),
  nickName: z.string(),
  username: z.string().nullable(),
  mobile: z.string().nullable(),
  isFrozen: z.boolean(),
  createdAt: moment,
});
export type OperatorPerson = z.infer<typeof personSchema>;

export const listPeople = defineRoute({
  method: 'GET',
  path: '/admin/people',
  summary: 'Accounts by id, phone number, username or the beginning of a nickname; the newest without a search',
  query: pageOfRows.extend({ search: z.string().trim().max(100).optional() }),
  data: z.object({ list: z.array(personSchema), total: count }),
});

export const orderSchema = z.object({
  orderNo: z.string(),
  accountId: z.uuid().nullable(),
  mealName: sentence,
  amount: count,
  refundedAmount: count,
  currency: z.enum(currencies),
  payType: z.enum(payTypes).nullable(),
  state: z.enum(['open', 'paid', 'closed', 'refunded']),
  /** Why an operator has to look at it. */
  fault: z.string().nullable(),
  /** What a refund would pay back: a payment of another amount or by another provider first, otherwise the price of the order. Null: nothing. */
  due: z.object({ amount: count, currency: z.string() }).nullable(),
  agentCode: z.string().nullable(),
  /** The latest request of the buyer for a refund. */
  refundRequest: refundRequestSchema.nullable(),
  createdAt: moment,
  paidAt: moment.nullable(),
  seen: count,
});
export type OperatorOrder = z.infer<typeof orderSchema>;

const taskLineSchema = z.object({
  id: z.uuid(),
  tool: z.string(),
  call: z.string(),
  lane: z.enum(lanes),
  status: taskSchema.shape.status,
  progress: z.number(),
  error: z.string().nullable(),
  accountId: z.uuid().nullable(),
  attempt: count,
  createdAt: moment,
  startedAt: moment.nullable(),
  endedAt: moment.nullable(),
});
export type TaskLine = z.infer<typeof taskLineSchema>;

const actSchema = z.object({
  id: z.uuid(),
  place: count,
  act: z.string(),
  /** The operator's nickname, or the system user who ran the command. */
  operator: z.string(),
  subject: z.string().nullable(),
  reason: z.string(),
  details: z.record(z.string(), z.unknown()),
  createdAt: moment,
});
export type OperatorAct = z.infer<typeof actSchema>;

const walletSchema = z.object({
  isMember: z.boolean(),
  memberUntil: moment.nullable(),
  isForever: z.boolean(),
  plan: sentence.nullable(),
  uses: count,
  usesHeld: count,
  usesOwed: count,
  coins: count,
  coinsHeld: count,
  coinsOwed: count,
});

const ledgerLineSchema = z.object({
  kind: z.enum(['coins', 'uses', 'membership']),
  amount: count.nullable(),
  days: count.nullable(),
  months: count.nullable(),
  isForever: z.boolean(),
  until: moment.nullable(),
  owed: count.nullable(),
  reason: z.enum(['purchase', 'grant', 'run', 'refund', 'correction', 'debt']),
  reference: z.string(),
  createdAt: moment,
});
export type LedgerLine = z.infer<typeof ledgerLineSchema>;

const holdSchema = z.object({
  taskId: z.uuid(),
  call: z.string(),
  unit: z.enum(['use', 'coin']),
  amount: count,
  createdAt: moment,
  expiresAt: moment,
});
export type OperatorHold = z.infer<typeof holdSchema>;

export const getPerson = defineRoute({
  method: 'GET',
  path: '/admin/person',
  summary: 'One account with what it owns, holds, ordered and runs',
  query: z.object({ id: z.uuid() }),
  data: z.object({
    person: personSchema,
    /** Null without membership, as are the lists of money. */
    wallet: walletSchema.nullable(),
    holds: z.array(holdSchema).nullable(),
    ledger: z.array(ledgerLineSchema).nullable(),
    orders: z.array(orderSchema).nullable(),
    tasks: z.array(taskLineSchema),
    /** Without the secrets. */
    apiKeys: z.array(apiKeySchema),
    acts: z.array(actSchema),
    seen: count,
  }),
});
export type PersonView = z.infer<typeof getPerson.data>;

const max = 1_000_000;

export const grantToPerson = defineRoute({
  method: 'POST',
  path: '/admin/grant',
  summary: 'Give a person time as a member, uses or coins. An Idempotency-Key makes repeating it harmless',
  body: z
    .object({
      accountId: z.uuid(),
      days: count.min(1).max(37_200).optional(),
      months: count.min(1).max(1200).optional(),
      isForever: z.boolean().default(false),
      uses: count.min(1).max(max).optional(),
      coins: count.min(1).max(max).optional(),
      ...grounds,
    })
    .refine(({ days, months, isForever, uses, coins }) => days || months || isForever || uses || coins, {
      path: ['uses'],
    })
    .refine(({ days, months, isForever }) => !(isForever && (days || months)), { path: ['isForever'] }),
  data: z.object({ act: z.uuid() }),
});

const orderFilters = {
  /** `stuck`: waits for an operator. `asked`: its buyer asks for a refund. */
  state: z.enum(['open', 'paid', 'closed', 'refunded', 'stuck', 'asked']).optional(),
  /** An order's number, or the id of an account. */
  search: z.string().trim().max(100).optional(),
};

export const listAllOrders = defineRoute({
  method: 'GET',
  path: '/admin/orders',
  summary: 'Orders, newest first; stuck ones wait for an operator, and buyers of asked ones want a refund',
  query: pageOfRows.extend(orderFilters),
  data: z.object({ list: z.array(orderSchema), total: count }),
});

export const exportOrders = defineRoute({
  method: 'POST',
  path: '/admin/orders/export',
  summary: 'The same orders as CSV, up to 10,000. Recorded, because the file leaves the product',
  body: z.object(orderFilters),
  data: z.object({ csv: z.string() }),
});

export const refundAnOrder = defineRoute({
  method: 'POST',
  path: '/admin/refund',
  summary:
    'Refund a paid order, or a payment that does not fit its order; whole without an amount. An Idempotency-Key makes repeating it harmless',
  body: z.object({
    orderNo: z.string().max(64),
    amount: count.min(1).max(100_000_000).optional(),
    /** Words for a buyer who asked for the refund. */
    answer: optionalField(sentText(maxRequestSigns)),
    ...grounds,
  }),
  data: z.object({ act: z.uuid() }),
});

export const getQueue = defineRoute({
  method: 'GET',
  path: '/admin/queue',
  summary: 'Lanes, workers, open tasks, and how the tasks of the last day ended',
  data: z.object({
    lanes: z.array(
      z.object({
        lane: z.enum(lanes),
        /** Tasks that run side by side over all workers. */
        width: count,
        /** What an operator has set for each worker; null: as its server's settings say. */
        widthOfEach: count.nullable(),
        isPaused: z.boolean(),
        waiting: count,
        running: count,
        longestWaitSeconds: z.number().nullable(),
        /** Of the tasks started in the last hour. */
        medianWaitSeconds: z.number().nullable(),
        seen: count,
      }),
    ),
    workers: z.array(
      z.object({
        id: z.uuid(),
        host: z.string(),
        pid: count,
        version: z.string(),
        lanes: z.record(z.string(), count),
        running: count,
        startedAt: moment,
        lastSeenAt: moment,
      }),
    ),
    /** Oldest first. */
    open: z.array(taskLineSchema),
    tools: z.array(
      z.object({
        tool: z.string(),
        call: z.string(),
        done: count,
        failed: count,
        /** The most frequent refusals. */
        errors: z.array(z.object({ error: z.string(), count })),
      }),
    ),
  }),
});
export type QueueView = z.infer<typeof getQueue.data>;

export const getRevenue = defineRoute({
  method: 'GET',
  path: '/admin/revenue',
  summary: "What was paid and refunded each day of the operator's time zone, in the smallest unit of each currency",
  query: z.object({ days: sentNumberOr(z.number().int().min(1).max(366), 30), currency: z.enum(currencies) }),
  data: z.object({
    list: z.array(z.object({ day: z.iso.date(), paid: count, orders: count, refunded: count })),
  }),
});
export type RevenueDay = z.infer<typeof getRevenue.data>['list'][number];

const planFields = {
  kind: z.enum(['member', 'coins']),
  currency: z.enum(currencies),
  name: z.object({ zh: z.string().trim().min(1).max(40), en: z.string().trim().min(1).max(40) }),
  days: count.min(0).max(3660),
  months: count.min(0).max(1200),
  isForever: z.boolean(),
  uses: count.min(0).max(max),
  coins: count.min(0).max(max),
  /** In fen or cents. */
  amount: count.min(1).max(100_000_000),
  originalAmount: count.min(1).max(100_000_000),
  isRecommended: z.boolean(),
  position: count.min(0).max(1000),
  isOnSale: z.boolean(),
};

const planSchema = z
  .strictObject({ id: z.uuid().optional(), ...planFields })
  .refine(plan => plan.originalAmount >= plan.amount, { path: ['originalAmount'] })
  .refine(plan => (plan.kind === 'member') === (plan.days > 0 || plan.months > 0 || plan.isForever), { path: ['days'] })
  .refine(plan => !plan.isForever || (plan.days === 0 && plan.months === 0), { path: ['isForever'] })
  .refine(plan => plan.kind === 'member' || plan.coins > 0, { path: ['coins'] });
export type SheetPlan = z.infer<typeof planSchema>;

export type SheetCoupon = z.output<typeof couponWish>;

/** Everything that operators edit, as one document. Entries that it omits stay unchanged; null removes an entry from a dictionary. */
export const sheetSchema = z.strictObject({
  plans: z.array(planSchema).max(500).optional(),
  coupons: z.array(couponWish).max(500).optional(),
  dictionaries: z
    .record(
      z.string().regex(/^\w{1,64}$/),
      z.record(z.string().regex(/^\w{1,64}$/), z.string().trim().min(1).max(1000).nullable()),
    )
    .optional(),
});
export type Sheet = z.infer<typeof sheetSchema>;

export const getSheet = defineRoute({
  method: 'GET',
  path: '/admin/sheet',
  summary: 'Plans, coupons and dictionaries as they are',
  data: z.object({
    sheet: sheetSchema,
    /** Number of coupons received, by coupon name. */
    taken: z.record(z.string(), count),
    seen: count,
  }),
});

export const changeSheet = defineRoute({
  method: 'POST',
  path: '/admin/sheet',
  summary: 'Change plans, coupons and dictionaries, all of it or nothing; a dry run only says what would change',
  body: z
    .object({
      sheet: sheetSchema,
      isDryRun: z.boolean().default(false),
      ...grounds,
      reason: z.string().trim().max(500),
    })
    .refine(({ isDryRun, reason }) => isDryRun || reason !== '', { path: ['reason'] }),
  data: z.object({
    changes: z.array(z.object({ what: z.string(), before: z.unknown(), after: z.unknown() })),
    act: z.uuid().nullable(),
  }),
});

const bulletinFields = {
  tone: z.enum(bulletinTones),
  title: z.object({ zh: z.string().trim().min(1).max(60), en: z.string().trim().min(1).max(60) }),
  text: z.object({ zh: z.string().trim().max(500), en: z.string().trim().max(500) }),
};

export const listBulletins = defineRoute({
  method: 'GET',
  path: '/admin/bulletins',
  summary: 'Notices, the latest first, those that are over included',
  data: z.object({
    list: z.array(
      z.object({
        id: z.uuid(),
        ...bulletinFields,
        startsAt: moment,
        endsAt: moment.nullable(),
        withdrawnAt: moment.nullable(),
        isShown: z.boolean(),
      }),
    ),
    seen: count,
  }),
});
export type OperatorBulletin = z.infer<typeof listBulletins.data>['list'][number];

export const publishBulletin = defineRoute({
  method: 'POST',
  path: '/admin/bulletins/publish',
  summary: 'Show a notice to everyone, for some hours or until it is withdrawn',
  body: z.object({ ...bulletinFields, hours: count.min(1).max(8784).optional(), ...grounds }),
  data: z.object({ act: z.uuid() }),
});

export const withdrawBulletin = defineRoute({
  method: 'POST',
  path: '/admin/bulletins/withdraw',
  summary: 'Take a notice away',
  body: z.object({ id: z.uuid(), ...grounds }),
  data: z.object({ act: z.uuid() }),
});

export const listOperatorActs = defineRoute({
  method: 'GET',
  path: '/admin/acts',
  summary: 'What operators did, the latest first',
  query: pageOfRows,
  data: z.object({ list: z.array(actSchema), total: count }),
});
