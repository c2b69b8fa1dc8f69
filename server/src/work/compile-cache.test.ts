// The compile cache of children: it spares them the removal of types, follows every change of the code, and no child can write to it.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlOf, openCells } from '../../testing/cells.ts';
import { makeOpenFolder } from '../../testing/folders.ts';
import { type CompileCache, openCompileCache } from './compile-cache.ts';

const log = pino({ level: 'silent' });
const runs = new URL('../../testing/naughty-runs.ts', import.meta.url).href;
/** The part of Node that removes types; a megabyte of WebAssembly, loaded with the first file that needs it. */
const stripper = 'NativeModule internal/deps/amaro/dist/index';
const refused = expect.stringMatching(/^(EACCES|EPERM|EROFS)$/);

let root: string;
let cache: CompileCache;
let cells: Awaited<ReturnType<typeof openCells>>;
beforeAll(async () => {
  root = path.join(makeOpenFolder('pixwright-compiled-'), 'compiled');
  const opened = await openCompileCache({ log, root, modules: [runs] });
  if (!opened) throw new Error('nothing was compiled');
  cache = opened;
  cells = await openCells(cache);
});
afterAll(() => {
  cells.close();
  rmSync(path.dirname(root), { recursive: true });
});

/** The folder with Node's files; those of other user ids are links to it. */
const own = () => cache.folders.at(-1)!;
const listFiles = () => readdirSync(own()).map(name => path.join(own(), name));
const fingerprint = () => listFiles().map(file => createHash('sha256').update(readFileSync(file)).digest('hex'));

async function listLoaded(module: string): Promise<readonly string[]> {
  const pool = cells.openPool({}, null);
  const { meta } = await pool.run(cells.assign({ module, call: 'listNodeModules' }), controlOf());
  await pool.close();
  return meta?.loaded as readonly string[];
}

describe.runIf(process.getuid?.() === 0 && process.platform === 'linux')('where the server is root', () => {
  test('a child removes no types from code in the cache, and still runs code that is not', async () => {
    expect(await listLoaded(runs)).not.toContain(stripper);
    const other = path.join(cells.confinement.scratch, 'other-runs.ts');
    const listing = 'async () => ({ files: [], meta: { loaded: (process as any).moduleLoadList } })';
    writeFileSync(other, `export const runs = { listNodeModules: ${listing} };`);
    expect(await listLoaded(other)).toContain(stripper);
  });

  test('a child can neither change nor remove what others will run, nor add to it', async () => {
    const files = listFiles();
    expect(files.length).toBeGreaterThan(10);
    const before = fingerprint();
    const pool = cells.openPool();
    const run = async (options: Record<string, unknown>) =>
      (await pool.run(cells.assign({ options }), controlOf())).meta;
    const all = files.map(() => refused);
    expect(await run({ mode: 'deface', files })).toEqual({ overwritten: all, opened: all, removed: all });
    const { folders } = cache;
    const tried = await run({ mode: 'trespass', server: process.pid, folders, port: 1, socket: '/x' });
    expect(tried?.writes).toEqual(folders.map(() => refused));
    await pool.close();
    expect(listFiles()).toEqual(files);
    expect(fingerprint()).toEqual(before);
  });
});

test('what was compiled is used by the next server, and only the current code is kept', async () => {
  const before = fingerprint();
  mkdirSync(path.join(root, 'of-older-code'));
  expect((await openCompileCache({ log, root, modules: [runs] }))?.folder).toBe(cache.folder);
  expect(fingerprint()).toEqual(before);
  const others = path.join(path.dirname(root), 'others');
  const first = await openCompileCache({ log, root: others, modules: [] });
  const second = await openCompileCache({ log, root: others, modules: [runs] });
  expect(second?.folder).not.toBe(first?.folder);
  expect(readdirSync(others)).toEqual([path.basename(second!.folder)]);
});

test('without a folder to write to, children start without a cache', async () => {
  const file = path.join(path.dirname(root), 'a-file');
  writeFileSync(file, '');
  expect(await openCompileCache({ log, root: path.join(file, 'compiled'), modules: [] })).toBeUndefined();
});
