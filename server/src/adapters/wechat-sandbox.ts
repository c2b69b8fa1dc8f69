// A stand-in for WeChat: its QR codes and its login page lead to pages of our own, on which the visitor plays the phone.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import { personIdOf, type Wechat, type WechatIdentity } from './wechat.ts';

const appId = 'sandbox';
const codeLifeMs = 5 * 60_000;

interface Persona {
  readonly openId: string;
  readonly nickName: string | null;
}

/** The URL of a web page at `address`, which may be another host than ours. */
function pageAt(address: string, path: string, query: Record<string, string>): string {
  const url = new URL(address);
  url.search = '';
  url.hash = `${path}?${new URLSearchParams(query)}`;
  return url.href;
}

export const sandboxIdentity = ({ openId, nickName }: Persona): WechatIdentity => ({
  personId: personIdOf(appId, { openid: openId }),
  nickName,
});

/** The open id of a person of the sandbox. */
export const sandboxOpenId = (personId: string): string => personId.slice(appId.length + 1);
/** Common prefix of the ids of all sandbox persons. */
export const sandboxPrefix = `${appId}:`;
export const isSandboxPerson = (personId: string): boolean => personId.startsWith(sandboxPrefix);

const sign = (text: string, secret: Buffer) => createHmac('sha256', secret).update(`sandbox-code ${text}`).digest();

/** The code that WeChat's page would return: it names the person, is signed, and is valid for five minutes. */
export function makeSandboxCode(persona: Persona, secret: Buffer, now: Date): string {
  const text = Buffer.from(JSON.stringify([persona.openId, persona.nickName, now.getTime()])).toString('base64url');
  return `${text}.${sign(text, secret).toString('base64url')}`;
}

function readSandboxCode(code: string, secret: Buffer, now: Date): Persona {
  const [text = '', signature = ''] = code.split('.');
  const given = Buffer.from(signature, 'base64url');
  const wanted = sign(text, secret);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new AppError('WECHAT_FAILED');
  const [openId, nickName, madeAt] = JSON.parse(Buffer.from(text, 'base64url').toString());
  if (now.getTime() - madeAt > codeLifeMs) throw new AppError('WECHAT_FAILED');
  return { openId, nickName };
}

export const openSandboxWechat = ({ secret, now }: { secret: Buffer; now: () => Date }): Wechat => ({
  makeQr: async ({ scene, base }) => ({ ticket: `sandbox-${scene}`, qrText: pageAt(base, '/sandbox', { scene }) }),
  website: {
    appId,
    loginPage: (redirectUri, state) => pageAt(redirectUri, '/sandbox/wechat', { redirectUri, state }),
    identify: async code => sandboxIdentity(readSandboxCode(code, secret, now())),
  },
  callback: null,
});
