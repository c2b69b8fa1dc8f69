// Calls of the operator pages at /admin: what needs an operator, and accounts that are frozen and released.
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { sentText } from '../sent-fields.ts';
import { lanes } from '../tool.ts';
import { count, grounds, orderSchema } from './operators.ts';
import { mostRequestSigns } from './orders.ts';

export const getOverview = defineRoute({
  method: 'GET',
  path: '/admin/overview',
  summary:
    'What needs an operator: orders that are stuck, buyers who ask for a refund, calls that fail, lanes that nobody works, the disk, and the latest backup',
  data: z.object({
    /** The newest ones, and how many there are. Null without membership. */
    stuck: z.object({ list: z.array(orderSchema), total: count }).nullable(),
    /** Orders whose buyers ask for a refund: the newest ones, and how many there are. Null without membership. */
    refundRequests: z.object({ list: z.array(orderSchema), total: count }).nullable(),
    /** Calls that failed in the time that tasks are kept, most failures first. */
    failures: z.array(
      z.object({
        tool: z.string(),
        call: z.string(),
        done: count,
        failed: count,
        errors: z.array(z.object({ error: z.string(), count })),
      }),
    ),
    /** Lanes in which tasks wait although no worker serves them. */
    idleLanes: z.array(z.object({ lane: z.enum(lanes), waiting: count })),
    /** Null where no file is on this machine's disks. */
    disk: z.object({ freeBytes: z.number(), reserveBytes: z.number(), isLow: z.boolean() }).nullable(),
    /** Null without a schedule. Times and sizes are null until the first one is whole. */
    backup: z
      .object({
        lastAt: z.iso.datetime().nullable(),
        bytes: count.nullable(),
        /** Whether the newest one failed. */
        hasFailed: z.boolean(),
        /** Whether the last whole one is more than two turns old. */
        isLate: z.boolean(),
      })
      .nullable(),
  }),
});
export type Overview = z.infer<typeof getOverview.data>;

export const declineRefund = defineRoute({
  method: 'POST',
  path: '/admin/refund/decline',
  summary: 'Decline what the buyer of an order asked for. The reason is shown to the buyer',
  body: z.object({ orderNo: z.string().max(64), ...grounds, reason: sentText(mostRequestSigns) }),
  data: z.object({ act: z.uuid() }),
});

const person = { accountId: z.uuid(), ...grounds };

export const freezePerson = defineRoute({
  method: 'POST',
  path: '/admin/freeze',
  summary:
    'Freeze an account: its tokens answer code 2, and nobody logs in to it until it is released. Its tasks go on',
  body: z.object(person),
  data: z.object({ act: z.uuid() }),
});

export const releasePerson = defineRoute({
  method: 'POST',
  path: '/admin/unfreeze',
  summary: 'Release a frozen account. Its earlier logins have ended',
  body: z.object(person),
  data: z.object({ act: z.uuid() }),
});

export const revokeKeyOfPerson = defineRoute({
  method: 'POST',
  path: '/admin/apiKey/revoke',
  summary: 'Revoke an API key of an account for good',
  body: z.object({ ...person, keyId: z.uuid() }),
  data: z.object({ act: z.uuid() }),
});
