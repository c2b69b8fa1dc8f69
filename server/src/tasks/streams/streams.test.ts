// The cost of streams: many streams, slow readers, and streams that outlive their login.
import http from 'node:http';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { logInAs } from '../../../testing/accounts.ts';
import { makeBatch } from '../../../testing/batches.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { makeReader, openTaskService } from '../../../testing/streams.ts';
import { isStillLoggedIn } from '../../accounts/owners.ts';
import { dropWhenStalled } from '../../http/open-streams.ts';
import type { TaskService } from '../batches/batches.ts';
import { openBatchLogs } from './batch-log.ts';
import { streamBatch, streamTask } from './events.ts';

let server: TestServer;
let service: TaskService;
beforeAll(async () => {
  server = await startTestServer({ works: false });
  service = openTaskService(server);
});
afterAll(async () => {
  service.feed.close();
  await server.stop();
});

const quick = { heartbeatMs: 50, lookMs: 50, idleMs: 50 };

const ownerOf = async (batchId: string): Promise<string> =>
  (await server.postgres.pool.query('select owner from task where batch_id = $1 limit 1', [batchId])).rows[0].owner;

const isPageQuery = (call: unknown[]) => {
  const [query] = call as [string | { text: string }];
  return (typeof query === 'string' ? query : query.text).includes('select * from "task" where id = any');
};

/** Reads events from a stream until it has seen this many tasks. */
async function take(events: AsyncGenerator<string>, tasks: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < tasks) {
    const { value, done } = await events.next();
    if (done) break;
    for (const [, data = ''] of value.matchAll(/^data: (.*)$/gm))
      if (data.includes('taskId')) ids.push(JSON.parse(data).taskId);
  }
  return ids;
}

/** Opens a stream over HTTP and returns its status; the stream stays open. */
function open(path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; retryAfter: string | undefined; close: () => void }>((resolve, reject) => {
    const request = http.get(server.url + path, { headers, agent: false }, reply => {
      reply.on('error', () => undefined);
      resolve({
        status: reply.statusCode ?? 0,
        retryAfter: reply.headers['retry-after'],
        close: () => request.destroy(),
      });
    });
    request.on('error', reject);
  });
}

test('a stream reads the next page of a batch only after its reader has consumed the previous one', async () => {
  await makeBatch(server, 'in-pages', 230);
  const batch = { batchId: 'in-pages', owner: await ownerOf('in-pages') };
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const pagesRead = () => queries.mock.calls.filter(isPageQuery).length;
  const events = streamBatch(openBatchLogs(service, quick), batch, makeReader());
  const first = await take(events, 1);
  expect(pagesRead()).toBe(1);
  const rest = await take(events, 230 - first.length);
  expect(pagesRead()).toBe(3);
  expect(new Set([...first, ...rest]).size).toBe(230);
  await events.return(undefined);
  queries.mockRestore();
});

test('a page ends early if its results are large', async () => {
  await makeBatch(server, 'heavy', 6);
  await server.postgres.pool.query(
    `update task set status = 'done', ended_at = now(), result = jsonb_build_object('files', '[]'::jsonb, 'text',
      (select string_agg(md5(random()::text || number || id), '') from generate_series(1, 2000) as number))
     where batch_id = 'heavy'`,
  );
  const batch = { batchId: 'heavy', owner: await ownerOf('heavy') };
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const events = streamBatch(openBatchLogs(service, quick), batch, makeReader());
  expect(new Set(await take(events, 6)).size).toBe(6);
  expect(queries.mock.calls.filter(isPageQuery).length).toBeGreaterThan(3);
  await events.return(undefined);
  queries.mockRestore();
});

test('the streams of one batch share the pages read for them', async () => {
  await makeBatch(server, 'shared', 40);
  const batch = { batchId: 'shared', owner: await ownerOf('shared') };
  const logs = openBatchLogs(service);
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const streams = Array.from({ length: 10 }, () => streamBatch(logs, batch, makeReader()));
  const seen = await Promise.all(streams.map(events => take(events, 40)));
  expect(seen.every(ids => new Set(ids).size === 40)).toBe(true);
  expect(queries.mock.calls.filter(isPageQuery)).toHaveLength(1);
  queries.mockRestore();
  await Promise.all(streams.map(events => events.return(undefined)));
});

test('a client that was disconnected while pages were sent misses no task', async () => {
  await makeBatch(server, 'cut-off', 230);
  const batch = { batchId: 'cut-off', owner: await ownerOf('cut-off') };
  const logs = openBatchLogs(service, quick);
  const seen = new Set<string>();
  let lastSeen = -1;
  for (let cuts = 0; seen.size < 230 && cuts < 20; cuts++) {
    const events = streamBatch(logs, batch, makeReader({ lastSeen }));
    // The first event, and two chunks of several tasks each.
    for (let count = 0; count < 3; count++) {
      const { value = '' } = await events.next();
      for (const [, data = ''] of value.matchAll(/^data: (.*)$/gm))
        if (data.includes('taskId')) seen.add(JSON.parse(data).taskId);
      for (const [, id] of value.matchAll(/^id: (\d+)$/gm)) lastSeen = Math.max(lastSeen, Number(id));
    }
    await events.return(undefined);
  }
  expect(seen.size).toBe(230);
});

