// Bodies as real front ends send them: both forms of a page in one, blanks and nulls for empty fields, other spellings.
import { constants, createPublicKey, type JsonWebKey, publicEncrypt } from 'node:crypto';
import type { Login, User } from 'contract/routes/accounts.ts';
import { expect, test } from 'vitest';
import { setScene } from '../../testing/account-scene.ts';
import { askForCode, type LoggedIn, setPassword as setPasswordOf } from '../../testing/accounts.ts';
import type { TestClient } from '../../testing/client.ts';
import { makeClock } from '../../testing/clock.ts';
import type { TestServer } from '../../testing/server.ts';

const clock = makeClock();
const password = 'abc123!';
let server: TestServer;
let client: TestClient;
let mobile: string;
let member: LoggedIn;
let newMobile: () => string;

setScene(clock, 13_500_000_000, scene => {
  ({ server, client, mobile, member, newMobile } = scene);
});

const setPassword = (name = mobile) => setPasswordOf(server, name, password);
const logIn = (body: unknown) => client.post<Login>('/web/udUser/userLogin', body);

test.each([
  ['blanks', { mobile: '', code: '' }],
  ['nulls', { mobile: null, code: null, agentCode: null }],
  ['no type', { type: null, agentCode: '', shareCode: '' }],
  ['a blank type', { type: '' }],
])('a password login may include an empty code form: %s', async (_name, fields) => {
  await setPassword();
  expect((await logIn({ type: 2, username: mobile, password, ...fields })).status).toBe(200);
});

test.each([[{ username: '', password: '' }], [{ username: null, password: null }]])(
  'a code login may include an empty password form: %j',
  async fields => {
    const code = await askForCode(server, mobile, client);
    expect((await logIn({ type: 1, mobile, code, ...fields })).status).toBe(200);
  },
);

test.each([
  [{ username: '', password: '', mobile: '', code: '', type: 2 }, 'ACCOUNT_MISSING'],
  [{ username: '', password: '', mobile: '', code: '', type: 1 }, 'PHONE_MISSING'],
  [{ mobile: '', code: '' }, 'PHONE_MISSING'],
  [{ username: 'member', password: '' }, 'PASSWORD_MISSING'],
  [{ username: 'member', password: 'x', mobile: '13800000000', code: '' }, 'LOGIN_CONTRADICTED'],
  [{ username: 'member', password: 'x', type: 1 }, 'LOGIN_CONTRADICTED'],
])('the refusal of %j names the missing field', async (body, error) => {
  expect((await logIn(body)).body.error).toBe(error);
});

test('a registration may leave optional fields blank', async () => {
  const fresh = newMobile();
  const code = await askForCode(server, fresh, client);
  const blank = { username: '', nickName: ' ', agentCode: '', shareCode: '', agree: true };
  const reply = await client.post<Login>('/web/udUser/registUser', { mobile: fresh, code, password, ...blank });
  expect(reply.status).toBe(200);
  expect(reply.body.data.user.username).toBeNull();
  expect(reply.body.data.user.nickName).toMatch(/^User \d{4}$/);
});

test('null means the same as an empty field', async () => {
  for (const [path, body, error] of [
    ['/web/sendCode', { mobile: null, captchaVO: null }, 'PHONE_MISSING'],
    ['/web/udUser/registUser', { mobile, code: null, password: null }, 'CODE_MISSING'],
    ['/web/udUser/newPhoneNum', { phone: null, code: null }, 'PHONE_MISSING'],
    ['/web/udUser/updatePassWord', { mobile, code: null, key: null, password }, 'CODE_MISSING'],
  ] as const)
    expect([path, (await client.post(path, body)).body.error]).toEqual([path, error]);
});

test.each([[null], [{}], [{ captchaVerification: null }], [{ captchaVerification: '' }]])(
  'captchaVO %j is answered with CAPTCHA_MISSING',
  async captchaVO => {
    const { body } = await client.post('/web/sendCode', { mobile, captchaVO });
    expect([body.error, body.msg]).toEqual(['CAPTCHA_MISSING', 'Please complete security verification']);
    expect(body.details).toEqual([{ path: 'captchaVO.captchaVerification', error: body.msg }]);
  },
);

test('forms may send thirdType as a number, blank agents and keys, and either proof', async () => {
  const other = newMobile();
  const body = {
    phone: other,
    code: await askForCode(server, other, client),
    thirdType: 1,
    agentCode: '',
    key: '',
    proof: null,
  };
  await server.postgres.pool.query('update account set mobile = null where id = $1', [member.user.id]);
  expect((await member.client.post<Login>('/web/udUser/newPhoneNum', body)).body.data.user.mobile).toBe(other);
  await setPassword(other);
  const change = { oldPassword: null, newPassword: 'abc124!' };
  expect((await member.client.post('/web/udUser/updateResourcePassWord', change)).body.error).toBe('PROOF_NEEDED');
  const remove = (fields: object) => member.client.post('/web/udUser/delete', fields);
  expect((await remove({ password: '' })).body.error).toBe('PROOF_NEEDED');
  expect((await remove({ password: '', code: null })).body.error).toBe('PROOF_NEEDED');
  clock.turnSeconds(60);
  expect((await remove({ password: '', code: await askForCode(server, other, client) })).status).toBe(200);
});

test('nickname is an alias of nickName', async () => {
  const change = (body: object) => member.client.post<User>('/web/udUser/update/info', body);
  expect((await change({ nickname: 'Lower' })).body.data).toMatchObject({ nickName: 'Lower', nickname: 'Lower' });
  expect((await change({ nickname: '\u202ex' })).body.error).toBe('NICKNAME_BAD');
});

test('a sealed password is accepted in any base64 alphabet and never treated as plain text', async () => {
  await setPassword();
  const jwk = (await client.get<JsonWebKey>('/web/publicKey')).body.data;
  const seal = () =>
    publicEncrypt(
      {
        key: createPublicKey({ key: jwk, format: 'jwk' }),
        padding: constants.RSA_PKCS1_OAEP_PADDING,
        oaepHash: 'sha256',
      },
      Buffer.from(JSON.stringify({ p: password, t: clock.now().getTime() })),
    );
  const inLines = seal()
    .toString('base64')
    .replace(/.{76}/g, line => `${line}\r\n`);
  for (const sealed of [seal().toString('base64url'), inLines])
    expect((await logIn({ username: mobile, password: `rsa:${sealed}` })).status).toBe(200);
  for (const junk of ['!'.repeat(344), 'A'.repeat(344), '密'.repeat(80)])
    expect((await logIn({ username: mobile, password: `rsa:${junk}` })).body.error).toBe('PASSWORD_SEAL_BAD');
});
