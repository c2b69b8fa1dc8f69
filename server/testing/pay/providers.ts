// The three payment providers as stand-ins, and the switches of a server that takes payments by them.
import type { KeyObject } from 'node:crypto';
import { startAlipay } from './alipay.ts';
import { startPaypal } from './paypal.ts';
import { startWechatPay } from './wechat.ts';

const pem = (key: KeyObject, type: 'pkcs8' | 'spki') => key.export({ type, format: 'pem' } as never).toString();

export async function startProviders() {
  const now = () => new Date();
  const [wechat, alipay, paypal] = await Promise.all([
    startWechatPay({ now, proof: 'certificate' }),
    startAlipay(),
    startPaypal({ now }),
  ]);
  return {
    standIns: { wechat, alipay, paypal },
    environment: {
      MEMBERSHIP: 'on',
      SANDBOX: 'anyway',
      PAYMENTS: 'real',
      PUBLIC_URL: 'https://shop.example',
      WXPAY_MCH_ID: wechat.account.mchId,
      WXPAY_APP_ID: wechat.account.appId,
      WXPAY_SERIAL_NO: wechat.account.serialNo,
      WXPAY_PRIVATE_KEY: pem(wechat.account.privateKey, 'pkcs8'),
      WXPAY_API_V3_KEY: wechat.account.apiV3Key,
      WXPAY_URL: wechat.url,
      ALIPAY_APP_ID: alipay.account.appId,
      ALIPAY_SELLER_ID: alipay.account.sellerId!,
      // As Alipay's tool shows it: base64 alone.
      ALIPAY_PRIVATE_KEY: pem(alipay.account.privateKey, 'pkcs8').replace(/-----[^-]+-----|\s/g, ''),
      ALIPAY_PUBLIC_KEY: pem(alipay.account.alipayPublicKey, 'spki'),
      ALIPAY_URL: alipay.account.endpoint,
      PAYPAL_CLIENT_ID: paypal.account.clientId,
      PAYPAL_SECRET: paypal.account.secret,
      PAYPAL_WEBHOOK_ID: paypal.account.webhookId,
      PAYPAL_URL: paypal.url,
    },
    stop: async () => void (await Promise.all([wechat.stop(), alipay.stop(), paypal.stop()])),
  };
}
export type StandIns = Awaited<ReturnType<typeof startProviders>>['standIns'];
