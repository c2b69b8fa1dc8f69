// Accounts: login, registration, passwords, the details of a person, and the devices that are logged in.
import { z } from 'zod';
import type { AccountRule } from '../account-errors.ts';
import {
  codeField,
  newPasswordField,
  nicknameField,
  optionalNicknameField,
  optionalUsernameField,
  phoneField,
  usernameField,
} from '../account-fields.ts';
import { judgeAccountName, judgeCode, judgeKnownPassword, judgePhone } from '../account-rules.ts';
import { defineRoute } from '../route.ts';
import { optionalField } from '../sent-fields.ts';

/** Seconds until another code can be requested; the button counts them down. */
export const codeIntervalSeconds = 59;
export const codeLifeSeconds = 300;

export const userSchema = z.object({
  id: z.uuid(),
  username: z.string().nullable(),
  nickName: z.string(),
  /** Alias of nickName for clients that use this spelling. */
  nickname: z.string(),
  avatar: z.string().nullable(),
  /** MALE = 1, FEMALE = 0. */
  gender: z.union([z.literal(0), z.literal(1)]).nullable(),
  mobile: z.string().nullable(),
  hasPassword: z.boolean(),
  isWechatBound: z.boolean(),
  shareCode: z.string(),
  edition: z.object({ mealName: z.string() }).nullable(),
  coin: z.number().int(),
  /** The coins that are not held for results still to be downloaded. */
  coinLeft: z.number().int(),
  /** Spent of orders that were refunded since; whatever comes in pays it first. The same for uses. */
  coinOwed: z.number().int(),
  useOwed: z.number().int(),
  /** 1 means VIP. */
  isMember: z.union([z.literal(0), z.literal(1)]),
  useMaxNum: z.number().int().nullable(),
  memberCreateTime: z.iso.datetime().nullable(),
  memberEndTime: z.iso.datetime().nullable(),
  memberType: z.string().nullable(),
  functionUserList: z.array(z.string()),
});
export type User = z.infer<typeof userSchema>;

const loginSchema = z.object({ token: z.string(), user: userSchema });
export type Login = z.infer<typeof loginSchema>;

/**
 * Proves that a call with a token comes from the owner of the account: the password, or a code sent to the account's current number. One of them must
 * be set; a call that needs a proof and gets none is refused with PROOF_NEEDED, whose details list the `proofs` that the account has.
 */
export const proofField = z
  .object({ password: z.string().max(1024).nullish(), code: z.string().max(64).nullish() })
  .nullish();

/** Blank or missing if there is none. */
const agentCodeField = z
  .string()
  .regex(/^[\w-]{0,64}$/)
  .nullish();
const shareCodeField = z
  .string()
  .regex(/^(?:[A-Za-z\d]{4,32})?$/)
  .nullish();
const captchaVO = z.object({ captchaVerification: z.string().max(2048).nullish() });

export const publicKey = defineRoute({
  method: 'GET',
  path: '/web/publicKey',
  summary: 'The key (JWK, RSA-OAEP-SHA256) that passwords may be sealed with; a seal is good once, for five minutes',
  data: z.object({
    kty: z.literal('RSA'),
    n: z.string(),
    e: z.string(),
    alg: z.literal('RSA-OAEP-256'),
    use: z.literal('enc'),
    kid: z.string(),
    key_ops: z.array(z.string()),
    ext: z.literal(true),
  }),
});

export const sendCode = defineRoute({
  method: 'POST',
  path: '/web/sendCode',
  summary: 'Send a verification code to a phone number; needs a solved captcha',
  body: z.object({ mobile: phoneField, captchaVO: captchaVO.nullish() }),
  data: z.object({ expiresInSeconds: z.number().int(), retryInSeconds: z.number().int() }),
});

const isSent = (...fields: (string | null | undefined)[]) => fields.some(field => typeof field === 'string');

/** Fields of two ways to log in must not be combined; blank fields count as absent. */
function checkLogin(context: { value: LoginForm; issues: unknown[] }): void {
  const { username, password, mobile, code } = context.value;
  const type = Number(context.value.type ?? 0);
  const isByPassword = Boolean(username || password);
  const isByCode = Boolean(mobile || code);
  const isContradicted = (isByPassword && (isByCode || type === 1)) || (isByCode && type === 2);
  const isCodeForm = type === 1 || (type === 0 && isSent(mobile, code) && !isSent(username, password));
  const refuse = (path: string, rule: AccountRule | undefined) =>
    rule && context.issues.push({ code: 'custom', path: [path], input: context.value, params: { rule } });
  if (isContradicted) refuse('type', 'LOGIN_CONTRADICTED');
  else if (isByCode || (isCodeForm && !isByPassword)) {
    refuse('mobile', judgePhone(mobile ?? ''));
    refuse('code', judgeCode(code ?? ''));
  } else {
    refuse('username', judgeAccountName(username ?? ''));
    refuse('password', judgeKnownPassword(password ?? ''));
  }
}

const typedText = z.string().max(1024).nullish();
const loginForm = z.object({
  username: typedText,
  password: typedText,
  mobile: typedText,
  code: typedText,
  /** 2: by password, 1: by code; optional. */
  type: optionalField(z.union([z.literal(1), z.literal(2), z.enum(['1', '2'])])),
  agentCode: agentCodeField,
  shareCode: shareCodeField,
});
type LoginForm = z.infer<typeof loginForm>;

