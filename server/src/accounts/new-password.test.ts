// New passwords: forgotten ones are set by code or key, known ones are changed; also the logins and keys that end with the old one.
import type { Login, User } from 'contract/routes/accounts.ts';
import { expect, test, vi } from 'vitest';
import { setScene } from '../../testing/account-scene.ts';
import { askForCode, type LoggedIn, logInAs, setPassword } from '../../testing/accounts.ts';
import type { TestClient } from '../../testing/client.ts';
import { makeClock } from '../../testing/clock.ts';
import type { TestServer } from '../../testing/server.ts';

const clock = makeClock();
let server: TestServer;
let client: TestClient;
let mobile: string;
let member: LoggedIn;
let newMobile: () => string;

setScene(clock, 13_600_000_000, scene => {
  ({ server, client, mobile, member, newMobile } = scene);
});

const isIn = async (token: string) => (await client.post<User>('/web/udUser/info', {}, { token })).status === 200;
const enter = (password: string) => client.post<Login>('/web/udUser/userLogin', { username: mobile, password });
const reset = (body: Record<string, unknown>) =>
  client.post('/web/udUser/updatePassWord', { mobile, password: 'brand-new-1', ...body });
const change = (body: Record<string, unknown>, from = member.client) =>
  from.post('/web/udUser/updateResourcePassWord', body);
const askForKey = async () =>
  (
    await client.post<{ key: string }>('/web/udUser/mobileCheck', {
      mobile,
      code: await askForCode(server, mobile, client),
    })
  ).body.data.key;

test('a code sets a forgotten password and ends all logins', async () => {
  const code = await askForCode(server, mobile);
  expect((await reset({ code })).status).toBe(200);
  expect(await isIn(member.token)).toBe(false);
  expect((await enter('brand-new-1')).status).toBe(200);
  expect((await reset({ code, password: 'once-more-1' })).body.error).toBe('CODE_WRONG');
});

test('a key sets a forgotten password once, for its own number and for ten minutes', async () => {
  const key = await askForKey();
  const other = newMobile();
  await logInAs(server, other);
  expect((await reset({ key, mobile: other })).body.error).toBe('LOGIN_KEY_EXPIRED');
  const replies = await Promise.all([reset({ key }), reset({ key, password: 'brand-new-2' })]);
  expect(replies.map(({ body }) => body.error ?? 'none').sort()).toEqual(['LOGIN_KEY_EXPIRED', 'none']);
  clock.turnSeconds(60);
  const late = await askForKey();
  clock.turnSeconds(601);
  expect((await reset({ key: late })).body.error).toBe('LOGIN_KEY_EXPIRED');
});

test('a new password, however it is set, ends keys that were created before', async () => {
  const stolen = await askForKey();
  clock.turnSeconds(60);
  expect((await reset({ code: await askForCode(server, mobile, client) })).status).toBe(200);
  expect((await reset({ key: stolen, password: 'thiefs-one-1' })).body.error).toBe('LOGIN_KEY_EXPIRED');
  clock.turnSeconds(60);
  const again = await askForKey();
  const { token } = (await enter('brand-new-1')).body.data;
  const change = { oldPassword: 'brand-new-1', newPassword: 'brand-new-2' };
  expect((await client.post('/web/udUser/updateResourcePassWord', change, { token })).status).toBe(200);
  expect((await reset({ key: again, password: 'thiefs-one-1' })).body.error).toBe('LOGIN_KEY_EXPIRED');
});

test('a reset without a proof asks for the code, and reveals whether the number has an account only after the proof', async () => {
  expect((await reset({})).body.error).toBe('CODE_MISSING');
  expect((await reset({ code: '000000' })).body.error).toBe('CODE_WRONG');
  const stranger = newMobile();
  expect((await reset({ mobile: stranger, code: '000000' })).body.error).toBe('CODE_WRONG');
  const reply = await reset({ mobile: stranger, code: await askForCode(server, stranger) });
  expect([reply.status, reply.body.error]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
});

test('the rules for a new password are checked before any proof', async () => {
  const code = await askForCode(server, mobile);
  for (const password of ['short', 'onlyletters', 'a1'.repeat(10)])
    expect((await reset({ code, password })).body.error).toBe('PASSWORD_BAD');
  expect((await reset({ code, password: '' })).body.error).toBe('PASSWORD_MISSING');
  expect((await reset({ code })).status).toBe(200);
});

test('the first password ends all other logins; changing it later needs the old password and ends all logins', async () => {
  const other = await logInAs(server, mobile);
  const proof = { code: await askForCode(server, mobile) };
  expect((await change({ newPassword: 'first-one-1', proof })).status).toBe(200);
  expect([await isIn(member.token), await isIn(other.token)]).toEqual([true, false]);
  for (const oldPassword of [undefined, ''])
    expect((await change({ oldPassword, newPassword: 'second-one-2' })).body.error).toBe('PROOF_NEEDED');
  const wrong = await change({ oldPassword: 'guess-1', newPassword: 'second-one-2' });
  expect(wrong.body).toMatchObject({ error: 'OLD_PASSWORD_WRONG', details: [{ path: 'oldPassword' }] });
  expect((await change({ oldPassword: 'first-one-1', newPassword: 'second-one-2' })).status).toBe(200);
  expect(await isIn(member.token)).toBe(false);
  expect((await enter('first-one-1')).body.error).toBe('PASSWORD_WRONG');
  expect((await enter('second-one-2')).status).toBe(200);
  expect((await change({ newPassword: 'third-one-3' }, client)).body.error).toBe('LOGIN_REQUIRED');
});

test('of two simultaneous changes one succeeds, and the other must prove the new password', async () => {
  await setPassword(server, mobile, 'before-both-1');
  const oldPassword = 'before-both-1';
  const replies = await Promise.all(
    ['racer-one-1', 'racer-two-2'].map(newPassword => change({ oldPassword, newPassword })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  const winner = replies[0]?.status === 200 ? 'racer-one-1' : 'racer-two-2';
  expect((await enter(winner)).status).toBe(200);
});

test('a login with the old password that was checked just before the change is refused', async () => {
  await setPassword(server, mobile, 'old-one-1');
  const { passwords } = server.parts;
  const { verify } = passwords;
  const slowly = vi.spyOn(passwords, 'verify').mockImplementationOnce(async (typed, hash) => {
    const isRight = await verify(typed, hash);
    expect((await change({ oldPassword: 'old-one-1', newPassword: 'new-one-2' })).status).toBe(200);
    return isRight;
  });
  expect((await enter('old-one-1')).body.error).toBe('PASSWORD_WRONG');
  expect(slowly).toHaveBeenCalledTimes(2);
  slowly.mockRestore();
  expect((await enter('new-one-2')).status).toBe(200);
});

test('a new password resets the delay after wrong ones', async () => {
  for (let count = 0; count < 5; count++) await enter(`wrong-${count}`);
  expect((await enter('wrong-6')).status).toBe(429);
  const code = await askForCode(server, mobile);
  await reset({ code });
  expect((await enter('brand-new-1')).status).toBe(200);
});
