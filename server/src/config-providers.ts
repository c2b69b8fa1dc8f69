// The switches for SMS, WeChat and payments: which provider is configured, which is off, and where a sandbox may stand in for one.
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import type { SmsAccount } from './adapters/sms-provider.ts';
import type { AccountKeys } from './adapters/wechat-account.ts';
import { aesKeyPattern } from './adapters/wechat-crypto.ts';
import type { WebsiteKeys } from './adapters/wechat-website.ts';
import { findPaymentFaults, type PaymentSettings, paymentSettings, paymentSwitches } from './config-payments.ts';

const text = z.string().trim().optional();

export const providerSwitches = {
  SMS: z.enum(['sandbox', 'off', 'aliyun', 'tencent', 'twilio']).optional(),
  SMS_KEY_ID: text,
  SMS_KEY_SECRET: text,
  SMS_SIGN: text,
  SMS_TEMPLATE: text,
  SMS_APP_ID: text,
  WECHAT: z.enum(['sandbox', 'real', 'off']).optional(),
  WECHAT_MP_APP_ID: text,
  WECHAT_MP_SECRET: text,
  WECHAT_MP_TOKEN: text,
  WECHAT_MP_AES_KEY: z.string().regex(aesKeyPattern, 'must be the 43 characters that WeChat shows').optional(),
  WECHAT_WEB_APP_ID: text,
  WECHAT_WEB_SECRET: text,
  ...paymentSwitches,
  SANDBOX: z.enum(['auto', 'anyway']).default('auto'),
};
const schema = z.object(providerSwitches);
type Switches = z.output<typeof schema>;
type SwitchName = keyof Switches;

/** The other switches that determine whether strangers can reach this server. */
export interface Surroundings {
  readonly HOST: string;
  readonly PUBLIC_URL?: string | undefined;
  readonly TRUST_PROXY: number;
}

/** Whether a name or an address leads only to this machine. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (bare === 'localhost') return true;
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback';
}

/** Whether neither the listening address, nor a proxy, nor a public URL lets other machines in. */
const isOnlyLocal = ({ HOST, PUBLIC_URL, TRUST_PROXY }: Surroundings): boolean =>
  isLoopbackHost(HOST) && TRUST_PROXY === 0 && (!PUBLIC_URL || isLoopbackHost(new URL(PUBLIC_URL).hostname));

type SmsProviderName = Exclude<NonNullable<Switches['SMS']>, 'sandbox' | 'off'>;
const isRealSms = (sms: Switches['SMS']): sms is SmsProviderName =>
  sms !== undefined && sms !== 'sandbox' && sms !== 'off';
const hasRealProvider = ({ SMS, WECHAT, PAYMENTS }: Switches) =>
  isRealSms(SMS) || WECHAT === 'real' || PAYMENTS === 'real';

/** The meaning of an unset SMS, WECHAT or PAYMENTS: the sandbox if only this machine can see it, otherwise off. */
const unsetMeans = (is: Switches & Surroundings): 'sandbox' | 'off' =>
  isOnlyLocal(is) && !hasRealProvider(is) ? 'sandbox' : 'off';

const everySms = ['SMS_KEY_ID', 'SMS_KEY_SECRET', 'SMS_SIGN'] as const satisfies SwitchName[];
const neededForSms = {
  aliyun: [...everySms, 'SMS_TEMPLATE'],
  tencent: [...everySms, 'SMS_TEMPLATE', 'SMS_APP_ID'],
  twilio: everySms,
} as const satisfies Record<SmsProviderName, readonly SwitchName[]>;
const neededForWechat = ['WECHAT_MP_APP_ID', 'WECHAT_MP_SECRET', 'WECHAT_MP_TOKEN'] as const satisfies SwitchName[];
const neededForWebsite = ['WECHAT_WEB_APP_ID', 'WECHAT_WEB_SECRET'] as const satisfies SwitchName[];

interface Fault {
  readonly name: SwitchName;
  readonly reason: string;
}

function findMissing(is: Switches): Fault[] {
  const missing = (names: readonly SwitchName[], reason: string) =>
    names.filter(name => !is[name]).map(name => ({ name, reason }));
  const hasWebsite = neededForWebsite.some(name => is[name]);
  return [
    ...(isRealSms(is.SMS) ? missing(neededForSms[is.SMS], `is needed when SMS is ${is.SMS}`) : []),
    ...(is.WECHAT === 'real' ? missing(neededForWechat, 'is needed when WECHAT is real') : []),
    ...(is.WECHAT === 'real' && hasWebsite
      ? missing(neededForWebsite, 'is needed with the other WECHAT_WEB switch')
      : []),
  ];
}

/** A sandbox next to real users lets anyone with its key log in as them, so it must be set explicitly. */
function findUnsafeSandboxes(is: Switches & Surroundings): Fault[] {
  if (is.SANDBOX === 'anyway') return [];
  const danger = hasRealProvider(is)
    ? 'stands beside a real provider'
    : is.PUBLIC_URL?.startsWith('https:')
      ? 'stands behind an https PUBLIC_URL'
      : undefined;
  if (!danger) return [];
  const reason = `a sandbox that ${danger} shows codes for real accounts; set it to off or to a provider, or force it with SANDBOX=anyway`;
  return (['SMS', 'WECHAT', 'PAYMENTS'] as const)
    .filter(name => is[name] === 'sandbox')
    .map(name => ({ name, reason }));
}

/** Every switch of a provider that is missing or unsafe, with the reason. */
export const findProviderFaults = (is: Switches & Surroundings): Fault[] => [
  ...findMissing(is),
  ...findPaymentFaults(is),
  ...findUnsafeSandboxes(is),
];

export type SmsSettings =
  | { readonly kind: 'sandbox' }
  | { readonly kind: 'off' }
  | { readonly kind: SmsProviderName; readonly account: SmsAccount };

export function smsSettings(is: Switches & Surroundings): SmsSettings {
  if (!isRealSms(is.SMS)) return { kind: is.SMS ?? unsetMeans(is) };
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

export function wechatSettings(is: Switches & Surroundings): WechatSettings {
  if (is.WECHAT !== 'real') return { kind: is.WECHAT ?? unsetMeans(is) };
  const account = {
    appId: is.WECHAT_MP_APP_ID ?? '',
    secret: is.WECHAT_MP_SECRET ?? '',
    token: is.WECHAT_MP_TOKEN ?? '',
    aesKey: is.WECHAT_MP_AES_KEY ?? null,
  };
  const { WECHAT_WEB_APP_ID: appId, WECHAT_WEB_SECRET: secret } = is;
  return { kind: 'real', account, website: appId && secret ? { appId, secret } : null };
}

export const paymentsOf = (is: Switches & Surroundings): PaymentSettings => paymentSettings(is, unsetMeans(is));

/**
 * Who may see the contents of a sandbox: `local` means requests from this machine to a local name, `key` anyone with the link that the
 * server prints at start.
 */
export type SandboxAudience = 'local' | 'key';

export const sandboxAudience = (is: Switches & Surroundings): SandboxAudience => (isOnlyLocal(is) ? 'local' : 'key');
