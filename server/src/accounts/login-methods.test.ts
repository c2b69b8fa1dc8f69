// The ways to log in (by password, by code and by registering) and their refusals.
import { constants, createPublicKey, type JsonWebKey, publicEncrypt } from 'node:crypto';
import type { Login, User } from 'contract/routes/accounts.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { askForCode, logInAs } from '../../testing/accounts.ts';
import { createClient, type TestClient } from '../../testing/client.ts';
import { makeClock } from '../../testing/clock.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const clock = makeClock();
let server: TestServer;
let client: TestClient;
let lastMobile = 13_900_000_000;
const newMobile = () => String(++lastMobile);
const password = 'correct horse 1';

beforeAll(async () => {
  server = await startTestServer({ works: false, now: clock.now });
});
afterAll(() => server.stop());
beforeEach(() => {
  clock.turnSeconds(7200); // Starts a new hour for the hourly limits.
  client = createClient(server.url);
});

const logIn = (body: unknown) => client.post<Login>('/web/udUser/userLogin', body);
const codeOf = async (mobile: string, type = 1) => ({ mobile, code: await askForCode(server, mobile, client), type });
const makeSomebody = async (fields: Record<string, unknown> = {}) => {
  const mobile = newMobile();
  const body = { mobile, code: await askForCode(server, mobile, client), password, ...fields };
  return { mobile, reply: await client.post<Login>('/web/udUser/registUser', body) };
};

async function seal(typed: string, ageSeconds = 0, key?: JsonWebKey): Promise<string> {
  const jwk = key ?? (await client.get<JsonWebKey>('/web/publicKey')).body.data;
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const text = JSON.stringify({ p: typed, t: clock.now().getTime() - ageSeconds * 1000 });
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const sealed = publicEncrypt({ key: publicKey, padding, oaepHash: 'sha256' }, Buffer.from(text));
  return `rsa:${sealed.toString('base64')}`;
}

