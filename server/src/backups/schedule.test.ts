// Backups on a schedule, in a folder and in a bucket: when they are made, which are kept, and what a server leaves that is killed in the middle.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { makeDatabase } from '../../testing/fresh-database.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { BackupBucket } from '../adapters/backup-bucket.ts';
import { BackupFolder } from '../adapters/backup-folder.ts';
import { type BackupPlace, BackupPlaceFault } from '../adapters/backup-place.ts';
import { migrate } from '../adapters/migrations.ts';
import { connectPostgres } from '../adapters/postgres.ts';
import { openS3Client } from '../adapters/s3-client.ts';
import { startS3TestServer } from '../adapters/s3-test-server.ts';
import { readBackup } from './read-backup.ts';
import { type BackupSchedule, backUpIfDue, isBackupLate, readBackupState } from './schedule.ts';

const hourMs = 3_600_000;
const never = new AbortController().signal;

async function makeSchedule(place: BackupPlace) {
  const fresh = await makeDatabase();
  const postgres = connectPostgres({ connectionString: fresh.url });
  onTestFinished(async () => {
    await postgres.close();
    await fresh.drop();
  });
  await migrate(postgres.pool);
  const time = { at: new Date('2026-03-01T02:00:00Z').getTime() };
  const schedule: BackupSchedule = {
    database: postgres.database,
    source: { connection: postgres.connection, files: 'left-out' },
    place,
    everyMs: 24 * hourMs,
    keep: 2,
    now: () => new Date(time.at),
    log: pino({ level: 'silent' }),
  };
  const look = () => backUpIfDue(schedule, never);
  return { schedule, postgres, url: fresh.url, time, look };
}

async function startBucket() {
  const s3 = await startS3TestServer();
  onTestFinished(() => s3.close());
  const { bucket, ...access } = s3.options;
  return { s3, place: new BackupBucket(openS3Client(access), { bucket, prefix: 'backups/' }) };
}

const folderPlace = () => new BackupFolder(makeTestFolder('pixwright-kept-'));
const namesAt = async (place: BackupPlace) => (await place.list()).map(({ name }) => name);

test.each([
  ['a folder', async () => folderPlace()],
  ['a bucket', async () => (await startBucket()).place],
])('in %s one backup is made each turn, whole, and the oldest go', async (_, open) => {
  const place = await open();
  const { schedule, time, look } = await makeSchedule(place);
  expect(await look()).toBe(true);
  expect(await look()).toBe(false);
  time.at += 24 * hourMs - 1;
  expect(await look()).toBe(false);
  for (let turn = 0; turn < 2; turn += 1) {
    time.at += 1 + turn * 24 * hourMs;
    expect(await look()).toBe(true);
  }
  expect(await namesAt(place)).toEqual(['pixwright-20260302T020000Z.tar.gz', 'pixwright-20260303T020000Z.tar.gz']);
  const [{ name, bytes }] = (await place.list()).slice(-1) as [{ name: string; bytes: number }];
  expect((await readBackup(await place.open(name))).manifest.rows.migration).toBeGreaterThan(30);
  const state = await readBackupState(schedule.database);
  expect(state).toEqual({ last: { at: new Date('2026-03-03T02:00:00.001Z'), bytes }, hasFailed: false });
});

test('of two servers one makes the backup, and a file that is not of the schedule stays', async () => {
  const place = folderPlace();
  const strange = ['other.tar.gz', 'pixwright-20200101T000000Z.tar.gz'];
  for (const name of strange) writeFileSync(path.join(place.address, name), 'x');
  const { schedule, time } = await makeSchedule(place);
  for (let day = 0; day < 4; day += 1) {
    const made = await Promise.all([backUpIfDue(schedule, never), backUpIfDue(schedule, never)]);
    expect(made.filter(Boolean)).toHaveLength(1);
    time.at += 24 * hourMs;
  }
  expect(readdirSync(place.address).sort()).toEqual([
    ...strange,
    'pixwright-20260303T020000Z.tar.gz',
    'pixwright-20260304T020000Z.tar.gz',
  ]);
});

