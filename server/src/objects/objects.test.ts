// The lifetime of objects: uses by open tasks, unused uploads, removal with a second look, and the migration of existing rows.
import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { partBytes, type UploadSignature } from 'contract/routes/uploads.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInAs } from '../../testing/accounts.ts';
import { makeClock } from '../../testing/clock.ts';
import { holdRows } from '../../testing/locks.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { makeSchema, startTestServer, type TestServer } from '../../testing/server.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { migrate } from '../adapters/migrations.ts';
import { makeKey } from '../adapters/objects-names.ts';
import { sweepExpired } from '../retention/sweep.ts';
import { linkTo, storeFiles } from './objects.ts';
import { discardObjects, findExpiredKeys, removeExpired } from './remove.ts';

const clock = makeClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false, now: clock.now });
});
afterAll(() => server.stop());

const query = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;
const isThere = async (key: string) => (await server.parts.objects.stat(key)) !== undefined;
const sign = async (fileName: string, fileSize: number) =>
  (await server.client.post<UploadSignature>('/web/tos/new-get-signature-norecord', { fileName, fileSize })).body.data;

test('an upload has an owner, a hashed address and a purpose', async () => {
  const { client, user } = await logInAs(server, '13700000001');
  const key = await client.upload(makeBmp(4, 4), 'a.bmp');
  const mask = await client.upload(makeBmp(5, 5), 'mask.bmp');
  await client.post('/web/waterMaker/remove/newInpaintingImage', { imageUrl: key, imageBrushUrl: mask, wait: 0 });
  const rows = await query(
    'select owner, address, purpose, visibility from stored_object where key in ($1, $2) order by purpose',
    [key, mask],
  );
  expect(rows).toEqual(
    ['input', 'mask'].map(purpose => ({
      owner: `account:${user.id}`,
      address: expect.stringMatching(/^[\w-]{43}$/),
      purpose,
      visibility: 'public',
    })),
  );
});

test("a login transfers a visitor's files to the account", async () => {
  const key = await server.client.upload(makeBmp(4, 4), 'mine.bmp');
  await server.client.convert(key, { wait: 0 });
  const { client, user } = await logInAs(server, '13700000002');
  // A call with both headers transfers the visitor's files and tasks.
  await client.get('/web/task', { clientUid: server.client.headers.clientUid ?? '' });
  expect(await query('select owner from stored_object where key = $1', [key])).toEqual([
    { owner: `account:${user.id}` },
  ]);
});

test('an upload that no task uses is deleted after an hour, a multipart upload an hour after its last activity', async () => {
  const unused = await server.client.upload(makeBmp(4, 4), 'unused.bmp');
  const parts = await sign('long.mp4', 3 * partBytes);
  clock.turnSeconds(50 * 60);
  await sweepExpired(server.parts);
  expect(await isThere(unused)).toBe(true);
  await server.client.post('/web/tos/part', { key: parts.key, uploadId: parts.uploadId, partNumber: 2 });
  clock.turnSeconds(20 * 60);
  await sweepExpired(server.parts);
  expect(await isThere(unused)).toBe(false);
  expect((await server.client.convert(unused)).body.error).toBe('UPLOAD_NOT_FOUND');
  const listed = `/web/tos/parts?${new URLSearchParams({ key: parts.key, uploadId: parts.uploadId ?? '' })}`;
  expect((await server.client.get(listed)).status).toBe(200);
  clock.turnSeconds(41 * 60);
  await sweepExpired(server.parts);
  expect((await server.client.get(listed)).status).toBe(404);
});

test('a file that a task starts to use after it was found expired is not deleted', async () => {
  const key = await server.client.upload(makeBmp(4, 4), 'late.bmp');
  clock.turnSeconds(3700);
  expect(await findExpiredKeys(server.parts, 100)).toContain(key);
  await server.client.convert(key, { wait: 0 });
  expect(await removeExpired(server.parts, [key])).toBe(0);
  expect(await isThere(key)).toBe(true);
});

