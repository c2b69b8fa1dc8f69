// Nothing passes on what a store holds, and queries are what other nouns call; each way around is planted once.
import { expect, test } from 'vitest';
import { findOwnQueries, findPassingOn } from './stores.ts';
import { plantTree, readTree } from './tree.ts';

test('no file passes on functions of stores or queries', () => {
  expect(findPassingOn(readTree())).toEqual([]);
});

test('other nouns call every query', () => {
  expect(findOwnQueries(readTree())).toEqual([]);
});

const findIn = (text: string, name = 'store.ts') =>
  findPassingOn(
    plantTree({
      'server/src/points/points.ts': text.replaceAll('STORE', `./${name}`),
      [`server/src/points/${name}`]: 'export const find = () => 1;',
    }),
  );

const passed = [
  "export { find } from 'STORE';",
  "export const price = 1;\nexport { type Row, find as look } from 'STORE';",
  "export * from 'STORE';",
  "import { find } from 'STORE'; export const price = 1; export { find };",
  "import { find } from 'STORE'; export const look = find;",
  "import { find as found } from 'STORE'; export { found as look };",
  "import { find } from 'STORE'; export const look = (db, id) => find(db, id);",
  "import { find } from 'STORE'; export async function look(db, id) { return await find(db, id); }",
  "import { find } from 'STORE'; export async function look(db, id) { await find(db, id); }",
  "import { find } from 'STORE'; export const look = ({ database }, { id, ...rest }, most = 3) => find(database, { id, most, ...rest });",
  "import { find } from 'STORE'; export const look = (parts, ...rest) => find(parts.database, ...rest);",
  "import { find } from 'STORE'; export const service = { look(db) { return find(db); } };",
  "import * as store from 'STORE'; export const look = db => store.find(db);",
];

test.each(passed)('what passes on a function is found: %s', text => {
  for (const name of ['store.ts', 'wallet-store.ts', 'wallet-queries.ts'])
    expect(findIn(text, name)).toEqual([
      expect.stringMatching(/^server\/src\/points\/points\.ts:\d+ .* of server\/src\/points\/.*\. Instead: /),
    ]);
});

const done = [
  "export type { Row } from 'STORE';",
  "export { type Row } from 'STORE';",
  "import { find, type Row } from 'STORE'; export type { Row };",
  "import { find } from 'STORE'; export const look = (db, id) => find(db, id, 20);",
  "import { find } from 'STORE'; export const look = (db, id) => find(db, hash(id));",
  "import { find } from 'STORE'; export const look = async db => (await find(db)).length;",
  "import { find } from 'STORE'; export const look = ({ database }) => database.run(db => find(db, database));",
  "import { find } from 'STORE'; export function look(db) { if (!find(db)) throw new Error(); }",
];

test.each(done)('a type, and a function that does something, are not reported: %s', text => {
  expect(findIn(text)).toEqual([]);
});

test('a query that only its own noun calls is found', () => {
  const tree = plantTree({
    'server/src/points/wallet-queries.ts': 'export const a = 1; export function b() {} export type C = 1; const d = 2;',
    'server/src/points/points.ts': "import { a, b } from './wallet-queries.ts';",
    'server/src/points/points.test.ts': "import { a } from './wallet-queries.ts';",
    'server/src/orders/orders.ts': "import { b } from '../points/wallet-queries.ts';",
  });
  expect(findOwnQueries(tree)).toEqual([
    expect.stringMatching(/^server\/src\/points\/wallet-queries\.ts: only its own noun uses a\. Instead: /),
  ]);
});

test('a query that a file beside the folders calls is not reported', () => {
  const tree = plantTree({
    'server/src/points/wallet-queries.ts': 'export const a = 1;',
    'server/src/app.ts': "import { a as first } from './points/wallet-queries.ts';",
  });
  expect(findOwnQueries(tree)).toEqual([]);
});
