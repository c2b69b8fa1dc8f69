// The licences of what is shipped, in the tree and in planted ones.
import { expect, test } from 'vitest';
import { findLicenceFaults, isFitting, makeNotice } from './licences.ts';
import { plantTree, readTree } from './tree.ts';

test('everything that is shipped has a licence that fits, and NOTICE lists it', () => {
  expect(findLicenceFaults(readTree())).toEqual([]);
});

const lockWith = (packages: Record<string, object>) => JSON.stringify({ packages });
const plant = (packages: Record<string, object>) => {
  const lock = { 'package-lock.json': lockWith(packages) };
  return plantTree({ ...lock, NOTICE: makeNotice(plantTree(lock), []) });
};

test.each([
  ['no licence', {}],
  ['a licence that does not fit', { license: 'SSPL-1.0' }],
  ['a licence of which only a part fits', { license: 'MIT AND Elastic-2.0' }],
])('a package with %s is found, unless it only serves development', (_, entry) => {
  const shipped = plant({ 'node_modules/one': { version: '1.0.0', ...entry } });
  expect(findLicenceFaults(shipped, [])).toEqual([expect.stringMatching(/^one 1\.0\.0: /)]);
  const development = plant({ 'node_modules/one': { version: '1.0.0', dev: true, ...entry } });
  expect(findLicenceFaults(development, [])).toEqual([]);
});

test('a package within another is named by its own name', () => {
  const tree = plant({ 'node_modules/one/node_modules/@two/three': { version: '2.0.0', license: 'MIT' } });
  expect(makeNotice(tree, [])).toContain('MIT\n  @two/three 2.0.0\n');
});

test('a NOTICE without a new package, and a part of a package that is gone, are found', () => {
  const lock = lockWith({ 'node_modules/one': { version: '1.0.0', license: 'MIT' } });
  const part = { what: 'A font', authors: 'Someone', licence: 'OFL-1.1', place: 'gone' };
  expect(findLicenceFaults(plantTree({ 'package-lock.json': lock, NOTICE: 'Pixwright\n' }), [part])).toEqual([
    'A font: gone is not shipped. Instead: remove it from checks/shipped-parts.ts.',
    'NOTICE: is not that of package-lock.json. Instead: npm run notice',
  ]);
});

test('a choice of licences fits if one of them does', () => {
  expect(['(MIT OR SSPL-1.0)', 'Apache-2.0 AND MIT', 'SSPL-1.0'].map(isFitting)).toEqual([true, true, false]);
});
