// Opens the external services according to the switches: an SMS sender, WeChat, and the payment methods.

import { openAlipay } from './adapters/pay-alipay.ts';
import { openPaypal } from './adapters/pay-paypal.ts';
import { type Cashier, openSandboxPay } from './adapters/pay-sandbox.ts';
import { openWechatPay } from './adapters/pay-wechat.ts';
import { type PaymentProvider, type ProviderName, providerNames } from './adapters/payment.ts';
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
import { cashierOf } from './sandbox/cashier.ts';
import { keepSms } from './sandbox/sms-queries.ts';

const smsProviders = { aliyun: aliyunSms, tencent: tencentSms, twilio: twilioSms };

export function openSms({ config, log, database, now }: Pick<Parts, 'config' | 'log' | 'database' | 'now'>): Sms {
  const { sms } = config;
  if (sms.kind === 'off') return offSms;
  if (sms.kind === 'sandbox')
    return openSandboxSms(({ mobile, code, text }) => keepSms(database, { mobile, code, text, createdAt: now() }));
  return openProviderSms(smsProviders[sms.kind](sms.account), sms.account, { log, now });
}

/** Null if WeChat is off. */
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

/** The payment methods; none without membership. */
export function openPayments({
  config,
  log,
  secret,
  now,
  database,
}: Pick<Parts, 'config' | 'log' | 'secret' | 'now' | 'database'>): ReadonlyMap<ProviderName, PaymentProvider> {
  const { payments, membership, publicUrl } = config;
  if (!membership || payments.kind === 'off') return new Map();
  const around = { log, now };
  if (payments.kind === 'sandbox') {
    const cashier: Cashier = cashierOf(database);
    // Without a host if the server does not know its own URL: each payer is shown the one that they use.
    const cashierUrl = (orderNo: string) => `${publicUrl ?? ''}/#/sandbox/cashier?order=${orderNo}`;
    return new Map(providerNames.map(name => [name, openSandboxPay(name, { cashier, secret, cashierUrl })]));
  }
  const opened = [
    payments.wechat && openWechatPay(payments.wechat, around),
    payments.alipay && openAlipay(payments.alipay, around),
    payments.paypal && openPaypal(payments.paypal, around),
  ];
  return new Map(opened.flatMap(provider => (provider ? [[provider.name, provider] as const] : [])));
}
