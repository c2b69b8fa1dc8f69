// Binding WeChat to the logged-in account, over HTTP on the sandbox: it creates no login, takes over no WeChat of another account, and
// leaves every account a way to log in.
import type { User } from 'contract/routes/accounts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askForCode, logInAs, setPassword } from '../../testing/accounts.ts';
import { createClient, type TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false });
});
afterAll(() => server.stop());

let lastMobile = 13_900_000_000;
const password = 'right-one-1';
async function makePerson() {
  const mobile = String(++lastMobile);
  const person = await logInAs(server, mobile);
  await setPassword(server, mobile, password);
  return person;
}

/** Requests a QR code as `client` and, with an open id, has it scanned. */
async function showQr(client: TestClient, openId?: string): Promise<string> {
  const { uuid, qrText } = (await client.get<{ uuid: string; qrText: string }>('/mp/qrcode/get-login-qrcode')).body
    .data;
  const scene = new URLSearchParams(new URL(qrText).hash.split('?')[1]).get('scene');
  if (openId) await server.client.post('/sandbox/wechat/scan', { scene, openId });
  return uuid;
}
const bind = async (client: TestClient, uuid: string, proof: object = { password }) => {
  const { status, body } = await client.post<{ type: string }>('/web/udUser/bindWechat', { uuid, proof });
  return body.data?.type ?? `${status} ${body.error}`;
};
const unbind = async (client: TestClient) =>
  (await client.post('/web/udUser/unbindWechat', { proof: { password } })).status;
const isBound = async (client: TestClient) => (await client.post<User>('/web/udUser/info')).body.data.isWechatBound;
const countLogins = async () => {
  const { rows } = await server.postgres.pool.query<{ n: number }>('select count(*)::int as n from login');
  return rows[0]?.n;
};

test('a scan binds once and creates no login; later scans log in to this account', async () => {
  const { client, user } = await makePerson();
  const uuid = await showQr(client);
  expect(await bind(client, uuid)).toBe('WAITING');
  const scanned = await showQr(client, 'anna');
  const before = await countLogins();
  expect(await bind(client, scanned)).toBe('BOUND');
  expect(await bind(client, scanned)).toBe('EXPIRED');
  expect([await isBound(client), await countLogins()]).toEqual([true, before]);

  const again = await showQr(server.stranger, 'anna');
  const { body } = await server.stranger.get<{ type: string; user: User }>(`/mp/qrcode/check-login?uuid=${again}`);
  expect(body.data).toMatchObject({ type: 'TOKEN', user: { id: user.id } });
});

test('a WeChat that is bound to another account is refused and stays bound there', async () => {
  const owner = await makePerson();
  expect(await bind(owner.client, await showQr(owner.client, 'bert'))).toBe('BOUND');
  const thief = await makePerson();
  const uuid = await showQr(thief.client, 'bert');
  expect(await bind(thief.client, uuid)).toBe('409 WECHAT_TAKEN');
  expect([await isBound(thief.client), await isBound(owner.client)]).toEqual([false, true]);
});

test('a second WeChat replaces the first', async () => {
  const { client } = await makePerson();
  await bind(client, await showQr(client, 'cora-old'));
  expect(await bind(client, await showQr(client, 'cora-new'))).toBe('BOUND');
  const old = await showQr(server.stranger, 'cora-old');
  const { body } = await server.stranger.get<{ type: string }>(`/mp/qrcode/check-login?uuid=${old}`);
  expect(body.data.type).toBe('TO_BIND_PHONE');
});

test('a second WeChat that is bound by phone number replaces the first', async () => {
  const { client, user } = await makePerson();
  await bind(client, await showQr(client, 'greta-old'));
  const fresh = createClient(server.url);
  const uuid = await showQr(fresh, 'greta-new');
  const { key } = (await fresh.get<{ key: string }>(`/mp/qrcode/check-login?uuid=${uuid}`)).body.data;
  const phone = user.mobile ?? '';
  const code = await askForCode(server, phone, fresh);
  const bound = await fresh.post<{ user: User }>('/web/udUser/newPhoneNum', { phone, code, key });
  expect(bound.body.data.user).toMatchObject({ id: user.id, isWechatBound: true });
  const { rows } = await server.postgres.pool.query('select id from wechat_person where account_id = $1', [user.id]);
  expect(rows).toEqual([{ id: 'sandbox:greta-new' }]);
});

test('a QR code requested by another browser binds nothing, and binding needs a login', async () => {
  const { client } = await makePerson();
  const foreign = await showQr(server.stranger, 'dora');
  expect(await bind(client, foreign)).toBe('EXPIRED');
  expect(await bind(client, 'x')).toBe('EXPIRED');
  expect(await bind(server.stranger, foreign)).toBe('401 LOGIN_REQUIRED');
  expect(await isBound(client)).toBe(false);
});

test('of ten simultaneous calls, one binds', async () => {
  const { client, user } = await makePerson();
  const uuid = await showQr(client, 'emil');
  const code = await askForCode(server, user.mobile ?? '');
  const told = await Promise.all(Array.from({ length: 10 }, () => bind(client, uuid, { code })));
  expect(told.filter(type => type === 'BOUND')).toHaveLength(1);
  for (const type of told) expect(['BOUND', 'EXPIRED', '400 CODE_WRONG']).toContain(type);
});

test('an account without a phone number cannot unbind', async () => {
  const { client, user } = await makePerson();
  await bind(client, await showQr(client, 'fritz'));
  await server.postgres.pool.query('update account set mobile = null where id = $1', [user.id]);
  expect([await unbind(client), await isBound(client)]).toEqual([409, true]);
  await server.postgres.pool.query('update account set mobile = $2 where id = $1', [user.id, user.mobile]);
  expect([await unbind(client), await isBound(client)]).toEqual([200, false]);
});
