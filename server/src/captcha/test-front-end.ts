// For tests: follows AJ-Captcha's own Vue page (VerifySlide, VerifyPoints, utils/ase.js) step by step, with its own copy of the encryption.
import { createCipheriv } from 'node:crypto';
import type { CaptchaChallenge, CaptchaReply, CaptchaType } from 'contract/routes/captcha.ts';
import type { TestServer } from '../../testing/server.ts';

/** CryptoJS.AES.encrypt(word, Utf8.parse(key), {mode: ECB, padding: Pkcs7}).toString() */
export function aesEncrypt(word: string, keyWord: string): string {
  const cipher = createCipheriv('aes-128-ecb', Buffer.from(keyWord, 'utf8'), null);
  return cipher.update(word, 'utf8', 'base64') + cipher.final('base64');
}

export type Reply<T = Record<string, unknown>> = CaptchaReply<T>;

export async function post<T>(
  server: TestServer,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Reply<T> }> {
  const reply = await fetch(new URL(path, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-Requested-With': 'XMLHttpRequest', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: reply.status, body: (await reply.json()) as Reply<T> };
}

let pages = 0;
/** The id that a new browser invents and keeps in `localStorage`. */
export const makeClientUid = () => `slider-test-${process.pid}-${pages++}`;

export async function getCaptcha(
  server: TestServer,
  captchaType: CaptchaType,
  clientUid: string | null = makeClientUid(),
  headers: Record<string, string> = {},
  more: Record<string, unknown> = {},
): Promise<CaptchaChallenge> {
  const { body } = await post<CaptchaChallenge>(
    server,
    '/captcha/get',
    { captchaType, clientUid, ts: Date.now(), ...more },
    headers,
  );
  if (body.repCode !== '0000' || !body.repData) throw new Error(`no captcha: ${JSON.stringify(body)}`);
  return body.repData;
}

/** The correct answer, read from the database. */
export async function readAnswer(server: TestServer, token: string): Promise<readonly { x: number; y: number }[]> {
  const query = server.parts.database.selectFrom('captcha').select('answer').where('token', '=', token);
  return (await query.executeTakeFirstOrThrow()).answer;
}

/** The page's `end()` or third click: sends the answer and returns the verification for the form. */
export async function check(
  server: TestServer,
  challenge: CaptchaChallenge,
  points: unknown,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<{ repCode: string; repMsg: string | null; captchaVerification: string }> {
  const { captchaType, secretKey, token } = challenge;
  const json = JSON.stringify(points);
  const captchaVerification = aesEncrypt(`${token}---${json}`, secretKey);
  const sent = { captchaType, pointJson: aesEncrypt(json, secretKey), token, ...more };
  const { body } = await post(server, '/captcha/check', sent, headers);
  return { repCode: body.repCode, repMsg: body.repMsg, captchaVerification };
}
