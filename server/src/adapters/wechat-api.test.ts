// The official account and the website app against a server that responds like WeChat's: tokens, refusals, silence, union ids.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openAccount } from './wechat-account.ts';
import { openWebsite } from './wechat-website.ts';

type Reply = Record<string, unknown> | string | 'nothing';
interface Asked {
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
}

let server: Server;
let endpoint: string;
let asked: Asked[];
let answers: Record<string, (asked: Asked) => Reply>;
let lines: string[];
let clock: Date;

const log = pino({}, { write: (line: string) => void lines.push(line) });
const now = () => clock;
const account = (timeoutMs = 10_000) =>
  openAccount({ appId: 'wxmp', secret: 'mp-secret', token: 't', aesKey: null }, { log, now, endpoint, timeoutMs });
const website = () => openWebsite({ appId: 'wxweb', secret: 'web-secret' }, { log, endpoint });
const timesAsked = (path: string) => asked.filter(one => one.path === path).length;
const failed = { code: 'WECHAT_FAILED' };

beforeEach(async () => {
  asked = [];
  lines = [];
  clock = new Date('2026-01-01T00:00:00Z');
  let tokens = 0;
  answers = {
    '/cgi-bin/stable_token': () => ({ access_token: `token-${++tokens}`, expires_in: 7200 }),
    '/cgi-bin/qrcode/create': () => ({ ticket: 'ticket-1', expire_seconds: 300, url: 'http://weixin.qq.com/q/abc' }),
    '/cgi-bin/user/info': () => ({ subscribe: 1, openid: 'o-1' }),
  };
  server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://wechat');
    const sent = await text(request);
    const one = { path: url.pathname, query: url.searchParams, body: sent ? JSON.parse(sent) : {} };
    asked.push(one);
    const reply = answers[one.path]?.(one) ?? { errcode: 404, errmsg: 'no such call' };
    if (reply !== 'nothing') response.end(typeof reply === 'string' ? reply : JSON.stringify(reply));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const scene = { scene: 'scene-1', lifeSeconds: 300, base: 'http://us' };

test('a QR code names its scene and its lifetime', async () => {
  expect(await account().makeQr(scene)).toEqual({ ticket: 'ticket-1', qrText: 'http://weixin.qq.com/q/abc' });
  expect(asked.map(one => one.path)).toEqual(['/cgi-bin/stable_token', '/cgi-bin/qrcode/create']);
  expect(asked[0]?.body).toMatchObject({ grant_type: 'client_credential', appid: 'wxmp', secret: 'mp-secret' });
  expect(asked[1]?.query.get('access_token')).toBe('token-1');
  expect(asked[1]?.body).toEqual({
    expire_seconds: 300,
    action_name: 'QR_STR_SCENE',
    action_info: { scene: { scene_str: 'scene-1' } },
  });
});

test('one token serves all calls in flight, is cached, and is renewed before it expires', async () => {
  const { makeQr } = account();
  await Promise.all([makeQr(scene), makeQr(scene), makeQr(scene)]);
  clock = new Date(clock.getTime() + 6800_000);
  await makeQr(scene);
  expect(timesAsked('/cgi-bin/stable_token')).toBe(1);
  clock = new Date(clock.getTime() + 101_000);
  await makeQr(scene);
  expect(timesAsked('/cgi-bin/stable_token')).toBe(2);
  expect(asked.at(-1)?.query.get('access_token')).toBe('token-2');
});

test('a token that WeChat refuses is replaced once, with force_refresh, for all calls that failed with it', async () => {
  const { makeQr } = account();
  await makeQr(scene);
  answers['/cgi-bin/qrcode/create'] = ({ query }) =>
    query.get('access_token') === 'token-1'
      ? { errcode: 40001, errmsg: 'invalid credential' }
      : { ticket: 't', url: 'u' };
  await Promise.all([makeQr(scene), makeQr(scene)]);
  const forced = asked.filter(one => one.body.force_refresh === true);
  expect(forced).toHaveLength(1);
  answers['/cgi-bin/qrcode/create'] = () => ({ errcode: 42001, errmsg: 'access_token expired' });
  await expect(makeQr(scene)).rejects.toMatchObject(failed);
});

test.each<[string, Reply]>([
  ['refuses', { errcode: 45009, errmsg: 'reach max api daily quota limit' }],
  ['answers a page', '<html>bad gateway</html>'],
  ['answers half', '{"ticket":'],
  ['leaves the ticket out', { url: 'u' }],
])('WeChat %s: WECHAT_FAILED, and no secret in the log', async (_, reply) => {
  answers['/cgi-bin/qrcode/create'] = () => reply;
  await expect(account().makeQr(scene)).rejects.toMatchObject(failed);
  expect(lines).toHaveLength(1);
  expect(lines.join()).not.toMatch(/secret-?|token-1/);
});

test('if WeChat hangs or is unreachable, the call fails with WECHAT_FAILED, and the next call asks again', async () => {
  const { makeQr } = account(150);
  answers['/cgi-bin/stable_token'] = () => 'nothing';
  await expect(makeQr(scene)).rejects.toMatchObject(failed);
  answers['/cgi-bin/stable_token'] = () => ({ access_token: 'token-9', expires_in: 7200 });
  await makeQr(scene);
  endpoint = 'http://127.0.0.1:1';
  await expect(account().makeQr(scene)).rejects.toMatchObject(failed);
});

test('a follower is identified by the union id, or otherwise by the open id of this account', async () => {
  const { callback } = account();
  expect(await callback.identifyFollower('o-1')).toEqual({ personId: 'wxmp:o-1', nickName: null });
  answers['/cgi-bin/user/info'] = ({ query }) => ({
    openid: query.get('openid'),
    unionid: 'union-7',
    nickname: '小明',
  });
  expect(await callback.identifyFollower('o-1')).toEqual({ personId: 'union-7', nickName: '小明' });
});

test("the URL of WeChat's page contains the app, the redirect URL and the state", () => {
  const page = new URL(website().loginPage('https://tools.example/?a=1', 's&t'));
  expect(page.origin + page.pathname).toBe('https://open.weixin.qq.com/connect/qrconnect');
  expect([...page.searchParams.keys()]).toEqual(['appid', 'redirect_uri', 'response_type', 'scope', 'state']);
  expect(page.searchParams.get('redirect_uri')).toBe('https://tools.example/?a=1');
  expect([page.searchParams.get('scope'), page.searchParams.get('state')]).toEqual(['snsapi_login', 's&t']);
  expect(page.hash).toBe('#wechat_redirect');
});

test('a code identifies a person once; a used code is refused, and its secret is not logged', async () => {
  let isUsed = false;
  answers['/sns/oauth2/access_token'] = ({ query }) => {
    const isRight =
      query.get('appid') === 'wxweb' && query.get('secret') === 'web-secret' && query.get('code') === 'code-1';
    if (!isRight || isUsed) return { errcode: 40163, errmsg: 'code been used' };
    isUsed = true;
    return { access_token: 'user-token', openid: 'o-2', unionid: 'union-7' };
  };
  answers['/sns/userinfo'] = ({ query }) =>
    query.get('access_token') === 'user-token'
      ? { openid: 'o-2', nickname: '小明', unionid: 'union-7' }
      : { errcode: 1 };
  expect(await website().identify('code-1')).toEqual({ personId: 'union-7', nickName: '小明' });
  await expect(website().identify('code-1')).rejects.toMatchObject(failed);
  expect(lines.join()).toContain('40163');
  expect(lines.join()).not.toMatch(/web-secret|code-1/);
});
