// Tests the QR login against every kind of server response.
import type { User } from 'contract/routes/accounts.ts';
import type { WechatLogin } from 'contract/routes/wechat.ts';
import { expect, test } from 'vitest';
import { CallError } from '../failures/call-error.ts';
import { type QrCalls, readWechatLogin, type Scanned, scanQr } from './scan-qr.ts';

const user = { id: 'one' } as User;
const answer = (type: WechatLogin['type'], rest: Partial<WechatLogin> = {}): WechatLogin => ({
  type,
  key: null,
  user: null,
  token: null,
  ...rest,
});
const fail = (status: number, retryAfterSeconds: number | null = null) =>
  new CallError({ status, code: status, error: 'X', msg: `x${status}`, details: null, retryAfterSeconds });

/** Plays back lists of responses and records the calls. */
function play(asked: readonly (string | Error)[], checked: readonly (WechatLogin | Error)[]) {
  const seen: string[] = [];
  const stop = new AbortController();
  const asks = [...asked];
  const checks = [...checked];
  const next = <T>(list: (T | Error)[]): T => {
    const one = list.shift();
    if (one === undefined) stop.abort(new Error('closed'));
    stop.signal.throwIfAborted();
    if (one instanceof Error) throw one;
    return one as T;
  };
  const calls: QrCalls<Scanned> = {
    ask: async () => {
      seen.push('ask');
      const uuid = next(asks);
      return { uuid, qrText: `text ${uuid}` };
    },
    check: async uuid => {
      seen.push(`check ${uuid}`);
      const told = next(checks);
      const found = readWechatLogin(told);
      return told.type === 'WAITING' ? 'WAITING' : found && { found };
    },
    pause: async (ms, signal) => {
      seen.push(`pause ${ms}`);
      signal.throwIfAborted();
    },
    untilSeen: async () => {
      seen.push('seen');
    },
  };
  return {
    seen,
    stop,
    run: () => scanQr(calls, (...shown) => seen.push(['show', ...shown.filter(Boolean)].join(' ')), stop.signal),
  };
}

test('polls every three seconds, only while the page is visible, until the login succeeds', async () => {
  const { run, seen } = play(['a'], [answer('WAITING'), answer('TOKEN', { token: 't', user })]);
  expect(await run()).toEqual({ login: { token: 't', user } });
  const turn = ['pause 3000', 'seen', 'check a'];
  expect(seen).toEqual(['ask', 'show text a', ...turn, ...turn]);
});

test('a scan by a new user returns the key for binding a phone number', async () => {
  const { run } = play(['a'], [answer('TO_BIND_PHONE', { key: 'k' })]);
  expect(await run()).toEqual({ key: 'k' });
});

test('any other response requests the next code', async () => {
  const { run, seen } = play(['a', 'b'], [answer('EXPIRED'), answer('TO_BIND_PHONE', { key: 'k' })]);
  await run();
  expect(seen.filter(line => /ask|show/.test(line))).toEqual(['ask', 'show text a', 'show', 'ask', 'show text b']);
});

test('a failed request is shown and repeated when the server allows it; an unknown code is replaced', async () => {
  const { run, seen } = play(
    [fail(503), fail(429, 20), 'a', 'b'],
    [fail(0), answer('WAITING'), fail(404), answer('TO_BIND_PHONE', { key: 'k' })],
  );
  await run();
  const failures = ['ask', 'show x503', 'pause 3000', 'ask', 'show x429', 'pause 20000'];
  expect(seen.slice(0, 8)).toEqual([...failures, 'ask', 'show text a']);
  expect(seen.filter(line => line.startsWith('check'))).toEqual(['check a', 'check a', 'check a', 'check b']);
});

test('closing the panel ends the wait at any time', async () => {
  const { run, stop, seen } = play(['a'], [answer('WAITING')]);
  await expect(run()).rejects.toThrow('closed');
  expect(seen.filter(line => line === 'check a')).toHaveLength(2);
  const early = play(['a'], []);
  early.stop.abort(new Error('closed'));
  await expect(early.run()).rejects.toThrow('closed');
  expect(early.seen).toEqual([]);
  expect(stop.signal.aborted).toBe(true);
});

test('a response without the required fields has no result', () => {
  expect(readWechatLogin(answer('TOKEN', { token: 't' }))).toBeUndefined();
  expect(readWechatLogin(answer('TO_BIND_PHONE'))).toBeUndefined();
  expect(readWechatLogin(answer('WAITING'))).toBeUndefined();
});
