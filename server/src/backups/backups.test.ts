// Backups of a real database that is written to meanwhile: whole copies, damaged ones, processes that are killed in the middle, and newer versions.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { makeDatabase } from '../../testing/fresh-database.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { migrate } from '../adapters/migrations.ts';
import { connectPostgres, type Postgres } from '../adapters/postgres.ts';
import { makeKey } from '../objects/names.ts';

const adminFile = fileURLToPath(new URL('../admin.ts', import.meta.url));

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

const spawnAdmin = ({ url, folder }: Place, words: readonly string[]) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', adminFile, ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, DATABASE_URL: url, MEMBERSHIP: 'on' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

async function admin(place: Place, ...words: string[]) {
  const child = spawnAdmin(place, words);
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: child.exitCode, out, errors };
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
  expect(await admin(place, 'backup', moving)).toMatchObject({ status: 0, errors: '' });
  isWriting = false;
  await writing;
  expect(booked).toBeGreaterThan(10);
  const copy = await makePlace();
  const restored = await admin(copy, 'restore', moving);
  expect(restored).toMatchObject({ status: 0, errors: '', out: expect.stringContaining('The books balance.') });
  const { rows } = await copy.postgres.pool.query<{ coins: number; moved: number }>(
    'select coins, (select count(*)::int from movement) as moved from wallet',
  );
  expect(rows[0]!.coins).toBe(rows[0]!.moved);
  for (const key of keys)
    expect(readFileSync(path.join(copy.folder, 'objects', key)).equals(Buffer.alloc(200_000, key))).toBe(true);
  // At rest, the copy is the same to the last row, and goes on where the numbers were.
  await copy.postgres.pool.end();
  const still = path.join(place.folder, 'still.tar.gz');
  expect((await admin(place, 'backup', still)).status).toBe(0);
  expect((await admin(copy, 'restore', still)).errors).toMatch(/^This database is not empty/);
  expect((await admin(copy, 'restore', still, '--replace')).errors).toMatch(/add --yes/);
  const again = await admin(copy, 'restore', still, '--replace', '--yes');
  expect(again).toMatchObject({ status: 0, errors: '' });
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
  expect((await admin(place, 'backup', file)).status).toBe(0);
  expect((await admin(place, 'verify', file)).out).toMatch(/whole\.tar\.gz is whole: \d+ rows, 1 files/);
  const whole = readFileSync(file);
  const damaged = path.join(place.folder, 'damaged.tar.gz');
  // Bytes 4 to 9 of gzip's head name a time and a system, and nothing reads them.
  for (const at of [0, 11, Math.floor(whole.length / 2), whole.length - 1]) {
    const changed = Buffer.from(whole);
    changed[at]! ^= 0x10;
    writeFileSync(damaged, changed);
    const { status, errors } = await admin(place, 'verify', damaged);
    expect([at, status, errors]).toEqual([at, 1, expect.stringMatching(/damaged|not a backup/)]);
  }
  writeFileSync(damaged, whole);
  truncateSync(damaged, whole.length - 1);
  expect((await admin(place, 'verify', damaged)).errors).toMatch(/^This backup is damaged/);
  const target = await makePlace();
  expect((await admin(target, 'restore', damaged)).errors).toMatch(/^This backup is damaged/);
  expect(await hashTables(target.postgres)).toEqual({});
});

test('kill -9 leaves no half backup, and a database that is empty until a restore is whole', async () => {
  const place = await makePlace();
  await fill(place, 40);
  await place.postgres.pool.query(
    "insert into dictionary_entry (dictionary, label, value) select 'd', 'l' || n, md5(n::text) || repeat(md5((n * 7)::text), 8) from generate_series(1, 60000) n",
  );
  const file = path.join(place.folder, 'killed.tar.gz');
  const making = spawnAdmin(place, ['backup', file]);
  while (!readdirSync(place.folder).some(name => name.endsWith('.partial'))) await sleep(2);
  making.kill('SIGKILL');
  await once(making, 'close');
  expect(existsSync(file)).toBe(false);
  expect((await admin(place, 'backup', file)).status).toBe(0);
  const target = await makePlace();
  const restoring = spawnAdmin(target, ['restore', file]);
  while (!existsSync(path.join(target.folder, 'objects', 'private'))) await sleep(2);
  restoring.kill('SIGKILL');
  await once(restoring, 'close');
  const tables = Object.keys(await hashTables(target.postgres));
  expect([0, Object.keys(await hashTables(place.postgres)).length]).toContain(tables.length);
  await target.postgres.pool.end();
  const more = tables.length === 0 ? [] : ['--replace', '--yes'];
  expect(await admin(target, 'restore', file, ...more)).toMatchObject({ status: 0, errors: '' });
});

test('a backup of a newer version is refused in a sentence, and changes nothing', async () => {
  const place = await makePlace();
  await fill(place, 0);
  await place.postgres.pool.query("insert into migration (name, hash) values ('9999-later.sql', 'x')");
  const file = path.join(place.folder, 'newer.tar.gz');
  expect((await admin(place, 'backup', file)).status).toBe(0);
  const target = await makePlace();
  const { status, errors } = await admin(target, 'restore', file);
  expect([status, errors]).toEqual([1, expect.stringMatching(/^This backup was made by the newer version .*\n$/)]);
  expect(await hashTables(target.postgres)).toEqual({});
});
