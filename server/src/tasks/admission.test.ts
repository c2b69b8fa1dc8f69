// Limits on a sender's tasks in the queue: open tasks per owner and per address, tasks per batch, waiting tasks per lane.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Task } from 'contract/task.ts';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { logInAs } from '../../testing/accounts.ts';
import { createClient, type TestClient } from '../../testing/client.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { connectPostgres } from '../adapters/postgres.ts';
import { hashClientUid } from '../http/owner.ts';
import { admissionLimits } from './admission.ts';
import { lockSender } from './queue-store.ts';

const usual = { ...admissionLimits };
let server: TestServer;
let upload: string;
beforeAll(async () => {
  server = await startTestServer({ works: false, environment: { TRUST_PROXY: '1', QUEUE_LIMIT: '40' } });
  upload = await server.client.upload(makeBmp(8, 8), 'limit.bmp');
});
afterAll(() => server.stop());
afterEach(async () => {
  Object.assign(admissionLimits, usual);
  await server.postgres.pool.query('delete from task');
});

const visitor = () => createClient(server.url, randomUUID());
const from = (address: string) => ({ 'x-forwarded-for': address });
const call = (client: TestClient, address = '198.51.100.1', options: Record<string, unknown> = {}) =>
  client.convert(upload, { wait: 0, ...options }, from(address));

const refusals = (replies: readonly Awaited<ReturnType<typeof call>>[]) =>
  replies.filter(reply => reply.status !== 200).map(reply => [reply.status, reply.body.error]);

async function quote(client: TestClient, address = '198.51.100.1', payload: Record<string, unknown> = {}) {
  const body = { tool: 'image-converter', payload: { imageUrl: upload, format: 'webp', ...payload } };
  return (await client.post<{ allowed: boolean; reason: string | null }>('/web/task/quote', body, from(address))).body
    .data;
}

test('concurrent calls do not exceed the limit of open tasks of an owner', async () => {
  admissionLimits.openPerOwner = 3;
  const client = visitor();
  expect(await quote(client)).toMatchObject({ allowed: true });
  const replies = await Promise.all(Array.from({ length: 12 }, () => call(client)));
  expect(refusals(replies)).toEqual(Array.from({ length: 9 }, () => [429, 'TOO_MANY_OPEN_TASKS']));
  const refused = replies.find(reply => reply.status === 429);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused?.body.msg).toContain('3 tasks');
  expect(await quote(client)).toEqual(expect.objectContaining({ allowed: false, reason: refused?.body.msg }));
  // A task that ends makes room for another.
  const open = replies.find(reply => reply.status === 200)?.body.data.taskId;
  await client.post(`/web/task/${open}/cancel`);
  expect(refusals([await call(client), await call(client)])).toEqual([[429, 'TOO_MANY_OPEN_TASKS']]);
});

test('a call that waits too long for its turn among those of its sender is answered 503, also with a key', async () => {
  const { rows } = await server.postgres.pool.query<{ schema: string }>('select current_schema() as schema');
  const { database } = server.parts;
  const impatient = connectPostgres(server.postgres.connection, {
    schema: rows[0]?.schema ?? '',
    limits: { lockMs: 50 },
  });
  Object.assign(server.parts, { database: impatient.database });
  onTestFinished(async () => {
    Object.assign(server.parts, { database });
    await impatient.close();
  });
  const client = visitor();
  const owner = hashClientUid(client.headers.clientUid ?? '');
  const withKey = () => client.convert(upload, { wait: 0 }, { 'idempotency-key': 'once' });
  await database.transaction().execute(async trx => {
    await lockSender(trx, { owner, share: owner });
    const { status, body } = await withKey();
    expect([status, body.error]).toEqual([503, 'SERVER_BUSY']);
  });
  expect((await withKey()).status).toBe(200);
});

