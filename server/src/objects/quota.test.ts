// Quotas under concurrent requests and at the entry of the queue: concurrent requests never exceed a quota together, and a flood occupies
// one connection.
import { randomUUID } from 'node:crypto';
import type { Task } from 'contract/task.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeClock } from '../../testing/clock.ts';
import { holdRows } from '../../testing/locks.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { makeKey } from '../adapters/objects-names.ts';
import { requeueTask, runGoesOn } from '../tasks/run-queries.ts';
import { takeTask } from '../tasks/worker-queries.ts';
import { insertCounted, insertWithinQuota, Superseded } from './quota.ts';
import { insertObjects } from './store.ts';

const gb = 1024 ** 3;
const size = Math.floor(0.3 * gb);
let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({
    works: false,
    environment: { QUOTA_VISITOR_GB: '1', QUEUE_LIMIT: '1000', FETCH_ALLOW: '127.0.0.1/32' },
  });
});
afterEach(() => server.stop());

const visitor = () => ({ owner: `visitor:${randomUUID()}`, address: randomUUID() });
const makeRow = (sender: { owner: string; address: string }, area: 'input' | 'output', bytes: number) => ({
  key: makeKey(area, server.parts.now(), 'png'),
  name: 'a.png',
  bytes,
  purpose: area,
  isComplete: true,
  taskId: null,
  expiresAt: new Date(server.parts.now().getTime() + 3_600_000),
  ...sender,
});
const sumBytes = async (owner: string) => {
  const { rows } = await server.postgres.pool.query(
    'select sum(bytes)::float8 as sum from stored_object where owner = $1',
    [owner],
  );
  return rows[0].sum / gb;
};
const codesOf = (settled: readonly PromiseSettledResult<void>[]) =>
  settled.map(one => (one.status === 'fulfilled' ? 'stored' : one.reason.code));

test.each([
  ['results', 'output', 2],
  ['inputs', 'input', 1],
] as const)('%s of tasks that end at the same time do not exceed the quota together', async (countedAs, area, max) => {
  const sender = visitor();
  const store = () => insertCounted(server.parts, { as: countedAs, sender }, [makeRow(sender, area, size)]);
  const codes = codesOf(await Promise.allSettled(Array.from({ length: 12 }, store)));
  expect(new Set(codes)).toEqual(new Set(['stored', 'UPLOAD_QUOTA']));
  expect(await sumBytes(sender.owner)).toBeLessThanOrEqual(max);
  // The rows of refused files have been removed again: files that fit are stored.
  const fits = (await sumBytes(sender.owner)) + 0.3 <= max;
  expect(codesOf(await Promise.allSettled([store()]))).toEqual([fits ? 'stored' : 'UPLOAD_QUOTA']);
});

test('a result is not recorded for a run that was superseded, however late its statement arrives', async () => {
  const { database } = server.parts;
  const sender = visitor();
  await server.client.convert(await server.client.upload(makeBmp(8, 8), 'late.bmp'), { wait: 0 });
  const run = await takeTask(database, { lane: 'image', workerId: randomUUID() });
  const row = makeRow(sender, 'output', size);
  const store = () => insertCounted(server.parts, { as: 'results', sender, onlyIf: runGoesOn(run!) }, [row]);
  await requeueTask(database, run!, false);
  const again = await takeTask(database, { lane: 'image', workerId: randomUUID() });
  expect(again).toMatchObject({ id: run?.id, attempt: 2 });
  await expect(store()).rejects.toThrow(Superseded);
  expect(await sumBytes(sender.owner)).toBe(0);
  await insertCounted(server.parts, { as: 'results', sender, onlyIf: runGoesOn(again!) }, [row]);
  const { rows } = await server.postgres.pool.query('select * from stored_object where key = $1', [row.key]);
  expect(rows[0]).toMatchObject({
    ...{ name: 'a.png', bytes: size, owner: sender.owner, address: sender.address, purpose: 'output' },
    ...{ visibility: 'public', upload_id: null, is_complete: true, is_removed: false, task_id: null },
    expires_at: row.expiresAt,
  });
});

