// WeChat's callbacks over HTTP: URL verification, scans that log in, retries, replays, forgeries, and a failing WeChat.
import { createCipheriv, createHash, randomBytes, randomInt } from 'node:crypto';
import type { WechatLogin } from 'contract/routes/wechat.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeClock } from '../../testing/clock.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import type { Wechat } from '../adapters/wechat.ts';
import { openAccount } from '../adapters/wechat-account.ts';
import { buildApp } from '../app.ts';
import { deleteExpiredWaits } from './sweep-queries.ts';

const token = 'callback-token';
const clock = makeClock();
let server: TestServer;
let app: FastifyInstance;
let twin: FastifyInstance;
/** Accepts only encrypted messages. */
let sealedApp: FastifyInstance;
const aesKey = 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C';
/** Scenes that WeChat was asked to encode in QR codes, latest last. */
let scenes: string[];
let identified: string[];
let isWechatDown: boolean;

beforeAll(async () => {
  server = await startTestServer({ works: false, now: clock.now });
  const { log, now } = server.parts;
  const openAs = (aesKey: string | null) => openAccount({ appId: 'wxmp', secret: 's', token, aesKey }, { log, now });
  const makeWechat = (aesKey: string | null): Wechat => ({
    website: null,
    makeQr: async ({ scene }) => {
      scenes.push(scene);
      return { ticket: 'ticket', qrText: 'http://weixin.qq.com/q/abc' };
    },
    callback: {
      ...openAs(aesKey).callback,
      identifyFollower: async openId => {
        if (isWechatDown) throw new Error('WeChat is down');
        identified.push(openId);
        return { personId: `wxmp:${openId}`, nickName: null };
      },
    },
  });
  app = await buildApp({ ...server.parts, wechat: makeWechat(null) });
  twin = await buildApp({ ...server.parts, wechat: makeWechat(null) });
  sealedApp = await buildApp({ ...server.parts, wechat: makeWechat(aesKey) });
});
afterAll(async () => {
  for (const each of [app, twin, sealedApp]) await each.close();
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

const timeNow = (offsetSeconds = 0) => String(Math.floor(clock.now().getTime() / 1000) + offsetSeconds);
const makeNonce = () => String(randomInt(100_000_000, 999_999_999));
const signedQuery = (by = token, timestamp = timeNow(), nonce = makeNonce()) => {
  const signature = createHash('sha1').update([by, timestamp, nonce].sort().join('')).digest('hex');
  return `signature=${signature}&timestamp=${timestamp}&nonce=${nonce}`;
};
const scanXml = (scene: string, openId = 'o-1') =>
  `<xml><ToUserName><![CDATA[gh_1]]></ToUserName><FromUserName><![CDATA[${openId}]]></FromUserName><CreateTime>1700000000</CreateTime>
  <MsgType><![CDATA[event]]></MsgType><Event><![CDATA[SCAN]]></Event><EventKey><![CDATA[${scene}]]></EventKey><Ticket><![CDATA[t]]></Ticket></xml>`;
const tell = (body: string, query = signedQuery(), type = 'text/xml', to = app) =>
  to.inject({ method: 'POST', url: `/mp/callback?${query}`, headers: { 'content-type': type }, payload: body });

test('URL verification gets its echo as plain text if it is signed with the configured token', async () => {
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

test('a scan ends the wait, and repeating the message changes nothing', async () => {
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

test('a message that is unsigned, too large or not XML confirms no scan', async () => {
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

test('if WeChat cannot identify the person, the message fails and its retry with the same signature succeeds', async () => {
  const { uuid } = await askForQr();
  const [scene = ''] = scenes;
  const query = signedQuery();
  isWechatDown = true;
  expect((await tell(scanXml(scene), query)).statusCode).toBe(500);
  expect((await check(uuid)).type).toBe('WAITING');
  isWechatDown = false;
  clock.turnSeconds(5);
  expect((await tell(scanXml(scene), query)).statusCode).toBe(200);
  clock.turnSeconds(5);
  expect((await tell(scanXml(scene), query)).body).toBe('success');
  expect(identified).toEqual(['o-1']);
  expect((await check(uuid)).type).toBe('TO_BIND_PHONE');
});

test('a browser never learns the scene', async () => {
  const answers = JSON.stringify([await askForQr(), await check('x')]);
  expect(scenes).toHaveLength(1);
  expect(answers).not.toContain(scenes[0]);
});

const isRefused = (reply: { statusCode: number; json: () => { error?: string } }) =>
  reply.statusCode === 403 && reply.json().error === 'SIGNATURE_BAD';

test('a callback whose time is more than five minutes off is refused', async () => {
  const { uuid } = await askForQr();
  const [scene = ''] = scenes;
  const times = [timeNow(-301), timeNow(400), '1700000000', timeNow().slice(0, 9), `${timeNow()}0`, 'now', '1e9'];
  for (const time of times) {
    expect(isRefused(await tell(scanXml(scene), signedQuery(token, time)))).toBe(true);
    expect(isRefused(await app.inject({ url: `/mp/callback?${signedQuery(token, time)}&echostr=1` }))).toBe(true);
  }
  expect((await check(uuid)).type).toBe('WAITING');
  const query = signedQuery(token, timeNow(-290));
  expect((await tell(scanXml('another-scene'), query)).statusCode).toBe(200);
  clock.turnSeconds(20);
  expect(isRefused(await tell(scanXml('another-scene'), query))).toBe(true);
});

test('a recorded signature is valid for no other message, on any server and whichever message comes first', async () => {
  const { uuid } = await askForQr();
  const [scene = ''] = scenes;
  const recorded = signedQuery();
  expect((await tell(scanXml('harmless'), recorded)).statusCode).toBe(200);
  const ofCheck = signedQuery();
  expect((await app.inject({ url: `/mp/callback?${ofCheck}&echostr=1` })).body).toBe('1');
  expect((await app.inject({ url: `/mp/callback?${ofCheck}&echostr=1` })).body).toBe('1');
  for (const query of [recorded, ofCheck, `${recorded}&msg_signature=x&encrypt_type=aes`, `${ofCheck}&echostr=1`])
    for (const to of [app, twin])
      expect(isRefused(await tell(scanXml(scene, 'victim'), query, 'text/xml', to))).toBe(true);
  expect((await check(uuid)).type).toBe('WAITING');
  const contested = signedQuery();
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, at) => tell(scanXml(`scene-${at}`), contested, 'text/xml', at % 2 ? app : twin)),
  );
  expect(replies.filter(reply => reply.statusCode === 200)).toHaveLength(1);
  expect(replies.filter(isRefused)).toHaveLength(7);
  expect(identified).toEqual([]);
});

test('a signature stays claimed as long as its nonce could be mistaken for the time', async () => {
  const [timestamp, nonce] = [timeNow(), timeNow(3600)];
  const { signature } = Object.fromEntries(new URLSearchParams(signedQuery(token, timestamp, nonce)));
  expect((await tell(scanXml('harmless'), signedQuery(token, timestamp, nonce))).statusCode).toBe(200);
  clock.turnSeconds(3600);
  await deleteExpiredWaits(server.parts.database, clock.now());
  const swapped = `signature=${signature}&timestamp=${nonce}&nonce=${timestamp}`;
  expect(isRefused(await tell(scanXml('forged'), swapped))).toBe(true);
  clock.turnSeconds(310);
  await deleteExpiredWaits(server.parts.database, clock.now());
  const { rows } = await server.postgres.pool.query('select * from wechat_callback where expires_at <= $1', [
    clock.now(),
  ]);
  expect(rows).toEqual([]);
});

/** A message encrypted and signed like WXBizMsgCrypt does. */
function encrypt(text: string, timestamp: string) {
  const key = Buffer.from(`${aesKey}=`, 'base64');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(text));
  const content = Buffer.concat([randomBytes(16), length, Buffer.from(text), Buffer.from('wxmp')]);
  const fill = 32 - (content.length % 32);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  const padded = Buffer.concat([content, Buffer.alloc(fill, fill)]);
  const encrypted = Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64');
  const nonce = makeNonce();
  const signature = createHash('sha1').update([token, timestamp, nonce, encrypted].sort().join('')).digest('hex');
  const query = `${signedQuery(token, timestamp, nonce)}&encrypt_type=aes&msg_signature=${signature}`;
  return { query, body: `<xml><Encrypt><![CDATA[${encrypted}]]></Encrypt></xml>` };
}

test('an encrypted message is accepted, its retry gets a response, and an old one is refused', async () => {
  const { uuid } = await askForQr();
  const [scene = ''] = scenes;
  const old = encrypt(scanXml(scene), timeNow(-301));
  expect(isRefused(await tell(old.body, old.query, 'text/xml', sealedApp))).toBe(true);
  expect((await check(uuid)).type).toBe('WAITING');
  const fresh = encrypt(scanXml(scene), timeNow());
  for (const _ of [1, 2]) expect((await tell(fresh.body, fresh.query, 'text/xml', sealedApp)).body).toBe('success');
  expect((await check(uuid)).type).toBe('TO_BIND_PHONE');
});
