// Opens the services that log-ins need, as the switches say: a sender of SMS, and WeChat.
import { offSms, openSandboxSms, type Sms } from './adapters/sms.ts';
import { aliyunSms } from './adapters/sms-aliyun.ts';
import { openProviderSms } from './adapters/sms-provider.ts';
import { tencentSms } from './adapters/sms-tencent.ts';
import { twilioSms } from './adapters/sms-twilio.ts';
import type { Wechat } from './adapters/wechat.ts';
import { openAccount } from './adapters/wechat-account.ts';
import { openSandboxWechat } from './adapters/wechat-sandbox.ts';
import { openWebsite } from './adapters/wechat-website.ts';
import type { Parts } from './parts.ts';
import { keepSms } from './sandbox/store.ts';

const smsProviders = { aliyun: aliyunSms, tencent: tencentSms, twilio: twilioSms };

export function openSms({ config, log, database, now }: Pick<Parts, 'config' | 'log' | 'database' | 'now'>): Sms {
  const { sms } = config;
  if (sms.kind === 'off') return offSms;
  if (sms.kind === 'sandbox')
    return openSandboxSms(({ mobile, code, text }) => keepSms(database, { mobile, code, text, createdAt: now() }));
  return openProviderSms(smsProviders[sms.kind](sms.account), sms.account, { log, now });
}

/** Null where WeChat is off. */
export function openWechat({
  config,
  log,
  secret,
  now,
}: Pick<Parts, 'config' | 'log' | 'secret' | 'now'>): Wechat | null {
  const { wechat } = config;
  if (wechat.kind !== 'real') return wechat.kind === 'off' ? null : openSandboxWechat({ secret, now });
  const website = wechat.website && openWebsite(wechat.website, { log });
  return { ...openAccount(wechat.account, { log, now }), website };
}
