// A stolen token changes no way to log in: each such call needs a fresh proof, the password or a code sent to the account's number.
import type { Login, User } from 'contract/routes/accounts.ts';
import { expect, test } from 'vitest';
import { setScene } from '../../testing/account-scene.ts';
import { askForCode, type LoggedIn, logInAs, setPassword } from '../../testing/accounts.ts';
import { createClient, type TestClient } from '../../testing/client.ts';
import { makeClock } from '../../testing/clock.ts';
import type { TestServer } from '../../testing/server.ts';

const clock = makeClock();
const password = 'right-one-1';
let server: TestServer;
let mobile: string;
let member: LoggedIn;
let newMobile: () => string;
/** Has the token of `member` in another browser and receives the messages of a number of its own. */
let thief: TestClient;
let thiefMobile: string;

setScene(clock, 13_100_000_000, scene => {
  ({ server, mobile, member, newMobile } = scene);
  thief = createClient(server.url);
  thief.headers.token = member.token;
  thiefMobile = newMobile();
});

const infoOf = async (client = member.client) => (await client.post<User>('/web/udUser/info')).body.data;
const rebind = (body: object, client = thief) => client.post<Login>('/web/udUser/newPhoneNum', body);
const change = (body: object, client = thief) => client.post('/web/udUser/updateResourcePassWord', body);
const codeFor = (number: string) => askForCode(server, number);

/** Creates a QR code for the client and has the person with this open id scan it. */
async function scannedQr(client: TestClient, openId: string): Promise<string> {
  const { uuid = '', ticket = '' } = (await client.get<Record<string, string>>('/mp/qrcode/get-login-qrcode')).body
    .data;
  await server.client.post('/sandbox/wechat/scan', { scene: ticket.replace('sandbox-', ''), openId });
  return uuid;
}
const bind = (uuid: string, proof?: object, client = thief) =>
  client.post<{ type: string }>('/web/udUser/bindWechat', { uuid, proof });
const unbind = (proof?: object, client = thief) => client.post('/web/udUser/unbindWechat', { proof });
const errorOf = async (reply: Promise<{ status: number; body: { error?: string } }>) => (await reply).body.error;

test('the token alone neither replaces the number, nor sets a password, nor binds WeChat, nor deletes the account', async () => {
  const phone = { phone: thiefMobile, code: await codeFor(thiefMobile) };
  const uuid = await scannedQr(thief, `thief-${mobile}`);
  const calls = [
    () => rebind(phone),
    () => rebind({ ...phone, proof: null }),
    () => rebind({ ...phone, key: '', proof: { password: '', code: ' ' } }),
    () => change({ newPassword: 'thiefs-own-1' }),
    () => bind(uuid),
    () => unbind(),
    () => thief.post('/web/udUser/unbindWechat'),
    () => thief.post('/web/udUser/delete'),
  ];
  for (const proofs of [['code'], ['password', 'code']]) {
    for (const ask of calls) {
      const { status, body } = await ask();
      expect([status, body.code, body.error, body.details]).toEqual([403, 403, 'PROOF_NEEDED', { proofs }]);
    }
    expect(await infoOf()).toMatchObject({ mobile, isWechatBound: false, hasPassword: proofs.length === 2 });
    await setPassword(server, mobile, password);
  }
});

test('a wrong proof, a proof for another account, and a proof for the new number change nothing', async () => {
  await setPassword(server, mobile, password);
  const code = await codeFor(thiefMobile);
  const phone = { phone: thiefMobile, code };
  for (const ask of [
    (proof: object) => rebind({ ...phone, proof }),
    (proof: object) => change({ newPassword: 'thiefs-own-1', proof }),
    async (proof: object) => bind(await scannedQr(thief, `wrong-${mobile}`), proof),
    (proof: object) => unbind(proof),
    (proof: object) => thief.post('/web/udUser/delete', { proof }),
  ]) {
    expect(await errorOf(ask({ code }))).toBe('CODE_WRONG');
    expect(await errorOf(ask({ code: '000000' }))).toBe('CODE_WRONG');
    expect(await errorOf(ask({ code: '12' }))).toBe('CODE_FORMAT_BAD');
    expect(await errorOf(ask({ password: 'wrong-one-1' }))).toBe('OLD_PASSWORD_WRONG');
    clock.turnSeconds(3600);
  }
  expect(await infoOf()).toMatchObject({ mobile, isWechatBound: false });
});

