// The embedded database: concurrent starts, an interrupted initdb, sharing, and folders that only root may enter.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeOpenFolder } from '../../testing/folders.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

let folder: string;
beforeEach(() => {
  folder = makeOpenFolder('pixwright-pg-');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function query(connection: EmbeddedPostgres['connection'], text: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const starter = fileURLToPath(new URL('../../testing/postgres-starter.ts', import.meta.url));

test('servers that start at the same time on an empty folder share one database', async () => {
  const starters = [1, 2, 3].map(() => fork(starter, [folder]));
  const connections = await Promise.all(starters.map(async child => (await once(child, 'message'))[0]));
  await query(connections[0], 'create table shared (n int)');
  expect(await query(connections[2], 'select count(*)::int as n from shared')).toEqual([{ n: 0 }]);
  for (const child of starters) {
    child.send('stop');
    await once(child, 'exit');
  }
  expect(existsSync(path.join(folder, 'postgres/data/postmaster.pid'))).toBe(false);
});

test('the folder may have any name', async () => {
  const odd = path.join(folder, 'a, "b" %h \'c\' 图');
  mkdirSync(odd, { mode: 0o755 });
  const embedded = await startEmbeddedPostgres(odd);
  expect(await query(embedded.connection, 'select 1 as n')).toEqual([{ n: 1 }]);
  await embedded.stop();
});

test('a stop leaves PostgreSQL running for other users; the last one stops it', async () => {
  const first = await startEmbeddedPostgres(folder);
  const second = await startEmbeddedPostgres(folder);
  const client = new pg.Client(second.connection);
  await client.connect();
  await first.stop();
  expect((await client.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  await client.end();
  await second.stop();
  await expect(query(second.connection, 'select 1')).rejects.toThrow();
});

test('a lock file that cannot be read leaves PostgreSQL and the server running', async () => {
  const embedded = await startEmbeddedPostgres(folder);
  const lock = path.join(folder, 'postgres/data/postmaster.pid');
  const pid = readFileSync(lock, 'utf8').split('\n')[0];
  const warned = once(process, 'warning');
  renameSync(lock, `${lock}.kept`);
  mkdirSync(lock);
  expect(await warned).toMatchObject([{ code: 'EISDIR' }]);
  rmSync(lock, { recursive: true });
  renameSync(`${lock}.kept`, lock);
  expect(await query(embedded.connection, 'select 1 as n')).toEqual([{ n: 1 }]);
  expect(readFileSync(lock, 'utf8').split('\n')[0]).toBe(pid);
  await embedded.stop();
});

test('an unfinished cluster is replaced, and committed rows survive SIGKILL', async () => {
  mkdirSync(path.join(folder, 'postgres/data.4194000'), { recursive: true });
  writeFileSync(path.join(folder, 'postgres/data.4194000/PG_VERSION'), '18');
  const before = await startEmbeddedPostgres(folder);
  await query(before.connection, 'create table kept as select 7 as n');
  const lock = path.join(folder, 'postgres/data/postmaster.pid');
  process.kill(Number(readFileSync(lock, 'utf8').split('\n')[0]), 'SIGKILL');
  const after = await startEmbeddedPostgres(folder);
  expect(await query(after.connection, 'select n from kept')).toEqual([{ n: 7 }]);
  expect(readdirSync(path.join(folder, 'postgres'))).not.toContain('data.4194000');
  await before.stop();
  await after.stop();
});

test.runIf(process.getuid?.() === 0)('a data folder that only root may enter works', async () => {
  chmodSync(folder, 0o700);
  const embedded = await startEmbeddedPostgres(path.join(folder, 'data'));
  expect(await query(embedded.connection, 'select 1 as n')).toEqual([{ n: 1 }]);
  await embedded.stop();
  const home = path.dirname(embedded.connection.host);
  expect(path.dirname(home)).toBe('/var/lib/pixwright');
  rmSync(home, { recursive: true });
});
