// The switches of what stands outside the house for accounts: who sends SMS, and whether WeChat is real.
import { z } from 'zod';
import type { SmsAccount } from './adapters/sms-provider.ts';
import type { AccountKeys } from './adapters/wechat-account.ts';
import { aesKeyPattern } from './adapters/wechat-crypto.ts';
import type { WebsiteKeys } from './adapters/wechat-website.ts';

const text = z.string().trim().optional();

export const providerSwitches = {
  SMS: z.enum(['sandbox', 'aliyun', 'tencent', 'twilio']).default('sandbox'),
  SMS_KEY_ID: text,
  SMS_KEY_SECRET: text,
  SMS_SIGN: text,
  SMS_TEMPLATE: text,
  SMS_APP_ID: text,
  WECHAT: z.enum(['sandbox', 'real', 'off']).default('sandbox'),
  WECHAT_MP_APP_ID: text,
  WECHAT_MP_SECRET: text,
  WECHAT_MP_TOKEN: text,
  WECHAT_MP_AES_KEY: z.string().regex(aesKeyPattern, 'must be the 43 signs that WeChat shows').optional(),
  WECHAT_WEB_APP_ID: text,
  WECHAT_WEB_SECRET: text,
};
const schema = z.object(providerSwitches);
type Switches = z.output<typeof schema>;
type SwitchName = keyof Switches;

const everySms = ['SMS_KEY_ID', 'SMS_KEY_SECRET', 'SMS_SIGN'] as const satisfies SwitchName[];
const neededForSms = {
  sandbox: [],
  aliyun: [...everySms, 'SMS_TEMPLATE'],
  tencent: [...everySms, 'SMS_TEMPLATE', 'SMS_APP_ID'],
  twilio: everySms,
} as const satisfies Record<Switches['SMS'], readonly SwitchName[]>;
const neededForWechat = ['WECHAT_MP_APP_ID', 'WECHAT_MP_SECRET', 'WECHAT_MP_TOKEN'] as const satisfies SwitchName[];
const neededForWebsite = ['WECHAT_WEB_APP_ID', 'WECHAT_WEB_SECRET'] as const satisfies SwitchName[];

/** Every switch that is missing, with the reason why it is needed. */
export function findMissing(is: Switches): { name: SwitchName; reason: string }[] {
  const missing = (names: readonly SwitchName[], reason: string) =>
    names.filter(name => !is[name]).map(name => ({ name, reason }));
  const hasWebsite = neededForWebsite.some(name => is[name]);
  return [
    ...missing(neededForSms[is.SMS], `is needed when SMS is ${is.SMS}`),
    ...(is.WECHAT === 'real' ? missing(neededForWechat, 'is needed when WECHAT is real') : []),
    ...(is.WECHAT === 'real' && hasWebsite
      ? missing(neededForWebsite, 'is needed with the other WECHAT_WEB switch')
      : []),
  ];
}

export type SmsSettings =
  | { readonly kind: 'sandbox' }
  | { readonly kind: Exclude<Switches['SMS'], 'sandbox'>; readonly account: SmsAccount };

export function smsSettings(is: Switches): SmsSettings {
  if (is.SMS === 'sandbox') return { kind: 'sandbox' };
  const account = {
    keyId: is.SMS_KEY_ID ?? '',
    keySecret: is.SMS_KEY_SECRET ?? '',
    sign: is.SMS_SIGN ?? '',
    template: is.SMS_TEMPLATE ?? '',
    appId: is.SMS_APP_ID ?? '',
  };
  return { kind: is.SMS, account };
}

export type WechatSettings =
  | { readonly kind: 'sandbox' | 'off' }
  | { readonly kind: 'real'; readonly account: AccountKeys; readonly website: WebsiteKeys | null };

export function wechatSettings(is: Switches): WechatSettings {
  if (is.WECHAT !== 'real') return { kind: is.WECHAT };
  const account = {
    appId: is.WECHAT_MP_APP_ID ?? '',
    secret: is.WECHAT_MP_SECRET ?? '',
    token: is.WECHAT_MP_TOKEN ?? '',
    aesKey: is.WECHAT_MP_AES_KEY ?? null,
  };
  const { WECHAT_WEB_APP_ID: appId, WECHAT_WEB_SECRET: secret } = is;
  return { kind: 'real', account, website: appId && secret ? { appId, secret } : null };
}