test('a refusal tells which of two codes was wrong', async () => {
  const fresh = newMobile();
  const code = await codeFor(fresh);
  const wrongProof = await rebind({ phone: fresh, code, proof: { code: '000000' } });
  expect(wrongProof.body).toMatchObject({ error: 'CODE_WRONG', details: [{ path: 'proof.code' }] });
  const wrongNew = await rebind({ phone: fresh, code: '000000', proof: { code: await codeFor(mobile) } });
  expect(wrongNew.body).toMatchObject({ error: 'CODE_WRONG', details: null });
});

test('the password, or a code sent to the old number, replaces the number, and a proof is valid once', async () => {
  const second = newMobile();
  const proof = { code: await codeFor(mobile) };
  const replies = await Promise.all([
    rebind({ phone: second, code: await codeFor(second), proof }, member.client),
    rebind({ phone: thiefMobile, code: await codeFor(thiefMobile), proof }),
  ]);
  expect(replies.map(({ body }) => body.error ?? 'none').sort()).toEqual(['CODE_WRONG', 'none']);
  const { mobile: now } = await infoOf();
  clock.turnSeconds(60);
  await setPassword(server, now ?? '', password);
  const third = newMobile();
  const byPassword = await rebind({ phone: third, code: await codeFor(third), proof: { password } }, member.client);
  expect(byPassword.body.data).toMatchObject({ token: member.token, user: { mobile: third } });
});

test('an account without means of proof binds its first number without a proof, in the old shape of the call', async () => {
  await server.postgres.pool.query('update account set mobile = null where id = $1', [member.user.id]);
  const body = { phone: mobile, code: await codeFor(mobile), agentCode: '', key: '', thirdType: 'wx' };
  expect((await rebind(body, member.client)).body.data.user.mobile).toBe(mobile);
});

test('of two simultaneous first bindings, the second must prove the first number', async () => {
  await server.postgres.pool.query('update account set mobile = null where id = $1', [member.user.id]);
  const replies = await Promise.all(
    await Promise.all([mobile, thiefMobile].map(async phone => ({ phone, code: await codeFor(phone) }))).then(bodies =>
      bodies.map(body => rebind(body)),
    ),
  );
  expect(replies.map(({ body }) => body.error ?? 'none').sort()).toEqual(['PROOF_NEEDED', 'none']);
});

test("a code for the account's current number is its own proof", async () => {
  const reply = await rebind({ phone: mobile, code: await codeFor(mobile) }, member.client);
  expect([reply.status, reply.body.data.user.mobile]).toEqual([200, mobile]);
});

test('a scan waits for the proof, and binds once with it', async () => {
  const uuid = await scannedQr(member.client, `mine-${mobile}`);
  expect(await errorOf(bind(uuid, undefined, member.client))).toBe('PROOF_NEEDED');
  const proof = { code: await codeFor(mobile) };
  const told = await Promise.all(Array.from({ length: 6 }, () => bind(uuid, proof, member.client)));
  expect(told.filter(({ body }) => body.data?.type === 'BOUND')).toHaveLength(1);
  expect(told.filter(({ status }) => status >= 500)).toEqual([]);
  expect(await infoOf()).toMatchObject({ isWechatBound: true });
  clock.turnSeconds(60);
  expect((await unbind({ code: await codeFor(mobile) }, member.client)).status).toBe(200);
  expect(await infoOf()).toMatchObject({ isWechatBound: false });
});

