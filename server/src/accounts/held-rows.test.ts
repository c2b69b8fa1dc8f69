// Calls that wait for each other's rows in a forced order: the second one continues after the first, and neither fails unexpectedly. The
// order of all locks is described in docs/decisions/locks.md.
import type { Login, User } from 'contract/routes/accounts.ts';
import type { WechatLogin } from 'contract/routes/wechat.ts';
import { expect, test } from 'vitest';
import { setScene } from '../../testing/account-scene.ts';
import { askForCode, type LoggedIn, logInAs } from '../../testing/accounts.ts';
import type { TestClient } from '../../testing/client.ts';
import { makeClock } from '../../testing/clock.ts';
import { findFree, holdRows } from '../../testing/locks.ts';
import { makeBmp } from '../../testing/pictures.ts';
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

const query = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;
const hold = (select: string, values: unknown[] = []) => holdRows(server.postgres, select, values);
/** Completes the upload, so that a task on it writes nothing before it is accepted. */
async function upload(): Promise<string> {
  const key = await member.client.upload(makeBmp(8, 8), 'a.bmp');
  await member.client.post('/web/tos/complete', { key });
  return key;
}

async function startQr(): Promise<{ uuid: string; scene: string }> {
  const { uuid = '', ticket = '' } = (await client.get<Record<string, string>>('/mp/qrcode/get-login-qrcode')).body
    .data;
  return { uuid, scene: ticket.replace('sandbox-', '') };
}

test('a login by scan during the deletion of its account gets ACCOUNT_GONE', async () => {
  const openId = `late-${mobile}`;
  const person = `sandbox:${openId}`;
  await query('insert into wechat_person (id, account_id, created_at) values ($1, $2, now())', [
    person,
    member.user.id,
  ]);
  const { taskId } = (await member.client.convert(await upload(), { wait: 0 })).body.data;
  const code = await askForCode(server, mobile);
  const held = await hold('select from task where id = $1', [taskId]);
  const deleted = member.client.post('/web/udUser/delete', { code });
  await held.untilWaiting(1);
  const { uuid, scene } = await startQr();
  expect((await client.post('/sandbox/wechat/scan', { scene, openId })).status).toBe(200);
  const entered = client.get<WechatLogin>(`/mp/qrcode/check-login?uuid=${uuid}`);
  await held.untilWaiting(2);
  await held.release();
  expect((await deleted).body).toMatchObject({ code: 200 });
  expect((await entered).body.error).toBe('ACCOUNT_GONE');
  const next = await startQr();
  await query('update wechat_login set person_id = $1', [person]);
  expect((await client.get<WechatLogin>(`/mp/qrcode/check-login?uuid=${next.uuid}`)).body.data.type).toBe('EXPIRED');
});

test('a scan locks no person while it waits for its QR code', async () => {
  const { scene } = await startQr();
  const held = await hold('select from wechat_login where scene = $1', [scene]);
  const scanned = client.post('/sandbox/wechat/scan', { scene, openId: 'patient' });
  await held.untilWaiting(1);
  const people = `select id from wechat_person where id = 'sandbox:patient'`;
  expect(await findFree(server.postgres, people)).toEqual(['sandbox:patient']);
  await held.release();
  expect((await scanned).status).toBe(200);
});

test('a deletion locks the accounts that it had invited before its tasks and files', async () => {
  const friend = await logInAs(server, newMobile());
  await query('update account set referred_by = $1 where id = $2', [member.user.id, friend.user.id]);
  const { taskId } = (await member.client.convert(await upload(), { wait: 0 })).body.data;
  const code = await askForCode(server, mobile);
  const held = await hold('select from task where id = $1', [taskId]);
  const deleted = member.client.post('/web/udUser/delete', { code });
  await held.untilWaiting(1);
  expect(await findFree(server.postgres, 'select id from account where id = $1', [friend.user.id])).toEqual([]);
  await held.release();
  expect((await deleted).status).toBe(200);
  expect(await query('select referred_by from account where id = $1', [friend.user.id])).toEqual([
    { referred_by: null },
  ]);
});

