// Refusals that only operators meet: about the second factor, and about acts that are outdated or change nothing.
import type { Sentence } from './words.ts';

export const operatorErrors = {
  FACTOR_NEEDED: {
    status: 403,
    zh: '请输入身份验证器显示的 6 位验证码',
    en: 'Enter the 6-digit code from your authenticator app',
  },
  FACTOR_MISSING: {
    status: 403,
    zh: '这个账号还没有设置身份验证器。请在服务器上运行 npm run admin -- factor',
    en: 'This account has no authenticator yet. Run “npm run admin -- factor” on the server',
  },
  FACTOR_WRONG: {
    status: 400,
    zh: '验证码不正确，或已使用过。请等下一个验证码',
    en: 'That code is wrong or was already used. Wait for the next one',
  },
  CHANGED_MEANWHILE: {
    status: 409,
    zh: '刚才有其他管理员做了更改，请查看后重试',
    en: 'Another operator changed this just now. Take a look and try again',
  },
  NOTHING_CHANGES: {
    status: 400,
    zh: '没有需要保存的更改',
    en: 'There are no changes to save',
  },
  NO_REFUND_REQUEST: {
    status: 409,
    zh: '这个订单没有待答复的退款申请',
    en: 'This order has no refund request waiting for an answer',
  },
  BULLETIN_NOT_FOUND: {
    status: 404,
    zh: '公告不存在，或已撤下',
    en: 'There’s no such notice, or it was already withdrawn',
  },
} as const satisfies Record<string, Sentence & { status: number }>;
