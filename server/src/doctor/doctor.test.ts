// `npm run doctor` with real settings that are broken, each in its own way, and beside a server that runs and one that was stopped.
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { type FreshDatabase, makeDatabase } from '../../testing/fresh-database.ts';
import { listFiles } from '../../testing/list-files.ts';
import { findFreePort, inherited, startProcess } from '../../testing/process.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { migrate } from '../adapters/migrations.ts';
import { connectPostgres } from '../adapters/postgres.ts';
import { startS3TestServer } from '../adapters/s3-test-server.ts';
import { readConfig } from '../config.ts';
import { sealSecret } from '../secrets/seal.ts';
import { lookAtBackups } from './backups.ts';
import { judgeYtDlp } from './engines.ts';
import { examine } from './examine.ts';
import type { Finding, Level } from './finding.ts';
import { judgeMemory, judgeOpenFiles } from './machine.ts';

const script = fileURLToPath(new URL('../../../scripts/doctor.mjs', import.meta.url));
const systemPath = '/usr/local/bin:/usr/bin:/bin';

/** The command as an operator runs it. */
function runDoctor(environment: Record<string, string>, ...words: string[]): Promise<{ status: number; out: string }> {
  const env = { ...inherited, PATH: systemPath, PORT: '0', ...environment };
  return new Promise(resolve => {
    const child = execFile(process.execPath, ['--no-warnings', script, ...words], { env }, (_, out, errors) => {
      expect(errors).toBe('');
      resolve({ status: child.exitCode ?? -1, out });
    });
  });
}

/** What the doctor finds, as `about: what mend` by level. */
async function diagnose(environment: Record<string, string>): Promise<Record<Level, string[]>> {
  const found = await examine({ PATH: systemPath, PORT: '0', ...environment });
  return sortFindings(found);
}

function sortFindings(found: readonly Finding[]): Record<Level, string[]> {
  const sorted: Record<Level, string[]> = { ok: [], hint: [], warning: [], fault: [] };
  for (const { level, about, what, mend } of found) sorted[level].push(`${about}: ${what} ${mend ?? ''}`.trim());
  return sorted;
}

async function freshDatabase(): Promise<FreshDatabase> {
  const fresh = await makeDatabase();
  onTestFinished(fresh.drop);
  return fresh;
}

test('every fault of the settings is listed at once, with the rest of the machine, and the status is 1', async () => {
  const folder = makeTestFolder('pixwright-doctor-');
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  const { status, out } = await runDoctor(
    { DATA_DIR: file, MEMBERSHIP: 'of', MEMBERSHP: 'on', RETENTION_HOURS: 'many', S3_BUCKET: 'pictures' },
    '--json',
  );
  expect(status).toBe(1);
  const { fault, ok } = sortFindings(JSON.parse(out));
  expect(fault).toEqual([
    'MEMBERSHIP: must be on or off. Did you mean MEMBERSHIP=off?',
    'RETENTION_HOURS: must be a number. Correct RETENTION_HOURS, or leave it out.',
    'MEMBERSHP: is not a switch. Did you mean MEMBERSHIP?',
    expect.stringMatching(/^STORAGE: is needed when S3_BUCKET is set/),
    expect.stringMatching(/^DATA_DIR: .*file is not a folder but a file/),
  ]);
  expect(ok.some(line => line.startsWith('Node: v24.'))).toBe(true);
  expect(listFiles(folder)).toEqual([file]);
});

