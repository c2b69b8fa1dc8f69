// The details that people change (names, username, avatar, phone number), and the refusals.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Login, User } from 'contract/routes/accounts.ts';
import { sharp } from 'engines/sharp.ts';
import { expect, test } from 'vitest';
import { setScene } from '../../testing/account-scene.ts';
import { askForCode, type LoggedIn, logInAs, setPassword } from '../../testing/accounts.ts';
import { makeClock } from '../../testing/clock.ts';
import { readWebpSize } from '../../testing/pictures.ts';
import type { TestServer } from '../../testing/server.ts';
import { sweepExpired } from '../retention/sweep.ts';
import { savePerson } from '../wechat/store.ts';
import { makeLoginKey } from './keys.ts';

const clock = makeClock();
let server: TestServer;
let mobile: string;
let member: LoggedIn;
let newMobile: () => string;

setScene(clock, 13_500_000_000, scene => {
  ({ server, mobile, member, newMobile } = scene);
});

const update = (body: unknown, from = member) => from.client.post<User>('/web/udUser/update/info', body);
const bind = (body: unknown, headers: Record<string, string>) =>
  server.client.post<Login>('/web/udUser/newPhoneNum', body, headers);
const fixture = (name: string) => readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url));

test.each([
  ['  Ａnna \t Ｂ.  ', 'Anna B.'],
  ['小明👨‍👩‍👧', '小明👨‍👩‍👧'],
  ['x'.repeat(20), 'x'.repeat(20)],
])('the nickname %j is stored as %j', async (nickName, kept) => {
  expect((await update({ nickName })).body.data.nickName).toBe(kept);
});

test.each([
  ['a right-to-left override', 'nimda\u202egpj'],
  ['a zero-width space', 'ad\u200bmin'],
  ['a Hangul filler', '\u3164'],
  ['a Braille blank', 'a\u2800b'],
  ['an object replacement of its own', 'a\ue000b'],
  ['a bell', 'ring\u0007'],
  ['only spaces', ' \u3000 '],
  ['more than twenty', 'x'.repeat(21)],
])('a nickname with %s is refused', async (_what, nickName) => {
  expect((await update({ nickName })).body.error).toBe('NICKNAME_BAD');
});

test.each(['ａdmin1', 'аdmin1', 'admin\u200b1', 'ad min', 'abc', 'x'.repeat(17), 'İstanbul'])(
  'the username %j is refused',
  async username => {
    expect((await update({ username })).body.error).toBe('USERNAME_BAD');
  },
);

test('a username is unique regardless of case, even among simultaneous changes', async () => {
  const others = await Promise.all([1, 2, 3].map(() => logInAs(server, newMobile())));
  const replies = await Promise.all(
    others.map((other, index) => update({ username: index ? 'RACER' : 'racer' }, other)),
  );
  expect(replies.map(({ body }) => body.error ?? 'none').sort()).toEqual(['USERNAME_TAKEN', 'USERNAME_TAKEN', 'none']);
  const winner = others[replies.findIndex(({ status }) => status === 200)];
  expect((await update({ username: 'Racer' }, winner)).body.data.username).toBe('Racer');
});

test('usernames cannot be enumerated', async () => {
  for (let count = 0; count < 20; count++) await update({ username: `name-${count}` });
  expect((await update({ username: 'name-20' })).status).toBe(429);
});

test('gender is set and unset; missing fields stay as they were', async () => {
  expect((await update({ gender: 1, nickName: 'Bob' })).body.data).toMatchObject({ gender: 1, nickName: 'Bob' });
  expect((await update({ gender: null })).body.data).toMatchObject({ gender: null, nickName: 'Bob' });
  expect((await update({ gender: '1' })).body.data).toMatchObject({ gender: 1 });
  expect((await update({ gender: '0' })).body.data).toMatchObject({ gender: 0 });
  for (const wrong of [2, '2', true]) expect((await update({ gender: wrong })).status).toBe(400);
});

test('an avatar becomes a small WebP that survives every sweep and is deleted when it is replaced', async () => {
  const path = await member.client.upload(fixture('gps-and-xmp.jpg'), 'me.jpg');
  const url = (await update({ avatar: path })).body.data.avatar ?? '';
  const first = Buffer.from(await (await fetch(url)).arrayBuffer());
  expect(readWebpSize(first)).toEqual({ width: 256, height: 256 });
  const { exif, xmp, icc } = await sharp(first).metadata();
  expect([exif, xmp, icc]).toEqual([undefined, undefined, undefined]);
  clock.turnSeconds(365 * 24 * 3600);
  await sweepExpired(server.parts);
  expect(await server.parts.objects.stat(path)).toBeUndefined();
  expect((await fetch(url)).status).toBe(200);
  member = await logInAs(server, mobile); // The earlier login has expired by now.
  const second = await update({ avatar: await member.client.upload(fixture('plain.png'), 'me.png') });
  await sweepExpired(server.parts);
  expect((await fetch(url)).status).toBe(404);
  expect((await fetch(second.body.data.avatar ?? '')).status).toBe(200);
  expect((await update({ avatar: null })).body.data.avatar).toBeNull();
  await sweepExpired(server.parts);
  const { rows } = await server.postgres.pool.query(
    "select key from stored_object where key like 'output/%' and not is_removed",
  );
  expect(rows).toEqual([]);
});

