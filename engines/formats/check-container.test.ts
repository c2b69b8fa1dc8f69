// Lists longer than in any legitimate file are refused from headers alone; camera files pass.
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type MediaName, sniffMedia } from 'contract/media.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPicture, refuseDamage } from '../image.ts';
import { probeFile } from '../probe.ts';
import { sharp } from '../sharp.ts';
import { makeGifOf, makeTiffOf, makeTiffOfChannels, makeWebpOf } from '../test-frames.ts';
import { type Coded, makeHeif, takeCoded } from '../test-heif.ts';
import { fixture, refusalOf } from '../test-pictures.ts';
import { checkContainer } from './check-container.ts';

let folder: string;
let tile: Coded;
let hevc: Coded;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'container-'));
  const grey = sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } });
  tile = takeCoded(await grey.avif({ effort: 0 }).toBuffer(), 'av01', [64, 64]);
  hevc = takeCoded(await readFile(fixture('plain.heic')), 'hvc1', [64, 64]);
});
afterAll(() => rm(folder, { recursive: true }));

async function check(bytes: Buffer) {
  const file = path.join(folder, 'file');
  await writeFile(file, bytes);
  const handle = await open(file);
  try {
    return await refusalOf(checkContainer(handle, sniffMedia(bytes) as MediaName));
  } finally {
    await handle.close();
  }
}

const grid = (sides: number, tileItem = 1) => ({
  columns: sides,
  rows: sides,
  width: 640,
  height: 640,
  tile: tileItem,
});

test('an image coded larger than its container declares is refused before it is decoded', async () => {
  for (const coded of [tile, hevc]) {
    const file = path.join(folder, 'liar');
    await writeFile(file, makeHeif({ ...coded, width: 8, height: 8 }, []));
    const opening = openPicture(file);
    const work = opening.then(picture => refuseDamage(picture, () => picture.start().raw().toBuffer()));
    expect(await refusalOf(work)).toBe('FILE_CORRUPT');
  }
});

test.each<[string, () => Buffer | Promise<Buffer>]>([
  ['a WebP of 20,000 frames', () => makeWebpOf(20_000)],
  ['a GIF of 60,000 frames', () => makeGifOf(60_000)],
  ['a TIFF of 20,000 pages', () => makeTiffOf(20_000)],
  ['an AVIF grid of 62,500 tiles', () => makeHeif(tile, [grid(250)])],
  ['a HEIC grid of 62,500 tiles', () => makeHeif(hevc, [grid(250)])],
  ['an AVIF grid of grids', () => makeHeif(tile, [grid(16), grid(16, 2)])],
  ['a grid of itself', () => makeHeif(tile, [grid(4, 2)])],
  ['a grid of few tiles with very many pixels', () => makeHeif({ ...tile, width: 9000, height: 9000 }, [grid(2)])],
])('%s is refused', async (_name, make) => {
  const bytes = await make();
  expect(await check(bytes)).toBe('FILE_CORRUPT');
  const file = path.join(folder, 'picture');
  await writeFile(file, bytes);
  expect(await refusalOf(openPicture(file))).toBe('FILE_CORRUPT');
  expect(await probeFile(file, bytes.length)).toEqual({ type: sniffMedia(bytes), bytes: bytes.length });
});

const ftyp = Buffer.from('0000001c6674797061766966000000006d696631617669666d696166', 'hex');
test.each([
  ['a box larger than any file', '0000000166726565ffffffffffffffff'],
  ['a box that ends beyond exact numbers', '00000001667265650020000000000010'],
  ['items in fewer bytes than their head', '000000046d6574610000000000000000'],
  ['items without the bytes of their head', '000000016d657461'],
  ['items in fewer bytes than their long head', '000000016d6574610000000000000009'],
  ['items that end before they are described', '0000000c6d65746100000000'],
])('an AVIF of %s is refused', async (_name, hex) => {
  const file = path.join(folder, 'tiny.avif');
  await writeFile(file, Buffer.concat([ftyp, Buffer.from(hex, 'hex')]));
  expect(await refusalOf(openPicture(file))).toBe('FILE_CORRUPT');
});

test('a TIFF with a cyclic list of pages is refused', async () => {
  const bytes = makeTiffOf(3);
  bytes.writeUInt32LE(bytes.readUInt32LE(4), bytes.length - 4);
  expect(await check(bytes)).toBe('FILE_CORRUPT');
});

test('a TIFF with very many channels is refused', async () => {
  const file = path.join(folder, 'channels.tiff');
  await writeFile(file, makeTiffOfChannels(64, 60));
  expect(await refusalOf(openPicture(file))).toBe('FILE_CORRUPT');
});

test.each<[string, () => Buffer | Promise<Buffer>]>([
  ['an animation of some minutes', () => makeWebpOf(2900)],
  ['a GIF of some minutes', () => makeGifOf(3000)],
  ['a drawn GIF', () => readFile(fixture('animated-3-frames.gif'))],
  ['a book', () => makeTiffOf(500)],
  ["a camera's grid", () => makeHeif(tile, [grid(10)])],
  ['a grid of a few grids', () => makeHeif(tile, [grid(10), grid(2, 2)])],
  ['a truncated head', async () => (await readFile(fixture('plain.avif'))).subarray(0, 60)],
])('%s passes', async (_name, make) => {
  expect(await check(await make())).toBe('nothing refused');
});

test('a grid of tiles is decoded', async () => {
  const file = path.join(folder, 'grid.avif');
  await writeFile(file, makeHeif(tile, [grid(10)]));
  const picture = await openPicture(file);
  expect([picture.width, picture.height]).toEqual([640, 640]);
  const { dominant } = await picture.start().stats();
  expect(Object.values(dominant).every(level => Math.abs(level - 0x88) < 9)).toBe(true);
});