test('fresh client ids do not exceed the limit of an address, and another address is unaffected', async () => {
  admissionLimits.openPerAddress = 5;
  const replies = await Promise.all(Array.from({ length: 20 }, () => call(visitor(), '198.51.100.66')));
  expect(refusals(replies)).toHaveLength(15);
  expect(refusals([await call(visitor(), '198.51.100.2')])).toEqual([]);
  const { client } = await logInAs(server, '13500009001');
  expect(refusals([await call(client, '198.51.100.66')])).toEqual([]);
});

test('a repeated request at the limit returns its existing task', async () => {
  admissionLimits.openPerOwner = 1;
  const client = visitor();
  const once = () => client.convert(upload, { wait: 0 }, { ...from('198.51.100.1'), 'idempotency-key': 'only-one' });
  const replies = await Promise.all([once(), once(), once(), once()]);
  expect(refusals(replies)).toEqual([]);
  expect(new Set(replies.map(reply => reply.body.data.taskId)).size).toBe(1);
});

test('a repeated request returns its existing task when that took the last place of its batch', async () => {
  admissionLimits.tasksPerBatch = 1;
  const client = visitor();
  const headers = { ...from('198.51.100.1'), 'idempotency-key': 'last-place' };
  const batchId = randomUUID();
  const once = () => client.convert(upload, { wait: 0, batchId }, headers);
  const replies = await Promise.all([once(), once(), once(), once()]);
  expect(refusals(replies)).toEqual([]);
  expect(new Set(replies.map(reply => reply.body.data.taskId)).size).toBe(1);
});

test('a batch has a maximum number of tasks, which includes ended tasks', async () => {
  admissionLimits.tasksPerBatch = 4;
  const client = visitor();
  const batchId = randomUUID();
  const replies = await Promise.all(Array.from({ length: 7 }, () => call(client, '198.51.100.1', { batchId })));
  expect(refusals(replies)).toEqual(Array.from({ length: 3 }, () => [409, 'BATCH_FULL']));
  await server.postgres.pool.query("update task set status = 'cancelled', ended_at = now()");
  expect(refusals([await call(client, '198.51.100.1', { batchId })])).toEqual([[409, 'BATCH_FULL']]);
  expect(await quote(client, '198.51.100.1', { batchId })).toMatchObject({ allowed: false });
  expect(refusals([await call(client, '198.51.100.1', { batchId: randomUUID() })])).toEqual([]);
  // Batch names belong to their owner, so another owner may use the same name.
  expect(refusals([await call(visitor(), '198.51.100.1', { batchId })])).toEqual([]);
});

test('a full lane refuses further tasks, and other lanes still accept theirs', async () => {
  const fill = (lane: string) =>
    server.postgres.pool.query(
      `insert into task (id, owner, tool, call, key_code, lane, options, inputs, status, stage, request_hash, pace, expires_at)
        select gen_random_uuid(), 'other', 't', 'c', 'MATTING', $1, '{}', '[]', 'queued', 'waiting', '', '', now()
        from generate_series(1, 40)`,
      [lane],
    );
  await fill('model');
  const client = visitor();
  expect(refusals([await call(client)])).toEqual([]);
  const read = () => client.post('/web/imageTotext', { imageUrl: upload, wait: 0 }, from('198.51.100.1'));
  expect((await read()).body.error).toBe('QUEUE_FULL');
  await client.upload(makeBmp(5, 5), 'still-welcome.bmp');
  const link = { imageUrl: 'http://example.org/a.png' };
  expect(await quote(client, '198.51.100.1', link)).toMatchObject({ allowed: true });
  await fill('link');
  expect(await quote(client, '198.51.100.1', link)).toMatchObject({ allowed: false });
  expect(await quote(client)).toMatchObject({ allowed: true });
  await fill('image');
  expect(refusals([await call(client)])).toEqual([[503, 'QUEUE_FULL']]);
  expect(await quote(client)).toMatchObject({ allowed: false });
});