test('beside a running server its state is told; when it is stopped, what could not be looked at; nothing is changed', async () => {
  const folder = makeTestFolder('pixwright-doctor-');
  const port = String(await findFreePort());
  const server = await startProcess({ DATA_DIR: folder, PORT: port, LANES: 'image:1' });
  const beside = await runDoctor({ DATA_DIR: folder, PORT: port });
  expect(beside.out).toContain(`  Server: one answers at http://localhost:${port} and is ready.\n`);
  expect(beside.out).toMatch(/ {2}Database: the embedded one in .*, PostgreSQL 18\.\d+, answers\.\n/);
  expect(beside.out).toContain('  Migrations: all that this version has are applied.\n');
  expect(beside.out).toContain("  Clock: it agrees with the database's.\n");
  expect(beside.out).toMatch(/\nhint\n( {2}.*\n)* {2}SECRET_KEY: the signing keys are in the database as they are/);
  expect(beside.out).not.toMatch(/^fault$/m);
  expect(beside.status).toBe(0);
  expect(await server.kill('SIGTERM')).toBe(0);
  const look = () => listFiles(folder).map(file => [file, statSync(file).mtimeMs]);
  const before = look();
  const { hint } = await diagnose({ DATA_DIR: folder });
  expect(hint).toContainEqual(
    expect.stringMatching(/^Database: the embedded one in .* does not run: its migrations, /),
  );
  expect(look()).toEqual(before);
});

