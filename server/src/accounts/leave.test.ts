// Leaving: the export contains all stored data, and deleting an account leaves none.
import { setTimeout as sleep } from 'node:timers/promises';
import type { User } from 'contract/routes/accounts.ts';
import type { Task } from 'contract/task.ts';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askForCode, type LoggedIn, logInAs, setPassword } from '../../testing/accounts.ts';
import { copyTask } from '../../testing/batches.ts';
import { createClient } from '../../testing/client.ts';
import { makeClock } from '../../testing/clock.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { sweepExpired } from '../retention/sweep.ts';
import { bindPerson, savePerson } from '../wechat/store.ts';

const mobile = '13300000001';
let clock: ReturnType<typeof makeClock>;
let server: TestServer;
let member: LoggedIn;
beforeEach(async () => {
  clock = makeClock();
  server = await startTestServer({ now: clock.now });
  member = await logInAs(server, mobile);
});
afterEach(() => server.stop());

const rowsOf = async (sql: string) => (await server.postgres.pool.query(sql)).rows;
const remove = (body: unknown) => member.client.post('/web/udUser/delete', body);

test('the export holds account, devices and tasks, and no secret', async () => {
  const { client, token } = member;
  await setPassword(server, mobile, 'secret-one-1');
  const path = await client.upload(makeBmp(8, 8), 'holiday.bmp');
  await client.convert(path, { quality: 77 });
  const { body } = await client.get<Record<string, never>>('/web/udUser/export');
  expect(body.data).toMatchObject({
    account: { mobile, platformSource: 'web-pc', hasPassword: true },
    devices: [{ name: 'Test' }],
    tasks: [
      { tool: 'image-converter', status: 'done', inputs: [{ name: 'holiday.bmp' }], files: [{ name: 'holiday.webp' }] },
    ],
  });
  const [{ password_hash: hash }] = await rowsOf('select password_hash from account');
  for (const secret of [token, hash, 'token']) expect(JSON.stringify(body.data)).not.toContain(secret);
  for (let count = 0; count < 9; count++) await client.get('/web/udUser/export');
  expect((await client.get('/web/udUser/export')).status).toBe(429);
  expect((await createClient(server.url).get('/web/udUser/export')).body.error).toBe('LOGIN_REQUIRED');
});

test('a long export is read in pages, only as fast as it is received, newest task first', async () => {
  const { client } = member;
  const path = await client.upload(makeBmp(8, 8), 'one.bmp');
  const { taskId } = (await client.convert(path, { wait: 15 })).body.data;
  await copyTask(server.parts.database, taskId, 299);
  await server.postgres.pool.query(
    "update task set result = jsonb_set(result, '{text}', to_jsonb(repeat(md5(random()::text || id), 3000)))",
  );
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const pagesRead = () => queries.mock.calls.filter(([asked]) => JSON.stringify(asked).includes('id = any(')).length;
  const reply = await fetch(`${server.url}/web/udUser/export`, { headers: client.headers });
  // 29 MB that are not read yet: the server has queried only what fits into the buffers on the way.
  const body = reply.body!.getReader();
  const first = await body.read();
  await sleep(200);
  expect(pagesRead()).toBeLessThan(14);
  const pieces = [Buffer.from(first.value ?? [])];
  for (let next = await body.read(); !next.done; next = await body.read()) pieces.push(Buffer.from(next.value));
  queries.mockRestore();
  const { code, data } = JSON.parse(Buffer.concat(pieces).toString());
  expect(code).toBe(200);
  const times = data.tasks.map((task: { createdAt: string }) => task.createdAt);
  expect(new Set(data.tasks.map((task: { taskId: string }) => task.taskId)).size).toBe(300);
  expect(times).toEqual(times.toSorted().toReversed());
});

test('deleting removes tasks, files, avatar, WeChat and codes, and every device learns of it', async () => {
  const { client, user } = member;
  const other = await logInAs(server, mobile);
  const { database, objects } = server.parts;
  await savePerson(database, { personId: 'union-9', nickName: 'Wei' }, clock.now());
  await bindPerson(database, 'union-9', user.id);
  const picture = await client.upload(makeBmp(8, 8), 'me.bmp');
  await client.post('/web/udUser/update/info', { avatar: picture });
  const path = await client.upload(makeBmp(9, 9), 'gone.bmp');
  const done = (await client.convert(path)).body.data;
  await server.stopWorkers();
  const waiting = (await client.convert(path, { wait: 0 })).body.data;
  const reply = await remove({ code: await askForCode(server, mobile) });
  expect([reply.status, reply.body.data]).toEqual([200, null]);
  for (const { token } of [member, other]) {
    const told = await createClient(server.url).post<User>('/web/udUser/info', {}, { token });
    expect([told.status, told.body.code, told.body.error]).toEqual([401, 2, 'ACCOUNT_GONE']);
  }
  for (const table of ['account', 'wechat_person', 'sms_code', 'task'])
    expect(await rowsOf(`select * from ${table}`)).toEqual([]);
  expect(await rowsOf("select * from login where device <> '' or account_id is not null")).toEqual([]);
  await sweepExpired(server.parts);
  for (const key of [path, done.result?.files[0]?.path ?? '']) expect(await objects.stat(key)).toBeUndefined();
  // A row is kept for half an hour, until no bytes can arrive any more, without the names of the file and its owner.
  expect(await rowsOf("select key from stored_object where key like 'output/%' and not is_removed")).toEqual([]);
  const kept = await rowsOf("select distinct name, owner, address from stored_object where key like 'output/%'");
  expect(kept).toEqual([{ name: '', owner: null, address: null }]);
  server.startWorker(); // The job of the deleted task ends by itself.
  expect((await client.get<Task>(`/web/task/${waiting.taskId}`)).body.code).toBe(2);
  const anew = await logInAs(server, mobile);
  expect(anew.user.id).not.toBe(user.id);
  clock.turnSeconds(31 * 24 * 3600);
  await sweepExpired(server.parts);
  expect(await rowsOf('select id from login')).toEqual([]);
});

test("a file that another owner's open task reads is kept until that task has ended", async () => {
  await server.stopWorkers();
  const path = await member.client.upload(makeBmp(9, 9), 'lent.bmp');
  await member.client.convert(path, { wait: 0 });
  const { taskId } = (await server.stranger.convert(path, { wait: 0 })).body.data;
  await remove({ code: await askForCode(server, mobile) });
  await sweepExpired(server.parts);
  expect(await server.parts.objects.stat(path)).toBeDefined();
  server.startWorker();
  while ((await server.stranger.get<Task>(`/web/task/${taskId}`)).body.data.status !== 'done');
});

test('deleting needs the password or a code for the number', async () => {
  await setPassword(server, mobile, 'secret-one-1');
  expect((await remove({})).body.error).toBe('PROOF_NEEDED');
  expect((await remove({ code: '12' })).body.error).toBe('CODE_FORMAT_BAD');
  expect((await remove({ code: '000000' })).body.error).toBe('CODE_WRONG');
  expect((await remove({ password: 'wrong-one-1' })).body.error).toBe('OLD_PASSWORD_WRONG');
  const others = '13300000002';
  expect((await remove({ code: await askForCode(server, others) })).body.error).toBe('CODE_WRONG');
  expect((await remove({ password: 'secret-one-1' })).status).toBe(200);
});
