// Refusals about webhooks: of calls that manage them, and of addresses that calls name.
import type { Sentence } from './words.ts';

export const webhookErrors = {
  WEBHOOK_NOT_FOUND: {
    status: 404,
    zh: '没有这个 Webhook，或已被删除',
    en: 'There’s no such webhook, or it was deleted',
  },
  WEBHOOK_DELIVERY_NOT_FOUND: {
    status: 404,
    zh: '没有这条推送记录，可能已过期删除',
    en: 'There’s no such delivery. It may have been deleted after a week',
  },
  WEBHOOK_NEEDS_HTTPS: {
    status: 400,
    zh: 'Webhook 地址须以 https:// 开头',
    en: 'A webhook’s address must begin with https://',
  },
  WEBHOOK_PAUSED: {
    status: 409,
    zh: '这个 Webhook 已暂停，请先恢复',
    en: 'This webhook is paused. Resume it first',
  },
  TOO_MANY_WEBHOOKS: {
    status: 409,
    zh: '最多可以有 {most} 个 Webhook，请先删除不用的',
    en: 'You can have up to {most} webhooks. Delete one you don’t use first',
  },
} as const satisfies Record<string, Sentence & { status: number }>;
