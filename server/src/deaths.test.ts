// A server killed before any write of a call: afterwards the call has happened completely or not at all, a code is used up only together
// with its effect, and no stray files are left in the store.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Task } from 'contract/task.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { askForCode, type LoggedIn, logInAs } from '../testing/accounts.ts';
import { createClient } from '../testing/client.ts';
import { makeClock } from '../testing/clock.ts';
import { actMortally } from '../testing/deaths.ts';
import { listFiles } from '../testing/list-files.ts';
import { makeBmp } from '../testing/pictures.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { makeKey } from './adapters/objects-names.ts';
import { insertObjects } from './objects/store.ts';
import { sweepExpired } from './retention/sweep.ts';
import { requeueTask } from './tasks/run-queries.ts';
import { takeTask } from './tasks/worker-queries.ts';

const clock = makeClock();
let server: TestServer;
let mobile = '13200000000';
let member: LoggedIn;
beforeAll(async () => {
  server = await startTestServer({ now: clock.now });
});
afterAll(() => server.stop());
beforeEach(() => {
  clock.turnSeconds(7200);
});

const rows = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;

async function comeAnew(): Promise<void> {
  clock.turnSeconds(3600);
  mobile = String(Number(mobile) + 1);
  member = await logInAs(server, mobile);
}

/** The files of the store, by key. */
function listKeys(): string[] {
  const folder = path.join(server.parts.config.dataFolder, 'objects');
  return listFiles(folder).map(file => path.relative(folder, file));
}

/**
 * Kills the server before the first write, then before the second, and so on, until it survives the call; `look` inspects the state each
 * time.
 */
async function dieEverywhere(
  prepare: () => Promise<() => Promise<unknown>>,
  look: (lastWish: string) => Promise<void>,
): Promise<number> {
  for (let fatal = 1; ; fatal++) {
    await comeAnew();
    const act = await prepare();
    const { died, lastWish } = await actMortally(server.parts.objects, fatal, act);
    // A reading of the database's clock that began before the death fails with it, and the next one does not.
    await sweepExpired(server.parts).catch(() => sweepExpired(server.parts));
    await look(`${fatal}: ${lastWish}`);
    if (!died) return fatal - 1;
  }
}

const ownFiles = (keys: readonly string[]) => listKeys().filter(file => keys.includes(file));

test('deleting a task', async () => {
  let done: Task;
  let keys: string[] = [];
  const prepare = async () => {
    const input = await member.client.upload(makeBmp(8, 8), 'a.bmp');
    done = (await member.client.convert(input)).body.data;
    keys = [input, ...(done.result?.files.map(file => file.path) ?? [])];
    return () => member.client.post(`/web/task/${done.taskId}/delete`);
  };
  const deaths = await dieEverywhere(prepare, async wish => {
    const { status } = await member.client.get(`/web/task/${done.taskId}`);
    expect([wish, status, ownFiles(keys).length]).toEqual([wish, status, status === 200 ? 2 : 0]);
  });
  expect(deaths).toBeGreaterThan(4);
});

test('deleting an account', async () => {
  let keys: string[] = [];
  const prepare = async () => {
    const input = await member.client.upload(makeBmp(8, 8), 'a.bmp');
    const { result } = (await member.client.convert(input)).body.data;
    const avatar = await member.client.upload(makeBmp(9, 9), 'me.bmp');
    await rows('update account set avatar_key = $1 where mobile = $2', [avatar, mobile]);
    await rows('update stored_object set expires_at = null where key = $1', [avatar]);
    keys = [input, result?.files[0]?.path ?? '', avatar];
    const code = await askForCode(server, mobile);
    return () => member.client.post('/web/udUser/delete', { code });
  };
  const deaths = await dieEverywhere(prepare, async wish => {
    const isThere = (await member.client.post('/web/udUser/info')).status === 200;
    const codes = await rows('select mobile from sms_code where mobile = $1', [mobile]);
    expect([wish, ownFiles(keys).length, codes.length]).toEqual([wish, isThere ? 3 : 0, isThere ? 1 : 0]);
  });
  expect(deaths).toBeGreaterThan(8);
});

