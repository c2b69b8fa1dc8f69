// Backups of a real database that is written to meanwhile: whole copies, damaged ones, processes that are killed in the middle, and newer versions.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { makeDatabase } from '../../testing/fresh-database.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { BackupPlaceFault } from '../adapters/backup-place.ts';
import { migrate } from '../adapters/migrations.ts';
import { makeKey } from '../adapters/objects-names.ts';
import { connectPostgres, type Postgres } from '../adapters/postgres.ts';
import { backupCommands } from '../backup-commands.ts';
import { readConfig } from '../config.ts';
import { BackupFault } from './format.ts';

const adminFile = fileURLToPath(new URL('../admin.ts', import.meta.url));

type Command = (typeof backupCommands)[string];

interface Place {
  readonly url: string;
  readonly folder: string;
  readonly postgres: Postgres;
}

async function makePlace(): Promise<Place> {
  const fresh = await makeDatabase();
  const postgres = connectPostgres({ connectionString: fresh.url });
  onTestFinished(async () => {
    // Kysely ends only pools that it has used.
    if (!postgres.pool.ending) await postgres.pool.end();
    await fresh.drop();
  });
  return { url: fresh.url, folder: makeTestFolder('pixwright-backups-'), postgres };
}

const switchesOf = ({ url, folder }: Place) => ({ DATA_DIR: folder, DATABASE_URL: url, MEMBERSHIP: 'on' });

const spawnAdmin = (place: Place, words: readonly string[]) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', adminFile, ...words], {
    env: { PATH: process.env.PATH, ...switchesOf(place) },
    stdio: 'ignore',
  });

/** What a command printed, or the fault with which it ended. */
async function run(place: Place, name: string, file: string, values: Parameters<Command>[1]['values'] = {}) {
  const lines: string[] = [];
  const given = { file, values, say: (line: string) => void lines.push(line) };
  const status = await backupCommands[name]!(readConfig(switchesOf(place)), given).catch(error => {
    if (!(error instanceof BackupFault || error instanceof BackupPlaceFault)) throw error;
    return error.message;
  });
  return { status, out: lines.join('\n') };
}

/** A hash for each table. */
async function hashTables({ pool }: Postgres): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  );
  const hashes: Record<string, string> = {};
  for (const { name } of rows) {
    const read = await pool.query<{ row: string }>(`select t::text as row from "${name}" t order by 1`);
    hashes[name] = createHash('sha256')
      .update(read.rows.map(({ row }) => row).join('\n'))
      .digest('hex');
  }
  return hashes;
}

const wallet = 'a0000000-0000-4000-8000-000000000001';

/** An account that owns coins by movements, and files with rows. */
async function fill({ postgres, folder }: Place, files = 3): Promise<string[]> {
  await migrate(postgres.pool);
  await postgres.pool.query(
    "insert into account (id, nick_name, mobile, share_code, platform_source, created_at) values ($1, $2, '13512340001', 'x', 'web-pc', now())",
    [wallet, 'line\nbreak\ttab \\ 图匠'],
  );
  await postgres.pool.query('insert into wallet (id, account_id) values ($1, $1)', [wallet]);
  const keys = Array.from({ length: files }, () => makeKey('private', new Date(), 'png'));
  for (const key of keys) {
    const file = path.join(folder, 'objects', key);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, Buffer.alloc(200_000, key));
    await postgres.pool.query(
      "insert into stored_object (key, name, bytes, purpose, visibility, is_complete) values ($1, 'a.png', 200000, 'output', 'signed', true)",
      [key],
    );
  }
  return keys;
}

/** One booking: the movement and the balance, as the ledger has them. */
async function book({ pool }: Postgres, reference: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      "insert into movement (unit, amount, source_book, destination_wallet, reason, reference) values ('coin', 1, 'given', $1, 'grant', $2)",
      [wallet, reference],
    );
    await client.query('update wallet set coins = coins + 1 where id = $1', [wallet]);
    await client.query('commit');
  } finally {
    client.release();
  }
}

test('a backup holds one moment of a database that is written to, and its restore the same rows, numbers and files', async () => {
  const place = await makePlace();
  const keys = await fill(place);
  let isWriting = true;
  let booked = 0;
  const writing = (async () => {
    for (; isWriting; booked += 1) await book(place.postgres, `while-${booked}`);
  })();
  const moving = path.join(place.folder, 'moving.tar.gz');
  expect(await run(place, 'backup', moving)).toMatchObject({ status: 0 });
  isWriting = false;
  await writing;
  expect(booked).toBeGreaterThan(10);
  const copy = await makePlace();
  const restored = await run(copy, 'restore', moving);
  expect(restored).toMatchObject({ status: 0, out: expect.stringContaining('The books balance.') });
  const { rows } = await copy.postgres.pool.query<{ coins: number; moved: number }>(
    'select coins, (select count(*)::int from movement) as moved from wallet',
  );
  expect(rows[0]!.coins).toBe(rows[0]!.moved);
  for (const key of keys)
    expect(readFileSync(path.join(copy.folder, 'objects', key)).equals(Buffer.alloc(200_000, key))).toBe(true);
  // At rest, the copy is the same to the last row, and goes on where the numbers were.
  await copy.postgres.pool.end();
  const still = path.join(place.folder, 'still.tar.gz');
  expect((await run(place, 'backup', still)).status).toBe(0);
  expect((await run(copy, 'restore', still)).status).toMatch(/^This database is not empty/);
  expect((await run(copy, 'restore', still, { replace: true })).status).toMatch(/add --yes/);
  const again = await run(copy, 'restore', still, { replace: true, yes: true });
  expect(again).toMatchObject({ status: 0 });
  const reopened = connectPostgres({ connectionString: copy.url });
  try {
    expect(await hashTables(reopened)).toEqual(await hashTables(place.postgres));
    await book(reopened, 'after');
    await expect(reopened.pool.query('delete from movement')).rejects.toThrow();
  } finally {
    await reopened.pool.end();
  }
});

