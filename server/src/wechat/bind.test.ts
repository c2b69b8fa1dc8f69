// Binding WeChat to who is logged in, over HTTP on the sandbox: it logs nobody in, takes nobody's WeChat, and locks nobody out.
import type { User } from 'contract/routes/accounts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askForCode, logInAs } from '../../testing/accounts.ts';
import { createClient, type TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false });
});
afterAll(() => server.stop());

let lastMobile = 13_900_000_000;
const makePerson = () => logInAs(server, String(++lastMobile));

/** Asks for a code as `client` and, with an open id, has it scanned. */
async function showQr(client: TestClient, openId?: string): Promise<string> {
  const { uuid, qrText } = (await client.get<{ uuid: string; qrText: string }>('/mp/qrcode/get-login-qrcode')).body
    .data;
  const scene = new URLSearchParams(new URL(qrText).hash.split('?')[1]).get('scene');
  if (openId) await server.client.post('/sandbox/wechat/scan', { scene, openId });
  return uuid;
}
const bind = async (client: TestClient, uuid: string) => {
  const { status, body } = await client.post<{ type: string }>('/web/udUser/bindWechat', { uuid });
  return body.data?.type ?? `${status} ${body.error}`;
};
const unbind = async (client: TestClient) => (await client.post('/web/udUser/unbindWechat')).status;
const isBound = async (client: TestClient) => (await client.post<User>('/web/udUser/info')).body.data.isWechatBound;
const countLogins = async () => {
  const { rows } = await server.postgres.pool.query<{ n: number }>('select count(*)::int as n from login');
  return rows[0]?.n;
};

test('a scan binds, once, without a log-in; from then on it logs in to this account', async () => {
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

test('a WeChat of somebody else is refused and stays theirs', async () => {
  const owner = await makePerson();
  expect(await bind(owner.client, await showQr(owner.client, 'bert'))).toBe('BOUND');
  const thief = await makePerson();
  const uuid = await showQr(thief.client, 'bert');
  expect(await bind(thief.client, uuid)).toBe('409 WECHAT_TAKEN');
  expect([await isBound(thief.client), await isBound(owner.client)]).toEqual([false, true]);
});

test('another WeChat takes the place of the first', async () => {
  const { client } = await makePerson();
  await bind(client, await showQr(client, 'cora-old'));
  expect(await bind(client, await showQr(client, 'cora-new'))).toBe('BOUND');
  const old = await showQr(server.stranger, 'cora-old');
  const { body } = await server.stranger.get<{ type: string }>(`/mp/qrcode/check-login?uuid=${old}`);
  expect(body.data.type).toBe('TO_BIND_PHONE');
});

test('so it does when it comes by the phone number', async () => {
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

test('a code that another browser asked for binds nothing, and without a log-in there is nothing to bind to', async () => {
  const { client } = await makePerson();
  const foreign = await showQr(server.stranger, 'dora');
  expect(await bind(client, foreign)).toBe('EXPIRED');
  expect(await bind(client, 'x')).toBe('EXPIRED');
  expect(await bind(server.stranger, foreign)).toBe('401 LOGIN_REQUIRED');
  expect(await isBound(client)).toBe(false);
});

test('of ten that ask at once one binds', async () => {
  const { client } = await makePerson();
  const uuid = await showQr(client, 'emil');
  const told = await Promise.all(Array.from({ length: 10 }, () => bind(client, uuid)));
  expect(told.sort()).toEqual(['BOUND', ...Array(9).fill('EXPIRED')]);
});

test('who has no phone number cannot let go of it', async () => {
  const { client, user } = await makePerson();
  await bind(client, await showQr(client, 'fritz'));
  await server.postgres.pool.query('update account set mobile = null where id = $1', [user.id]);
  expect([await unbind(client), await isBound(client)]).toEqual([409, true]);
  await server.postgres.pool.query('update account set mobile = $2 where id = $1', [user.id, user.mobile]);
  expect([await unbind(client), await isBound(client)]).toEqual([200, false]);
});
