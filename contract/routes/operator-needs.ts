// Calls of the operator pages at /admin: what needs an operator, and accounts that are frozen and released.
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { sentText } from '../sent-fields.ts';
import { lanes } from '../tool.ts';
import { count, grounds, orderSchema } from './operators.ts';
import { maxRequestSigns } from './orders.ts';

export const getOverview = defineRoute({
  method: 'GET',
  path: '/admin/overview',
  summary:
    'What needs an operator: orders that are stuck, buyers who ask for a refund, calls that fail, lanes that nobody works or that are paused, the disk, and the latest backup',
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
    /** Lanes that an operator has paused. */
    pausedLanes: z.array(z.object({ lane: z.enum(lanes), waiting: count })),
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
  body: z.object({ orderNo: z.string().max(64), ...grounds, reason: sentText(maxRequestSigns) }),
  data: z.object({ act: z.uuid() }),
});

/** The widest that a lane can be on one worker. */
export const maxLaneWidth = 64;

export const changeLane = defineRoute({
  method: 'POST',
  path: '/admin/lane',
  summary:
    'Change how many tasks of a lane each worker runs side by side, or pause the lane: its waiting tasks stay, and none is started. All workers follow',
  body: z.object({
    lane: z.enum(lanes),
    /** Null: as the settings of each server say. Workers that do not serve the lane stay without it. */
    widthOfEach: count.min(1).max(maxLaneWidth).nullable(),
    isPaused: z.boolean(),
    ...grounds,
  }),
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
