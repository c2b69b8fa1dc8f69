// Tokens: how long they are valid, how they end, and the responses to an invalid token.
import type { Device, Login, User } from 'contract/routes/accounts.ts';
import type { Task } from 'contract/task.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { askForCode, logInAs } from '../../testing/accounts.ts';
import { createClient } from '../../testing/client.ts';
import { makeClock } from '../../testing/clock.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { sweepExpired } from '../retention/sweep.ts';

const clock = makeClock();
const daySeconds = 24 * 3600;
let server: TestServer;
let lastMobile = 13_700_000_000;
let mobile: string;

beforeAll(async () => {
  server = await startTestServer({ works: false, now: clock.now });
});
afterAll(() => server.stop());
beforeEach(() => {
  clock.turnSeconds(7200);
  mobile = String(++lastMobile);
});

const info = (headers: Record<string, string>) => createClient(server.url).post<User>('/web/udUser/info', {}, headers);
const rowsOf = async (sql: string, values: unknown[] = []) => (await server.postgres.pool.query(sql, values)).rows;

test('a missing token gets LOGIN_REQUIRED, an unknown one LOGIN_EXPIRED', async () => {
  const none = await info({});
  expect([none.status, none.body.code, none.body.error]).toEqual([401, 401, 'LOGIN_REQUIRED']);
  expect(none.body.msg).toBe('You are not logged in, please log in first');
  for (const token of ['x', 'A'.repeat(43), 'not a token', "' or 1=1 --"]) {
    const bad = await info({ token });
    expect([bad.status, bad.body.code, bad.body.error]).toEqual([401, 401, 'LOGIN_EXPIRED']);
  }
  expect((await info({ token: '' })).body.error).toBe('LOGIN_REQUIRED');
});

test('a token needs no client uid', async () => {
  const { token } = await logInAs(server, mobile);
  const headers = { token, 'content-type': 'application/json' };
  const reply = await fetch(`${server.url}/web/udUser/info`, { method: 'POST', headers, body: '{}' });
  expect(reply.status).toBe(200);
});

test('a login ends after thirty days without a request; each request restarts the period', async () => {
  const { token } = await logInAs(server, mobile);
  for (let days = 0; days < 90; days += 29) {
    clock.turnSeconds(29 * daySeconds);
    expect((await info({ token })).status).toBe(200);
  }
  clock.turnSeconds(30 * daySeconds + 1);
  expect((await info({ token })).body.error).toBe('LOGIN_EXPIRED');
  await sweepExpired(server.parts);
  expect(await rowsOf('select id from login where expires_at < $1', [clock.now()])).toEqual([]);
});

test('the use of a login is recorded at most every ten minutes', async () => {
  const { token, user } = await logInAs(server, mobile);
  const seen = async () =>
    (await rowsOf('select last_seen_at from login where account_id = $1', [user.id]))[0].last_seen_at;
  const first = await seen();
  clock.turnSeconds(590);
  await info({ token });
  expect(await seen()).toEqual(first);
  clock.turnSeconds(20);
  await info({ token });
  expect((await seen()).getTime()).toBeGreaterThan(first.getTime());
});

test('tools refuse an expired token, and logging in with one creates a new login', async () => {
  const stale = { token: 'B'.repeat(43) };
  expect((await server.client.get('/web/task/00000000-0000-4000-8000-000000000000', stale)).body.error).toBe(
    'LOGIN_EXPIRED',
  );
  const code = await askForCode(server, mobile);
  const reply = await server.client.post<Login>('/web/udUser/userLogin', { mobile, code }, stale);
  expect(reply.status).toBe(200);
  expect(reply.body.data.token).not.toBe(stale.token);
});

test('a frozen account gets code 2 and cannot log in', async () => {
  const { token, user } = await logInAs(server, mobile);
  await rowsOf('update account set is_frozen = true where id = $1', [user.id]);
  const reply = await info({ token });
  expect([reply.status, reply.body.code, reply.body.error]).toEqual([401, 2, 'ACCOUNT_GONE']);
  const code = await askForCode(server, mobile);
  const login = await server.client.post<Login>('/web/udUser/userLogin', { mobile, code });
  expect([login.status, login.body.code, login.body.error]).toEqual([403, 2, 'ACCOUNT_FROZEN']);
});

test('logging out ends only this login, and may be repeated', async () => {
  const [here, there] = [await logInAs(server, mobile), await logInAs(server, mobile)];
  expect((await here.client.post('/web/udUser/logout')).body.data).toBeNull();
  expect((await info({ token: here.token })).body.error).toBe('LOGIN_EXPIRED');
  expect((await here.client.post('/web/udUser/logout')).status).toBe(200);
  expect((await info({ token: there.token })).status).toBe(200);
});

test('devices are listed with the current one first, and are logged out one by one or all others at once', async () => {
  const another = () => logInAs(server, mobile);
  const [first, second, third, fourth] = [await another(), await another(), await another(), await another()];
  const client = createClient(server.url);
  const list = async (token: string) =>
    (await client.get<{ list: Device[]; total: number }>('/web/udUser/devices', { token })).body.data;
  const { list: devices, total } = await list(second.token);
  expect([total, devices.filter(({ isThisOne }) => isThisOne).length, devices[0]?.isThisOne]).toEqual([4, 1, true]);
  const thirds = (await list(third.token)).list[0]?.id;
  await client.post('/web/udUser/devices/logout', { id: thirds }, { token: second.token });
  expect((await info({ token: third.token })).body.error).toBe('LOGIN_EXPIRED');
  expect((await info({ token: first.token })).status).toBe(200);
  await client.post('/web/udUser/devices/logout', {}, { token: second.token });
  for (const { token } of [first, fourth]) expect((await info({ token })).body.error).toBe('LOGIN_EXPIRED');
  expect((await list(second.token)).total).toBe(1);
});

test('a login of another account cannot be ended', async () => {
  const victim = await logInAs(server, mobile);
  const [row] = await rowsOf('select id from login where account_id = $1', [victim.user.id]);
  const other = await logInAs(server, String(++lastMobile));
  expect((await other.client.post('/web/udUser/devices/logout', { id: row.id })).status).toBe(200);
  expect((await info({ token: victim.token })).status).toBe(200);
});

test('beyond fifty logins the least recently used ones end', async () => {
  const first = await logInAs(server, mobile);
  for (let count = 0; count < 50; count++) {
    clock.turnSeconds(1);
    await logInAs(server, mobile);
  }
  expect((await info({ token: first.token })).body.error).toBe('LOGIN_EXPIRED');
  expect(await rowsOf('select id from login where account_id = $1', [first.user.id])).toHaveLength(50);
});

test('tasks created with a token belong to the account on every device', async () => {
  const [here, there] = [await logInAs(server, mobile), await logInAs(server, mobile)];
  const path = await here.client.upload(Buffer.from('GIF89a'), 'x.gif');
  const task = await here.client.convert(path, { wait: 0 });
  expect((await there.client.get<Task>(`/web/task/${task.body.data.taskId}`)).status).toBe(200);
  const visitor = createClient(server.url, String(here.client.headers.clientUid));
  expect((await visitor.get(`/web/task/${task.body.data.taskId}`)).status).toBe(404);
});
