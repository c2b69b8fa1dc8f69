// Tests compressed drawings: they open like others, and neither other packed files nor bombs do.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sniffFile } from 'contract/media.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPicture } from '../image.ts';
import { probeFile } from '../probe.ts';
import { lookAt, refusalOf } from '../test-pictures.ts';
import { unpackHead } from './unpack-svg.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svgz-'));
});
afterAll(() => rm(folder, { recursive: true }));

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="5mm"><rect width="50" height="50" fill="#e02020"/></svg>';
const write = async (bytes: Buffer) => {
  const path = join(folder, 'drawing.svgz');
  await writeFile(path, bytes);
  return path;
};

test('a compressed drawing opens as a drawing', async () => {
  const path = await write(gzipSync(drawing));
  const picture = await openPicture(path);
  expect([picture.type, picture.width, picture.height]).toEqual(['svg', 38, 19]);
  expect((await lookAt(picture.start()))[0]).toEqual([224, 32, 32, 255]);
  expect(await probeFile(path, gzipSync(drawing).length)).toMatchObject({ type: 'svg', width: 38, height: 19 });
});

test('the type is that of what is packed, also when the head ends in the middle of it', async () => {
  const noise = Array.from({ length: 40_000 }, (_, i) => `<path d="M${(i * 7919) % 1000} ${(i * 104_729) % 997}"/>`);
  const long = gzipSync(`<svg xmlns="http://www.w3.org/2000/svg">${noise.join('')}</svg>`);
  const sniff = (bytes: Buffer) =>
    sniffFile(async (start, length) => bytes.subarray(start, start + length), unpackHead);
  expect(long.length).toBeGreaterThan(20_000);
  expect(await sniff(long)).toBe('svg');
  expect(await sniff(gzipSync('a text'))).toBeNull();
  expect(await sniff(Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]))).toBeNull();
});

test('other packed files are named, bombs and damage refused', async () => {
  expect(await refusalOf(openPicture(await write(gzipSync('a text'))))).toBe('TYPE_UNSUPPORTED');
  const bomb = gzipSync(`${drawing.slice(0, -6)}${' '.repeat(300_000_000)}</svg>`);
  expect(await refusalOf(openPicture(await write(bomb)))).toBe('FILE_TOO_LARGE');
  const packed = gzipSync(drawing);
  expect(await refusalOf(openPicture(await write(packed.subarray(0, packed.length - 12))))).toBe('FILE_CORRUPT');
});