test('a file whose task is accepted while the sweep waits for its row is not deleted', async () => {
  const key = await server.client.upload(makeBmp(4, 4), 'later.bmp');
  const other = await server.client.upload(makeBmp(4, 4), 'other.bmp');
  const { taskId } = (await server.client.convert(other, { wait: 0 })).body.data;
  clock.turnSeconds(3700);
  const held = await holdRows(server.postgres, 'select from stored_object where key = $1', [key]);
  const swept = removeExpired(server.parts, [key]);
  await held.untilWaiting(1);
  // Only the use is inserted, without a later expiry: the file is kept because the sweep checks again.
  await held.query('insert into object_use values ($1, $2)', [key, taskId]);
  await held.release();
  expect(await swept).toBe(0);
  expect(await isThere(key)).toBe(true);
});

test('bytes of a result that arrive after its removal are found by a second look, and count against no quota', async () => {
  const folder = makeTestFolder('late-result-');
  const [first, late] = ['first', 'late'].map(name => path.join(folder, name)) as [string, string];
  for (const file of [first, late]) writeFileSync(file, makeBmp(4, 4));
  const key = makeKey('private', clock.now(), 'png');
  const object = { key, name: 'a.png', purpose: 'output', owner: 'visitor:late', address: 'there' } as const;
  await storeFiles(server.parts, [{ object: { ...object, taskId: null, expiresAt: null }, from: first }]);
  await query('update stored_object set created_at = $2 where key = $1', [key, clock.now()]);
  await discardObjects(server.parts, [key]);
  expect(await isThere(key)).toBe(false);
  expect(await query("select key from stored_object where owner = 'visitor:late' or address = 'there'")).toEqual([]);
  // A line that was silent passes on what a server sent that has long given up.
  await server.parts.objects.putFile(key, late);
  clock.turnSeconds(31 * 60);
  await sweepExpired(server.parts);
  expect(await isThere(key)).toBe(false);
  expect(await query('select key from stored_object where key = $1', [key])).toEqual([]);
});

test('a task is refused if the sweep has already marked its upload', async () => {
  const key = await server.client.upload(makeBmp(4, 4), 'gone.bmp');
  clock.turnSeconds(3700);
  const { objects } = server.parts;
  const remove = objects.remove.bind(objects);
  let refused: unknown;
  objects.remove = async keys => {
    // The row is marked, but the bytes still exist.
    refused = (await server.client.convert(key, { wait: 0 })).body.error;
    await remove(keys);
  };
  await removeExpired(server.parts, [key]).finally(() => {
    objects.remove = remove;
  });
  expect(refused).toBe('UPLOAD_NOT_FOUND');
  expect(await isThere(key)).toBe(false);
});

test('an upload that is aborted while its completion holds its row is kept', async () => {
  const key = await server.client.upload(makeBmp(4, 4), 'kept.bmp');
  const held = await holdRows(server.postgres, 'select from stored_object where key = $1', [key]);
  const aborted = server.client.post('/web/tos/abort', { key });
  await held.untilWaiting(1);
  await held.query('update stored_object set is_complete = true where key = $1', [key]);
  await held.release();
  await aborted;
  expect(await isThere(key)).toBe(true);
});

test('a completion that loses against an abort leaves no bytes behind', async () => {
  const { key } = await sign('lost.bmp', 3);
  const { objects } = server.parts;
  const stat = objects.stat.bind(objects);
  const file = path.join(makeTestFolder('lost-'), 'file');
  objects.stat = async named => {
    objects.stat = stat;
    await server.client.post('/web/tos/abort', { key });
    cpSync(import.meta.filename, file);
    await objects.putFile(key, file);
    return { bytes: named === key ? 3 : 0 };
  };
  expect((await server.client.post('/web/tos/complete', { key })).body.error).toBe('UPLOAD_NOT_FOUND');
  expect(await isThere(key)).toBe(false);
});

