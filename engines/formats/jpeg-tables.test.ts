// Reading the quantisation tables and the quality of a JPEG.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharp } from '../sharp.ts';
import { readJpegTables } from './jpeg-tables.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quality-'));
});
afterAll(() => rm(folder, { recursive: true }));

const save = async (bytes: Uint8Array) => {
  const path = join(folder, 'some.jpg');
  await writeFile(path, bytes);
  return path;
};
const grey = sharp({ create: { width: 16, height: 16, channels: 3, background: '#808080' } });

test.each([20, 50, 75, 90, 97])('quality %i is estimated to within 2', async quality => {
  const bytes = await grey.clone().jpeg({ quality }).withMetadata().toBuffer();
  expect(Math.abs((await readJpegTables(await save(bytes)))!.quality - quality)).toBeLessThanOrEqual(2);
});

test('at quality 50 the tables are those of the standard, row by row', async () => {
  const tables = await readJpegTables(await save(await grey.clone().jpeg({ quality: 50 }).toBuffer()));
  expect([...tables!.luma.subarray(0, 10)]).toEqual([16, 11, 10, 16, 24, 40, 51, 61, 12, 12]);
  expect([...tables!.chroma!.subarray(0, 9)]).toEqual([17, 18, 24, 47, 99, 99, 99, 99, 18]);
});

test('a truncated file and a file without tables have none', async () => {
  const bytes = await grey.clone().jpeg().toBuffer();
  for (const length of [0, 3, 30, 60])
    expect(await readJpegTables(await save(bytes.subarray(0, length)))).toBeUndefined();
  expect(await readJpegTables(await save(Uint8Array.of(0xff, 0xd8, 0xff, 0xda, 0, 8)))).toBeUndefined();
});
