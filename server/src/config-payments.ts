// The switches for payments: which providers are configured, or whether the sandbox cashier simulates them.
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { AlipayAccount } from './adapters/pay-alipay.ts';
import type { PaypalAccount } from './adapters/pay-paypal-calls.ts';
import type { WechatPayAccount } from './adapters/pay-wechat-calls.ts';

const text = z.string().trim().optional();

/** A key as PEM, as the base64 body of a PEM (the form Alipay hands out), or the path of a file that contains either. */
function readKey(given: string, kind: 'PRIVATE' | 'PUBLIC'): KeyObject {
  const bare = /^[A-Za-z0-9+/=\s]{200,}$/.test(given);
  const found = bare || given.includes('-----BEGIN') ? given : readFileSync(given, 'utf8');
  const pem = found.includes('-----BEGIN')
    ? found.replaceAll('\\n', '\n')
    : `-----BEGIN ${kind} KEY-----\n${found.replace(/\s+/g, '').replace(/.{64}/g, '$&\n')}\n-----END ${kind} KEY-----\n`;
  return kind === 'PRIVATE' ? createPrivateKey(pem) : createPublicKey(pem);
}

const keyOf = (kind: 'PRIVATE' | 'PUBLIC') =>
  z
    .string()
    .trim()
    .transform((given, context) => {
      try {
        return readKey(given, kind);
      } catch {
        // The reason may contain the key.
        context.addIssue({
          code: 'custom',
          message: `must be a ${kind.toLowerCase()} key: PEM, its base64, or a file's path`,
        });
        return z.NEVER;
      }
    })
    .optional();

export const paymentSwitches = {
  PAYMENTS: z.enum(['sandbox', 'real', 'off']).optional(),
  WXPAY_MCH_ID: text,
  WXPAY_APP_ID: text,
  WXPAY_SERIAL_NO: text,
  WXPAY_PRIVATE_KEY: keyOf('PRIVATE'),
  WXPAY_API_V3_KEY: z.string().trim().length(32, 'must have 32 characters').optional(),
  WXPAY_PUBLIC_KEY_ID: text,
  WXPAY_PUBLIC_KEY: keyOf('PUBLIC'),
  WXPAY_URL: z.url({ protocol: /^https?$/ }).default('https://api.mch.weixin.qq.com'),
  ALIPAY_APP_ID: text,
  ALIPAY_SELLER_ID: text,
  ALIPAY_PRIVATE_KEY: keyOf('PRIVATE'),
  ALIPAY_PUBLIC_KEY: keyOf('PUBLIC'),
  ALIPAY_URL: z.url({ protocol: /^https?$/ }).default('https://openapi.alipay.com/gateway.do'),
  PAYPAL_CLIENT_ID: text,
  PAYPAL_SECRET: text,
  PAYPAL_WEBHOOK_ID: text,
  PAYPAL_URL: z.url({ protocol: /^https?$/ }).default('https://api-m.paypal.com'),
};
const schema = z.object(paymentSwitches);
export type PaymentSwitches = z.output<typeof schema>;
type SwitchName = keyof PaymentSwitches;

const neededOf = {
  wechat: ['WXPAY_MCH_ID', 'WXPAY_APP_ID', 'WXPAY_SERIAL_NO', 'WXPAY_PRIVATE_KEY', 'WXPAY_API_V3_KEY'],
  alipay: ['ALIPAY_APP_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY'],
  paypal: ['PAYPAL_CLIENT_ID', 'PAYPAL_SECRET', 'PAYPAL_WEBHOOK_ID'],
} as const satisfies Record<string, readonly SwitchName[]>;
type Way = keyof typeof neededOf;
const ways = Object.keys(neededOf) as Way[];

const isBegun = (is: PaymentSwitches, way: Way) => neededOf[way].some(name => is[name] !== undefined);
const isWhole = (is: PaymentSwitches, way: Way) => neededOf[way].every(name => is[name] !== undefined);

export interface PaymentFault {
  readonly name: SwitchName;
  readonly reason: string;
}

/** All switches of a payment provider that are missing although others of that provider are set. */
export function findPaymentFaults(is: PaymentSwitches): PaymentFault[] {
  if (is.PAYMENTS !== 'real') return [];
  const missing = ways
    .filter(way => isBegun(is, way))
    .flatMap(way => neededOf[way].filter(name => is[name] === undefined))
    .map(name => ({ name, reason: 'is needed with the other switches of its provider' }));
  const hasHalfKey = (is.WXPAY_PUBLIC_KEY === undefined) !== (is.WXPAY_PUBLIC_KEY_ID === undefined);
  return [
    ...missing,
    ...(hasHalfKey ? [{ name: 'WXPAY_PUBLIC_KEY' as const, reason: 'and WXPAY_PUBLIC_KEY_ID go together' }] : []),
    ...(ways.some(way => isBegun(is, way))
      ? []
      : [{ name: 'PAYMENTS' as const, reason: 'is real, and no provider is set: see WXPAY_…, ALIPAY_… and PAYPAL_…' }]),
  ];
}

export type PaymentSettings =
  | { readonly kind: 'sandbox' }
  | { readonly kind: 'off' }
  | {
      readonly kind: 'real';
      readonly wechat: WechatPayAccount | null;
      readonly alipay: AlipayAccount | null;
      readonly paypal: PaypalAccount | null;
    };

export function paymentSettings(is: PaymentSwitches, unsetMeans: 'sandbox' | 'off'): PaymentSettings {
  if (is.PAYMENTS !== 'real') return { kind: is.PAYMENTS ?? unsetMeans };
  const publicPem = is.WXPAY_PUBLIC_KEY?.export({ type: 'spki', format: 'pem' }).toString();
  return {
    kind: 'real',
    wechat: isWhole(is, 'wechat')
      ? {
          mchId: is.WXPAY_MCH_ID!,
          appId: is.WXPAY_APP_ID!,
          serialNo: is.WXPAY_SERIAL_NO!,
          privateKey: is.WXPAY_PRIVATE_KEY!,
          apiV3Key: is.WXPAY_API_V3_KEY!,
          publicKey: publicPem && is.WXPAY_PUBLIC_KEY_ID ? { id: is.WXPAY_PUBLIC_KEY_ID, pem: publicPem } : null,
          endpoint: is.WXPAY_URL,
        }
      : null,
    alipay: isWhole(is, 'alipay')
      ? {
          appId: is.ALIPAY_APP_ID!,
          sellerId: is.ALIPAY_SELLER_ID ?? null,
          privateKey: is.ALIPAY_PRIVATE_KEY!,
          alipayPublicKey: is.ALIPAY_PUBLIC_KEY!,
          endpoint: is.ALIPAY_URL,
        }
      : null,
    paypal: isWhole(is, 'paypal')
      ? {
          clientId: is.PAYPAL_CLIENT_ID!,
          secret: is.PAYPAL_SECRET!,
          webhookId: is.PAYPAL_WEBHOOK_ID!,
          endpoint: is.PAYPAL_URL.replace(/\/$/, ''),
        }
      : null,
  };
}
