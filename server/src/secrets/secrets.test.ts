// Signing keys at rest: the database's contents with and without SECRET_KEY, and a start with another key.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spawnServer } from '../../testing/process.ts';
import { makeTables } from '../../testing/server.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import type { Postgres } from '../adapters/postgres.ts';
import { openSecret, sealSecret } from './seal.ts';
import { loadSecret, sealSecrets } from './secrets.ts';

let tables: Awaited<ReturnType<typeof makeTables>>;
let postgres: Postgres;
beforeAll(async () => {
  tables = await makeTables();
  postgres = tables.postgres;
});
afterAll(() => tables.drop());

const first = 'first-key-of-32-characters-or-so';
const second = 'second-key-of-32-characters-or-so';
const keys = (secretKey: string | null, secretKeyBefore: string | null = null) => ({ secretKey, secretKeyBefore });
const never = () => {
  throw new Error('the secret is made again');
};
const load = (name: string, given: ReturnType<typeof keys>, make: () => Buffer = never) =>
  loadSecret(postgres.database, given, { name, make });
const findRow = async (name: string) => {
  const { rows } = await postgres.pool.query<{ value: Buffer; is_sealed: boolean }>(
    'select value, is_sealed from server_secret where name = $1',
    [name],
  );
  return rows[0];
};

test('an unsealed secret is sealed at the next start with a key, and its value does not change', async () => {
  const secret = randomBytes(32);
  expect(await load('a', keys(null), () => secret)).toEqual(secret);
  expect(await findRow('a')).toEqual({ value: secret, is_sealed: false });
  expect(await load('a', keys(first))).toEqual(secret);
  const row = await findRow('a');
  expect([row?.is_sealed, row?.value.includes(secret)]).toEqual([true, false]);
  expect(await load('a', keys(first))).toEqual(secret);
  expect((await findRow('a'))?.value).toEqual(row?.value);
});

test('a missing or wrong key refuses the start with one sentence that names the setting', async () => {
  await load('b', keys(first), () => randomBytes(32));
  const row = await findRow('b');
  await expect(load('b', keys(null))).rejects.toThrow(/^The signing keys .* are sealed: set SECRET_KEY to/);
  await expect(load('b', keys(second))).rejects.toThrow(/^SECRET_KEY is not the key .* SECRET_KEY_BEFORE/);
  expect(await findRow('b')).toEqual(row);
});

test('a key is changed or removed at a start that is given the former one', async () => {
  const secret = randomBytes(1200);
  await load('c', keys(first), () => secret);
  expect(await load('c', keys(second, first))).toEqual(secret);
  // Another server whose settings still name both keys.
  expect(await load('c', keys(second, first))).toEqual(secret);
  expect(await load('c', keys(second))).toEqual(secret);
  await expect(load('c', keys(first))).rejects.toThrow('SECRET_KEY is not');
  expect(await load('c', keys(null, second))).toEqual(secret);
  expect(await findRow('c')).toEqual({ value: secret, is_sealed: false });
});

test('a start seals all secrets or none', async () => {
  await postgres.pool.query('delete from server_secret');
  for (const name of ['e', 'f']) await load(name, keys(null), () => randomBytes(32));
  await sealSecrets(postgres.database, keys(first));
  expect([(await findRow('e'))?.is_sealed, (await findRow('f'))?.is_sealed]).toEqual([true, true]);
  await expect(sealSecrets(postgres.database, keys(second))).rejects.toThrow('SECRET_KEY is not');
});

test('servers that start together agree on one secret', async () => {
  const loaded = await Promise.all(
    Array.from({ length: 6 }, (_, index) => load('d', keys(index % 2 ? first : null, first), () => randomBytes(32))),
  );
  expect(new Set(loaded.map(secret => secret.toString('hex'))).size).toBe(1);
});

test('a seal that was altered, cut, or moved to another row does not open', () => {
  const sealed = sealSecret(Buffer.from('hush'), 'one', first);
  expect(openSecret(sealed, 'one', first)?.toString()).toBe('hush');
  expect(openSecret(sealed, 'two', first)).toBeUndefined();
  for (let at = 0; at < sealed.length; at++) {
    const altered = Buffer.from(sealed);
    altered[at] = (altered[at] ?? 0) ^ 1;
    expect(openSecret(altered, 'one', first)).toBeUndefined();
    expect(openSecret(sealed.subarray(0, at), 'one', first)).toBeUndefined();
  }
});

test('the program refuses to start with another key, in one sentence', async () => {
  const folder = makeTestFolder('pixwright-sealed-');
  const start = async (environment: Record<string, string>) => {
    const server = spawnServer({ DATA_DIR: folder, PORT: '0', ROLE: 'api', ...environment });
    while (!server.output().includes('is ready') && server.process.exitCode === null)
      await new Promise(resolve => setTimeout(resolve, 20));
    server.process.kill('SIGTERM');
    return { status: await server.exit, output: server.output() };
  };
  expect(await start({ SECRET_KEY: first })).toMatchObject({ status: 0 });
  const { status, output } = await start({ SECRET_KEY: second });
  expect([status, output.trim()]).toEqual([1, expect.stringMatching(/^SECRET_KEY is not the key [^\n]*$/)]);
});