export const userLogin = defineRoute({
  method: 'POST',
  path: '/web/udUser/userLogin',
  summary: 'Log in by username (or mobile) and password (type 2), or by mobile and code (type 1)',
  body: loginForm.check(checkLogin),
  data: loginSchema,
});

export const registerUser = defineRoute({
  method: 'POST',
  path: '/web/udUser/registUser',
  summary: 'Make an account with a phone number, its code and a password',
  body: z.object({
    mobile: phoneField,
    code: codeField,
    password: newPasswordField,
    username: optionalUsernameField,
    nickName: optionalNicknameField,
    /** False is refused: the user agreement must be accepted. */
    agree: z
      .boolean()
      .optional()
      .refine(agree => agree !== false, { params: { rule: 'AGREEMENT_MISSING' satisfies AccountRule } }),
    agentCode: agentCodeField,
    shareCode: shareCodeField,
  }),
  data: loginSchema,
});

export const checkMobile = defineRoute({
  method: 'POST',
  path: '/web/udUser/mobileCheck',
  summary: 'Prove a phone number by its code; the key sets a new password within ten minutes',
  body: z.object({ mobile: phoneField, code: codeField }),
  data: z.object({ key: z.string() }),
});

export const resetPassword = defineRoute({
  method: 'POST',
  path: '/web/udUser/updatePassWord',
  summary: 'Set a forgotten password anew, with a code or with the key of mobileCheck; ends every login of the account',
  body: z.object({
    mobile: phoneField,
    code: z.string().max(64).nullish(),
    key: z.string().max(128).nullish(),
    password: newPasswordField,
    /** Also unbinds the WeChat that logs in to the account. */
    unbindWechat: z.boolean().nullish(),
  }),
  data: z.null(),
});

export const changePassword = defineRoute({
  method: 'POST',
  path: '/web/udUser/updateResourcePassWord',
  needsLogin: true,
  summary:
    'Change the password with the old one or another proof, which ends every login; or set the first one, which ends every other one',
  body: z.object({
    /** The same as `proof.password`. */
    oldPassword: z.string().max(1024).nullish(),
    proof: proofField,
    newPassword: newPasswordField,
    /** False keeps the logins of this and other devices. */
    endLogins: z.boolean().nullish(),
    /** Also unbinds the WeChat that logs in to the account. */
    unbindWechat: z.boolean().nullish(),
  }),
  data: z.null(),
});

export const userInfo = defineRoute({
  method: 'POST',
  path: '/web/udUser/info',
  needsLogin: true,
  summary: 'The user who is logged in',
  data: userSchema,
});

export const updateInfo = defineRoute({
  method: 'POST',
  path: '/web/udUser/update/info',
  needsLogin: true,
  summary: 'Change nickname, avatar (the path of an upload, or null), gender or username',
  body: z.object({
    nickName: nicknameField.nullish(),
    /** Alias of nickName. */
    nickname: nicknameField.nullish(),
    username: usernameField.nullish(),
    /** The path of an upload, null for no avatar, or the current picture, which is then kept. */
    avatar: z.string().max(512).nullish(),
    /** Null for none. */
    gender: z
      .union([z.literal(0), z.literal(1), z.enum(['0', '1']).transform(sent => (sent === '1' ? 1 : 0))])
      .nullish(),
  }),
  data: userSchema,
});

export const bindPhone = defineRoute({
  method: 'POST',
  path: '/web/udUser/newPhoneNum',
  summary:
    'Bind a phone number: to the WeChat login that `key` stands for, or to the account that is logged in, with a proof when it has one already',
  body: z.object({
    phone: phoneField,
    code: codeField,
    key: z.string().max(128).nullish(),
    thirdType: z.union([z.string().max(32), z.number()]).nullish(),
    proof: proofField,
    agentCode: agentCodeField,
    shareCode: shareCodeField,
  }),
  data: loginSchema,
});

export const logout = defineRoute({
  method: 'POST',
  path: '/web/udUser/logout',
  summary: 'End this login',
  data: z.null(),
});

const deviceSchema = z.object({
  id: z.uuid(),
  /** Browser and system in plain words, from the User-Agent header. */
  name: z.string(),
  isThisOne: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
});
export type Device = z.infer<typeof deviceSchema>;

export const listDevices = defineRoute({
  method: 'GET',
  path: '/web/udUser/devices',
  needsLogin: true,
  summary: 'Where this account is logged in, this device first',
  data: z.object({ list: z.array(deviceSchema), total: z.number().int() }),
});

export const endDevices = defineRoute({
  method: 'POST',
  path: '/web/udUser/devices/logout',
  needsLogin: true,
  summary: 'End one login by its id, or all but this one',
  body: z.object({ id: z.uuid().optional() }),
  data: z.null(),
});

export const exportAccount = defineRoute({
  method: 'GET',
  path: '/web/udUser/export',
  needsLogin: true,
  summary: 'Everything the server keeps about the account',
  data: z.record(z.string(), z.unknown()),
});

export const deleteAccount = defineRoute({
  method: 'POST',
  path: '/web/udUser/delete',
  needsLogin: true,
  summary: 'Delete the account and its files for good; needs a proof',
  body: z.object({
    proof: proofField,
    /** The same as `proof.password` and `proof.code`. */
    password: z.string().max(1024).nullish(),
    code: z.string().max(64).nullish(),
  }),
  data: z.null(),
});
