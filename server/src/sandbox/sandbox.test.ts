// The sandbox over HTTP: what it shows, whom it redirects, and that none of it is there with real providers.
import type { Sandbox } from 'contract/routes/sandbox.ts';
import { afterEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { readConfig } from '../config.ts';
import { describeSandbox } from './sandbox.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
const start = async (environment: Record<string, string> = {}) => {
  server = await startTestServer({ works: false, environment });
  return server;
};
const realSms = { SMS: 'twilio', SMS_KEY_ID: 'AC1', SMS_KEY_SECRET: 's', SMS_SIGN: '+15005550006' };
const realWechat = { WECHAT: 'real', WECHAT_MP_APP_ID: 'wx1', WECHAT_MP_SECRET: 's', WECHAT_MP_TOKEN: 't' };
const calls = ['/sandbox', '/sandbox/wechat/scan', '/sandbox/wechat/authorize'];

test('a program reads messages, QR codes and people; a browser is led to the page', async () => {
  const { client, parts, url } = await start();
  await parts.sms.send({ mobile: '13800138000', code: '111111', minutes: 5, language: 'zh' });
  await parts.sms.send({ mobile: '13800138000', code: '222222', minutes: 5, language: 'en' });
  await client.get('/mp/qrcode/get-login-qrcode');
  const { body, headers } = await client.get<Sandbox>('/sandbox');
  expect(body.data.sms.map(message => message.code)).toEqual(['222222', '111111']);
  expect(body.data.sms[1]?.text).toBe('您的验证码是 111111，5 分钟内有效。如非本人操作，请忽略。');
  expect(body.data.wechat).toHaveLength(1);
  expect(headers.get('cache-control')).toBe('no-store');
  const [{ scene, createdAt, expiresAt }] = body.data.wechat as [Sandbox['wechat'][number]];
  expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(300_000);
  await client.post('/sandbox/wechat/scan', { scene, nickName: '微信用户' });
  const after = (await client.get<Sandbox>('/sandbox')).body.data;
  expect(after.wechat).toEqual([]);
  expect(after.people).toEqual([{ openId: expect.stringMatching(/^new-/), nickName: '微信用户', isKnown: false }]);

  const seen = await fetch(`${url}/sandbox`, { headers: { accept: 'text/html,*/*' }, redirect: 'manual' });
  expect([seen.status, seen.headers.get('location')]).toEqual([302, '/#/sandbox']);
});

test('settings tell the page', async () => {
  const { client } = await start({ ...realSms, WECHAT: 'off' });
  expect((await client.get('/web/settings')).body.data).toMatchObject({ sandbox: false, wechatLogin: false });
  for (const path of ['/mp/qrcode/get-login-qrcode', '/mp/qrcode/check-login?uuid=x', '/web/ucenter/wx/tologin'])
    expect((await client.get(path)).status).toBe(404);
});

test('with real providers nothing of it is there', async () => {
  const { client } = await start({ ...realSms, ...realWechat });
  for (const path of calls) {
    expect((await client.get(path)).status).toBe(404);
    expect((await client.post(path, { scene: 'x' })).status).toBe(404);
  }
  expect((await client.get('/web/ucenter/wx/tologin')).status).toBe(404);
});

test('with real WeChat alone, messages are shown and no phone is played', async () => {
  const { client, parts } = await start(realWechat);
  await parts.sms.send({ mobile: '13800138000', code: '111111', minutes: 5, language: 'zh' });
  expect((await client.get<Sandbox>('/sandbox')).body.data).toMatchObject({
    plays: { sms: true, wechat: false },
    sms: [{ code: '111111' }],
    wechat: [],
    people: [],
  });
  for (const path of calls.slice(1)) expect((await client.post(path, { scene: 'x' })).status).toBe(404);
  expect((await client.get('/web/settings')).body.data).toMatchObject({
    sandbox: true,
    wechatLogin: true,
    wechatPage: false,
  });
});

test('hostile personas are refused', async () => {
  const { client } = await start();
  for (const openId of ['', 'a b', '../x', 'x'.repeat(65), 'sandbox:other'])
    expect((await client.post('/sandbox/wechat/authorize', { openId })).status).toBe(400);
  expect((await client.post('/sandbox/wechat/authorize', { nickName: 'x'.repeat(41) })).status).toBe(400);
});

test('the start says what reaches nobody', () => {
  expect(describeSandbox(readConfig({}), 'http://a')).toMatch(
    /^Sandbox: SMS and WeChat reach nobody; .*http:\/\/a\/sandbox/,
  );
  expect(describeSandbox(readConfig({ WECHAT: 'off' }), 'http://a')).toMatch(/^Sandbox: SMS reach/);
});
