// Differences between S3 providers: requests that some refuse are not sent, parts of dead uploads are found, and no request waits
// indefinitely.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from './objects.ts';
import { makeKey } from './objects-names.ts';
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
const closedKey = () => makeKey('private', new Date(), 'txt');
const makeFile = async (bytes: number) => {
  const path = join(folder, randomBytes(8).toString('hex'));
  await writeFile(path, randomBytes(bytes));
  return path;
};
/** A client with very short time limits. */
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

test('many objects are deleted without a list that needs a checksum', async () => {
  const store = new S3Objects(s3.options);
  const keys = Array.from({ length: 20 }, newKey);
  for (const key of keys) await store.putFile(key, await makeFile(10));
  await store.remove(keys);
  expect(await Promise.all(keys.map(key => store.stat(key)))).toEqual(keys.map(() => undefined));
});

test('the id of a multipart upload is reported before its first part is sent, so that parts left by a crash can be found', async () => {
  const store = new S3Objects(s3.options);
  const key = newKey();
  let noted = '';
  const put = store.putFile(key, await makeFile(17 * 1024 * 1024), {
    noteUploadId: async id => {
      noted = id;
      // Simulates a server that dies here.
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

test('an upload in parts whose first start was not answered is begun once', async () => {
  const store = new S3Objects(s3.options);
  const key = newKey();
  setMood({ losesStarts: 1 });
  await store.startParts({ key, bytes: 17 * 1024 * 1024 });
  expect(s3.mood.losesStarts).toBe(0);
  expect(s3.openUploads().filter(open => open === key)).toHaveLength(1);
});

test('a part that was sent twice counts once, also where the store lists every try', async () => {
  setMood({ listsTries: true });
  const store = new S3Objects(s3.options);
  const key = newKey();
  const file = randomBytes(17 * 1024 * 1024);
  const uploadId = await store.startParts({ key, bytes: file.length });
  const partBytes = 8 * 1024 * 1024;
  const parts = [file.subarray(0, partBytes), file.subarray(partBytes, 2 * partBytes), file.subarray(2 * partBytes)];
  for (const partNumber of [2, 1, 2, 3]) {
    const expiresAt = new Date(Date.now() + 60_000);
    const { url } = await store.signPart({ key, uploadId, bytes: file.length, partNumber, expiresAt });
    const body = new Uint8Array(parts[partNumber - 1]!);
    expect((await fetch(url, { method: 'PUT', body })).status).toBe(200);
  }
  const sizes = parts.map((bytes, index) => ({ partNumber: index + 1, size: bytes.length }));
  expect(await store.listParts({ key, uploadId })).toEqual(sizes);
  await store.completeParts({ key, uploadId, bytes: file.length });
  expect((await store.readHead(key, file.length)).equals(file)).toBe(true);
});

test('objects can be removed from a store that does not list uploads', async () => {
  setMood({ listsUploads: false });
  const store = new S3Objects(s3.options);
  await store.abortParts({ key: newKey(), uploadId: null });
});

test('a bucket that publishes objects meant for signed links is detected, and the check leaves nothing behind', async () => {
  const store = new S3Objects(s3.options);
  expect(await store.opensSigned(closedKey())).toBe(false);
  setMood({ isOpen: true });
  expect(await store.opensSigned(closedKey())).toBe(true);
  // A public URL that this machine cannot reach gives no answer.
  const elsewhere = new S3Objects({ ...s3.options, publicBaseUrl: 'http://127.0.0.1:9' });
  expect(await elsewhere.opensSigned(closedKey())).toBe(false);
});

test('a store that does not respond is given up after a bounded number of tries, and told from one that refuses', async () => {
  const store = impatient();
  const key = newKey();
  const file = await makeFile(10);
  await new S3Objects(s3.options).putFile(key, file);
  setMood({ isSilent: true });
  await expect(store.stat(key)).rejects.toThrow(StoreUnavailable);
  await expect(store.check()).rejects.not.toThrow(StoreUnavailable);
  await expect(store.remove([key])).rejects.toThrow(StoreUnavailable);
  await expect(store.putFile(key, file)).rejects.toThrow(StoreUnavailable);
  const gone = new S3Objects({ ...s3.options, endpoint: 'http://127.0.0.1:9', maxAttempts: 1 });
  await expect(gone.startParts({ key, bytes: 20_000_000 })).rejects.toThrow(StoreUnavailable);
  setMood({ isSilent: false });
  const stranger = new S3Objects({ ...s3.options, secretAccessKey: 'another' });
  await expect(stranger.putFile(key, file)).rejects.not.toThrow(StoreUnavailable);
});

test('a download that stops half-way is given up', async () => {
  const store = impatient();
  const key = newKey();
  await new S3Objects(s3.options).putFile(key, await makeFile(100_000));
  setMood({ stopsAfterBytes: 1000 });
  await expect(store.toLocalFile(key, folder)).rejects.toThrow(StoreUnavailable);
  await expect(store.readHead(key, 4096)).rejects.toThrow(StoreUnavailable);
  await expect(store.readRange(key, { start: 50_000, end: 99_999 })).rejects.toThrow(StoreUnavailable);
});

test.each([
  [408, 'Timeout', true],
  [400, 'IncompleteBody', true],
  [400, 'BadDigest', true],
  [409, 'OperationAborted', true],
  [429, 'TooManyRequests', true],
  [500, 'InternalError', true],
  [503, 'SlowDown', true],
  [400, 'InvalidArgument', false],
  [403, 'AccessDenied', false],
  [501, 'NotImplemented', false],
])('a store that refuses with %i %s is away: %s', async (status, code, isAway) => {
  const store = new S3Objects({ ...s3.options, maxAttempts: 1 });
  setMood({ refusal: { status, code } });
  const error = await store.startParts({ key: newKey(), bytes: 17 * 1024 * 1024 }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Error);
  expect(error instanceof StoreUnavailable).toBe(isAway);
});