test('a private object cannot be used as input, and its link is signed', async () => {
  const key = makeKey('private', clock.now(), 'png');
  await query(
    `insert into stored_object (key, name, bytes, is_complete, purpose, visibility) values ($1, 'a', 1, true, 'template', 'signed')`,
    [key],
  );
  expect((await server.client.convert(key)).body.error).toBe('UPLOAD_NOT_FOUND');
  expect(await linkTo(server.parts, key, { baseUrl: server.url })).toMatch(/expires=\d+&signature=/);
  const open = makeKey('output', clock.now(), 'png');
  expect(await linkTo(server.parts, open, { baseUrl: server.url })).toBe(`${server.url}/store/${open}`);
});

test('existing rows get an owner, a purpose, a lifetime and their uses', async () => {
  const all = path.join(import.meta.dirname, '../../migrations');
  const before = makeTestFolder('pixwright-migrations-');
  for (const name of readdirSync(all)) if (name < '0006') cpSync(path.join(all, name), path.join(before, name));
  const { postgres, drop } = await makeSchema();
  await migrate(postgres.pool, before);
  const [used, shared, unknown, output, preview, avatar] = (
    ['input', 'input', 'input', 'output', 'preview', 'output'] as const
  ).map(area => makeKey(area, clock.now(), 'png'));
  const open = '00000000-0000-4000-8000-000000000001';
  const ended = '00000000-0000-4000-8000-000000000002';
  const account = '00000000-0000-4000-8000-000000000003';
  const insertTask = `insert into task (id, owner, tool, call, key_code, lane, options, inputs, status, ended_at, error, stage, request_hash, pace, expires_at)
    values ($1, $2, 't', 'c', 'MATTING', 'image', '{}', $3, $4, $5, $6, 'waiting', '', '', now())`;
  const inputs = (...keys: unknown[]) => JSON.stringify(keys.map(key => ({ field: 'a', kind: 'upload', key })));
  await postgres.pool.query(insertTask, [open, 'visitor:a', inputs(used, shared), 'queued', null, null]);
  await postgres.pool.query(insertTask, [ended, 'visitor:b', inputs(shared), 'failed', new Date(), '{}']);
  const insert =
    'insert into stored_object (key, name, bytes, is_complete, task_id, expires_at) values ($1, $1, 1, true, $2, $3)';
  for (const key of [used, shared, unknown]) await postgres.pool.query(insert, [key, null, clock.now()]);
  for (const key of [output, preview]) await postgres.pool.query(insert, [key, ended, clock.now()]);
  await postgres.pool.query(insert, [avatar, null, '9999-01-01T00:00:00Z']);
  await postgres.pool.query(
    `insert into account (id, nick_name, avatar_key, share_code, platform_source, created_at) values ($1, 'a', $2, 'a', 'a', now())`,
    [account, avatar],
  );
  await migrate(postgres.pool);
  const { rows } = await postgres.pool.query(
    'select key, owner, purpose, visibility, expires_at is null as "isKept" from stored_object order by key',
  );
  const row = (key: unknown, owner: string | null, purpose: string, isKept = false) => ({
    key,
    owner,
    purpose,
    visibility: 'public',
    isKept,
  });
  const expected = [
    row(used, 'visitor:a', 'input'),
    row(shared, 'visitor:a', 'input'),
    row(unknown, null, 'input'),
    row(output, 'visitor:b', 'output'),
    row(preview, 'visitor:b', 'preview'),
    row(avatar, `account:${account}`, 'avatar', true),
  ];
  expect(rows).toEqual(expected.sort((a, b) => (String(a.key) < String(b.key) ? -1 : 1)));
  const uses = (await postgres.pool.query('select key, task_id from object_use order by key')).rows;
  expect(uses).toEqual([used, shared].sort().map(key => ({ key, task_id: open })));
  await drop();
});
