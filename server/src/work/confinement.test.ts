// The reach of a child that was taken over: each test is a child that tries a forbidden access.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlOf, megabyte, openCells } from '../../testing/cells.ts';
import type { Assignment } from './messages.ts';
import type { Pool } from './pool.ts';

const isRoot = process.getuid?.() === 0;

let cells: Awaited<ReturnType<typeof openCells>>;
let pool: Pool;
beforeAll(async () => {
  cells = await openCells();
  pool = cells.openPool();
});
afterAll(async () => {
  await pool.close();
  cells.close();
});

const isOn = (name: string) => cells.confinement.on.includes(name);
const run = async (mode: string, options: Record<string, unknown> = {}, changes: Partial<Assignment> = {}) =>
  (await pool.run(cells.assign({ options: { mode, ...options }, ...changes }), controlOf())).meta ?? {};

/** A file in the data folder, as the disk store writes it. */
function storeFile(name: string, text: string): string {
  const folder = path.join(cells.dataFolder, 'objects');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  const file = path.join(folder, name);
  writeFileSync(file, text, { mode: 0o644 });
  return file;
}

const listen = (server: Server, where: number | string) =>
  new Promise<void>(resolve => server.listen(where, () => resolve()));

test('a child has no environment beyond the variables its libraries need', async () => {
  const { environment } = await run('describe');
  const names = Object.keys(environment as object).filter(name => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name));
  const ofMalloc = ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_'];
  expect(names.sort()).toEqual(['LANG', ...ofMalloc, 'NODE_COMPILE_CACHE', 'PATH', 'TMPDIR']);
});

test('another server of this process has the same protections', async () => {
  const others = await openCells();
  const { on, off, scratch } = cells.confinement;
  expect([others.confinement.on, others.confinement.off]).toEqual([on, off]);
  expect(others.confinement.scratch).not.toBe(scratch);
  const othersPool = others.openPool();
  const { meta } = await othersPool.run(others.assign({ options: { mode: 'describe' } }), controlOf());
  const names = ({ environment }: typeof meta & object) => Object.keys(environment as object).sort();
  expect(names(meta!)).toEqual(names(await run('describe')));
  await othersPool.close();
  others.close();
});

test.runIf(process.platform === 'linux')(
  'a child has resource limits and is the first to be killed when memory runs out',
  async () => {
    const { limits, badness } = await run('describe');
    expect(badness).toBe('1000');
    expect(limits).toMatch(/Max core file size\s+0/);
    // The lane's limit of memory, and a gibibyte that is reserved and not filled.
    expect(limits).toMatch(new RegExp(`Max data size\\s+${(400 + 1024) * megabyte}\\s`));
    expect(limits).toMatch(new RegExp(`Max file size\\s+${8192 * megabyte}\\s`));
    expect(limits).toMatch(/Max open files\s+4096\s/);
    if (isRoot) expect(limits).toMatch(/Max processes\s+512\s/);
  },
);

describe.runIf(isRoot && process.platform === 'linux')('where the server is root', () => {
  test('two children have accounts of their own, without capabilities or new privileges', async () => {
    const first = pool.run(cells.assign({ options: { mode: 'describe' } }), controlOf());
    const second = pool.run(cells.assign({ options: { mode: 'describe' } }), controlOf());
    const statuses = [await first, await second].map(({ meta }) => String(meta?.status));
    const accounts = statuses.map(status => /^Uid:\t(\d+)\t\1\t\1\t\1$/m.exec(status)?.[1]);
    expect(new Set([...accounts, '0', undefined]).size).toBe(4);
    for (const status of statuses) {
      expect(status).toMatch(/^Groups:\s*$/m);
      expect(status).toMatch(/^NoNewPrivs:\t1$/m);
      for (const set of ['Inh', 'Prm', 'Eff', 'Bnd', 'Amb'])
        expect(status).toMatch(new RegExp(`^Cap${set}:\t0+$`, 'm'));
    }
  });

  test('the server, the store, the database and other folders are out of reach', async () => {
    const secret = storeFile('secret.txt', 'secret');
    const sockets = mkdtempSync(path.join(tmpdir(), 'pixwright-socket-'));
    const socket = path.join(sockets, 'database');
    const [inet, unix] = [createServer(), createServer()];
    await listen(inet, 0);
    await listen(unix, socket);
    // PostgreSQL's own folder has the same mode; the namespace hides it as well.
    chmodSync(sockets, 0o700);
    const others = cells.assign();
    const folders = [
      path.dirname(secret),
      cells.dataFolder,
      cells.confinement.scratch,
      others.home,
      others.folder,
      '/root',
    ];
    const port = (inet.address() as { port: number }).port;
    const seen = await run('trespass', { server: process.pid, files: [secret], folders, port, socket });
    const refused = expect.stringMatching(/^(EACCES|EPERM|ENOENT|EROFS|ENETUNREACH|ECONNREFUSED)$/);
    expect(seen).toMatchObject({
      environment: refused,
      memory: refused,
      kill: 'EPERM',
      files: [refused],
      socket: refused,
    });
    expect(seen.writes).toEqual(folders.map(() => refused));
    // A folder that only hides something may be listed: it is empty.
    expect((seen.lists as string[])[2]).toBe('EACCES');
    expect((seen.lists as string[])[3]).toMatch(/EACCES|ENOENT/);
    expect(readdirSync(others.folder)).toEqual([]);
    if (isOn('no network')) expect(seen.network).toEqual(refused);
    inet.close();
    unix.close();
    rmSync(sockets, { recursive: true });
  });

  test('an input from the store is read, and cannot be changed', async () => {
    const file = storeFile('upload.png', 'as it was sent');
    const picture = { path: file, name: 'x.png', bytes: 14, type: 'png' } as const;
    expect(await run('read-input', {}, { inputs: { picture } })).toEqual({ text: 'as it was sent' });
    expect(await run('write-input', {}, { inputs: { picture } })).toEqual({ said: 'EACCES' });
    expect(readFileSync(file, 'utf8')).toBe('as it was sent');
  });

  test('a temporary folder of the system cannot be written to', async () => {
    const seen = await run('trespass', {
      server: process.pid,
      folders: ['/tmp', '/var/tmp', '/dev/shm'],
      port: 1,
      socket: '/x',
    });
    if (isOn('store, database and homes hidden')) expect(seen.writes).toEqual(['EACCES', 'EACCES', 'EACCES']);
  });
});

describe('a result', () => {
  test.each(['link-to', 'hard-link-to'])('that is no file of the run (%s) is not taken', async mode => {
    const file = storeFile('target.txt', 'somebody else’s');
    await expect(run(mode, { file })).rejects.toThrow();
    expect(readFileSync(file, 'utf8')).toBe('somebody else’s');
  });

  test('outside the folder of the run is not taken', async () => {
    const file = storeFile('other.txt', 'somebody else’s');
    await expect(run('answer-from', { file })).rejects.toThrow('outside');
  });
});
