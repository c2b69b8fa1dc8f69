// S3 as providers differ: requests that only some refuse are not sent, parts of dead uploads are found, and nothing waits for ever.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeKey } from '../objects/names.ts';
import { S3Objects } from './objects-s3.ts';
import { startS3TestServer } from './s3-test-server.ts';

let s3: Awaited<ReturnType<typeof startS3TestServer>>;
let folder: string;
beforeAll(async () => {
  s3 = await startS3TestServer();
  folder = await mkdtemp(join(tmpdir(), 's3-'));
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

const newKey = () => makeKey('output', new Date(), 'bin');
const makeFile = async (bytes: number) => {
  const path = join(folder, randomBytes(8).toString('hex'));
  await writeFile(path, randomBytes(bytes));
  return path;
};
/** A client that gives up in a moment. */
const impatient = () =>
  new S3Objects({
    ...s3.options,
    maxAttempts: 2,
    timeLimits: { connectionTimeout: 200, requestTimeout: 200, socketTimeout: 200 },
  });
const setMood = (mood: Partial<typeof s3.mood>) => {
  const before = { ...s3.mood };
  onTestFinished(() => {
    Object.assign(s3.mood, before);
  });
  Object.assign(s3.mood, mood);
};

test('deletes many objects without a list that needs a checksum', async () => {
  const store = new S3Objects(s3.options);
  const keys = Array.from({ length: 20 }, newKey);
  for (const key of keys) await store.putFile(key, await makeFile(10));
  await store.remove(keys);
  expect(await Promise.all(keys.map(key => store.stat(key)))).toEqual(keys.map(() => undefined));
});

test('tells the id of an upload in parts before its first part, so that a crash leaves parts that can be found', async () => {
  const store = new S3Objects(s3.options);
  const key = newKey();
  let noted = '';
  const put = store.putFile(key, await makeFile(17 * 1024 * 1024), {
    noteUploadId: async id => {
      noted = id;
      // As a server that dies here.
      throw new Error('killed');
    },
  });
  await expect(put).rejects.toThrow('killed');
  expect(noted).not.toBe('');
  const begun = await store.startParts({ key, bytes: 17 * 1024 * 1024 });
  expect(s3.openUploads()).toContain(key);
  await store.abortParts({ key, uploadId: begun });
  expect(s3.openUploads()).not.toContain(key);
});

test('a store that lists no uploads still lets their objects be removed', async () => {
  setMood({ listsUploads: false });
  const store = new S3Objects(s3.options);
  await store.abortParts({ key: newKey(), uploadId: null });
});

test('tells whether the bucket opens to everyone what only signed addresses may open, and leaves nothing behind', async () => {
  const store = new S3Objects(s3.options);
  expect(await store.opensSigned()).toBe(false);
  setMood({ isOpen: true });
  expect(await store.opensSigned()).toBe(true);
  // A public address that cannot be reached from here tells nothing.
  const elsewhere = new S3Objects({ ...s3.options, publicBaseUrl: 'http://127.0.0.1:9' });
  expect(await elsewhere.opensSigned()).toBe(false);
});

test('gives up a store that does not answer, after a bounded number of tries', async () => {
  const store = impatient();
  const key = newKey();
  await store.putFile(key, await makeFile(10));
  setMood({ isSilent: true });
  await expect(store.stat(key)).rejects.toThrow();
  await expect(store.check()).rejects.toThrow();
  await expect(store.remove([key])).rejects.toThrow();
});

test('gives up a download that stops half-way', async () => {
  const store = impatient();
  const key = newKey();
  await store.putFile(key, await makeFile(100_000));
  setMood({ stopsAfterBytes: 1000 });
  await expect(store.toLocalFile(key, folder)).rejects.toThrow();
  await expect(store.readHead(key, 4096)).rejects.toThrow();
});
