// Systems that allow less: without util-linux, without namespaces, without a shell. Children run on each, and the log names what is missing.
import { spawnSync } from 'node:child_process';
import { accessSync, chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOpenFolder } from '../../testing/folders.ts';
import { type ChildAccounts, claimAccounts } from './accounts.ts';
import { chooseConfinement } from './confinement.ts';

const isRoot = process.getuid?.() === 0;
const systemFolders = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'];

let folder: string;
let accounts: ChildAccounts;
beforeAll(async () => {
  folder = makeOpenFolder('pixwright-weak-');
  accounts = await claimAccounts();
});
afterAll(() => {
  accounts.close();
  rmSync(folder, { recursive: true });
});

function findProgram(name: string): string | undefined {
  return systemFolders
    .map(one => path.join(one, name))
    .find(file => {
      try {
        accessSync(file);
        return true;
      } catch {
        return false;
      }
    });
}

let systems = 0;
/** The sandbox on a system with these programs alone; `broken` ones are there and always fail. */
function chooseOn(programs: readonly string[], broken: readonly string[] = []) {
  systems += 1;
  const searchPath = path.join(folder, `bin-${systems}`);
  mkdirSync(searchPath);
  for (const name of programs.filter(one => !broken.includes(one))) {
    const file = findProgram(name);
    if (file) symlinkSync(file, path.join(searchPath, name));
  }
  for (const name of broken)
    writeFileSync(path.join(searchPath, name), '#!/bin/sh\nexit 1\n', { mode: 0o755, flag: 'wx' });
  const scratch = path.join(folder, `scratch-${systems}`);
  mkdirSync(scratch, { mode: 0o711 });
  const code = path.join(folder, `code-${systems}`);
  mkdirSync(code);
  const compileCache = { folder: code, folders: [code], openTo: () => undefined };
  const options = { scratch, dataFolder: folder, readable: [], searchPath, accounts, compileCache };
  const confinement = chooseConfinement(options);
  return { ...confinement, searchPath };
}

/** Whether children take compiled code from a folder. */
const sharesCode = ({ enclose }: ReturnType<typeof chooseOn>) => {
  const { environment, release } = enclose(['true'], 1024 ** 3);
  release();
  return 'NODE_COMPILE_CACHE' in environment;
};

/** Runs Node as a child would run, in a folder of its own, and returns what it wrote there. */
function runChild({ enclose, scratch, searchPath }: ReturnType<typeof chooseOn>): string {
  const home = path.join(scratch, 'home');
  mkdirSync(home);
  const source = `const fs = require('fs'); fs.writeFileSync('${home}/out', 'made'); console.log(fs.readFileSync('${home}/out', 'utf8'))`;
  const { program, args, account, release } = enclose([process.execPath, '-e', source], 1024 ** 3);
  if (account) chownSync(home, account.uid, account.gid);
  const { stdout, stderr } = spawnSync(program, args, { env: { PATH: searchPath }, encoding: 'utf8', cwd: '/' });
  release();
  expect(stderr).toBe('');
  return stdout.trim();
}

const tools = ['sh', 'mount', 'mkdir', 'prlimit', 'setpriv', 'unshare'];
const limits = 'limits of memory, file size and open files';
const ofRoot = ['an account for each child', 'no capabilities and no new privileges'];
const ofNamespaces = ['no network', 'store, database and homes hidden'];

test.runIf(process.platform === 'linux')('without unshare, children keep accounts of their own', () => {
  const system = chooseOn(tools.filter(name => name !== 'unshare'));
  expect(system.on).toEqual(expect.arrayContaining([limits, ...ofRoot.slice(isRoot ? 0 : 1)]));
  expect(system.off).toEqual(expect.arrayContaining(ofNamespaces));
  expect(runChild(system)).toBe('made');
});

test.runIf(process.platform === 'linux')('where the system allows no namespaces, the other protections are on', () => {
  const system = chooseOn(
    tools.filter(name => name !== 'unshare'),
    ['unshare'],
  );
  expect(system.on).toEqual(expect.arrayContaining([limits, ...ofRoot.slice(isRoot ? 0 : 1)]));
  expect(system.off).toEqual(expect.arrayContaining(ofNamespaces));
  expect(runChild(system)).toBe('made');
});

test.runIf(isRoot && process.platform === 'linux')(
  'children share compiled code only where they cannot write to it',
  () => {
    expect(sharesCode(chooseOn(tools))).toBe(true);
    expect(sharesCode(chooseOn(tools, ['unshare']))).toBe(true);
    for (const programs of [['sh', 'mkdir'], []]) expect(sharesCode(chooseOn(programs))).toBe(false);
  },
);

test('without util-linux, limits remain, and the log names what is missing', () => {
  const system = chooseOn(['sh', 'mkdir']);
  expect(system.on).toContain(limits);
  expect(system.off).toEqual(expect.arrayContaining([...ofRoot, ...ofNamespaces]));
  expect(runChild(system)).toBe('made');
});

test('without a shell, children run without a sandbox, and the log says so', () => {
  const system = chooseOn([]);
  expect(system.on).toEqual([]);
  expect(system.off).toEqual(expect.arrayContaining([limits, ...ofRoot, ...ofNamespaces]));
  expect(runChild(system)).toBe('made');
});
