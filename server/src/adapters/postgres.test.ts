// A slow, locked, exhausted or silent database: requests are refused with Retry-After, and none waits indefinitely.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { logInAs } from '../../testing/accounts.ts';
import { findPostgres } from '../../testing/find-postgres.ts';
import { holdRows } from '../../testing/locks.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { connectPostgres, DatabaseUnavailable, isDatabaseBusy, ping, storableJson } from './postgres.ts';

let server: TestServer;
let logged = '';
let target: Awaited<ReturnType<typeof findPostgres>>;
beforeAll(async () => {
  target = await findPostgres();
  server = await startTestServer({ works: false, log: pino({}, { write: (line: string) => (logged += line) }) });
});
afterAll(() => server.stop());

/** Pools with short limits on the database of the test run, or on another. */
function open(
  limits: Parameters<typeof connectPostgres>[1] = {},
  database: Parameters<typeof connectPostgres>[0] = target,
) {
  const postgres = connectPostgres(database, limits);
  onTestFinished(postgres.close);
  return postgres;
}
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a statement that takes too long is aborted by the server and counts as busy', async () => {
  const { database, forgetful } = open({ limits: { statementMs: 500 } });
  for (const db of [database, forgetful]) {
    const error = await failureOf(sql`select pg_sleep(600)`.execute(db));
    expect([isDatabaseBusy(error), (error as { code?: string }).code]).toEqual([true, '57014']);
    await ping(db);
  }
});

test('an error in a statement is not mistaken for a busy database', async () => {
  const { database } = open();
  expect(isDatabaseBusy(await failureOf(sql`select 1 / 0`.execute(database)))).toBe(false);
  expect(isDatabaseBusy(new Error('other'))).toBe(false);
});

test.each([
  [true, ['08006', '08P01', '25006', '25P04', '40001', '40003', '40P01', '53200', '53300', '57P01', '57P03', '58030']],
  [false, ['22P02', '23505', '25P02', '28P01', '42P01', '53100', '57P04', 'XX000', undefined]],
])('whether the database is only away for a moment is %s for these SQLSTATEs', (isBusy, states) => {
  const errorOf = (code: string | undefined) => Object.assign(new pg.DatabaseError('it says so', 1, 'error'), { code });
  expect(states.filter(state => isDatabaseBusy(errorOf(state)) !== isBusy)).toEqual([]);
});

test('a connection that was told to be lost, or to be on a replica, is not used again', async () => {
  const { database } = open({ poolSize: 1 });
  const findPid = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database)).rows[0]?.pid;
  for (const state of ['08006', '25006']) {
    const pid = await findPid();
    const raise = sql.raw(`do $$ begin raise exception using errcode = '${state}'; end $$`);
    const error = await failureOf(database.transaction().execute(trx => raise.execute(trx)));
    expect(isDatabaseBusy(error)).toBe(true);
    expect(await findPid()).not.toBe(pid);
  }
});

test('a repeated statement keeps its plan; after its columns changed, it fails once as busy and then returns the new ones', async () => {
  const { database } = open({ poolSize: 1 });
  const table = `changing_${process.pid}_${Date.now()}`;
  await sql`create table ${sql.table(table)} as select 1 as a`.execute(database);
  onTestFinished(async () => void (await sql`drop table ${sql.table(table)}`.execute(database)));
  const ask = async () => (await sql`select * from ${sql.table(table)}`.execute(database)).rows;
  for (let index = 0; index < 3; index++) expect(await ask()).toEqual([{ a: 1 }]);
  const { rows } = await sql`select from pg_prepared_statements where statement like ${`%${table}"`}`.execute(database);
  expect(rows).toHaveLength(1);
  await sql`alter table ${sql.table(table)} add b int`.execute(database);
  expect(isDatabaseBusy(await failureOf(ask()))).toBe(true);
  expect(await ask()).toEqual([{ a: 1, b: null }]);
});

test('statements of ever new lengths get no more names than the limit allows', async () => {
  const { database } = open({ poolSize: 1 });
  for (let length = 1; length <= 300; length++)
    for (let turn = 0; turn < 2; turn++)
      await sql`select 1 where 1 in (${sql.join(Array.from({ length }, () => 1))})`.execute(database);
  const { rows } = await sql<{ count: number }>`select count(*) from pg_prepared_statements`.execute(database);
  expect(rows[0]!.count).toBeLessThanOrEqual(200);
});

test('while all connections are in use the next request is refused, and it is served once one is free', async () => {
  const { database } = open({ poolSize: 1, limits: { connectMs: 2000 } });
  let release: () => void = () => undefined;
  const held = new Promise<void>(resolve => (release = resolve));
  let taken: () => void = () => undefined;
  const isTaken = new Promise<void>(resolve => (taken = resolve));
  const work = database.connection().execute(() => {
    taken();
    return held;
  });
  await isTaken;
  expect(await failureOf(ping(database))).toBeInstanceOf(DatabaseUnavailable);
  release();
  await work;
  await ping(database);
});

test('a database that accepts connections and then stays silent is given up', async () => {
  const sockets: Socket[] = [];
  const silent = createServer(socket => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const postgres = connectPostgres({ host: '127.0.0.1', port, user: 'x' }, { limits: { connectMs: 50 } });
  expect(await failureOf(ping(postgres.database))).toBeInstanceOf(DatabaseUnavailable);
  await postgres.close();
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test('a request that meets a held lock is answered 503 with Retry-After, and works once the lock is gone', async () => {
  const { rows } = await server.postgres.pool.query<{ schema: string }>('select current_schema() as schema');
  const impatient = open({ schema: rows[0]?.schema ?? '', limits: { lockMs: 50 } }, server.postgres.connection);
  const { client } = await logInAs(server, '13911110001');
  const { database } = server.parts;
  const held = await holdRows(server.postgres, 'select id from account');
  Object.assign(server.parts, { database: impatient.database });
  onTestFinished(() => void Object.assign(server.parts, { database }));
  const change = () => client.post('/web/udUser/update/info', { nickName: 'Locked' });
  logged = '';
  const { status, headers, body } = await change();
  expect(logged).toContain('"level":40');
  expect(logged).toContain('a request met a database or store that is away');
  expect(logged).not.toContain('unexpectedly');
  expect([status, body.error, body.details]).toEqual([503, 'SERVER_BUSY', { retryAfterSeconds: 2 }]);
  expect(headers.get('retry-after')).toBe('2');
  await held.release();
  expect((await change()).status).toBe(200);
});

test('text that PostgreSQL cannot store is cleaned before it becomes jsonb', async () => {
  const { database } = open();
  const stored = storableJson({ title: 'a\0b', texts: ['\ud800', '😀', '\\u0000'] });
  const { rows } = await sql<{ is: unknown }>`select ${stored}::jsonb as is`.execute(database);
  expect(rows[0]?.is).toEqual({ title: 'ab', texts: ['\ufffd', '😀', '\\u0000'] });
});
