// `npm ci` accepts the lock file on every platform: it lists all optional packages, and omitted ones can be added.
import { expect, test } from 'vitest';
import { completePackages, readPlatform } from '../scripts/complete-lock.ts';
import { findLockFaults, type LockPackages } from './lock.ts';
import { plantTree, readTree } from './tree.ts';

test('the lock file lists every optional package', () => {
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