test('the first password needs a code for the number; a password is changed by either proof', async () => {
  const byCode = await change({ newPassword: password, proof: { code: await codeFor(mobile) } }, member.client);
  expect(byCode.status).toBe(200);
  clock.turnSeconds(60);
  const again = { newPassword: 'right-two-2', proof: { code: await codeFor(mobile) } };
  expect((await change(again, member.client)).status).toBe(200);
  const { token } = (
    await server.client.post<Login>('/web/udUser/userLogin', { username: mobile, password: 'right-two-2' })
  ).body.data;
  member.client.headers.token = token;
  expect((await change({ newPassword: password, proof: { password: 'right-two-2' } }, member.client)).status).toBe(200);
});

test('guesses at the password with a stolen token are slowed down, even when they race', async () => {
  await setPassword(server, mobile, password);
  const replies = await Promise.all(
    Array.from({ length: 9 }, (_, at) => change({ newPassword: 'thiefs-own-1', oldPassword: `guess-${at}` })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 400, 429, 429, 429, 429]);
  const phone = { phone: thiefMobile, code: await codeFor(thiefMobile) };
  expect(await errorOf(rebind({ ...phone, proof: { password } }))).toBe('RATE_LIMITED');
});

test('a new password lets the owner unbind a WeChat in the same call, and ends all logins unless the call says otherwise', async () => {
  const other = await logInAs(server, mobile);
  const uuid = await scannedQr(member.client, `both-${mobile}`);
  await bind(uuid, { code: await codeFor(mobile) }, member.client);
  clock.turnSeconds(60);
  await setPassword(server, mobile, password);
  const kept = await change({ oldPassword: password, newPassword: 'kept-one-1', endLogins: false }, member.client);
  expect(kept.status).toBe(200);
  expect(await infoOf()).toMatchObject({ isWechatBound: true });
  expect(await infoOf(other.client)).toMatchObject({ mobile });
  const all = { oldPassword: 'kept-one-1', newPassword: 'last-one-1', unbindWechat: true };
  expect((await change(all, member.client)).status).toBe(200);
  for (const client of [member.client, other.client])
    expect((await client.post('/web/udUser/info')).body.error).toBe('LOGIN_EXPIRED');
  const back = await logInAs(server, mobile);
  expect(back.user).toMatchObject({ isWechatBound: false });
});

test('a reset of a forgotten password unbinds WeChat on request', async () => {
  const uuid = await scannedQr(member.client, `reset-${mobile}`);
  await bind(uuid, { code: await codeFor(mobile) }, member.client);
  const reset = async (more: object) => {
    clock.turnSeconds(60);
    const body = { mobile, code: await codeFor(mobile), password, ...more };
    expect((await server.client.post('/web/udUser/updatePassWord', body)).status).toBe(200);
    return (await logInAs(server, mobile)).user.isWechatBound;
  };
  expect(await reset({})).toBe(true);
  expect(await reset({ unbindWechat: true })).toBe(false);
});

test('failed passwords count for the account, in every spelling of its name', async () => {
  await setPassword(server, mobile, password);
  await member.client.post('/web/udUser/update/info', { username: `Name-${mobile.slice(-4)}` });
  const names = [mobile, `Name-${mobile.slice(-4)}`, `name-${mobile.slice(-4)}`, `86${mobile}`, ` ${mobile} `];
  const guess = (username: string, typed = 'wrong-one-1') =>
    server.client.post('/web/udUser/userLogin', { username, password: typed });
  const replies = await Promise.all([...names, ...names].map(name => guess(name)));
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(5);
  for (const name of names) expect((await guess(name, password)).status).toBe(429);
  clock.turnSeconds(60);
  expect((await guess(mobile, password)).status).toBe(200);
  for (const name of names) expect((await guess(name)).body.error).toBe('PASSWORD_WRONG');
});
