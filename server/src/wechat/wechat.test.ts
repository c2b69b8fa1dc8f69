// Logging in by WeChat over HTTP on the sandbox: which browser gets the login, only once, and what is refused.
import { randomUUID } from 'node:crypto';
import { sandboxKeyHeader } from 'contract/routes/sandbox.ts';
import type { WechatLogin } from 'contract/routes/wechat.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { takeLoginKey } from '../accounts/keys.ts';
import { insertAccount } from '../accounts/store.ts';
import { sandboxKey } from '../sandbox/sandbox.ts';
import { bindPerson, isBound } from './store.ts';
import { deleteExpiredWaits } from './sweep-queries.ts';

let server: TestServer;
let clock: Date;
const later = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000);
};

beforeAll(async () => {
  clock = new Date();
  server = await startTestServer({
    works: false,
    now: () => clock,
    environment: { CORS_ORIGINS: 'https://web.example', TRUST_PROXY: '1' },
  });
  // Behind a proxy the sandbox requires its key.
  server.client.headers[sandboxKeyHeader] = sandboxKey(server.parts.secret);
});
afterAll(() => server.stop());

interface Qr {
  uuid: string;
  ticket: string;
  qrText: string;
}
const askForQr = async (client: TestClient) => (await client.get<Qr>('/mp/qrcode/get-login-qrcode')).body.data;
const sceneOf = ({ qrText }: Qr) => new URLSearchParams(new URL(qrText).hash.split('?')[1]).get('scene') ?? '';
const check = async (client: TestClient, uuid: string) =>
  (await client.get<WechatLogin>(`/mp/qrcode/check-login?uuid=${uuid}`)).body.data;
const scan = (scene: string, openId: string) => server.client.post('/sandbox/wechat/scan', { scene, openId });
const nothing = { key: null, user: null, token: null };

/** Creates an account bound to the person with this open id. */
async function makeKnown(openId: string): Promise<string> {
  const id = randomUUID();
  const { database } = server.parts;
  await insertAccount(database, {
    id,
    username: null,
    nick_name: openId,
    mobile: null,
    password_hash: null,
    share_code: id.slice(0, 10),
    platform_source: 'web-pc',
    referred_by: null,
    logid_url: null,
    created_at: clock,
  });
  const qr = await askForQr(server.stranger);
  await scan(sceneOf(qr), openId);
  await bindPerson(database, `sandbox:${openId}`, id);
  return id;
}

test('the QR code leads to the page of the sandbox and contains neither the uuid nor the ticket', async () => {
  const qr = await askForQr(server.client);
  expect(qr.qrText).toMatch(new RegExp(`^${server.url}/#/sandbox\\?scene=[0-9a-f]{48}$`));
  expect(qr.qrText).not.toContain(qr.uuid);
  expect(qr.uuid).toMatch(/^[\w-]{43}$/);
});

test('a new person gets a key with which to bind a phone number, once', async () => {
  const qr = await askForQr(server.client);
  expect(await check(server.client, qr.uuid)).toEqual({ type: 'WAITING', ...nothing });
  expect((await scan(sceneOf(qr), 'new-one')).status).toBe(200);
  const login = await check(server.client, qr.uuid);
  expect(login).toEqual({ type: 'TO_BIND_PHONE', ...nothing, key: expect.stringMatching(/^[\w-]{43}$/) });
  const { database } = server.parts;
  expect(await takeLoginKey(database, 'wechat', login.key ?? '', clock)).toBe('sandbox:new-one');
  expect(await check(server.client, qr.uuid)).toEqual({ type: 'EXPIRED', ...nothing });
});

test('of many simultaneous polls for a known person, the first one logs in', async () => {
  const accountId = await makeKnown('known-one');
  expect(await isBound(server.parts.database, accountId)).toBe(true);
  const qr = await askForQr(server.client);
  await scan(sceneOf(qr), 'known-one');
  const polls = await Promise.all(Array.from({ length: 12 }, () => check(server.client, qr.uuid)));
  const winners = polls.filter(poll => poll.type === 'TOKEN');
  expect(winners).toHaveLength(1);
  expect(polls.filter(poll => poll.type === 'EXPIRED')).toHaveLength(11);
  const info = await server.client.post('/web/udUser/info', {}, { token: winners[0]?.token ?? '' });
  expect(info.body.data).toMatchObject({ id: accountId, isWechatBound: true });
});