test('a stream ends when the login that opened it has ended', async () => {
  await makeBatch(server, 'logged-out', 2);
  const { rows } = await server.postgres.pool.query(`select id, owner from task where batch_id = 'logged-out'`);
  const { client } = await logInAs(server, '13600000001');
  const [login] = (await server.postgres.pool.query('select id, account_id from login')).rows;
  const request = { foundLogin: { accountId: login.account_id, loginId: login.id } } as never;
  const mayGoOn = () => isStillLoggedIn(server.parts, request);
  const logs = openBatchLogs(service, quick);
  const streams = [
    streamBatch(logs, { batchId: 'logged-out', owner: rows[0].owner }, makeReader({ mayGoOn })),
    streamTask(service, rows[0].id, makeReader({ mayGoOn }), quick.heartbeatMs),
  ];
  for (const [index, events] of streams.entries()) expect(await take(events, 2 - index)).toHaveLength(2 - index);
  for (const events of streams) expect((await events.next()).done).toBe(false);
  await client.post('/web/udUser/logout');
  for (const events of streams) for (let step = await events.next(); !step.done; ) step = await events.next();
});

test('an owner may have a fixed number of open streams, and a closed stream frees its place', async () => {
  await makeBatch(server, 'too-many', 2);
  const path = '/web/batch/too-many/events';
  const { headers } = server.client;
  const streams = await Promise.all(Array.from({ length: 20 }, () => open(path, headers)));
  expect(streams.map(stream => stream.status)).toEqual(Array(20).fill(200));
  const refused = await server.client.get(path);
  expect([refused.status, refused.body.error, refused.headers.get('retry-after')]).toEqual([
    429,
    'TOO_MANY_STREAMS',
    '10',
  ]);
  // Another visitor behind the same address is not affected.
  expect((await server.stranger.get(path)).body.error).toBe('TASK_NOT_FOUND');
  streams[0]?.close();
  let again = await open(path, headers);
  while (again.status === 429) again = await open(path, headers);
  expect(again.status).toBe(200);
  for (const stream of [...streams, again]) stream.close();
});

test('an address may have a fixed number of open streams, regardless of the number of client ids behind it', async () => {
  const statuses: number[] = [];
  const streams: { close: () => void }[] = [];
  const uploadedBy = async (clientUid: string) => {
    await server.postgres.pool.query(
      `update task set owner = 'visitor:' || encode(sha256($1::bytea), 'hex') where batch_id = 'too-many'`,
      [Buffer.from(clientUid)],
    );
  };
  for (let visitor = 0; visitor < 4; visitor++) {
    await uploadedBy(`made-up-visitor-${visitor}`);
    for (let count = 0; count < 16; count++) {
      const stream = await open('/web/batch/too-many/events', { clientUid: `made-up-visitor-${visitor}` });
      statuses.push(stream.status);
      streams.push(stream);
    }
  }
  expect(statuses).toEqual([...Array(60).fill(200), ...Array(4).fill(429)]);
  for (const stream of streams) stream.close();
});

/** Serves what `read` pushes. The reader is disconnected when it takes fewer than `minBytes` within `stallMs`. */
async function serveStream(stallMs: number, minBytes: number | undefined, read: (stream: Readable) => void) {
  const app = Fastify();
  const closed = Promise.withResolvers<void>();
  app.get('/', (_request, reply) => {
    dropWhenStalled(reply, stallMs, minBytes);
    const stream: Readable = new Readable({ read: () => read(stream) });
    return reply.send(stream.once('close', () => closed.resolve()));
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const reply = Promise.withResolvers<http.IncomingMessage>();
  const request = http.get(url, { agent: false }, reply.resolve).on('error', () => undefined);
  onTestFinished(() => void request.destroy());
  return { reply: await reply.promise, closed: closed.promise };
}

const endlessly = (stream: Readable) => void stream.push(Buffer.alloc(64 * 1024));

test('a reader that accepts no data is disconnected, and the source of its stream is closed', async () => {
  const { reply, closed } = await serveStream(100, undefined, endlessly);
  reply.pause();
  await closed;
});

test('a reader that accepts a little now and then is disconnected', async () => {
  const { reply, closed } = await serveStream(1000, 2 ** 40, endlessly);
  let taken = 0;
  // More than the buffers of the kernel hold, so that the server can write again.
  reply.on('data', (data: Buffer) => {
    taken += data.length;
    if (taken < 8 * 1024 * 1024) return;
    taken = 0;
    reply.pause();
    setTimeout(() => reply.resume(), 20);
  });
  await closed;
});

test('a reader that waits for a slow source is not disconnected', async () => {
  let pushed = 0;
  const { reply, closed } = await serveStream(100, 2 ** 40, stream => {
    setTimeout(() => stream.push(++pushed < 60 ? 'x' : null), 10);
  });
  let heard = 0;
  reply.on('data', (data: Buffer) => (heard += data.length));
  await closed;
  expect(heard).toBe(59);
});