test('the last places of a lane are for senders with nothing open', async () => {
  await server.postgres.pool.query(
    `insert into task (id, owner, tool, call, key_code, lane, options, inputs, status, stage, request_hash, pace, expires_at)
      select gen_random_uuid(), 'other', 't', 'c', 'MATTING', 'image', '{}', '[]', 'queued', 'waiting', '', '', now()
      from generate_series(1, 37)`,
  );
  const many = visitor();
  const replies = [await call(many), await call(many), await call(visitor())];
  expect(refusals(replies)).toEqual([
    [503, 'QUEUE_FULL'],
    [503, 'QUEUE_FULL'],
  ]);
  expect(await quote(many)).toMatchObject({ allowed: false });
  const newcomers = ['198.51.100.2', '198.51.100.3', '198.51.100.4'];
  expect(await quote(visitor(), newcomers[0])).toMatchObject({ allowed: true });
  const late: Awaited<ReturnType<typeof call>>[] = [];
  for (const address of newcomers) late.push(await call(visitor(), address));
  expect(refusals(late)).toEqual([[503, 'QUEUE_FULL']]);
});

test('a retry of a batch is subject to the same limits, and a refused retry changes nothing', async () => {
  const client = visitor();
  const batchId = randomUUID();
  for (let sent = 0; sent < 4; sent++) await call(client, '198.51.100.1', { batchId });
  const fail = `update task set status = 'failed', ended_at = now(), error = '{"error": "UNEXPECTED", "details": null}'`;
  await server.postgres.pool.query(fail);
  admissionLimits.openPerOwner = 3;
  const retry = () => client.post(`/web/batch/${batchId}/retry`, {}, from('198.51.100.1'));
  const refused = await retry();
  expect([refused.status, refused.body.error]).toEqual([429, 'TOO_MANY_OPEN_TASKS']);
  const count = async () => (await server.postgres.pool.query("select from task where status = 'failed'")).rowCount;
  expect(await count()).toBe(4);
  admissionLimits.openPerOwner = 4;
  await Promise.all([retry(), retry(), retry()]);
  expect(await count()).toBe(0);
});

test('calls with long options are limited per address and hour, and short ones are not', async () => {
  admissionLimits.largeCallsPerHour = 2;
  const write = (client: TestClient, letters: number, address = '198.51.100.7') => {
    const piece = {
      before: '',
      text: randomBytes(letters / 2).toString('hex'),
      score: 1,
      quad: [0, 0, 8, 0, 8, 8, 0, 8],
    };
    const page = { turn: 0, isCut: false, paragraphs: [{ kind: 'text', pieces: [piece, piece] }] };
    return client.post<Task>('/web/imageTotext/write', { imageUrl: upload, page, wait: 0 }, from(address));
  };
  const client = visitor();
  expect(refusals([await write(client, 20_000), await write(client, 20_000)])).toEqual([]);
  const refused = await write(visitor(), 20_000);
  expect([refused.status, refused.body.error]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
  expect(refusals([await write(client, 2000), await write(client, 20_000, '198.51.100.8')])).toEqual([]);
  const { rows } = await server.postgres.pool.query('select octet_length(options::text) > 32768 as large from task');
  expect(rows.map(row => row.large).sort()).toEqual([false, true, true, true]);
});

test('a cancelled task keeps only its short options', async () => {
  const piece = { before: '', text: randomBytes(5000).toString('hex'), score: 1, quad: [0, 0, 8, 0, 8, 8, 0, 8] };
  const page = { turn: 0, isCut: false, paragraphs: [{ kind: 'text', pieces: [piece] }] };
  const { body } = await server.client.post<Task>('/web/imageTotext/write', {
    imageUrl: upload,
    page,
    files: ['txt'],
    wait: 0,
  });
  const read = async () =>
    (await server.postgres.pool.query('select options from task where id = $1', [body.data.taskId])).rows[0]?.options;
  expect(Object.keys(await read())).toContain('page');
  await server.client.post(`/web/task/${body.data.taskId}/cancel`);
  expect(await read()).toEqual({ files: ['txt'], textFlag: 'paragraphs' });
});
