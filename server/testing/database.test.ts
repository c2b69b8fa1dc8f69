// The PostgreSQL of a test run: not started before a test asks, the same for all that ask, and gone after the run.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectPostgres } from '../src/adapters/postgres.ts';
import setUp from './database.ts';
import { askForPostgres } from './find-postgres.ts';

async function setUpRun() {
  let socket = '';
  const tearDown = await setUp({
    provide: (_key, value) => {
      socket = value;
    },
  });
  onTestFinished(tearDown);
  return { socket, folder: path.dirname(socket), tearDown };
}

test('it starts with the first request, once, and is gone after the run', async () => {
  vi.stubEnv('DATABASE_URL', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { socket, folder, tearDown } = await setUpRun();
  expect(readdirSync(folder)).toEqual(['ask.sock']);
  const [one, other] = await Promise.all([askForPostgres(socket), askForPostgres(socket)]);
  expect(other).toEqual(one);
  const postgres = connectPostgres(one!.connection);
  const { rows } = await postgres.pool.query('select pg_postmaster_start_time() as at, current_user as who');
  expect(rows).toMatchObject([{ who: 'app' }]);
  await expect.poll(async () => (await postgres.pool.query('show fsync')).rows).toEqual([{ fsync: 'off' }]);
  await postgres.close();
  await tearDown();
  expect(existsSync(folder)).toBe(false);
  await expect(askForPostgres(socket)).rejects.toThrow();
});

test('DATABASE_URL is passed on, and wrong settings are told to the test that asks', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://app@db.example/app');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { socket } = await setUpRun();
  expect(await askForPostgres(socket)).toEqual({
    connection: { connectionString: 'postgres://app@db.example/app' },
  });
  vi.stubEnv('DATABASE_URL', 'mysql://db.example');
  const { socket: other } = await setUpRun();
  await expect(askForPostgres(other)).rejects.toThrow('DATABASE_URL');
});
