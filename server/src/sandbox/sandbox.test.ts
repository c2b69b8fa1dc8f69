// The sandbox over HTTP: what it shows and to whom, and that none of it exists with real providers.
import { request } from 'node:http';
import { connect } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { type Sandbox, sandboxKeyHeader } from 'contract/routes/sandbox.ts';
import type { WechatLogin } from 'contract/routes/wechat.ts';
import { afterEach, expect, test } from 'vitest';
import { askForCode, logInAs } from '../../testing/accounts.ts';
import { createClient } from '../../testing/client.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { readConfig } from '../config.ts';
import { describeSandbox, sandboxKey } from './sandbox.ts';

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
const message = { mobile: '13800138000', code: '111111', minutes: 5, language: 'zh' } as const;

/** The response to a request with these headers, including Host. */
const askWith = (url: string, headers: Record<string, string>) =>
  new Promise<{ status: number; body: { error?: string; data: Sandbox | null } }>((resolve, reject) => {
    const asked = request(`${url}/sandbox`, { headers }, reply =>
      json(reply).then(body => resolve({ status: reply.statusCode ?? 0, body: body as never }), reject),
    );
    asked.on('error', reject).end();
  });

test('a program can read messages, QR codes and people; a browser is redirected to the page', async () => {
  const { client, parts, url } = await start();
  await parts.sms.send(message);
  await parts.sms.send({ ...message, code: '222222', language: 'en' });
  await client.get('/mp/qrcode/get-login-qrcode');
  const { body, headers } = await client.get<Sandbox>('/sandbox');
  expect(body.data.sms.map(sent => sent.code)).toEqual(['222222', '111111']);
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

const fromElsewhere: readonly [name: string, headers: Record<string, string>][] = [
  ['the name of a foreign page (DNS rebinding)', { host: 'rebound.example' }],
  ['a foreign name that looks local', { host: 'localhost.evil.example' }],
  ['a proxy in front', { host: 'localhost', 'x-forwarded-for': '203.0.113.7' }],
  ['a proxy of another kind', { host: 'localhost', forwarded: 'for=203.0.113.7' }],
];

test('a sandbox for one machine is closed to foreign names, to proxies, and to HTTP/1.0', async () => {
  const { parts, url } = await start();
  await parts.sms.send(message);
  for (const [name, headers] of fromElsewhere) {
    const { status, body } = await askWith(url, headers);
    expect([name, status, body.error, body.data]).toEqual([name, 403, 'SANDBOX_CLOSED', null]);
  }
  // HTTP/1.0 is used by proxies that send this server's name as the host and add no header.
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`GET /sandbox HTTP/1.0\r\nHost: ${new URL(url).host}\r\n\r\n`);
  const answer = await text(socket);
  expect(answer).toContain('403 Forbidden');
  expect(answer).not.toContain(message.code);
});

test('a sandbox for one machine is open at local names only', async () => {
  const { parts, url } = await start({ PUBLIC_URL: 'http://127.0.0.1:81' });
  await parts.sms.send(message);
  for (const host of ['localhost', '127.0.0.1:8080', '[::1]:8080', 'LOCALHOST:1', 'tools.localhost:81']) {
    const { status } = await askWith(url, { host });
    expect([host, status]).toEqual([host, host.startsWith('tools') ? 403 : 200]);
  }
});

test('on a server that other machines can reach, only the key printed at start opens codes, QR codes and people', async () => {
  const { client, stranger, parts } = await start({ HOST: '0.0.0.0' });
  await parts.sms.send(message);
  await client.get('/mp/qrcode/get-login-qrcode');
  client.headers[sandboxKeyHeader] = sandboxKey(parts.secret);
  const open = (await client.get<Sandbox>('/sandbox')).body.data;
  expect(open).toMatchObject({ isOpen: true, sms: [{ code: '111111' }], wechat: [{}] });
  await client.post('/sandbox/wechat/scan', { scene: open.wechat[0]?.scene, openId: 'persona-a' });

  await stranger.get('/mp/qrcode/get-login-qrcode');
  const scene = (await client.get<Sandbox>('/sandbox')).body.data.wechat[0]?.scene ?? '';
  stranger.headers[sandboxKeyHeader] = `${sandboxKey(parts.secret)}x`;
  const closed = (await stranger.get<Sandbox>('/sandbox')).body.data;
  expect(closed).toMatchObject({ isOpen: false, sms: [], wechat: [], people: [] });
  // A client that knows the scene has the QR code in front of it.
  const named = (await stranger.get<Sandbox>(`/sandbox?scene=${scene}`)).body.data;
  expect(named).toMatchObject({ isOpen: false, sms: [], wechat: [{ scene }], people: [] });
  const asKnown = { scene, openId: 'persona-a' };
  expect((await stranger.post('/sandbox/wechat/scan', asKnown)).body.error).toBe('SANDBOX_CLOSED');
  expect((await stranger.post('/sandbox/wechat/authorize', asKnown)).body.error).toBe('SANDBOX_CLOSED');
  expect((await stranger.post('/sandbox/wechat/scan', { scene })).status).toBe(200);
});

/** Creates a visitor's task and the QR code that the visitor shows, and scans it as `openId`. */
async function scanForVisitor({ client, stranger }: TestServer, openId: string): Promise<string> {
  const imageUrl = await client.upload(makeBmp(20, 20), 'a.bmp');
  expect((await client.convert(imageUrl, { format: 'png', wait: 0 })).status).toBe(200);
  const { uuid } = (await client.get<{ uuid: string }>('/mp/qrcode/get-login-qrcode')).body.data;
  const { wechat } = (await stranger.get<Sandbox>('/sandbox')).body.data;
  await stranger.post('/sandbox/wechat/scan', { scene: wechat[0]?.scene, openId });
  return uuid;
}
const countTasks = async ({ client }: Pick<TestServer, 'client'>) =>
  (await client.get<{ total: number }>('/web/task')).body.data.total;
const check = async ({ client }: TestServer, uuid: string) =>
  (await client.get<WechatLogin>(`/mp/qrcode/check-login?uuid=${uuid}`)).body.data;

test("a scan by a stranger moves no tasks into the stranger's account, neither at the login nor later", async () => {
  const running = await start();
  const { client, parts } = running;
  const { user } = await logInAs(running, '13900000001');
  const account = await parts.database.selectFrom('account').select('id').executeTakeFirstOrThrow();
  await parts.database
    .insertInto('wechat_person')
    .values({ id: 'sandbox:attacker', account_id: account.id, created_at: new Date() })
    .execute();
  const login = await check(running, await scanForVisitor(running, 'attacker'));
  expect([login.type, login.user?.mobile]).toEqual(['TOKEN', user.mobile]);
  client.headers.token = login.token ?? '';
  expect(await countTasks({ client })).toBe(0);
  delete client.headers.token;
  expect(await countTasks({ client })).toBe(1);
});

test.each([
  ['of a number that has an account', true, 0],
  ['that is made by it', false, 1],
])('a login through a simulated scan moves tasks only into a new account: %s', async (_name, isKnown, moved) => {
  const running = await start();
  const mobile = '13900000002';
  if (isKnown) await logInAs(running, mobile);
  const { key } = await check(running, await scanForVisitor(running, 'someone'));
  const code = await askForCode(running, mobile);
  const body = { phone: mobile, code, key, thirdType: 'WECHAT' };
  const { data } = (await running.client.post<{ token: string }>('/web/udUser/newPhoneNum', body)).body;
  const client = createClient(running.url, running.client.headers.clientUid);
  client.headers.token = data.token;
  expect(await countTasks({ client })).toBe(moved);
});

test('without providers on a server that other machines can reach, codes and WeChat are off and say so', async () => {
  const { client } = await start({ HOST: '0.0.0.0', SMS: '', WECHAT: '' });
  expect((await client.get('/web/settings')).body.data).toMatchObject({
    sandbox: false,
    codeLogin: false,
    wechatLogin: false,
    wechatPage: false,
  });
  for (const path of ['/mp/qrcode/get-login-qrcode', '/mp/qrcode/check-login?uuid=x', '/web/ucenter/wx/tologin']) {
    const { status, body } = await client.get(path);
    expect([status, body.error]).toEqual([501, 'WECHAT_OFF']);
  }
  await expect(askForCode(server as TestServer, '13900000003')).rejects.toThrow('501');
  for (const path of calls) expect((await client.get(path)).status).toBe(404);
});

test('with real providers no sandbox route exists', async () => {
  const { client } = await start({ ...realSms, ...realWechat });
  for (const path of calls) {
    expect((await client.get(path)).status).toBe(404);
    expect((await client.post(path, { scene: 'x' })).status).toBe(404);
  }
  expect((await client.get('/web/ucenter/wx/tologin')).status).toBe(404);
});

test('with only WeChat real, messages are shown and no phone is simulated', async () => {
  const { client, parts } = await start({ ...realWechat, SANDBOX: 'anyway' });
  await parts.sms.send(message);
  expect((await client.get<Sandbox>('/sandbox')).body.data).toMatchObject({
    plays: { sms: true, wechat: false, payments: false },
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

test('malformed personas are refused', async () => {
  const { client } = await start();
  for (const openId of ['', 'a b', '../x', 'x'.repeat(65), 'sandbox:other'])
    expect((await client.post('/sandbox/wechat/authorize', { openId })).status).toBe(400);
  expect((await client.post('/sandbox/wechat/authorize', { nickName: 'x'.repeat(41) })).status).toBe(400);
});

test('the line printed at start says what is simulated, and who can see it', () => {
  const secret = Buffer.alloc(32);
  const describe = (environment: Record<string, string>) =>
    describeSandbox(readConfig(environment), 'http://a', secret);
  expect(describe({})).toBe(
    'Sandbox: SMS, WeChat and payments are played; codes and QR codes are at http://a/sandbox, for this machine only.',
  );
  expect(describe({ WECHAT: 'off', MEMBERSHIP: 'off' })).toMatch(/^Sandbox: SMS is played; /);
  const link = `http://a/#/sandbox?key=${sandboxKey(secret)}`;
  expect(describe({ HOST: '0.0.0.0', SMS: 'sandbox' })).toContain(`anyone can log in to any account:\n  ${link}`);
});
