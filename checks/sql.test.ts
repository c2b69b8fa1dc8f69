// SQL is confined to stores and the environment to the configuration; each way around is planted once.
import { expect, test } from 'vitest';
import { findEnvironmentFaults } from './environment.ts';
import { findSqlFaults } from './sql.ts';
import { plantTree, readTree } from './tree.ts';

test('only stores and queries contain SQL', () => {
  expect(findSqlFaults(readTree())).toEqual([]);
});

const someSql = [
  "import { sql } from 'kysely';",
  "import pg from 'pg';",
  "db.selectFrom('task').selectAll();",
  "await database.insertInto('task').values({}).execute();",
  "db['deleteFrom'];\ndb.deleteFrom('task');",
  "pool.query('select id from task where id = $1');",
  "pool.query('UPDATE task set progress = 1');",
  ['pool.query(`delete from task where id = $', '{id}`);'].join(''),
  "await run('create table coin (id int)');",
];

test.each(someSql)('SQL elsewhere is found: %s', text => {
  const faults = findSqlFaults(plantTree({ 'server/src/points/points.ts': text }));
  expect(faults).toEqual([expect.stringMatching(/^server\/src\/points\/points\.ts:\d+ holds SQL .*points\/store\.ts/)]);
  const allowedIn = [
    'server/src/points/store.ts',
    'server/src/points/ledger-store.ts',
    'server/src/points/wallet-queries.ts',
    'server/src/adapters/migrations.ts',
  ];
  for (const file of allowedIn) expect(findSqlFaults(plantTree({ [file]: text }))).toEqual([]);
});

test('an adapter that does not connect to PostgreSQL, the web and files called restore.ts or queries.ts may contain no SQL either', () => {
  for (const file of [
    'server/src/adapters/objects.ts',
    'web/src/store.ts',
    'server/src/points/restore.ts',
    'server/src/points/queries.ts',
  ])
    expect(findSqlFaults(plantTree({ [file]: "db.updateTable('task');" }))).toHaveLength(1);
});

test('similar words are not reported', () => {
  const text = "import type { Selectable } from 'kysely';\nsay('Please select one from the list'); list.query('a');";
  expect(findSqlFaults(plantTree({ 'server/src/a.ts': text }))).toEqual([]);
});

test('only the configuration reads the environment', () => {
  expect(findEnvironmentFaults(readTree())).toEqual([]);
});

const someReads = [
  'const port = process.env.PORT;',
  "const port = process['env'].PORT;",
  'const { env } = process;',
  "import { env } from 'node:process';",
  'fork(file, [], { env: { ...process.env } });',
  'const home = globalThis.process.env.HOME;',
];

test.each(someReads)('a read elsewhere is found: %s', text => {
  expect(findEnvironmentFaults(plantTree({ 'server/src/a.ts': text }))).toEqual([
    expect.stringMatching(/^server\/src\/a\.ts:1 reads the environment\. Instead: .*config\.ts/),
  ]);
  for (const file of [
    'server/src/config.ts',
    'server/testing/a.ts',
    'server/src/a.test.ts',
    'scripts/a.ts',
    'bench/a.ts',
  ])
    expect(findEnvironmentFaults(plantTree({ [file]: text }))).toEqual([]);
});

test('setting a variable for libraries in the own process is not a read', () => {
  const text = 'process.env.TMPDIR = folder;';
  expect(findEnvironmentFaults(plantTree({ 'server/src/a.ts': text }))).toEqual([]);
});

test("the build's own settings are not the environment", () => {
  expect(findEnvironmentFaults(plantTree({ 'web/src/a.ts': 'const isDev = import.meta.env.DEV; task.env;' }))).toEqual(
    [],
  );
});
