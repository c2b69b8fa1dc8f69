// WeChat login: a QR code that is polled, and the redirect to WeChat's own page, which returns with a code.
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { proofField, userSchema } from './accounts.ts';

export const qrPollMs = 3000;
export const qrLifeSeconds = 300;

/** TOKEN logs in; TO_BIND_PHONE needs a phone number for `key` first; EXPIRED asks for a new QR code. */
const wechatLoginSchema = z.object({
  type: z.enum(['WAITING', 'TOKEN', 'TO_BIND_PHONE', 'EXPIRED']),
  key: z.string().nullable(),
  user: userSchema.nullable(),
  token: z.string().nullable(),
});
export type WechatLogin = z.infer<typeof wechatLoginSchema>;

export const loginQrcode = defineRoute({
  method: 'GET',
  path: '/mp/qrcode/get-login-qrcode',
  summary: 'A QR code to log in with, good for five minutes',
  data: z.object({
    uuid: z.string(),
    ticket: z.string(),
    /** The text of the QR code, which the client draws. */
    qrText: z.string(),
    expiresInSeconds: z.number().int(),
  }),
});

export const checkLogin = defineRoute({
  method: 'GET',
  path: '/mp/qrcode/check-login',
  summary: 'What has become of a QR code; the browser that asked for it gets the login, once',
  query: z.object({ uuid: z.string().max(128) }),
  data: wechatLoginSchema,
});

export const bindWechat = defineRoute({
  method: 'POST',
  path: '/web/udUser/bindWechat',
  needsLogin: true,
  summary:
    'What has become of a QR code; the person who scanned it is bound to the account that is logged in, with a proof from the scan on',
  body: z.object({ uuid: z.string().max(128), proof: proofField }),
  data: z.object({ type: z.enum(['WAITING', 'BOUND', 'EXPIRED']) }),
});

export const unbindWechat = defineRoute({
  method: 'POST',
  path: '/web/udUser/unbindWechat',
  needsLogin: true,
  summary: 'WeChat no longer logs in to the account, which needs a phone number to log in with instead; needs a proof',
  body: z.object({ proof: proofField }).optional(),
  data: z.null(),
});

export const wechatToLogin = defineRoute({
  method: 'GET',
  path: '/web/ucenter/wx/tologin',
  summary: "Without a code: WeChat's login page and the app id. With the code and state it came back with: the login",
  query: z.object({
    /** The page to return to, without its hash. */
    redirectUri: z
      .url({ protocol: /^https?$/ })
      .max(1024)
      .optional(),
    code: z.string().max(512).optional(),
    state: z.string().max(128).optional(),
  }),
  data: z.union([z.object({ appId: z.string(), url: z.string(), state: z.string() }), wechatLoginSchema]),
});
