// Balances and records: what a person owns, has used and has topped up.
import { z } from 'zod';
import { keyCodes } from '../key-codes.ts';
import { defineRoute } from '../route.ts';
import { optionalField, sentNumber, sentNumberOr } from '../sent-fields.ts';
import { taskSchema } from '../task.ts';

/** One page of an account's rows. */
export const pageOfRows = z.object({
  page: sentNumberOr(z.number().int().min(1).max(100_000), 1),
  size: sentNumberOr(z.number().int().min(1).max(100), 20),
});

export const balance = defineRoute({
  method: 'GET',
  path: '/web/udUser/balance',
  keyScope: 'account:read',
  needsLogin: true,
  summary: 'Coins of the account; those that are held belong to runs that have not been downloaded',
  data: z.object({ coin: z.number().int(), held: z.number().int() }),
});

export const deductionCoin = defineRoute({
  method: 'GET',
  path: '/web/udUser/deductionCoin',
  needsLogin: true,
  summary: 'Pay for the result of a task with coins, once; answers the task with its result unlocked',
  query: z.object({ taskId: z.string().max(200) }),
  data: taskSchema,
});

const useRecordSchema = z.object({
  id: z.number().int(),
  taskId: z.string().nullable(),
  keyCode: z.string().nullable(),
  tool: z.string().nullable(),
  /** Of the file. */
  name: z.string(),
  status: z.string(),
  charge: z.object({ kind: z.enum(['none', 'use', 'coins']), amount: z.number().int() }),
  createdAt: z.iso.datetime(),
});
export type UseRecord = z.infer<typeof useRecordSchema>;

export const getUseList = defineRoute({
  method: 'GET',
  path: '/web/udUser/getUseList',
  keyScope: 'account:read',
  needsLogin: true,
  summary: 'What the person used, newest first',
  query: pageOfRows,
  data: z.object({ total: z.number().int(), list: z.array(useRecordSchema) }),
});

const recordId = sentNumber(z.number().int().positive());

export const delUseRecord = defineRoute({
  method: 'POST',
  path: '/web/udUser/delUseRecord',
  needsLogin: true,
  summary: 'Remove lines from the list of uses; what they cost stays booked',
  body: z
    .object({ id: optionalField(recordId), ids: optionalField(z.array(recordId).max(100)) })
    .refine(({ id, ids }) => id !== undefined || ids !== undefined, { path: ['id'] }),
  data: z.null(),
});

const textField = (max: number) =>
  z
    .string()
    .max(max)
    .nullish()
    .transform(sent => sent ?? undefined);

/** Records that clients write about their own work. They do not change the balance. */
const recordFields = {
  keyCode: optionalField(z.enum(keyCodes)),
  taskId: optionalField(z.uuid()),
  tool: textField(64),
  name: textField(255),
  status: textField(32),
};

export const addUserRecord = defineRoute({
  method: 'POST',
  path: '/api/udUserUseRecordData/addUserRecord',
  keyScope: 'tools',
  needsLogin: true,
  summary: 'Add a line to the list of uses',
  body: z.object(recordFields),
  data: useRecordSchema,
});

export const updUserRecord = defineRoute({
  method: 'POST',
  path: '/api/udUserUseRecordData/updUserRecord',
  keyScope: 'tools',
  needsLogin: true,
  summary: 'Change the name or the status of a line in the list of uses',
  body: z.object({ id: recordId, name: recordFields.name, status: recordFields.status }),
  data: useRecordSchema,
});

const topUpSchema = z.object({
  /** The asset: coins, uses, or membership time. */
  kind: z.enum(['coins', 'uses', 'membership']),
  /** Negative for what left the balance; the amounts of a kind add up to it. Null for a membership. */
  amount: z.number().int().nullable(),
  /** What a refund could not take back, because it was spent, and negative for what later income paid of it; they add up to the debt. */
  owed: z.number().int().nullable(),
  days: z.number().int().nullable(),
  months: z.number().int().nullable(),
  isForever: z.boolean(),
  /** Membership only: the plan, and its new end (null: unlimited). */
  mealName: z.string().nullable(),
  until: z.iso.datetime().nullable(),
  /** debt: income that pays what is owed. */
  reason: z.enum(['purchase', 'grant', 'run', 'refund', 'correction', 'debt']),
  /** Of a purchase or a refund. */
  orderNo: z.string().nullable(),
  /** Of a run. */
  tool: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type TopUp = z.infer<typeof topUpSchema>;

export const getRechargeList = defineRoute({
  method: 'GET',
  path: '/web/udUser/getRechargeList',
  keyScope: 'account:read',
  needsLogin: true,
  summary: 'What was bought, given, spent or refunded, newest first',
  query: pageOfRows,
  data: z.object({ total: z.number().int(), list: z.array(topUpSchema) }),
});

export const getListTop = defineRoute({
  method: 'GET',
  path: '/web/udUser/getListTop',
  summary: 'The latest purchases that were not refunded, names masked',
  data: z.object({
    list: z.array(
      z.object({
        nickName: z.string(),
        mealName: z.string().nullable(),
        coins: z.number().int().nullable(),
        createdAt: z.iso.datetime(),
      }),
    ),
  }),
});