test('a collector that takes traces, refuses them or is not there is told', async () => {
  const folder = makeTestFolder('pixwright-doctor-');
  const bodies: string[] = [];
  const collector = createHttpServer(async (request, response) => {
    for await (const chunk of request) bodies.push(String(chunk));
    response.writeHead(request.headers.authorization === 'Bearer x' ? 200 : 401).end();
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => collector.once('listening', resolve));
  onTestFinished(() => void collector.close());
  const url = `http://127.0.0.1:${(collector.address() as { port: number }).port}`;
  const name = 'OTEL_EXPORTER_OTLP_ENDPOINT';
  const look = (OTEL_EXPORTER_OTLP_HEADERS: string, endpoint = url) =>
    diagnose({ DATA_DIR: folder, [name]: endpoint, OTEL_EXPORTER_OTLP_HEADERS });
  expect((await look('authorization=Bearer%20x')).ok).toContain(`${name}: the collector takes traces.`);
  expect((await look('')).warning).toContainEqual(expect.stringContaining(`${name}: ${url}/v1/traces answers 401.`));
  const gone = `http://127.0.0.1:${await findFreePort()}`;
  expect((await look('', gone)).warning).toContainEqual(expect.stringContaining(`${gone}/v1/traces does not answer`));
  expect(bodies).toEqual(Array(2).fill('{"resourceSpans":[]}'));
});

test('a data folder that is not there yet is not made', async () => {
  const folder = path.join(makeTestFolder('pixwright-doctor-'), 'data');
  const { ok, fault } = await diagnose({ DATA_DIR: folder });
  expect(fault).toEqual([]);
  expect(ok).toContain('Database: the embedded one is made at the first start.');
  expect(existsSync(folder)).toBe(false);
});

test('a full disk and a port in use are faults', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => other.once('listening', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as { port: number };
  const folder = makeTestFolder('pixwright-doctor-');
  const { fault } = await diagnose({ DATA_DIR: folder, PORT: String(port), DISK_RESERVE_GB: '10000000' });
  expect(fault).toEqual([
    expect.stringMatching(/^Disk: .* less than DISK_RESERVE_GB: uploads and tasks are refused\. Free some space/),
    `PORT: Port ${port} is in use: stop what listens there, or choose another with PORT.`,
  ]);
});

test('a database that is new, behind, newer than this version, or sealed with another key is told', async () => {
  const { url } = await freshDatabase();
  const environment = { DATA_DIR: makeTestFolder('pixwright-doctor-'), DATABASE_URL: url };
  expect((await diagnose(environment)).ok).toContain(
    'Migrations: the database is new; the first start makes its tables.',
  );
  const postgres = connectPostgres({ connectionString: url });
  try {
    const names = await migrate(postgres.pool);
    const key = 'k'.repeat(24);
    await postgres.pool.query("insert into server_secret (name, value, is_sealed) values ('signing', $1, true)", [
      sealSecret(Buffer.alloc(32), 'signing', key),
    ]);
    const right = await diagnose({ ...environment, SECRET_KEY: key });
    expect(right.fault).toEqual([]);
    expect(right.ok).toContain('SECRET_KEY: it opens the signing keys in the database.');
    await postgres.pool.query("insert into lane_setting (lane, is_paused) values ('video', true)");
    expect((await diagnose({ ...environment, SECRET_KEY: key })).hint).toContainEqual(
      expect.stringMatching(/^Lanes: an operator has paused video: /),
    );
    await postgres.pool.query('delete from migration where name = $1', [names.at(-1)]);
    const behind = await diagnose(environment);
    expect(behind.hint).toContainEqual(expect.stringContaining(`Migrations: the next start applies ${names.at(-1)}.`));
    expect(behind.fault).toEqual([expect.stringMatching(/^SECRET_KEY: .* are sealed: set SECRET_KEY to the key/)]);
    await postgres.pool.query("insert into migration (name, hash) values ('9999-later.sql', 'x')");
    expect((await diagnose({ ...environment, SECRET_KEY: key })).fault).toEqual([
      expect.stringMatching(/^Migrations: This database belongs to a newer version .* 9999-later\.sql/),
    ]);
  } finally {
    await postgres.close();
  }
});

test('a database that does not answer is told without its password', async () => {
  const port = await findFreePort();
  const url = `postgres://app:hush@127.0.0.1:${port}/app`;
  const { fault } = await diagnose({ DATA_DIR: makeTestFolder('pixwright-doctor-'), DATABASE_URL: url });
  expect(fault).toEqual([
    `DATABASE_URL: no PostgreSQL server answers at 127.0.0.1:${port} (ECONNREFUSED). Start it, or correct the address.`,
  ]);
});

test('a bucket that refuses the keys, or opens private/, is a fault', async () => {
  const s3 = await startS3TestServer();
  onTestFinished(() => s3.close());
  const { endpoint, accessKeyId, secretAccessKey, bucket } = s3.options;
  const environment = {
    DATA_DIR: makeTestFolder('pixwright-doctor-'),
    STORAGE: 's3',
    S3_ENDPOINT: endpoint!,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  expect((await diagnose(environment)).ok).toContain('S3_BUCKET: private/ is closed to strangers.');
  const wrong = await diagnose({ ...environment, S3_SECRET_ACCESS_KEY: 'wrong' });
  expect(wrong.fault).toEqual([
    expect.stringMatching(/^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: .* refuses these keys/),
  ]);
  s3.mood.isOpen = true;
  expect((await diagnose(environment)).fault).toEqual([
    expect.stringMatching(/^S3_BUCKET: opens private\/ to everyone/),
  ]);
});

test('what strangers meet is judged by the public address, the proxies and the sandbox', async () => {
  const folder = makeTestFolder('pixwright-doctor-');
  const open = await diagnose({ DATA_DIR: folder, HOST: '0.0.0.0', SMS: 'sandbox' });
  expect(open.warning).toContainEqual(expect.stringMatching(/^PUBLIC_URL: unset on a server that others reach/));
  expect(open.warning).toContainEqual(expect.stringMatching(/^SMS: played by the sandbox on a server .* Set SMS=off/));
  const bare = await diagnose({ DATA_DIR: folder, PUBLIC_URL: 'http://tools.example.org' });
  expect(bare.warning).toContainEqual(expect.stringMatching(/^PUBLIC_URL: it is http: .* PUBLIC_URL=https:\/\/tools/));
  const proxied = await diagnose({ DATA_DIR: folder, PUBLIC_URL: 'https://tools.example.org', HOST: '0.0.0.0' });
  expect(proxied.warning).toContainEqual(expect.stringMatching(/^TRUST_PROXY: off, and PUBLIC_URL is https/));
  const passed = await diagnose({ DATA_DIR: folder, HOST: '0.0.0.0', TRUST_PROXY: '1' });
  expect(passed.hint).toContainEqual(expect.stringMatching(/^HOST: 0\.0\.0\.0 lets machines pass by the proxy/));
});

test('ffmpeg without a filter, too old, or missing is told with what does not work', async () => {
  const folder = makeTestFolder('pixwright-doctor-');
  // The real program, whose list leaves out one filter and one encoder.
  const wrap = (name: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, `#!/bin/sh\n/usr/bin/${name} "$@" | grep -vE ' (zscale|libmp3lame) '\n`);
    chmodSync(file, 0o755);
  };
  for (const name of ['ffmpeg', 'ffprobe']) wrap(name);
  const told = async (at: string) =>
    (await diagnose({ DATA_DIR: path.join(folder, 'data'), PATH: at })).warning.filter(line =>
      line.startsWith('ffmpeg'),
    );
  expect(await told(systemPath)).toEqual([]);
  expect(await told(`${folder}:${systemPath}`)).toEqual([
    expect.stringMatching(/^ffmpeg: it was built without zscale: HDR clips/),
    expect.stringMatching(/^ffmpeg: it was built without libmp3lame: no MP3/),
  ]);
  for (const name of ['ffmpeg', 'ffprobe'])
    writeFileSync(path.join(folder, name), `#!/bin/sh\necho "${name} version 4.3.6"\n`);
  expect(await told(`${folder}:${systemPath}`)).toEqual([
    expect.stringMatching(/^ffmpeg: Video tools are off: ffmpeg 4\.3\.6 is too old; 5\.1 is needed\. /),
  ]);
});

test('memory, open files and the age of yt-dlp are judged', () => {
  const gibibyte = 1024 ** 3;
  expect(judgeMemory(gibibyte, 1).level).toBe('warning');
  expect(judgeMemory(3 * gibibyte, 8)).toMatchObject({ level: 'hint', mend: 'Set WORKERS=2.' });
  expect(judgeMemory(8 * gibibyte, 8).level).toBe('ok');
  expect([judgeOpenFiles(1024).level, judgeOpenFiles(65_536).level]).toEqual(['warning', 'ok']);
  const now = new Date('2026-06-01T00:00:00Z');
  expect([judgeYtDlp('2026.05.01', now).level, judgeYtDlp('2025.01.01', now).level]).toEqual(['ok', 'hint']);
  expect(judgeYtDlp(undefined, now).level).toBe('hint');
});

test('the place of backups is looked at: none, one on the same disk, one without a bucket', async () => {
  const folder = makeTestFolder('pixwright-doctor-');
  const look = async (environment: Record<string, string>) =>
    sortFindings(await lookAtBackups(readConfig({ DATA_DIR: folder, ...environment })));
  expect(await look({})).toEqual({ ok: [], hint: [], warning: [], fault: [] });
  expect((await look({ PUBLIC_URL: 'https://tools.example' })).hint).toEqual([
    expect.stringMatching(/^BACKUP_TO: nothing is backed up on a schedule\. Set it to/),
  ]);
  const beside = await look({ BACKUP_TO: folder });
  expect([beside.ok, beside.hint]).toEqual([
    ['BACKUP_TO: 0 backups are there.'],
    [expect.stringMatching(/^BACKUP_TO: it is on the disk of DATA_DIR/)],
  ]);
  const s3 = await startS3TestServer();
  onTestFinished(() => s3.close());
  const { endpoint, accessKeyId, secretAccessKey, bucket } = s3.options;
  const keys = { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
  expect((await look({ ...keys, BACKUP_TO: `s3://${bucket}/backups` })).ok).toHaveLength(1);
  expect((await look({ ...keys, BACKUP_TO: 's3://absent/backups' })).fault).toEqual([
    expect.stringMatching(/^BACKUP_TO: The bucket of s3:\/\/absent\/backups\/ refuses \(NoSuchBucket/),
  ]);
});
