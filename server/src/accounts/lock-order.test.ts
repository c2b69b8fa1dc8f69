// Racing calls about one account: each gets a response, and none fails unexpectedly.
import type { WechatLogin } from 'contract/routes/wechat.ts';
import { expect, test } from 'vitest';
import { setScene } from '../../testing/account-scene.ts';
import { askForCode, type LoggedIn, setPassword } from '../../testing/accounts.ts';
import { createClient } from '../../testing/client.ts';
import { makeClock } from '../../testing/clock.ts';
import type { TestServer } from '../../testing/server.ts';

const clock = makeClock();
const password = 'abc123!';
let server: TestServer;
let mobile: string;
let member: LoggedIn;

setScene(clock, 13_700_000_000, scene => {
  ({ server, mobile, member } = scene);
});

const post = (path: string, body: object, client = member.client) => client.post<unknown>(path, body);
const times = <T>(count: number, ask: () => Promise<T>) => Array.from({ length: count }, ask);

/** Creates QR codes and has one person scan them. */
async function scanned(count: number, openId: string): Promise<string[]> {
  const codes = await Promise.all(
    times(
      count,
      async () => (await createClient(server.url).get<Record<string, string>>('/mp/qrcode/get-login-qrcode')).body.data,
    ),
  );
  for (const { ticket = '' } of codes)
    await post('/sandbox/wechat/scan', { scene: ticket.replace('sandbox-', ''), openId });
  return codes.map(({ uuid = '' }) => uuid);
}

test.each([1, 2, 3, 4, 5, 6])('an account is deleted while its code is used elsewhere, round %i', async () => {
  const code = await askForCode(server, mobile);
  const replies = await Promise.all([
    ...times(2, () => post('/web/udUser/delete', { code })),
    ...times(2, () => post('/web/udUser/userLogin', { mobile, code })),
    post('/web/udUser/newPhoneNum', { phone: mobile, code }),
  ]);
  expect(replies.map(({ body }) => body.error).filter(error => error === 'UNEXPECTED')).toEqual([]);
  expect(replies.some(({ status }) => status === 200)).toBe(true);
});

test.each([1, 2, 3, 4])('an account is deleted while its WeChat person logs in and binds, round %i', async round => {
  const openId = `racer-${round}`;
  const [first = ''] = await scanned(1, openId);
  const bare = (uuid: string) =>
    createClient(server.url).get<WechatLogin>(`/mp/qrcode/check-login?uuid=${uuid}`, { clientUid: '' });
  await setPassword(server, mobile, password);
  await server.postgres.pool.query('update wechat_person set account_id = $1 where id = $2', [
    member.user.id,
    `sandbox:${openId}`,
  ]);
  expect(first).not.toBe('');
  const uuids = await scanned(8, openId);
  await server.postgres.pool.query('update wechat_login set owner = null');
  const replies = await Promise.all([
    ...uuids.map(bare),
    ...uuids.map(uuid => post('/web/udUser/bindWechat', { uuid, proof: { password } })),
    ...times(3, () => post('/web/udUser/delete', { password })),
  ]);
  expect(replies.map(({ body }) => body.error).filter(error => error === 'UNEXPECTED')).toEqual([]);
});

test('of the keys of one number used at the same time, one sets a password', async () => {
  const keys: string[] = [];
  for (let count = 0; count < 4; count++) {
    const { body } = await member.client.post<{ key: string }>('/web/udUser/mobileCheck', {
      mobile,
      code: await askForCode(server, mobile),
    });
    keys.push(body.data.key);
    clock.turnSeconds(60);
  }
  const replies = await Promise.all(
    keys.map((key, at) => post('/web/udUser/updatePassWord', { mobile, key, password: `abc12${at}` })),
  );
  const errors = replies.map(({ body }) => body.error ?? 'none').sort();
  expect(errors).toEqual(['LOGIN_KEY_EXPIRED', 'LOGIN_KEY_EXPIRED', 'LOGIN_KEY_EXPIRED', 'none']);
});
