// Webhooks: addresses to which the server posts the tasks of an account as they end. Managed with a login; closed to API keys.
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { optionalField, sentId, sentNumberOr } from '../sent-fields.ts';
import { taskSchema } from '../task.ts';
import { longestWebhookUrl } from './tasks.ts';

/** The events about single tasks end as the task does. */
export const webhookEvents = ['task.done', 'task.failed', 'task.cancelled', 'batch.done'] as const;
const eventSchema = z.enum(webhookEvents);
export type WebhookEvent = (typeof webhookEvents)[number];

const sentUrl = z.string().trim().max(longestWebhookUrl);

/** In place of an id: what was sent to addresses that calls named themselves. */
export const callsId = 'calls';

const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(eventSchema),
  /** Only tasks made with this API key; null: all tasks of the account. */
  keyId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Since when every attempt has failed; null while the last one succeeded. */
  failingSince: z.iso.datetime().nullable(),
  /** It had failed for three days; nothing is sent until it is resumed. */
  pausedAt: z.iso.datetime().nullable(),
});
export type Webhook = z.infer<typeof webhookSchema>;

/** One request to the address, and what it answered. */
const attemptSchema = z.object({
  at: z.iso.datetime(),
  /** Null if there was no answer. */
  status: z.number().int().nullable(),
  /** Why there was no answer: the name of a refusal. */
  error: z.string().nullable(),
  /** The beginning of the answer's body, as text. */
  body: z.string(),
  durationMs: z.number().int(),
});
export type WebhookAttempt = z.infer<typeof attemptSchema>;

const deliverySchema = z.object({
  /** Sent as `webhook-id`, the same with every attempt. */
  id: z.string(),
  type: eventSchema,
  url: z.string(),
  taskId: z.string(),
  batchId: z.string().nullable(),
  state: z.enum(['pending', 'delivered', 'failed']),
  createdAt: z.iso.datetime(),
  nextAttemptAt: z.iso.datetime().nullable(),
  /** The last ten, oldest first. */
  attempts: z.array(attemptSchema),
});
export type WebhookDelivery = z.infer<typeof deliverySchema>;

/** How the tasks of a batch ended. */
const batchEndSchema = z.object({
  batchId: z.string(),
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
});

export type BatchEnd = z.infer<typeof batchEndSchema>;

/** The body of a message. */
export const webhookMessageSchema = z.object({
  type: eventSchema,
  /** When the task ended. */
  timestamp: z.iso.datetime(),
  /** As `GET /web/task/{taskId}` answers it; of a `batch.done` the task that ended last. */
  data: taskSchema,
  /** Of a `batch.done` alone. */
  batch: batchEndSchema.optional(),
  /** The whole result would be longer than a message may be: its texts, boxes and segments are left out, and then its files. */
  isShortened: z.literal(true).optional(),
});
export type WebhookMessage = z.infer<typeof webhookMessageSchema>;

export const listWebhooks = defineRoute({
  method: 'GET',
  path: '/web/webhook',
  needsLogin: true,
  summary: 'The webhooks of the account, newest first; `hasCalls`: a call has named an address of its own',
  data: z.object({ list: z.array(webhookSchema), total: z.number().int(), hasCalls: z.boolean() }),
});

export const createWebhook = defineRoute({
  method: 'POST',
  path: '/web/webhook',
  needsLogin: true,
  summary: 'Create a webhook; `secret`, with which its messages are signed, is shown in this answer alone',
  body: z.object({ url: sentUrl, events: z.array(eventSchema).min(1).max(20), keyId: optionalField(sentId) }),
  data: webhookSchema.extend({ secret: z.string() }),
});

const params = z.object({
  id: z.union([z.literal(callsId), sentId]),
});

export const replaceWebhookSecret = defineRoute({
  method: 'POST',
  path: '/web/webhook/:id/secret',
  needsLogin: true,
  summary:
    'Make a new secret; the former one signs as well for a day. `calls` as the id: for addresses that calls name',
  params,
  data: z.object({ id: z.string(), secret: z.string() }),
});

export const listDeliveries = defineRoute({
  method: 'GET',
  path: '/web/webhook/:id/deliveries',
  needsLogin: true,
  summary: 'What a webhook was sent in the last seven days and what it answered, newest first; `calls` as above',
  params,
  query: z.object({
    page: sentNumberOr(z.number().int().min(1).max(100_000), 1),
    size: sentNumberOr(z.number().int().min(1).max(100), 20),
  }),
  data: z.object({
    list: z.array(deliverySchema),
    total: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
  }),
});

export const replayDelivery = defineRoute({
  method: 'POST',
  path: '/web/webhook/:id/replay',
  needsLogin: true,
  summary: 'Send a delivery again at once, under the same `webhook-id`',
  params,
  body: z.object({ deliveryId: sentId }),
  data: deliverySchema,
});

export const resumeWebhook = defineRoute({
  method: 'POST',
  path: '/web/webhook/:id/resume',
  needsLogin: true,
  summary: 'Resume a webhook that was paused; what it had not received yet is sent',
  params: z.object({ id: sentId }),
  data: webhookSchema,
});

export const deleteWebhook = defineRoute({
  method: 'POST',
  path: '/web/webhook/:id/delete',
  needsLogin: true,
  summary: 'Delete a webhook with its deliveries; nothing more is sent to it',
  params: z.object({ id: sentId }),
  data: z.null(),
});
