// Migrations: first start, concurrent starts, a repeated start, and a file edited after its release.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeSchema } from '../../testing/server.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { DatabaseNewer, MigrationChanged, migrate } from './migrations.ts';

const folderOf = (files: Record<string, string>) => {
  const folder = makeTestFolder('pixwright-migrations-');
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
};

test('of servers that start concurrently, one applies each file', async () => {
  const { postgres, drop } = await makeSchema();
  const folder = folderOf({
    '0001-a.sql': 'create table a (n int); insert into a values (1); select pg_sleep(0.2);',
    '0002-b.sql': 'insert into a values (2);',
  });
  const runs = await Promise.all(Array.from({ length: 5 }, () => migrate(postgres.pool, folder)));
  expect(runs.flat().sort()).toEqual(['0001-a.sql', '0002-b.sql']);
  const { rows } = await postgres.pool.query('select n from a order by n');
  expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
  expect(await migrate(postgres.pool, folder)).toEqual([]);
  await drop();
});

test('a file that fails is rolled back and applied as a whole on the next start', async () => {
  const { postgres, drop } = await makeSchema();
  const folder = folderOf({ '0001-a.sql': 'create table a (n int); select 1 / 0;' });
  await expect(migrate(postgres.pool, folder)).rejects.toThrow('division by zero');
  writeFileSync(path.join(folder, '0001-a.sql'), 'create table a (n int);');
  expect(await migrate(postgres.pool, folder)).toEqual(['0001-a.sql']);
  await drop();
});

test('an edited file stops the start', async () => {
  const { postgres, drop } = await makeSchema();
  const folder = folderOf({ '0001-a.sql': 'create table a (n int);' });
  await migrate(postgres.pool, folder);
  writeFileSync(path.join(folder, '0001-a.sql'), 'create table a (n bigint);');
  await expect(migrate(postgres.pool, folder)).rejects.toBeInstanceOf(MigrationChanged);
  await drop();
});

test('a database of a newer version stops the start of an older one, and stays as it is', async () => {
  const { postgres, drop } = await makeSchema();
  const newer = folderOf({ '0001-a.sql': 'create table a (n int);', '0002-b.sql': 'create table b (n int);' });
  await migrate(postgres.pool, newer);
  const older = folderOf({ '0001-a.sql': 'create table a (n int);' });
  await expect(migrate(postgres.pool, older)).rejects.toThrow(
    /newer version of Pixwright: it has the migration 0002-b\.sql/,
  );
  await expect(migrate(postgres.pool, older)).rejects.toBeInstanceOf(DatabaseNewer);
  expect(await migrate(postgres.pool, newer)).toEqual([]);
  await drop();
});
