// Refusals about API keys: of calls made with one, and of calls that manage them.
import type { Sentence } from './words.ts';

export const keyErrors = {
  KEY_INVALID: {
    status: 401,
    zh: 'API 密钥无效。请检查密钥，或在用户中心创建新的密钥',
    en: 'This API key isn’t valid. Check it, or create a new one in the user center',
  },
  KEY_SCOPE: {
    status: 403,
    zh: '这个 API 密钥没有此操作的权限，或不允许从这个网络地址使用。请在用户中心检查它的权限和地址',
    en: 'This API key may not do this, or not from this network address. Check its scopes and addresses in the user center',
  },
  KEY_MONTH_SPENT: {
    status: 402,
    zh: '这个 API 密钥本月的额度不足。请提高额度，或等到下个月',
    en: 'This API key has too little left of its monthly limit. Raise the limit, or wait until next month',
  },
  KEY_NOT_FOUND: {
    status: 404,
    zh: '没有这个 API 密钥，或已被撤销',
    en: 'There’s no such API key, or it was revoked',
  },
  TOO_MANY_KEYS: {
    status: 409,
    zh: '最多可以有 {most} 个有效的 API 密钥，请先撤销不用的',
    en: 'You can have up to {most} active API keys. Revoke one you don’t use first',
  },
} as const satisfies Record<string, Sentence & { status: number }>;