test('a registration logs in to the account it describes', async () => {
  const { mobile, reply } = await makeSomebody({
    username: 'Jolly_Roger',
    nickName: '  Ｒoger  the ２nd ',
    agree: true,
  });
  expect(reply.status).toBe(200);
  const { token, user } = reply.body.data;
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(user).toMatchObject({ username: 'Jolly_Roger', nickName: 'Roger the 2nd', nickname: 'Roger the 2nd', mobile });
  expect(user).toMatchObject({ hasPassword: true, isWechatBound: false, isMember: 0, coin: 0, edition: null });
  const info = await client.post<User>('/web/udUser/info', {}, { token });
  expect(info.body.data).toEqual(user);
  const { rows } = await server.postgres.pool.query('select token_hash from login');
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('a password login accepts the username in any case and the number in any spelling', async () => {
  const { mobile } = await makeSomebody({ username: 'Captain-Hook' });
  for (const username of [
    'Captain-Hook',
    ' captain-HOOK ',
    mobile,
    `86${mobile}`,
    `${mobile.slice(0, 3)} ${mobile.slice(3)}`,
  ]) {
    const reply = await logIn({ username, password, type: 2 });
    expect([username, reply.status, reply.body.data?.user.mobile]).toEqual([username, 200, mobile]);
  }
  const wrong = await logIn({ username: 'Captain-Hook', password: `${password}.` });
  expect([wrong.status, wrong.body.code, wrong.body.error]).toEqual([400, 400, 'PASSWORD_WRONG']);
});

test("a username that looks like another account's number does not shadow that number", async () => {
  const { mobile } = await makeSomebody();
  const { reply } = await makeSomebody({ username: mobile, password: 'impostor-1' });
  expect(reply.status).toBe(200);
  expect((await logIn({ username: mobile, password })).body.data.user.mobile).toBe(mobile);
  expect((await logIn({ username: mobile, password: 'impostor-1' })).body.error).toBe('PASSWORD_WRONG');
});

test.each([
  [{}, 'ACCOUNT_MISSING', ['username', 'password']],
  [{ username: 'someone' }, 'PASSWORD_MISSING', ['password']],
  [{ type: 1 }, 'PHONE_MISSING', ['mobile', 'code']],
  [{ mobile: '12345', code: '123456' }, 'PHONE_BAD', ['mobile']],
  [{ mobile: '13912345678', code: '12' }, 'CODE_FORMAT_BAD', ['code']],
  [{ username: 'someone', password: 'x', mobile: '13912345678', code: '1234' }, 'LOGIN_CONTRADICTED', ['type']],
  [{ username: 'someone', password: 'x', type: 1 }, 'LOGIN_CONTRADICTED', ['type']],
  [{ mobile: '13912345678', code: '1234', type: '2' }, 'LOGIN_CONTRADICTED', ['type']],
])('%o is refused as %s', async (body, error, paths) => {
  const reply = await logIn(body);
  expect([reply.status, reply.body.error]).toEqual([400, error]);
  expect((reply.body.details as { path: string }[]).map(({ path }) => path)).toEqual(paths);
});

test('the first login by code creates the account, the second finds it', async () => {
  const mobile = newMobile();
  const first = await logIn(await codeOf(mobile));
  expect(first.body.data.user).toMatchObject({ mobile, hasPassword: false, username: null });
  clock.turnSeconds(60);
  const second = await logIn({ ...(await codeOf(mobile)), mobile: `0${mobile}`, type: undefined });
  expect(second.body.data.user.id).toBe(first.body.data.user.id);
  expect(second.body.data.token).not.toBe(first.body.data.token);
});

test('a code is valid once, even for simultaneous calls', async () => {
  const mobile = newMobile();
  const body = await codeOf(mobile);
  const replies = await Promise.all(Array.from({ length: 4 }, () => logIn(body)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  const { rows } = await server.postgres.pool.query('select id from account where mobile = $1', [mobile]);
  expect(rows).toHaveLength(1);
});

test('twenty simultaneous logins of a new number create one account', async () => {
  const mobile = newMobile();
  const logins = await Promise.all(Array.from({ length: 20 }, () => logInAs(server, mobile)));
  expect(new Set(logins.map(({ user }) => user.id)).size).toBe(1);
  expect(new Set(logins.map(({ token }) => token)).size).toBe(20);
});

test('a sealed password is accepted once and only while it is fresh', async () => {
  const { mobile: username } = await makeSomebody({ password: await seal(password) });
  const sealed = await seal(password);
  expect((await logIn({ username, password: sealed })).status).toBe(200);
  expect((await logIn({ username, password })).status).toBe(200);
  const bad = [
    sealed,
    await seal(password, 301),
    await seal(password, -120),
    await seal(password, 0, createPublicKeyOfStranger()),
    `rsa:${Buffer.alloc(256, 7).toString('base64')}`,
  ];
  for (const sent of bad) expect((await logIn({ username, password: sent })).body.error).toBe('PASSWORD_SEAL_BAD');
  expect((await logIn({ username, password: await seal('something else') })).body.error).toBe('PASSWORD_WRONG');
});

function createPublicKeyOfStranger(): JsonWebKey {
  const { generateKeyPairSync } = process.getBuiltinModule('node:crypto');
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' });
}

test('a sealed new password is validated after it is opened', async () => {
  const { reply } = await makeSomebody({ password: await seal('onlyletters') });
  expect([reply.status, reply.body.error]).toEqual([400, 'PASSWORD_BAD']);
  expect(reply.body.msg).toMatch(/at least two types/);
  expect(reply.body.details).toEqual([{ path: 'password', error: reply.body.msg }]);
});

test('a registration reveals taken names and numbers only after the number is proven', async () => {
  const { mobile } = await makeSomebody({ username: 'first-come' });
  const guess = { mobile, code: '000000', password };
  expect((await client.post('/web/udUser/registUser', guess)).body.error).toBe('CODE_WRONG');
  clock.turnSeconds(60);
  const code = await askForCode(server, mobile, client);
  expect((await client.post('/web/udUser/registUser', { mobile, code, password })).body.error).toBe('PHONE_TAKEN');
  expect((await makeSomebody({ username: 'FIRST-come' })).reply.body.error).toBe('USERNAME_TAKEN');
  const { body } = (await makeSomebody({ agree: false })).reply;
  expect([body.error, body.details]).toEqual(['AGREEMENT_MISSING', [{ path: 'agree', error: body.msg }]]);
});

test('a code stays valid after a refusal for another reason', async () => {
  await makeSomebody({ username: 'taken-name' });
  const mobile = newMobile();
  const body = { mobile, code: await askForCode(server, mobile, client), password };
  const register = (username: string) => client.post<Login>('/web/udUser/registUser', { ...body, username });
  expect((await register('Taken-Name')).body.error).toBe('USERNAME_TAKEN');
  expect((await register('free-name')).status).toBe(200);
});

test('the source of an account is stored: agent, friend and advertisement', async () => {
  const friend = (await makeSomebody()).reply.body.data.user;
  const sent = async (fields: Record<string, unknown>, headers: Record<string, string>) => {
    const mobile = newMobile();
    const body = { ...(await codeOf(mobile)), ...fields };
    const { data } = (await client.post<Login>('/web/udUser/userLogin', body, headers)).body;
    const { rows } = await server.postgres.pool.query('select * from account where id = $1', [data.user.id]);
    return rows[0];
  };
  expect(
    await sent(
      { shareCode: friend.shareCode },
      { platformSource: 'PC-agent7', logidUrl: 'https://ads.example/?logid=1' },
    ),
  ).toMatchObject({ platform_source: 'PC-agent7', referred_by: friend.id, logid_url: 'https://ads.example/?logid=1' });
  expect(await sent({ agentCode: 'body8', shareCode: 'nobody99' }, { platformSource: 'PC-agent7' })).toMatchObject({
    platform_source: 'PC-body8',
    referred_by: null,
    logid_url: null,
  });
  const odd = { platformSource: 'PC-<script>', logidUrl: 'javascript:alert(1)' };
  expect(await sent({}, odd)).toMatchObject({ platform_source: 'web-pc', logid_url: null });
});