test('a form that sends back the values it received changes nothing', async () => {
  const path = await member.client.upload(fixture('plain.png'), 'me.png');
  const told = (await update({ avatar: path })).body.data;
  const key = new URL(told.avatar ?? '').pathname.replace('/store/', '');
  for (const avatar of [told.avatar, key, `/${key}`]) {
    const reply = await update({ ...told, avatar, nickName: 'Again', nickname: undefined });
    expect([reply.status, reply.body.data]).toEqual([200, { ...told, nickName: 'Again', nickname: 'Again' }]);
  }
  expect((await update({ nickName: null, username: null })).body.data.nickName).toBe('Again');
  const other = await logInAs(server, newMobile());
  expect((await update({ avatar: `${told.avatar}x` }, other)).body.error).toBe('UPLOAD_NOT_FOUND');
  await sweepExpired(server.parts);
  expect((await fetch(told.avatar ?? '')).status).toBe(200);
  await update({ avatar: null });
  await sweepExpired(server.parts);
});

test('a file that is missing, too large or not a picture is refused as avatar and leaves nothing behind', async () => {
  const sent = async (bytes: Buffer, name: string) => update({ avatar: await member.client.upload(bytes, name) });
  const errorOf = async (reply: ReturnType<typeof update>) => (await reply).body.error;
  expect(await errorOf(sent(Buffer.from('<html>'), 'x.png'))).toBe('TYPE_UNSUPPORTED');
  expect(await errorOf(sent(fixture('truncated.png'), 'x.png'))).toBe('FILE_CORRUPT');
  expect(await errorOf(sent(fixture('huge-30000x30000.png'), 'x.png'))).toBe('PIXELS_TOO_MANY');
  expect(await errorOf(sent(Buffer.concat([fixture('plain.png'), randomBytes(5 << 20)]), 'x.png'))).toBe(
    'FILE_TOO_LARGE',
  );
  const nowhere = `input/2026/01/01/00/${'0'.repeat(32)}.png`;
  for (const avatar of [nowhere, '../../etc/passwd', 'https://example.org/x.png'])
    expect(await errorOf(update({ avatar }))).toBe('UPLOAD_NOT_FOUND');
  const { rows } = await server.postgres.pool.query(
    "select key from stored_object where key like 'output/%' and not is_removed",
  );
  expect(rows).toEqual([]);
});

test('a number is changed with a code for the new one and a proof, and never to that of another account', async () => {
  const { token } = member;
  const fresh = newMobile();
  await setPassword(server, mobile, 'right-one-1');
  const proof = { password: 'right-one-1' };
  const reply = await bind({ phone: fresh, code: await askForCode(server, fresh), proof }, { token });
  expect([reply.status, reply.body.data.user.mobile]).toEqual([200, fresh]);
  const taken = await logInAs(server, newMobile());
  const other = taken.user.mobile ?? '';
  const refused = await bind({ phone: other, code: await askForCode(server, other), proof }, { token });
  expect([refused.status, refused.body.error]).toEqual([409, 'PHONE_TAKEN']);
  const third = newMobile();
  expect((await bind({ phone: third, code: '000000', proof }, { token })).body.error).toBe('CODE_WRONG');
  expect((await bind({ phone: third, code: await askForCode(server, third) }, {})).body.error).toBe('LOGIN_REQUIRED');
});

test('a WeChat key binds the person to the account of the number and logs in, once', async () => {
  const { database } = server.parts;
  await savePerson(database, { personId: 'union-1', nickName: null }, clock.now());
  const key = await makeLoginKey(database, 'wechat', 'union-1', clock.now());
  const code = await askForCode(server, mobile);
  const reply = await bind({ phone: mobile, code, key }, {});
  expect(reply.body.data.user).toMatchObject({ id: member.user.id, isWechatBound: true });
  clock.turnSeconds(60);
  const again = await bind({ phone: mobile, code: await askForCode(server, mobile), key }, {});
  expect(again.body.error).toBe('LOGIN_KEY_EXPIRED');
  const mobileKey = await makeLoginKey(database, 'mobile', mobile, clock.now());
  clock.turnSeconds(60);
  const wrongKind = await bind({ phone: mobile, code: await askForCode(server, mobile), key: mobileKey }, {});
  expect(wrongKind.body.error).toBe('LOGIN_KEY_EXPIRED');
});
