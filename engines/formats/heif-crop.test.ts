// Crop boxes of HEIC: what is left equals that part of the whole picture, in the order of the item's properties, and impossible boxes are refused.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPicture } from '../image.ts';
import { probeFile } from '../probe.ts';
import { sharp } from '../sharp.ts';
import { fixture, refusalOf } from '../test-pictures.ts';
import { findCrop } from './heif-crop.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heif-crop-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Eight numbers: width, height, and the offsets of the centre to the right and down, each with what it is divided by. */
type Crop = readonly [number, number, number, number, number, number, number, number];

const [bitDepth, crop] = [5, 0x84];

/** A picture of 128 x 64 pixels with this crop box, and its two last properties in this order. */
async function makeCropped(box: Crop, properties: readonly [number, number] = [bitDepth, crop]): Promise<Buffer> {
  const bytes = await readFile(fixture('pq-10-bit.heic'));
  const at = bytes.indexOf('clap') + 4;
  for (const [i, value] of box.entries()) bytes.writeInt32BE(value | 0, at + i * 4);
  const owned = bytes.indexOf(Buffer.from([5, 0x81, 2, 3, bitDepth, crop])) + 4;
  bytes.set(properties, owned);
  return bytes;
}

/** Puts a turn to the left in the place of the bit depth. */
function turn(bytes: Buffer): Buffer {
  bytes.write('irot\x01', bytes.indexOf('pixi'), 'latin1');
  return bytes;
}

async function show(bytes: Buffer) {
  const path = join(folder, 'cropped.heic');
  await writeFile(path, bytes);
  const picture = await openPicture(path);
  const png = await picture.start().png().toBuffer();
  return { size: [picture.width, picture.height], png };
}

const whole: Crop = [128, 1, 64, 1, 0, 1, 0, 1];
/** 24 x 12 pixels, of which the first is at (90, 2). */
const small: Crop = [48, 2, 12, 1, 38, 1, -48, 2];
const place = { left: 90, top: 2, width: 24, height: 12 };
const pixelsOf = (png: Buffer) => sharp(png).raw().toBuffer();

test('a box far smaller than the coded picture crops it', async () => {
  const { size, png } = await show(await makeCropped(small));
  expect(size).toEqual([24, 12]);
  expect(await probeFile(join(folder, 'cropped.heic'), 1)).toMatchObject({ width: 24, height: 12 });
  const { png: all } = await show(await makeCropped(whole));
  const expected = await sharp(all).extract(place).raw().toBuffer();
  expect(new Set(expected).size).toBeGreaterThan(3);
  expect((await pixelsOf(png)).equals(expected)).toBe(true);
});

test('a crop and a turn follow the order of the properties', async () => {
  const { png: all } = await show(await makeCropped(whole));
  const cropped = await sharp(all).extract(place).png().toBuffer();
  const first = await show(turn(await makeCropped(small, [crop, bitDepth])));
  expect(first.size).toEqual([12, 24]);
  expect((await pixelsOf(first.png)).equals(await sharp(cropped).rotate(-90).raw().toBuffer())).toBe(true);
  // The turned picture has 64 x 128 pixels: its centre is (32, 64).
  const upright = await sharp(all).rotate(-90).png().toBuffer();
  const later = await show(turn(await makeCropped([12, 1, 24, 1, -14, 1, 30, 1])));
  const area = { left: 12, top: 82, width: 12, height: 24 };
  expect((await pixelsOf(later.png)).equals(await sharp(upright).extract(area).raw().toBuffer())).toBe(true);
});

const boxOf = (name: string, ...numbers: readonly number[]) => {
  const body = Buffer.alloc(numbers.length * 4);
  for (const [i, value] of numbers.entries()) body.writeInt32BE(value, i * 4);
  return { name, body };
};
const turned = (quarters: number) => ({ name: 'irot', body: Buffer.from([quarters]) });
const mirrored = (axis: number) => ({ name: 'imir', body: Buffer.from([axis]) });

test.each([
  ['alone', [], [100, 50], { left: 60, top: 5, width: 20, height: 10 }],
  ['before top and bottom are swapped', [mirrored(0)], [100, 50], { left: 60, top: 35, width: 20, height: 10 }],
  ['before left and right are swapped', [mirrored(1)], [100, 50], { left: 20, top: 5, width: 20, height: 10 }],
  ['before a turn to the left', [turned(1)], [50, 100], { left: 5, top: 20, width: 10, height: 20 }],
  ['before half a turn', [turned(2)], [100, 50], { left: 20, top: 35, width: 20, height: 10 }],
  ['before a turn to the right', [turned(3)], [50, 100], { left: 35, top: 60, width: 10, height: 20 }],
  ['before a turn and a mirroring', [turned(1), mirrored(1)], [50, 100], { left: 35, top: 20, width: 10, height: 20 }],
  ['before another one', [boxOf('clap', 4, 1, 5, 1, 3, 1, 1, 2)], [100, 50], { left: 71, top: 8, width: 4, height: 5 }],
] as const)('a crop %s leaves this area', (_name, after, [width, height], area) => {
  const first = boxOf('clap', 40, 2, 10, 1, 20, 1, -30, 2);
  expect(findCrop({ width, height }, [first, ...after])).toEqual(area);
});

test('a box that reaches beyond the picture is cut off at its edge', async () => {
  const { size, png } = await show(await makeCropped([64, 1, 32, 1, 64, 1, 32, 1]));
  expect(size).toEqual([32, 16]);
  const { png: all } = await show(await makeCropped(whole));
  const corner = sharp(all).extract({ left: 96, top: 48, width: 32, height: 16 });
  expect((await pixelsOf(png)).equals(await corner.raw().toBuffer())).toBe(true);
});

test.each<[string, Crop]>([
  ['divided by zero', [24, 0, 12, 1, 0, 1, 0, 1]],
  ['an offset divided by zero', [24, 1, 12, 1, 3, 0, 0, 1]],
  ['of a negative size', [-24, 1, 12, 1, 0, 1, 0, 1]],
  ['of no size', [0, 1, 12, 1, 0, 1, 0, 1]],
  ['outside the picture', [24, 1, 12, 1, 2_000_000_000, 1, 0, 1]],
  ['far to the left of the picture', [24, 1, 12, 1, -500, 1, 0, 1]],
])('a box %s is refused', async (_name, box) => {
  const path = join(folder, 'hostile.heic');
  await writeFile(path, await makeCropped(box));
  expect(await refusalOf(openPicture(path))).toBe('FILE_CORRUPT');
});