test('a registration by the share code of an account that is being deleted succeeds', async () => {
  const number = newMobile();
  const code = await askForCode(server, number);
  const leaving = await hold('select from account where id = $1', [member.user.id]);
  const entered = client.post<Login>('/web/udUser/userLogin', {
    mobile: number,
    code,
    shareCode: member.user.shareCode,
  });
  await leaving.untilWaiting(1);
  await leaving.query('delete from account where id = $1', [member.user.id]);
  await leaving.release();
  expect((await entered).body).toMatchObject({ code: 200 });
  expect(await query('select referred_by from account where mobile = $1', [number])).toEqual([{ referred_by: null }]);
});

test('a visitor and the account they log in to use the same idempotency key at the same time', async () => {
  const [own, visitors] = [await upload(), await upload()];
  const headers = { 'idempotency-key': `key-of-${mobile}` };
  const earlier = (await client.convert(visitors, { wait: 0 }, headers)).body.data;
  const code = await askForCode(server, mobile);
  const held = await hold('select from stored_object where key = $1', [own]);
  const accepted = member.client.convert(own, { wait: 0 }, headers);
  await held.untilWaiting(1);
  const entered = client.post<Login>('/web/udUser/userLogin', { mobile, code });
  await held.untilWaiting(2);
  await held.release();
  expect((await accepted).status).toBe(200);
  expect((await entered).body).toMatchObject({ code: 200 });
  const keys = await query('select id, idempotency_key as key from task where owner = $1', [
    `account:${member.user.id}`,
  ]);
  expect(keys).toHaveLength(2);
  expect(keys.find(({ id }) => id === earlier.taskId)).toMatchObject({ key: null });
});

test('a call in flight while its account is deleted creates no task', async () => {
  const path = await upload();
  const code = await askForCode(server, mobile);
  const { objects } = server.parts;
  const readHead = objects.readHead.bind(objects);
  objects.readHead = async (key, bytes) => {
    objects.readHead = readHead;
    expect((await member.client.post('/web/udUser/delete', { code })).status).toBe(200);
    return readHead(key, bytes);
  };
  const { status, body } = await member.client.convert(path, { wait: 0 });
  expect([status, body.error]).toEqual([401, 'ACCOUNT_GONE']);
  expect(await query('select id from task where owner = $1', [`account:${member.user.id}`])).toEqual([]);
});

test('calls that end logins of an account take turns', async () => {
  const held = await hold('select from account where id = $1', [member.user.id]);
  const ended = member.client.post('/web/udUser/devices/logout', {});
  await held.untilWaiting(1);
  expect(await findFree(server.postgres, 'select id from login where account_id = $1', [member.user.id])).toHaveLength(
    1,
  );
  await held.release();
  expect((await ended).status).toBe(200);
});

test('a code that could not be sent is taken back in the order of its locks', async () => {
  const number = newMobile();
  const { sms } = server.parts;
  const send = sms.send;
  let free: unknown[] = [];
  sms.send = async () => {
    const held = await hold(`select from allowance where key like 'sms-minute %'`);
    setImmediate(async () => {
      await held.untilWaiting(1);
      free = await findFree(server.postgres, 'select mobile from sms_code where mobile = $1', [number]);
      await held.release();
    });
    throw new Error('the provider is away');
  };
  await expect(askForCode(server, number)).rejects.toThrow('no code');
  sms.send = send;
  expect(free).toEqual([number]);
});

test('the database terminates a transaction that its server abandoned', async () => {
  const { rows } = await server.postgres.pool.query('show idle_in_transaction_session_timeout');
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }]);
  const me = await member.client.post<User>('/web/udUser/info');
  expect(me.body.data.id).toBe(member.user.id);
});
