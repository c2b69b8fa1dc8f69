// A server that is killed while parts arrive: complete parts are kept, the others are sent again, and the file is correct.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { partBytes } from 'contract/routes/uploads.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DiskObjects } from './objects-disk.ts';
import { makeKey } from './objects-names.ts';

const secret = Buffer.alloc(32, 1);
const key = makeKey('input', new Date(), 'bin');
const bytes = 2 * partBytes + 7;
let folder: string;
let store: DiskObjects;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crash-'));
  store = new DiskObjects({ folder, secret });
});
afterEach(() => rm(folder, { recursive: true }));

const partOf = (partNumber: number) => Buffer.alloc(partNumber < 3 ? partBytes : 7, partNumber);
const receive = (uploadId: string, partNumber: number) => {
  const body = partOf(partNumber);
  const claim = { key, bytes: body.length, contentType: '', expiresAtMs: 0, part: { uploadId, partNumber } };
  return store.receive(claim, Readable.from([body]));
};

test('an upload survives kill -9 in the middle of a part', async () => {
  const uploadId = await store.startParts({ key, bytes });
  await receive(uploadId, 3);
  const module = new URL('./objects-disk.ts', import.meta.url);
  // Sends the whole of part 1, and only the first megabyte of part 2, which had arrived before with other bytes.
  await receive(uploadId, 2);
  const script = `
    import { Readable } from 'node:stream';
    import { DiskObjects } from ${JSON.stringify(module.href)};
    const store = new DiskObjects({ folder: ${JSON.stringify(folder)}, secret: Buffer.alloc(32, 1) });
    const claim = { key: ${JSON.stringify(key)}, bytes: ${partBytes}, contentType: '', expiresAtMs: 0 };
    const part = partNumber => ({ ...claim, part: { uploadId: ${JSON.stringify(uploadId)}, partNumber } });
    await store.receive(part(1), Readable.from([Buffer.alloc(${partBytes}, 1)]));
    async function* half() {
      yield Buffer.alloc(1048576, 99);
      await new Promise(() => setInterval(() => {}, 1000));
    }
    await store.receive(part(2), Readable.from(half()));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // The mark of the earlier part is removed when the new one starts to arrive.
  while ((await store.listParts({ key, uploadId })).some(part => part.partNumber === 2)) await sleep(20);
  child.kill('SIGKILL');
  await once(child, 'exit');

  store = new DiskObjects({ folder, secret });
  expect((await store.listParts({ key, uploadId })).map(part => part.partNumber)).toEqual([1, 3]);
  await expect(store.completeParts({ key, uploadId, bytes })).rejects.toMatchObject({ code: 'UPLOAD_INCOMPLETE' });
  await receive(uploadId, 2);
  await store.completeParts({ key, uploadId, bytes });
  const expected = Buffer.concat([partOf(1), partOf(2), partOf(3)]);
  expect((await readFile(await store.toLocalFile(key))).equals(expected)).toBe(true);
});

test('an upload whose completion was interrupted by a crash is completed', async () => {
  const uploadId = await store.startParts({ key, bytes });
  for (const partNumber of [1, 2, 3]) await receive(uploadId, partNumber);
  const path = join(folder, '.uploads', uploadId);
  await rename(path, `${path}.ending`);
  await store.completeParts({ key, uploadId, bytes });
  expect(await store.stat(key)).toEqual({ bytes });
});

test('an upload that several concurrent requests complete is completed once', async () => {
  const uploadId = await store.startParts({ key, bytes });
  for (const partNumber of [1, 2, 3]) await receive(uploadId, partNumber);
  await Promise.all([1, 2, 3].map(() => store.completeParts({ key, uploadId, bytes })));
  expect(await store.stat(key)).toEqual({ bytes });
});
