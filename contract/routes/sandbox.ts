// The sandbox: captured messages, and a simulated WeChat. Absent where neither is simulated.
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { currencies, payTypes } from './orders.ts';

/** Carries the key from the link that the server prints at start, if the sandbox is reachable from other machines. */
export const sandboxKeyHeader = 'sandboxkey';

const personaFields = {
  /** The person who scans; absent for a new person. */
  openId: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
  nickName: z.string().trim().min(1).max(40).optional(),
};

const sandboxSchema = z.object({
  /** Which services are simulated; the others are real or off. */
  plays: z.object({ sms: z.boolean(), wechat: z.boolean(), payments: z.boolean() }),
  /** False without the key: then only the QR code named in the query is shown, and only a new person can scan it. */
  isOpen: z.boolean(),
  /** The latest first. */
  sms: z.array(z.object({ mobile: z.string(), code: z.string(), text: z.string(), createdAt: z.iso.datetime() })),
  /** QR codes that wait for a scan, the latest first. */
  wechat: z.array(z.object({ scene: z.string(), createdAt: z.iso.datetime(), expiresAt: z.iso.datetime() })),
  /** People who have scanned before; known means that they have an account. */
  people: z.array(z.object({ openId: z.string(), nickName: z.string().nullable(), isKnown: z.boolean() })),
});
export type Sandbox = z.infer<typeof sandboxSchema>;

export const sandbox = defineRoute({
  method: 'GET',
  path: '/sandbox',
  summary:
    'Messages that were not sent, and QR codes that wait for a scan. A browser is led to the page that shows them',
  query: z.object({
    /** The QR code that a phone opened. */
    scene: z.string().max(128).optional(),
  }),
  data: sandboxSchema,
});

export const sandboxScan = defineRoute({
  method: 'POST',
  path: '/sandbox/wechat/scan',
  summary: 'Play the phone: scan a QR code that waits',
  body: z.object({ scene: z.string().max(128), ...personaFields }),
  data: z.object({ openId: z.string() }),
});

export const sandboxAuthorize = defineRoute({
  method: 'POST',
  path: '/sandbox/wechat/authorize',
  summary: "Play WeChat's log-in page: the code that it goes back with",
  body: z.object(personaFields),
  data: z.object({ code: z.string() }),
});

const cashierSchema = z.object({
  /** First the one that the query names, then pending ones, latest first. */
  payments: z.array(
    z.object({
      orderNo: z.string(),
      payType: z.enum(payTypes),
      amount: z.number().int(),
      currency: z.enum(currencies),
      title: z.string(),
      state: z.enum(['open', 'paid', 'closed']),
    }),
  ),
});
export type SandboxCashier = z.infer<typeof cashierSchema>;

const orderNo = z.string().max(64);

export const sandboxCashier = defineRoute({
  method: 'GET',
  path: '/sandbox/cashier',
  summary: 'Payments that wait at the sandbox cashier, where PAYMENTS is sandbox. No money moves',
  query: z.object({ orderNo: orderNo.optional() }),
  data: cashierSchema,
});

export const sandboxPay = defineRoute({
  method: 'POST',
  path: '/sandbox/cashier/pay',
  summary: 'Play the payer: the payment is reported as a provider would',
  body: z.object({ orderNo }),
  data: z.null(),
});