test('another browser, a browser without an id and a guessed secret learn nothing', async () => {
  const qr = await askForQr(server.client);
  await scan(sceneOf(qr), 'known-one');
  const expired = { type: 'EXPIRED', ...nothing };
  expect(await check(server.stranger, qr.uuid)).toEqual(expired);
  const bare = await fetch(`${server.url}/mp/qrcode/check-login?uuid=${qr.uuid}`);
  expect(((await bare.json()) as { data: unknown }).data).toEqual(expired);
  for (const guess of ['', 'x', sceneOf(qr), qr.ticket, 'A'.repeat(43)])
    expect(await check(server.client, guess)).toEqual(expired);
  expect((await check(server.client, qr.uuid)).type).toBe('TOKEN');
});

test('a QR code expires after five minutes, scanned or not, and a late scan is refused', async () => {
  const [asked, scanned] = [await askForQr(server.client), await askForQr(server.client)];
  await scan(sceneOf(scanned), 'known-one');
  later(301);
  expect((await check(server.client, asked.uuid)).type).toBe('EXPIRED');
  expect((await check(server.client, scanned.uuid)).type).toBe('EXPIRED');
  expect((await scan(sceneOf(asked), 'known-one')).body).toMatchObject({ code: 409, error: 'LOGIN_KEY_EXPIRED' });
});

test('only the first scan counts, and a second one by another person changes nothing', async () => {
  const qr = await askForQr(server.client);
  await scan(sceneOf(qr), 'new-two');
  expect((await scan(sceneOf(qr), 'known-one')).status).toBe(409);
  expect((await check(server.client, qr.uuid)).type).toBe('TO_BIND_PHONE');
});

test('one of many simultaneous scans counts', async () => {
  const qr = await askForQr(server.client);
  const scans = await Promise.all(Array.from({ length: 8 }, (_, index) => scan(sceneOf(qr), `at-once-${index}`)));
  const heard = scans.filter(reply => reply.status === 200);
  expect(heard).toHaveLength(1);
  const { key } = await check(server.client, qr.uuid);
  const [{ openId }] = heard.map(reply => reply.body.data) as [{ openId: string }];
  expect(await takeLoginKey(server.parts.database, 'wechat', key ?? '', clock)).toBe(`sandbox:${openId}`);
});

test('a person has one account, and a second binding is refused', async () => {
  const { database } = server.parts;
  const first = await makeKnown('bound-once');
  await bindPerson(database, 'sandbox:bound-once', first);
  await expect(bindPerson(database, 'sandbox:bound-once', randomUUID())).rejects.toMatchObject({
    code: 'LOGIN_KEY_EXPIRED',
  });
  await expect(bindPerson(database, 'sandbox:nobody', first)).rejects.toMatchObject({ code: 'LOGIN_KEY_EXPIRED' });
});

const toLogin = async (client: TestClient, query: Record<string, string>) =>
  client.get<{ appId: string; url: string; state: string }>(`/web/ucenter/wx/tologin?${new URLSearchParams(query)}`);
const finish = async (client: TestClient, query: Record<string, string>) =>
  (await client.get<WechatLogin>(`/web/ucenter/wx/tologin?${new URLSearchParams(query)}`)).body;
const codeOf = async (openId: string) =>
  (await server.client.post<{ code: string }>('/sandbox/wechat/authorize', { openId })).body.data.code;

test("the code and state that WeChat's page returns log in", async () => {
  const { body } = await toLogin(server.client, { redirectUri: `${server.url}/?lang=en#/login-loading` });
  const page = new URL(body.data.url);
  const query = new URLSearchParams(page.hash.split('?')[1]);
  expect([page.origin, page.hash.split('?')[0]]).toEqual([server.url, '#/sandbox/wechat']);
  expect(query.get('redirectUri')).toBe(`${server.url}/?lang=en`);
  const state = query.get('state') ?? '';
  expect(state).toBe(body.data.state);
  const login = await finish(server.client, { code: await codeOf('known-one'), state });
  expect(login.data).toMatchObject({ type: 'TOKEN', token: expect.any(String) });
  const again = await finish(server.client, { code: await codeOf('known-one'), state });
  expect(again.data.type).toBe('EXPIRED');
});

