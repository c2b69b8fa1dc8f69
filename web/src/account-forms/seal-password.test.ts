// Tests sealed passwords against a server that opens them, from a browser whose clock is right, wrong, or without cryptography.
import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '../failures/call-error.ts';
import { sendSealed } from './seal-password.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const reply = (data: unknown) =>
  new Response(JSON.stringify({ code: 200, msg: 'ok', data }), { headers: { 'content-type': 'application/json' } });
const refusal = (error: string) =>
  new CallError({ status: 400, code: 400, error, msg: error, details: null, retryAfterSeconds: null });

/** Returns the password and the time in a seal, or the text itself. */
function open(sent: string): { p: string; t?: number } {
  if (!sent.startsWith('rsa:')) return { p: sent };
  const key = { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  return JSON.parse(privateDecrypt(key, Buffer.from(sent.slice(4), 'base64')).toString());
}

/** Every call that arrived, as the server read it. */
let arrived: { p: string; t?: number }[][];
/** Accepts no seal whose time is more than a minute off, as the server does. */
async function change(...passwords: string[]): Promise<string> {
  const read = passwords.map(open);
  arrived.push(read);
  if (read.some(({ t }) => t !== undefined && Math.abs(t - serverTime) > 60_000)) throw refusal('PASSWORD_SEAL_BAD');
  return read.map(({ p }) => p).join(' ');
}
const serverTime = Date.now();

beforeEach(() => {
  arrived = [];
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', async () => reply(publicKey.export({ format: 'jwk' })));
  vi.useFakeTimers({ toFake: ['Date'], now: serverTime });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

test('every password of a call is sealed, and an empty one stays empty', async () => {
  const said = await sendSealed(async seal => change(await seal('old'), await seal('new'), await seal('')));
  expect(said).toBe('old new ');
  expect(arrived).toEqual([[{ p: 'old', t: serverTime }, { p: 'new', t: serverTime }, { p: '' }]]);
});

test('a browser whose clock is ten minutes off sends the passwords plainly once its seals are refused', async () => {
  vi.setSystemTime(serverTime + 600_000);
  const said = await sendSealed(async seal => change(await seal('old'), await seal('new')));
  expect(said).toBe('old new');
  expect(arrived.map(read => read.map(({ t }) => t !== undefined))).toEqual([
    [true, true],
    [false, false],
  ]);
});

test('any other refusal is the answer, and nothing is sent again', async () => {
  const send = vi.fn(async () => Promise.reject(refusal('OLD_PASSWORD_WRONG')));
  await expect(sendSealed(send)).rejects.toMatchObject({ error: 'OLD_PASSWORD_WRONG' });
  expect(send).toHaveBeenCalledTimes(1);
});

test('without cryptography, as on plain http, the password is sent as it is', async () => {
  vi.stubGlobal('crypto', {});
  expect(await sendSealed(async seal => change(await seal('old')))).toBe('old');
  expect(arrived).toEqual([[{ p: 'old' }]]);
});
