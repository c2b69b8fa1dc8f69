// What prevents a start is told in one sentence that names the switch, without a stack; the status is 1, and nothing is left running.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findPostgres } from '../testing/find-postgres.ts';
import { makeOpenFolder } from '../testing/folders.ts';
import { findFreePort, spawnServer } from '../testing/process.ts';
import { startS3TestServer } from './adapters/s3-test-server.ts';

let folder: string;
beforeEach(() => {
  folder = makeOpenFolder('pixwright-faults-');
});
/** Disks that a test mounted in it. */
const mounted: string[] = [];
afterEach(() => {
  for (const place of mounted.splice(0)) execFileSync('umount', ['-l', place]);
  rmSync(folder, { recursive: true, force: true });
});

/** What a start says that ends at once. */
async function failToStart(environment: Record<string, string>): Promise<string> {
  const server = spawnServer({ DATA_DIR: path.join(folder, 'data'), PORT: '0', ...environment });
  const status = await server.exit;
  const said = server.output();
  expect([status, said]).toEqual([1, expect.not.stringMatching(/^ +at /m)]);
  const lines = said.trim().split('\n');
  // The settings have a heading, and then a line each.
  expect(lines.filter(line => line !== 'These settings are wrong:')).toHaveLength(1);
  expect(existsSync(path.join(folder, 'data/postgres/data/postmaster.pid'))).toBe(false);
  return lines.at(-1)!.trim();
}

test.each([
  ['MEMBERSHIP', 'of', 'must be on or off; did you mean off?'],
  ['MEMBERSHP', 'off', 'is not a switch; did you mean MEMBERSHIP?'],
])('%s=%s is told', async (name, value, reason) => {
  expect(await failToStart({ [name]: value })).toBe(`${name}: ${reason}`);
});

test('a data folder that is a file, lies below one, or leads nowhere is told', async () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, 'not a folder');
  expect(await failToStart({ DATA_DIR: file })).toMatch(/^DATA_DIR: .*file.* is not a folder but a file/);
  expect(await failToStart({ DATA_DIR: path.join(file, 'below') })).toMatch(/^DATA_DIR: .* is not a folder but a file/);
  const link = path.join(folder, 'link');
  symlinkSync(path.join(folder, 'nowhere'), link);
  expect(await failToStart({ DATA_DIR: link })).toMatch(/^DATA_DIR: /);
  expect(await failToStart({ DATA_DIR: '/mnt/a-disk-that-is-not-here/pixwright' })).toMatch(
    /^DATA_DIR: \/mnt\/a-disk-that-is-not-here does not exist. Mount its disk/,
  );
});

describe.runIf(process.getuid?.() === 0 && process.platform === 'linux')('a disk of its own', () => {
  const mount = (options: string) => {
    const place = path.join(folder, 'data');
    mkdirSync(place);
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place]);
    mounted.push(place);
    return place;
  };

  test('that is read-only is told', async () => {
    expect(await failToStart({ DATA_DIR: mount('ro') })).toMatch(/^DATA_DIR: .* mounted read-only/);
  });

  test.each(['size=512k', 'size=16m'])('that is full is told (%s)', async size => {
    expect(await failToStart({ DATA_DIR: mount(`${size},mode=755`) })).toMatch(/disk of .* is full/);
  });

  test('that is full when its database is there already is told', async () => {
    const place = mount('size=200m,mode=755');
    const first = spawnServer({ DATA_DIR: place, PORT: '0', DISK_RESERVE_GB: '0', LANES: 'image:1' });
    await expect.poll(first.output, { timeout: 120_000 }).toContain('is ready');
    first.process.kill('SIGTERM');
    expect(await first.exit).toBe(0);
    execFileSync('sh', ['-c', `cat /dev/zero > ${place}/filler 2>/dev/null || true`]);
    expect(await failToStart({ DATA_DIR: place })).toMatch(/disk of .* is full/);
  });
});

test('a port in use at the first start is told before a database is made or work is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => other.once('listening', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as { port: number };
  expect(await failToStart({ PORT: String(port) })).toBe(
    `Port ${port} is in use: stop what listens there, or choose another with PORT.`,
  );
  expect(existsSync(path.join(folder, 'data/postgres'))).toBe(false);
  expect(readdirSync(path.join(folder, 'data/scratch'))).toEqual([]);
});

test.each(['192.0.2.1', 'no-such-host.invalid'])('HOST=%s is told', async host => {
  expect(await failToStart({ HOST: host })).toMatch(new RegExp(`^HOST: ${host} is not`));
});

test('a database that does not answer, or lets nobody in, is told without its password', async () => {
  const port = await findFreePort();
  const closed = await failToStart({ DATABASE_URL: `postgres://app:hush@127.0.0.1:${port}/app` });
  expect(closed).toBe(
    `DATABASE_URL: no PostgreSQL server answers at 127.0.0.1:${port} (ECONNREFUSED). Start it, or correct the address.`,
  );
  const { host, database } = (await findPostgres()) as { host: string; database: string };
  const at = (user: string, name: string) =>
    `postgres://${user}:hush@localhost/${name}?host=${encodeURIComponent(host)}`;
  expect(await failToStart({ DATABASE_URL: at('a-stranger', database) })).toMatch(
    /^DATABASE_URL: .* refuses the user "a-stranger" or its password/,
  );
  expect(await failToStart({ DATABASE_URL: at('app', 'no-such-database') })).toMatch(
    /^DATABASE_URL: there is no database "no-such-database"/,
  );
});

test('a bucket that is half set, missing, or out of reach is told', async () => {
  expect(await failToStart({ S3_BUCKET: 'pictures' })).toMatch(/^STORAGE: is needed when S3_BUCKET is set/);
  const keys = { STORAGE: 's3', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
  expect(await failToStart(keys)).toBe('S3_BUCKET: is needed when STORAGE is s3');
  const port = await findFreePort();
  const silent = { ...keys, S3_BUCKET: 'pictures', S3_ENDPOINT: `http://127.0.0.1:${port}` };
  expect(await failToStart(silent)).toMatch(/^S3_ENDPOINT: http.* does not answer \(ECONNREFUSED/);
  const s3 = await startS3TestServer();
  onTestFinished(() => s3.close());
  const { endpoint, accessKeyId, secretAccessKey, bucket } = s3.options;
  const there = {
    STORAGE: 's3',
    S3_ENDPOINT: endpoint!,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  expect(await failToStart({ ...there, S3_BUCKET: 'no-such-bucket' })).toMatch(/^S3_BUCKET: there is no bucket/);
  expect(await failToStart({ ...there, S3_BUCKET: bucket, S3_SECRET_ACCESS_KEY: 'wrong' })).toMatch(
    /^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: .* refuses these keys/,
  );
});
