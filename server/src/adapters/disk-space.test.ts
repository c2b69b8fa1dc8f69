// The disk reserve: what it refuses, how often it reads the free space, and which errors report a full disk.
import { AppError } from 'contract/errors.ts';
import { expect, test } from 'vitest';
import { isDiskFull, openDiskSpace, orStorageFull } from './disk-space.ts';

test('bytes that would use up the reserve are refused, on the disk that they go to', async () => {
  const disk = openDiskSpace({
    folders: { objects: '/objects', scratch: '/scratch' },
    reserveBytes: 100,
    readFree: async folder => (folder === '/objects' ? 150 : 1000),
  });
  await disk.requireRoom('objects', 50);
  await expect(disk.requireRoom('objects', 51)).rejects.toMatchObject({ code: 'STORAGE_FULL', status: 507 });
  await disk.requireRoom('scratch', 900);
  expect(await disk.state()).toEqual({ freeBytes: 150, isLow: false });
});

test('a place outside this machine always has room', async () => {
  const disk = openDiskSpace({ folders: { scratch: '/scratch' }, reserveBytes: 100, readFree: async () => 99 });
  await disk.requireRoom('objects', 1e12);
  await expect(disk.requireRoom('scratch')).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  expect((await disk.state()).isLow).toBe(true);
});

test('concurrent requests share one reading', async () => {
  let looks = 0;
  const disk = openDiskSpace({ folders: { objects: '/a' }, reserveBytes: 0, readFree: async () => ++looks });
  await Promise.all([1, 2, 3].map(() => disk.requireRoom('objects')));
  expect(looks).toBe(1);
});

test('the free space of a real disk is read, even for a folder that does not exist yet', async () => {
  const disk = openDiskSpace({ folders: { objects: `${import.meta.dirname}/not/made/yet` }, reserveBytes: 0 });
  expect((await disk.state()).freeBytes).toBeGreaterThan(0);
});

test.each([
  [Object.assign(new Error('write'), { code: 'ENOSPC' }), true],
  [Object.assign(new Error('write'), { code: 'EDQUOT' }), true],
  [Object.assign(new Error('could not extend file'), { code: '53100' }), true],
  [new Error('wbuffer_write: write failed\nunix error: No space left on device'), true],
  [new Error('outer', { cause: Object.assign(new Error('write'), { code: 'ENOSPC' }) }), true],
  [Object.assign(new Error('write'), { code: 'EIO' }), false],
  ['ENOSPC', false],
])('%o says that a disk is full: %s', async (error, isFull) => {
  expect(isDiskFull(error)).toBe(isFull);
  const passed = orStorageFull(Promise.reject(error));
  await (isFull ? expect(passed).rejects.toMatchObject({ code: 'STORAGE_FULL' }) : expect(passed).rejects.toBe(error));
});

test('a refusal is passed through unchanged', async () => {
  const refusal = new AppError('UPLOAD_INCOMPLETE', null, { cause: Object.assign(new Error(), { code: 'ENOSPC' }) });
  await expect(orStorageFull(Promise.reject(refusal))).rejects.toBe(refusal);
});
