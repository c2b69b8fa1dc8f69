// Tests that files have the requested size in KB, to the byte if it is exact, and still decode to the same photo.

import type { Pixels } from 'engines/pixels/plane.ts';
import { sharp } from 'engines/sharp.ts';
import { refusalOf } from 'engines/test-pictures.ts';
import { beforeAll, expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { encodePhoto } from './write-photo.ts';

let photo: Pixels;
beforeAll(async () => {
  const { data, info } = await sharp(photos.womanRed).resize(413, 579).raw().toBuffer({ resolveWithObject: true });
  photo = { data, width: info.width, height: info.height };
});

test('the file contains the dpi and the pixels', async () => {
  const { width, height, density } = await sharp(await encodePhoto(photo, { dpi: 350 })).metadata();
  expect({ width, height, density }).toEqual({ width: 413, height: 579, density: 350 });
});

test.each([12, 30, 61, 200])('a file has exactly %d KB', async maxKb => {
  const file = await encodePhoto(photo, { dpi: 300, maxKb, isExact: true });
  expect(file.length).toBe(maxKb * 1024);
  const { data } = await sharp(file, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true });
  const off = data.reduce((sum, value, i) => sum + Math.abs(value - photo.data[i]!), 0) / data.length;
  expect(off).toBeLessThan(maxKb < 20 ? 9 : 5);
});

test('a file within a range has the best quality that fits, and is padded if it is too small', async () => {
  const below = await encodePhoto(photo, { dpi: 300, minKb: 20, maxKb: 40 });
  expect(below.length).toBeLessThanOrEqual(40 * 1024);
  expect(below.length).toBeGreaterThan(36 * 1024);
  const filled = await encodePhoto(photo, { dpi: 300, minKb: 400, maxKb: 1000 });
  expect(filled.length).toBeGreaterThanOrEqual(400 * 1024);
});

test.each([1, 2, 3])('a file that is %d bytes below both limits is not padded beyond them', async missing => {
  const free = await encodePhoto(photo, { dpi: 300 });
  const kb = (free.length + missing) / 1024;
  expect((await encodePhoto(photo, { dpi: 300, minKb: kb, maxKb: kb })).length).toBe(kb * 1024);
});

test('impossible file sizes are refused', async () => {
  expect(await refusalOf(encodePhoto(photo, { dpi: 300, maxKb: 3 }))).toBe('TARGET_SIZE_IMPOSSIBLE');
});
