// Tests that a failed transfer leaves a file that its caller can remove.
import { pbkdf2 } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveStream } from './save-stream.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'save-'));
});
afterAll(() => rm(folder, { recursive: true }));

const failing = async function* () {
  yield Buffer.from('abc');
  throw new Error('the source broke');
};

/** Occupies every thread that does file operations, so that a file which is opened now is created only after a while. */
const keepThreadsBusy = () =>
  Promise.all(Array.from({ length: 8 }, () => promisify(pbkdf2)('', '', 200_000, 64, 'sha512')));

test('a stream is written where it belongs, through its steps', async () => {
  const path = join(folder, 'whole');
  const shout = new Transform({ transform: (chunk, _encoding, done) => done(null, String(chunk).toUpperCase()) });
  expect(await saveStream(Readable.from([Buffer.from('ab'), Buffer.from('cd')]), path, { steps: [shout] })).toBe(4);
  expect(await saveStream(Readable.from([Buffer.from('ef')]), path, { flags: 'a', flush: true })).toBe(2);
  expect(await saveStream(Readable.from([Buffer.from('x')]), path, { flags: 'r+', start: 1 })).toBe(1);
  expect(await readFile(path, 'utf8')).toBe('AxCDef');
});

test('a failure is reported only once the file exists and is closed, so that the caller can remove it', async () => {
  const path = join(folder, 'failed');
  const busy = keepThreadsBusy();
  await expect(saveStream(failing(), path, { flags: 'wx' })).rejects.toThrow('the source broke');
  expect(existsSync(path)).toBe(true);
  await rm(path);
  await busy;
  expect(existsSync(path)).toBe(false);
});

test('a file that cannot be created is an error of the disk', async () => {
  await expect(saveStream(Readable.from([Buffer.from('a')]), join(folder, 'no', 'folder'))).rejects.toMatchObject({
    code: 'ENOENT',
  });
});
