// Refusals around money: of who cannot pay, of locked results and of records that are gone.
import type { Sentence } from './words.ts';

export const moneyErrors = {
  TRIAL_USED_UP: {
    status: 402,
    zh: '今天的免费试用次数已用完，开通会员后可继续使用，或明天再来',
    en: 'You’ve used today’s free tries of this tool. Become a member to keep going, or come back tomorrow',
  },
  MEMBERSHIP_NEEDED: {
    status: 402,
    zh: '开通会员后可下载无水印高清文件，也可使用 {needed} 个金币，您有 {left} 个',
    en: 'Become a member to download in full quality without the watermark, or use {needed} coins. You have {left}',
  },
  MEMBERSHIP_EXPIRED: {
    status: 402,
    zh: '您的会员已到期，请充值',
    en: 'Your membership has expired, please recharge',
  },
  USES_MISSING: {
    status: 402,
    zh: '需要 {needed} 次，您还剩 {left} 次，请续费或使用金币',
    en: 'This takes {needed} uses and you have {left} left. Renew your membership, or use coins',
  },
  COINS_MISSING: {
    status: 402,
    zh: '需要 {needed} 个金币，您有 {left} 个，请先充值',
    en: 'This takes {needed} coins and you have {left}. Top up first',
  },
  RECORD_NOT_FOUND: {
    status: 404,
    zh: '这条记录已被删除',
    en: 'This record has been deleted',
  },
  RESULT_LOCKED: {
    status: 402,
    zh: '这些结果还没有解锁，请先逐个下载',
    en: 'These results are still locked. Download them one by one first',
  },
} as const satisfies Record<string, Sentence & { status: number }>;
