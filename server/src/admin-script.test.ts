// `npm run admin -- …` as an operator starts it: a separate process, with or without a running server, on the same data.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeOpenFolder } from '../testing/folders.ts';
import { makePreparedFolder } from '../testing/prepared-folder.ts';
import { inherited } from '../testing/process.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './adapters/embedded-postgres.ts';
import { connectPostgres, type Postgres } from './adapters/postgres.ts';
import { backupCommands } from './backup-commands.ts';
import { type Config, readConfig } from './config.ts';
import { openDatabase } from './open-database.ts';

const adminFile = fileURLToPath(new URL('./admin.ts', import.meta.url));
const mobile = '13512340001';

let folder: string;
let embedded: EmbeddedPostgres;
let postgres: Postgres;
beforeAll(async () => {
  folder = await makePreparedFolder('pixwright-admin-');
  embedded = await startEmbeddedPostgres(folder);
  postgres = connectPostgres(embedded.connection);
  await postgres.pool.query(
    "insert into account (id, nick_name, mobile, share_code, platform_source, created_at) values (gen_random_uuid(), 'A', $1, 'x', 'web-pc', now())",
    [mobile],
  );
});
afterAll(async () => {
  await postgres.close();
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command until it ends. */
const admin = (...words: string[]) => adminOf(folder, words);

async function adminOf(dataDir: string, words: readonly string[]) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', adminFile, ...words], {
    env: { ...inherited, DATA_DIR: dataDir, MEMBERSHIP: 'on', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: child.exitCode, out, errors };
}

test('a grant is made, found and recorded, and the ledger balances; without a reason nothing is given', async () => {
  const refused = await admin('grant', mobile, '--coins', '30');
  expect([refused.status, refused.out, refused.errors]).toEqual([
    1,
    '',
    '--reason is missing: it is kept with the act\n',
  ]);
  const granted = await admin('grant', mobile, '--coins', '30', '--uses', '2', '--reason', 'a file came out wrong');
  expect([granted.status, granted.errors]).toEqual([0, '']);
  expect(granted.out).toMatch(/^Recorded as act [\da-f-]{36}\.\n/);
  expect(JSON.parse(granted.out.slice(granted.out.indexOf('{')))).toMatchObject({ mobile, coins: 30, uses: 2 });
  const { rows } = await postgres.pool.query('select act, reason, details from operator_act');
  expect(rows).toEqual([
    {
      act: 'grant',
      reason: 'a file came out wrong',
      details: expect.objectContaining({ asked: { uses: 2, coins: 30 } }),
    },
  ]);
  expect(await admin('check')).toEqual({ status: 0, out: 'The books balance.\n', errors: '' });
});

test('a balance that no movement explains makes the check exit with 1, and is named', async () => {
  await postgres.pool.query('update wallet set coins = coins + 1');
  const { status, out, errors } = await admin('check');
  await postgres.pool.query('update wallet set coins = coins - 1');
  expect([status, errors]).toEqual([1, '']);
  expect(out).toMatch(
    /^the balance is the sum of the movements: [\da-f-]{36}: coin: 31 kept, 30 moved\n1 violations\.\n$/,
  );
});

test('an unknown command or person is reported in a sentence', async () => {
  const unknown = await admin('chekc');
  expect([unknown.status, unknown.errors.split('\n')[0]]).toEqual([1, 'There is no command chekc.']);
  const nobody = await admin('find', '13512349999');
  expect([nobody.status, nobody.out]).toEqual([1, '']);
  expect(nobody.errors.trim().split('\n')).toHaveLength(1);
});

test('an unknown command creates no database', async () => {
  const empty = makeOpenFolder('pixwright-admin-');
  onTestFinished(() => rmSync(empty, { recursive: true, force: true }));
  expect((await adminOf(empty, ['chekc'])).status).toBe(1);
  expect(readdirSync(empty)).toEqual([]);
});

test('the embedded database is backed up while it is used, and restored into another one', async () => {
  const file = `${folder}/backup.tar.gz`;
  const made = await admin('backup', file);
  expect([made.status, made.errors]).toEqual([0, '']);
  const restoreInto = (config: Config, values = {}) =>
    backupCommands.restore!(config, { file, values, say: () => undefined });
  // A server listens all the time; the pool of this test closes connections that were idle for 30 s.
  await postgres.pool.query('select 1');
  await expect(restoreInto(readConfig({ DATA_DIR: folder }), { replace: true, yes: true })).rejects.toThrow(
    'A server uses this database. Stop every server first.',
  );
  const other = readConfig({ DATA_DIR: makeOpenFolder('pixwright-admin-') });
  onTestFinished(() => rmSync(other.dataFolder, { recursive: true, force: true }));
  expect(await restoreInto(other)).toBe(0);
  const copy = await openDatabase(other);
  const read = async ({ pool }: Postgres) => (await pool.query('select * from account')).rows;
  const [found, wanted] = [await read(copy.postgres), await read(postgres)];
  await copy.close();
  expect(found).toEqual(wanted);
  expect(wanted).toHaveLength(1);
});