test('a missing state or that of another browser creates no login', async () => {
  const { state } = (await toLogin(server.client, {})).body.data;
  const code = await codeOf('known-one');
  expect((await finish(server.stranger, { code, state })).data).toEqual({ type: 'EXPIRED', ...nothing });
  expect((await finish(server.client, { code })).data).toEqual({ type: 'EXPIRED', ...nothing });
  expect((await finish(server.client, { code, state: 'B'.repeat(43) })).data.type).toBe('EXPIRED');
  const uuid = (await askForQr(server.client)).uuid;
  expect((await finish(server.client, { code, state: uuid })).data.type).toBe('EXPIRED');
  expect((await finish(server.client, { code, state })).data.type).toBe('TOKEN');
});

test('a client without an id can finish its own login, and a browser with one cannot finish it', async () => {
  const bare = async (query: Record<string, string>) => {
    const reply = await fetch(`${server.url}/web/ucenter/wx/tologin?${new URLSearchParams(query)}`);
    return ((await reply.json()) as { data: WechatLogin & { state: string } }).data;
  };
  const { state } = await bare({});
  const code = await codeOf('known-one');
  expect((await finish(server.client, { code, state })).data).toEqual({ type: 'EXPIRED', ...nothing });
  expect(await bare({ code, state })).toMatchObject({ type: 'TOKEN', token: expect.any(String) });
  const theirs = (await toLogin(server.client, {})).body.data.state;
  expect((await bare({ code, state: theirs })).type).toBe('EXPIRED');
});

test('a HEAD request does not use up a login', async () => {
  const qr = await askForQr(server.client);
  await scan(sceneOf(qr), 'known-one');
  const { clientUid = '' } = server.client.headers;
  const head = { method: 'HEAD', headers: { clientUid } };
  expect((await fetch(`${server.url}/mp/qrcode/check-login?uuid=${qr.uuid}`, head)).status).toBe(404);
  expect((await check(server.client, qr.uuid)).type).toBe('TOKEN');
});

test('an altered or old code is refused', async () => {
  const code = await codeOf('known-one');
  const forged = `${Buffer.from('["known-one",null,9e15]').toString('base64url')}.${code.split('.')[1]}`;
  for (const bad of [forged, code.slice(0, -2), 'x', '.', `${code}x`]) {
    const { state } = (await toLogin(server.client, {})).body.data;
    expect(await finish(server.client, { code: bad, state })).toMatchObject({ code: 503, error: 'WECHAT_FAILED' });
  }
  later(301);
  const { state } = (await toLogin(server.client, {})).body.data;
  expect(await finish(server.client, { code, state })).toMatchObject({ error: 'WECHAT_FAILED' });
});

test.each([
  'https://evil.example/',
  'https://web.example.evil.example/',
  'https://web.example@evil.example/',
  'https://user:pass@web.example/',
  'http://web.example/',
  '//evil.example',
  'javascript:alert(1)',
  'https:\\\\evil.example',
])('WeChat is not asked to return to %s', async redirectUri => {
  expect((await toLogin(server.client, { redirectUri })).status).toBe(400);
});

test('WeChat may return to a page on another host of the operator', async () => {
  const { body } = await toLogin(server.client, { redirectUri: 'https://web.example/app/' });
  expect(body.data.url).toMatch(/^https:\/\/web\.example\/app\/#\/sandbox\/wechat\?/);
});

test('at most sixty logins per minute can be started from an address', async () => {
  later(61);
  const client = createClient(server.url);
  const replies = await Promise.all(
    Array.from({ length: 61 }, (_, index) =>
      client.get('/mp/qrcode/get-login-qrcode', { 'x-forwarded-for': `2001:db8:1:1::${index}` }),
    ),
  );
  const refused = replies.filter(reply => reply.status === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  later(61);
});

test('expired waits and persons who never returned are deleted', async () => {
  const { database } = server.parts;
  const qr = await askForQr(server.client);
  await scan(sceneOf(qr), 'came-once');
  await deleteExpiredWaits(database, clock);
  expect((await check(server.client, qr.uuid)).type).toBe('TO_BIND_PHONE');
  later(25 * 3600);
  await deleteExpiredWaits(database, clock);
  const count = (table: string) => server.postgres.pool.query(`select count(*)::int as n from ${table}`);
  expect((await count('wechat_login')).rows[0].n).toBe(0);
  expect((await count('wechat_person where account_id is null')).rows[0].n).toBe(0);
  expect((await count('wechat_person')).rows[0].n).toBeGreaterThan(0);
});