test('a changed byte and a cut file are found, and neither is restored', async () => {
  const place = await makePlace();
  await fill(place, 1);
  const file = path.join(place.folder, 'whole.tar.gz');
  expect((await run(place, 'backup', file)).status).toBe(0);
  expect((await run(place, 'verify', file)).out).toMatch(/whole\.tar\.gz is whole: \d+ rows, 1 files/);
  const whole = readFileSync(file);
  const damaged = path.join(place.folder, 'damaged.tar.gz');
  // Bytes 4 to 9 of gzip's head name a time and a system, and nothing reads them.
  for (const at of [0, 11, Math.floor(whole.length / 2), whole.length - 1]) {
    const changed = Buffer.from(whole);
    changed[at]! ^= 0x10;
    writeFileSync(damaged, changed);
    const { status } = await run(place, 'verify', damaged);
    expect([at, status]).toEqual([at, expect.stringMatching(/damaged|not a backup/)]);
  }
  writeFileSync(damaged, whole);
  truncateSync(damaged, whole.length - 1);
  expect((await run(place, 'verify', damaged)).status).toMatch(/^This backup is damaged/);
  const target = await makePlace();
  expect((await run(target, 'restore', damaged)).status).toMatch(/^This backup is damaged/);
  expect(await hashTables(target.postgres)).toEqual({});
});

test('kill -9 leaves no half backup, and a database that is empty until a restore is whole', async () => {
  const place = await makePlace();
  await fill(place, 40);
  await place.postgres.pool.query(
    "insert into dictionary_entry (dictionary, label, value) select 'd', 'l' || n, md5(n::text) || repeat(md5((n * 7)::text), 8) from generate_series(1, 30000) n",
  );
  const file = path.join(place.folder, 'killed.tar.gz');
  const making = spawnAdmin(place, ['backup', file]);
  while (!readdirSync(place.folder).some(name => name.endsWith('.partial'))) await sleep(2);
  making.kill('SIGKILL');
  await once(making, 'close');
  expect(existsSync(file)).toBe(false);
  expect((await run(place, 'backup', file)).status).toBe(0);
  const target = await makePlace();
  const restoring = spawnAdmin(target, ['restore', file]);
  while (!existsSync(path.join(target.folder, 'objects', 'private'))) await sleep(2);
  restoring.kill('SIGKILL');
  await once(restoring, 'close');
  const tables = Object.keys(await hashTables(target.postgres));
  expect([0, Object.keys(await hashTables(place.postgres)).length]).toContain(tables.length);
  await target.postgres.pool.end();
  const replacing = tables.length === 0 ? {} : { replace: true, yes: true };
  expect(await run(target, 'restore', file, replacing)).toMatchObject({ status: 0 });
});

test('a backup of a newer version is refused in a sentence, and changes nothing', async () => {
  const place = await makePlace();
  await fill(place, 0);
  await place.postgres.pool.query("insert into migration (name, hash) values ('9999-later.sql', 'x')");
  const file = path.join(place.folder, 'newer.tar.gz');
  expect((await run(place, 'backup', file)).status).toBe(0);
  const target = await makePlace();
  const { status } = await run(target, 'restore', file);
  expect(status).toMatch(/^This backup was made by the newer version .*\.$/);
  expect(await hashTables(target.postgres)).toEqual({});
});

test('without files, a backup has all rows and no file, and its restore takes no file', async () => {
  const place = await makePlace();
  const [key = ''] = await fill(place, 1);
  const bare = path.join(place.folder, 'rows.tar.gz');
  const made = await run(place, 'backup', bare, { 'without-files': true });
  expect(made).toMatchObject({ status: 0, out: expect.stringMatching(/ 0 files, .* The files are not in it\.$/) });
  expect((await run(place, 'verify', bare)).out).toMatch(/ 0 files, .* The files are not in it\.$/);
  const whole = path.join(place.folder, 'whole.tar.gz');
  expect((await run(place, 'backup', whole)).status).toBe(0);
  for (const [file, values] of [
    [bare, {}],
    [whole, { 'without-files': true, replace: true, yes: true }],
  ] as const) {
    const target = await makePlace();
    expect(await run(target, 'restore', file, values)).toMatchObject({ status: 0 });
    expect(await hashTables(target.postgres)).toEqual(await hashTables(place.postgres));
    expect(existsSync(path.join(target.folder, 'objects', key))).toBe(false);
  }
});

test('a backup that cannot be written ends with a reason', async () => {
  const place = await makePlace();
  await fill(place, 0);
  const { status } = await run(place, 'backup', path.join(place.folder, 'absent', 'a.tar.gz'));
  expect(status).toMatch(/^.*absent is not a folder\. Make it first\.$/);
  expect((await run(place, 'verify', path.join(place.folder, 'absent.tar.gz'))).status).toMatch(/^There is no /);
});

test('the page about backups names the newest migration', () => {
  const page = readFileSync(new URL('../../../docs/backups.md', import.meta.url), 'utf8');
  const newest = readdirSync(new URL('../../migrations/', import.meta.url))
    .sort()
    .at(-1)!;
  const [, last] = [...page.matchAll(/^\| \S+ \| 0001 to (\d{4}) \|$/gm)].at(-1) ?? [];
  expect(last).toBe(newest.slice(0, 4));
});
