// WeChat's calls to us over HTTP: the address check, scans that log in, replays, forgeries, other messages, a WeChat that fails.
import { createHash } from 'node:crypto';
import type { WechatLogin } from 'contract/routes/wechat.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import type { Wechat } from '../adapters/wechat.ts';
import { openAccount } from '../adapters/wechat-account.ts';
import { buildApp } from '../app.ts';

const token = 'callback-token';
let server: TestServer;
let app: FastifyInstance;
/** Scenes that WeChat was asked to put into QR codes, the latest last. */
let scenes: string[];
let identified: string[];
let isWechatDown: boolean;

beforeAll(async () => {
  server = await startTestServer({ works: false });
  const { log, now } = server.parts;
  const account = openAccount({ appId: 'wxmp', secret: 's', token, aesKey: null }, { log, now });
  const wechat: Wechat = {
    website: null,
    makeQr: async ({ scene }) => {
      scenes.push(scene);
      return { ticket: 'ticket', qrText: 'http://weixin.qq.com/q/abc' };
    },
    callback: {
      ...account.callback,
      identifyFollower: async openId => {
        if (isWechatDown) throw new Error('WeChat is down');
        identified.push(openId);
        return { personId: `wxmp:${openId}`, nickName: null };
      },
    },
  };
  app = await buildApp({ ...server.parts, wechat });
});
afterAll(async () => {
  await app.close();
  await server.stop();
});
beforeEach(() => {
  scenes = [];
  identified = [];
  isWechatDown = false;
});

const headers = { clientuid: 'browser-one', lang: 'en' };
const get = async <T>(url: string) => (await app.inject({ url, headers })).json<{ data: T }>().data;
const askForQr = () => get<{ uuid: string }>('/mp/qrcode/get-login-qrcode');
const check = (uuid: string) => get<WechatLogin>(`/mp/qrcode/check-login?uuid=${uuid}`);

const signedQuery = (by = token, timestamp = '1700000000', nonce = 'n') => {
  const signature = createHash('sha1').update([by, timestamp, nonce].sort().join('')).digest('hex');
  return `signature=${signature}&timestamp=${timestamp}&nonce=${nonce}`;
};
const scanXml = (scene: string, openId = 'o-1') =>
  `<xml><ToUserName><![CDATA[gh_1]]></ToUserName><FromUserName><![CDATA[${openId}]]></FromUserName><CreateTime>1700000000</CreateTime>
  <MsgType><![CDATA[event]]></MsgType><Event><![CDATA[SCAN]]></Event><EventKey><![CDATA[${scene}]]></EventKey><Ticket><![CDATA[t]]></Ticket></xml>`;
const tell = (body: string, query = signedQuery(), type = 'text/xml') =>
  app.inject({ method: 'POST', url: `/mp/callback?${query}`, headers: { 'content-type': type }, payload: body });

test('the address check gets its echo as plain text, when it is signed with our token', async () => {
  const right = await app.inject({ url: `/mp/callback?${signedQuery()}&echostr=%3Cb%3E5837397576500011341` });
  expect([right.statusCode, right.body]).toEqual([200, '<b>5837397576500011341']);
  expect(right.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(right.headers['x-content-type-options']).toBe('nosniff');
  for (const query of [signedQuery('other'), 'timestamp=1&nonce=n&signature=x', 'timestamp=1&nonce=n'])
    expect((await app.inject({ url: `/mp/callback?${query}&echostr=1` })).json()).toMatchObject({
      error: 'SIGNATURE_BAD',
    });
  expect((await app.inject({ url: '/mp/callback' })).statusCode).toBe(400);
});

test('a scan ends the wait, and telling it again changes nothing', async () => {
  const { uuid } = await askForQr();
  const [scene = ''] = scenes;
  const told = await tell(scanXml(scene));
  expect([told.statusCode, told.body]).toEqual([200, 'success']);
  expect((await tell(scanXml(scene))).body).toBe('success');
  expect((await tell(scanXml(scene, 'o-2'))).body).toBe('success');
  expect(identified).toEqual(['o-1']);
  expect((await check(uuid)).type).toBe('TO_BIND_PHONE');
  expect((await tell(scanXml(scene))).body).toBe('success');
  expect((await check(uuid)).type).toBe('EXPIRED');
});

test('what is not signed, too large or no XML confirms nothing', async () => {
  const { uuid } = await askForQr();
  const [scene = ''] = scenes;
  expect((await tell(scanXml(scene), signedQuery('other'))).json()).toMatchObject({
    code: 403,
    error: 'SIGNATURE_BAD',
  });
  expect((await tell(scanXml(scene) + ' '.repeat(70_000))).statusCode).toBe(413);
  expect((await tell(scanXml(scene), signedQuery(), 'application/json')).statusCode).toBe(400);
  expect((await tell(scanXml(scene), signedQuery(), 'application/zip')).statusCode).toBe(415);
  const bomb = `<!DOCTYPE x [<!ENTITY s "${scene}">]>${scanXml('&s;').replaceAll(/<!\[CDATA\[(&s;)\]\]>/g, '$1')}`;
  for (const body of [bomb, '<xml>', '', scanXml('another-scene')]) expect((await tell(body)).body).toBe('success');
  expect(identified).toEqual([]);
  expect((await check(uuid)).type).toBe('WAITING');
});

test('when WeChat cannot say who it was, the message fails and the next telling succeeds', async () => {
  const { uuid } = await askForQr();
  const [scene = ''] = scenes;
  isWechatDown = true;
  expect((await tell(scanXml(scene))).statusCode).toBe(500);
  expect((await check(uuid)).type).toBe('WAITING');
  isWechatDown = false;
  expect((await tell(scanXml(scene))).statusCode).toBe(200);
  expect((await check(uuid)).type).toBe('TO_BIND_PHONE');
});

test('a browser never learns the scene', async () => {
  const answers = JSON.stringify([await askForQr(), await check('x')]);
  expect(scenes).toHaveLength(1);
  expect(answers).not.toContain(scenes[0]);
});
