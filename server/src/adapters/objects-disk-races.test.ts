// The store on disk while another process deletes what it is just about to use.
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, rmdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DiskObjects } from './objects-disk.ts';
import { makeKey } from './objects-names.ts';

/** Called with the path, before a folder is listed, and after one was created or listed. */
const then = vi.hoisted(() => ({
  listing: undefined as ((path: string) => Promise<unknown>) | undefined,
  made: undefined as ((path: string) => Promise<unknown>) | undefined,
  listed: undefined as ((path: string) => Promise<unknown>) | undefined,
}));
vi.mock(import('node:fs/promises'), async original => {
  const real = await original();
  const mkdir = (async (path: string, options: object) => {
    const made = await real.mkdir(path, options);
    await then.made?.(path);
    return made;
  }) as typeof real.mkdir;
  const readdir = (async (path: string) => {
    await then.listing?.(path);
    const names = await real.readdir(path);
    await then.listed?.(path);
    return names;
  }) as unknown as typeof real.readdir;
  return { ...real, mkdir, readdir };
});

let folder: string;
let store: DiskObjects;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'races-'));
  store = new DiskObjects({ folder, secret: randomBytes(32) });
  await store.check();
});
afterAll(() => rm(folder, { recursive: true }));

const old = new Date('2020-01-01');
const longAgo = async (path: string) => {
  await utimes(path, old, old);
  return path;
};

test('an upload in parts is completed although the folder it goes to was deleted as empty in between', async () => {
  const bytes = randomBytes(1000);
  const key = makeKey('input', new Date(), 'png');
  const uploadId = await store.startParts({ key, bytes: bytes.length });
  const claim = { key, bytes: bytes.length, contentType: '', expiresAtMs: Date.now() + 60_000 };
  await store.receive({ ...claim, part: { uploadId, partNumber: 1 } }, Readable.from([bytes]));
  then.made = async path => {
    then.made = undefined;
    await rmdir(path);
  };
  await store.completeParts({ key, uploadId, bytes: bytes.length });
  expect((await readFile(store.path(key))).equals(bytes)).toBe(true);
});

test('an upload in parts is complete although another server completes it, and removes its marks, in between', async () => {
  const bytes = randomBytes(1000);
  const key = makeKey('input', new Date(), 'png');
  const uploadId = await store.startParts({ key, bytes: bytes.length });
  const claim = { key, bytes: bytes.length, contentType: '', expiresAtMs: Date.now() + 60_000 };
  await store.receive({ ...claim, part: { uploadId, partNumber: 1 } }, Readable.from([bytes]));
  then.listing = async path => {
    if (!path.endsWith('.ending')) return;
    then.listing = undefined;
    await mkdir(dirname(store.path(key)), { recursive: true });
    await rename(join(path, 'file'), store.path(key));
    await rm(join(path, 'part-1'));
  };
  await store.completeParts({ key, uploadId, bytes: bytes.length });
  expect((await readFile(store.path(key))).equals(bytes)).toBe(true);
});

test('strays that another server deletes first do not end the pass over the others', async () => {
  const [gone, left] = await Promise.all(
    ['a', 'b'].map(async name => {
      await writeFile(join(folder, '.incoming', name), 'half');
      return longAgo(join(folder, '.incoming', name));
    }),
  );
  const uploads = await Promise.all(
    Array.from({ length: 2 }, async () => {
      const uploadId = await store.startParts({ key: makeKey('input', new Date(), 'png'), bytes: 10 });
      return longAgo(join(folder, '.uploads', uploadId));
    }),
  );
  then.listed = async path => {
    if (path.endsWith('.uploads')) await rm(uploads.sort()[0]!, { recursive: true });
    if (!path.endsWith('.incoming')) return;
    then.listed = undefined;
    await rm(gone!);
  };
  expect(await store.removeStrays(3_600_000)).toBe(2);
  await expect(readFile(left!)).rejects.toThrow('ENOENT');
});