test('changing the number', async () => {
  let code = '';
  let proof = { code: '' };
  const wanted = () => String(Number(mobile) + 60_000_000);
  const prepare = async () => {
    code = await askForCode(server, wanted());
    proof = { code: await askForCode(server, mobile) };
    return () => member.client.post('/web/udUser/newPhoneNum', { phone: wanted(), code, proof });
  };
  const deaths = await dieEverywhere(prepare, async wish => {
    const [account] = await rows('select mobile from account where id = $1', [member.user.id]);
    if (account?.mobile === wanted()) return;
    const again = await member.client.post('/web/udUser/newPhoneNum', { phone: wanted(), code, proof });
    expect([wish, again.status]).toEqual([wish, 200]);
  });
  expect(deaths).toBeGreaterThan(3);
});

test('logging in by code', async () => {
  let body = { mobile: '', code: '' };
  const prepare = async () => {
    const number = String(Number(mobile) + 50_000_000);
    body = { mobile: number, code: await askForCode(server, number) };
    return () => createClient(server.url).post('/web/udUser/userLogin', body);
  };
  const deaths = await dieEverywhere(prepare, async wish => {
    const accounts = await rows('select id from account where mobile = $1', [body.mobile]);
    if (accounts.length > 0) return;
    expect([wish, (await server.client.post('/web/udUser/userLogin', body)).status]).toEqual([wish, 200]);
  });
  expect(deaths).toBeGreaterThan(4);
});

test('changing the avatar', async () => {
  const prepare = async () => {
    for (const size of [8, 9]) {
      const avatar = await member.client.upload(makeBmp(size, size), 'me.bmp');
      if (size === 9) return () => member.client.post('/web/udUser/update/info', { avatar });
      await member.client.post('/web/udUser/update/info', { avatar });
    }
    throw new Error('unreachable');
  };
  const deaths = await dieEverywhere(prepare, async wish => {
    clock.turnSeconds(2 * 3600);
    await sweepExpired(server.parts);
    const [account] = await rows('select avatar_key from account where id = $1', [member.user.id]);
    const shown = await rows('select avatar_key as key from account where avatar_key like $1 order by 1', ['output/%']);
    expect([wish, ownFiles([account?.avatar_key]).length]).toEqual([wish, 1]);
    const kept = await rows(`select key from stored_object where name = 'avatar.webp' order by 1`);
    expect([wish, kept]).toEqual([wish, shown]);
  });
  expect(deaths).toBeGreaterThan(4);
});

test('the row of a stored result is on disk before its bytes', async () => {
  await comeAnew();
  await rows('create table seen (setting text)');
  await rows(`create function note_setting () returns trigger language plpgsql as
    $$ begin insert into seen values (current_setting('synchronous_commit')); return null; end $$`);
  await rows('create trigger note after insert on stored_object execute function note_setting()');
  await member.client.convert(await member.client.upload(makeBmp(8, 8), 'a.bmp'));
  await rows('drop trigger note on stored_object');
  expect(await rows('select setting from seen')).toEqual([{ setting: 'on' }, { setting: 'on' }]);
});

test('the results of a run that died are removed when a later run has succeeded', async () => {
  await comeAnew();
  await server.stopWorkers();
  const input = await member.client.upload(makeBmp(8, 8), 'a.bmp');
  const { taskId } = (await member.client.convert(input, { wait: 0 })).body.data;
  const { parts } = server;
  await takeTask(parts.database, { lane: 'image', workerId: randomUUID() });
  const key = makeKey('output', clock.now(), 'webp');
  const expiresAt = new Date(clock.now().getTime() + 86_400_000);
  const planted = { key, name: 'a', bytes: 1, isComplete: true, purpose: 'output', taskId, expiresAt } as const;
  await insertObjects(parts.database, [{ ...planted, owner: null, address: null }]);
  const file = path.join(parts.config.dataFolder, 'made');
  writeFileSync(file, 'x');
  await parts.objects.putFile(key, file);
  expect(ownFiles([key])).toEqual([key]);
  await requeueTask(parts.database, { id: taskId, attempt: 1 }, true);
  const ended = new Promise<void>(resolve =>
    parts.notices.on('task-changed', change => change.ended && change.taskId === taskId && resolve()),
  );
  server.startWorker();
  await ended;
  const { data } = (await member.client.get<Task>(`/web/task/${taskId}`)).body;
  const made = data.result?.files[0]?.path ?? '';
  await sweepExpired(parts);
  expect(ownFiles([key, made])).toEqual([made]);
});