test('nor for one that was superseded while it waited for the quota', async () => {
  const sender = visitor();
  // Beyond the quota of a sender without a lock, and within that of results.
  await insertObjects(server.parts.database, [makeRow(sender, 'input', 4 * size)]);
  await server.postgres.pool.query('create sequence asked');
  const store = () => insertCounted(server.parts, { as: 'results', sender, onlyIf: sql`nextval('asked') = 1` }, [row]);
  const row = makeRow(sender, 'output', size);
  await expect(store()).rejects.toThrow(Superseded);
  const { rows } = await server.postgres.pool.query('select last_value::int as asked from asked');
  expect(rows).toEqual([{ asked: 2 }]);
  expect(await sumBytes(sender.owner)).toBeCloseTo(1.2);
});

/** Inserts a row with the age of an hour. */
const storeEarlier = async (sender: ReturnType<typeof visitor>, bytes: number) => {
  const row = makeRow(sender, 'input', bytes);
  await insertObjects(server.parts.database, [row]);
  await server.postgres.pool.query("update stored_object set created_at = now() - interval '1 hour' where key = $1", [
    row.key,
  ]);
  return row.key;
};

test('old rows are summed once for many signatures, and again before one is refused', async () => {
  const { parts } = server;
  const sender = visitor();
  const sign = () => insertWithinQuota(parts, makeRow(sender, 'input', size));
  const old = await storeEarlier(sender, size);
  await sign();
  // Requests never create rows that are an hour old. That this row is not noticed shows that only new rows were read.
  const unnoticed = await storeEarlier(sender, size);
  await sign();
  await expect(sign()).rejects.toMatchObject({ code: 'UPLOAD_QUOTA' });
  await server.postgres.pool.query('delete from stored_object where key = any ($1)', [[old, unnoticed]]);
  await sign();
});

test('old rows are summed again after ten seconds', async () => {
  const clock = makeClock();
  const parts = { ...server.parts, now: clock.now };
  const sender = visitor();
  const sign = () => insertWithinQuota(parts, makeRow(sender, 'input', size));
  await storeEarlier(sender, size);
  await sign();
  await storeEarlier(sender, size);
  clock.turnSeconds(10);
  await expect(sign()).rejects.toMatchObject({ code: 'UPLOAD_QUOTA' });
});

test('an owner whose results could not be stored cannot queue tasks', async () => {
  const { client, postgres } = server;
  const upload = await client.upload(makeBmp(8, 8), 'a.bmp');
  const convert = (batchId?: string) => client.convert(upload, { wait: 0, batchId });
  const kept = await convert('before');
  expect(kept.status).toBe(200);
  await postgres.pool.query(
    `update task set status = 'failed', ended_at = now(), error = '{"error": "UNEXPECTED", "details": null}'`,
  );
  const old = await postgres.pool.query('select owner, address from stored_object');
  await insertObjects(server.parts.database, [makeRow(old.rows[0], 'output', 2 * gb)]);
  const refused = await convert();
  expect([refused.status, refused.body.error, refused.body.details]).toMatchObject([429, 'UPLOAD_QUOTA', { maxGb: 2 }]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const quote = await client.post('/web/task/quote', {
    tool: 'image-converter',
    payload: { imageUrl: upload, format: 'webp' },
  });
  expect(quote.body.data).toMatchObject({ allowed: false, reason: refused.body.msg });
  expect((await client.post('/web/batch/before/retry')).body.error).toBe('UPLOAD_QUOTA');
  const { taskId } = kept.body.data;
  expect((await client.get<Task>(`/web/task/${taskId}`)).body.data.status).toBe('failed');
});

test('waiting signature requests of one address occupy one connection, and excess requests are told to retry', async () => {
  const sender = visitor();
  await insertWithinQuota(server.parts, makeRow(sender, 'input', 1));
  const held = await holdRows(server.postgres, 'select from stored_object');
  await held.query("select pg_advisory_xact_lock(hashtextextended('quota ' || $1, 0))", [sender.owner]);
  const sign = () => insertWithinQuota(server.parts, makeRow(sender, 'input', 1));
  const waiting = Array.from({ length: 100 }, sign);
  await held.untilWaiting(1);
  await expect(sign()).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterSeconds: 1 } });
  // Meanwhile another address is served.
  const other = visitor();
  await insertWithinQuota(server.parts, makeRow(other, 'input', 1));
  await held.untilWaiting(1);
  expect(server.postgres.pool.totalCount - server.postgres.pool.idleCount).toBe(1);
  await held.release();
  await Promise.all(waiting);
  await sign();
});