test('a failure is told, leaves nothing, and is tried again after an hour', async () => {
  const { s3, place } = await startBucket();
  const broken: BackupPlace = Object.assign(Object.create(place), {
    write: (name: string, bytes: Readable) => {
      async function* halfOf() {
        for await (const chunk of bytes) {
          yield chunk;
          throw new BackupPlaceFault('The line is cut.');
        }
      }
      return place.write(name, Readable.from(halfOf()));
    },
  });
  const { schedule, time } = await makeSchedule(place);
  await expect(backUpIfDue({ ...schedule, place: broken }, never)).rejects.toThrow('The line is cut.');
  expect([await place.list(), s3.openUploads()]).toEqual([[], []]);
  const failed = await readBackupState(schedule.database);
  expect([failed, isBackupLate(failed, 24, schedule.now())]).toEqual([{ last: null, hasFailed: true }, true]);
  time.at += hourMs - 1;
  expect(await backUpIfDue(schedule, never)).toBe(false);
  time.at += 1;
  expect(await backUpIfDue(schedule, never)).toBe(true);
  const mended = await readBackupState(schedule.database);
  expect([mended.hasFailed, isBackupLate(mended, 24, schedule.now())]).toEqual([false, false]);
  expect(isBackupLate(mended, 24, new Date(time.at + 50 * hourMs))).toBe(true);
});

test('a stop breaks a backup off and leaves neither a file nor a row', async () => {
  const place = folderPlace();
  const { schedule } = await makeSchedule(place);
  const stop = new AbortController();
  const slow: BackupPlace = Object.assign(Object.create(place), {
    write: (name: string, bytes: Readable) => {
      setTimeout(() => stop.abort(), 20);
      async function* slowly() {
        for await (const chunk of bytes) {
          yield chunk;
          while (!stop.signal.aborted) await sleep(5);
        }
      }
      return place.write(name, Readable.from(slowly()));
    },
  });
  await expect(backUpIfDue({ ...schedule, place: slow }, stop.signal)).rejects.toThrow();
  expect(readdirSync(place.address)).toEqual([]);
  expect(await readBackupState(schedule.database)).toEqual({ last: null, hasFailed: false });
});

test('a server that is killed in the middle leaves no file; what it had finished counts', async () => {
  const place = folderPlace();
  const { schedule, postgres, url, time, look } = await makeSchedule(place);
  await postgres.pool.query(
    "insert into dictionary_entry (dictionary, label, value) select 'd', 'l' || n, md5(n::text) || repeat(md5((n * 7)::text), 8) from generate_series(1, 40000) n",
  );
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', mainFile], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: makeTestFolder('pixwright-killed-'),
      DATABASE_URL: url,
      BACKUP_TO: place.address,
      PORT: '0',
      ROLE: 'worker',
      LANES: 'link:1',
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  });
  while (!readdirSync(place.address).some(name => name.endsWith('.partial'))) await sleep(2);
  server.kill('SIGKILL');
  await once(server, 'close');
  expect(await place.list()).toEqual([]);
  // Its lock goes with its connection; the row that it noted is by the real clock.
  const noted = async () => (await postgres.pool.query('select began_at, failure from backup order by began_at')).rows;
  const [{ began_at }] = await noted();
  time.at = began_at.getTime() + hourMs;
  await expect.poll(look).toBe(true);
  expect(await noted()).toEqual([
    { began_at, failure: 'It was cut short.' },
    expect.objectContaining({ failure: null }),
  ]);
  expect(readdirSync(place.address)).toEqual(await namesAt(place));
  // As after a restore: the row says that it began, and the file is there.
  await postgres.pool.query('update backup set ended_at = null, bytes = null where failure is null');
  time.at += hourMs;
  expect(await look()).toBe(false);
  expect((await readBackupState(schedule.database)).last?.bytes).toBe((await place.list())[0]?.bytes);
  expect(existsSync(path.join(place.address, (await namesAt(place))[0]!))).toBe(true);
});

const mainFile = fileURLToPath(new URL('../main.ts', import.meta.url));
