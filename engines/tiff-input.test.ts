// Tests TIFFs that are intact but out of the ordinary: Lab, floating point, BigTIFF, raw files of cameras, and what cannot be read.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPages, openPicture } from './image.ts';
import { sharp } from './sharp.ts';
import { expectColours, fixture, lookAt, refusalOf } from './test-pictures.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tiff-'));
});
afterAll(() => rm(folder, { recursive: true }));

const four = [
  [220, 30, 30],
  [30, 200, 40],
  [30, 50, 210],
  [230, 220, 40],
];

/**
 * Writes a TIFF of grey or RGB samples in one strip. `tags` are added or replace the usual ones; those in `pairs` hold that many numbers of 16 bits.
 */
async function makeTiff(
  samples: Buffer,
  bits: number,
  channels: number,
  tags: Readonly<Record<number, number>> = {},
  pairs: Readonly<Record<number, number>> = {},
) {
  const usual = {
    256: 4,
    257: samples.length / (bits / 8) / channels / 4,
    258: bits,
    259: 1,
    262: 2,
    277: channels,
    278: 4,
    279: samples.length,
  };
  const all = Object.entries({ 273: 0, ...usual, ...tags }).map(([tag, value]) => [Number(tag), value] as const);
  const bytes = Buffer.alloc(8 + 2 + all.length * 12 + 4);
  bytes.write('II*\0\x08\0\0\0', 'latin1');
  bytes.writeUInt16LE(all.length, 8);
  for (const [i, [tag, value]] of all.sort(([a], [b]) => a - b).entries()) {
    const at = 10 + i * 12;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(pairs[tag] ? 3 : 4, at + 2);
    bytes.writeUInt32LE(pairs[tag] ?? 1, at + 4);
    bytes.writeUInt32LE(tag === 273 ? bytes.length : value, at + 8);
  }
  const path = join(folder, `${Math.random()}.tiff`);
  await writeFile(path, Buffer.concat([bytes, samples]));
  return path;
}

const floats = (values: readonly number[]) => Buffer.from(Float32Array.from(values).buffer);
const fill = (colour: readonly number[]) => Array.from({ length: 16 }, () => colour).flat();

test.each([
  ['big-tiff.tiff', four, 1],
  ['float.tiff', four, 1],
  // 8 bits of Lab are coarse where colours are saturated.
  ['lab.tiff', four.map((colour, i) => (i === 1 ? [13, 200, 38] : colour)), 4],
] as const)('%s has its colours', async (name, colours, tolerance) => {
  expectColours(await lookAt((await openPicture(fixture(name))).start()), colours, tolerance);
});

test('Lab has the same colours in 8 and 16 bits, with signed and with shifted axes', async () => {
  for (const name of ['lab-16-bit.tiff', 'icc-lab.tiff']) {
    const { data } = await (await openPicture(fixture(name))).start().raw().toBuffer({ resolveWithObject: true });
    const seen = [4, 12, 20].map(x => [...data.subarray((2 * 24 + x) * 3, (2 * 24 + x) * 3 + 3)]);
    // Lab 54 80 70, 78 -60 40 and 50 0 0, relative to D50.
    expectColours(
      seen,
      [
        [253, 1, 0],
        [59, 222, 114],
        [119, 119, 119],
      ],
      1,
    );
  }
});

test.each([
  ['0..1', [0.2, 0.5, 0.8]],
  ['0..255', [51, 127.5, 204]],
  ['0..65535', [13_107, 32_767, 52_428]],
])('floating point of %s is shown as it is coded', async (_range, colour) => {
  const path = await makeTiff(floats(fill(colour)), 32, 3, { 339: 3 });
  expectColours(await lookAt((await openPicture(path)).start()), [[51, 128, 204]], 1);
});

test('a few highlights above 1 are white and darken nothing', async () => {
  const path = await makeTiff(floats([...fill([0.2, 0.5, 0.8]).slice(0, 45), 40, 30, 20]), 32, 3, { 339: 3 });
  expectColours(await lookAt((await openPicture(path)).start()), [[51, 128, 204]], 1);
});

test('whole numbers of 32 bits are shown', async () => {
  const samples = Buffer.alloc(16 * 3 * 4);
  for (const [i, share] of fill([0.2, 0.5, 0.8]).entries())
    samples.writeUInt32LE(Math.round(share * 0xffff_ffff), i * 4);
  const path = await makeTiff(samples, 32, 3);
  expectColours(await lookAt((await openPicture(path)).start()), [[51, 128, 204]], 1);
});

// Red, green, blue and yellow in luma and colour differences by ITU-R BT.601.
const differences = [
  [76, 85, 255],
  [150, 44, 21],
  [29, 255, 107],
  [226, 1, 149],
];
const quarters = (colours: readonly (readonly number[])[], each = 2) =>
  Buffer.from(
    [0, 2].flatMap(y =>
      Array(each)
        .fill(
          [0, 1].flatMap(x =>
            Array(each)
              .fill(colours[y + x]!)
              .flat(),
          ),
        )
        .flat(),
    ),
  );

test('luma and colour differences are shown as colours', async () => {
  const colours = [
    [254, 0, 0],
    [0, 255, 0],
    [0, 0, 254],
    [255, 255, 1],
  ];
  // 530: no pixels share their differences.
  const path = await makeTiff(quarters(differences), 8, 3, { 262: 6, 530: 0x1_0001 }, { 530: 2 });
  expectColours(await lookAt((await openPicture(path)).start()), colours, 2);
});

test('a channel that is not alpha hides nothing', async () => {
  const masked = four.map((colour, i) => [...colour, i === 0 ? 255 : 0]);
  const opened = await openPicture(await makeTiff(quarters(masked), 8, 4, { 338: 0 }));
  expect(opened.hasAlpha).toBe(false);
  expectColours(await lookAt(opened.start().flatten({ background: '#ffffff' })), four, 1);
  const deep = Buffer.from(Uint16Array.from(quarters(masked), sample => sample * 257).buffer);
  const deepPicture = await openPicture(await makeTiff(deep, 16, 4, { 338: 0 }));
  expectColours(await lookAt(deepPicture.start().flatten({ background: '#ffffff' })), four, 1);
});

test('alpha before another channel stays alpha', async () => {
  const samples = quarters(four.map((colour, i) => [...colour, i === 0 ? 0 : 255, 7]));
  // 338: two kinds of 16 bits, alpha and something else.
  const opened = await openPicture(await makeTiff(samples, 8, 5, { 338: 2 }, { 338: 2 }));
  expect(opened.hasAlpha).toBe(true);
  const white = [255, 255, 255];
  expectColours(await lookAt(opened.start().flatten({ background: '#ffffff' })), [white, ...four.slice(1)], 1);
});

/** Writes four quarters of colour with one plane after the other in tiles of 16 x 16 pixels; `side` is the width and height of the picture. */
async function makePlanes(colours: readonly (readonly number[])[], side: number, more: readonly number[][] = []) {
  const planes = colours[0]!.length;
  const across = side / 16;
  const tiles = Array.from({ length: planes * across * across }, (_, tile) => {
    const [plane, place] = [Math.floor(tile / across ** 2), tile % across ** 2];
    const [left, top] = [(place % across) * 16, Math.floor(place / across) * 16];
    return Uint8Array.from({ length: 256 }, (_, i) => {
      const [x, y] = [left + (i % 16), top + Math.floor(i / 16)];
      return colours[(y >= side / 2 ? 2 : 0) + (x >= side / 2 ? 1 : 0)]![plane]!;
    });
  });
  const numbers = (values: readonly number[]) => Buffer.from(Uint32Array.from(values).buffer);
  const usual: [tag: number, values: readonly number[]][] = [
    [256, [side]],
    [257, [side]],
    [258, Array.from({ length: planes }, () => 8)],
    [259, [1]],
    [262, [2]],
    [277, [planes]],
    [284, [2]],
    [322, [16]],
    [323, [16]],
    [324, tiles.map((_, tile) => 8 + tile * 256)],
    [325, tiles.map(() => 256)],
    ...more.map(([tag, ...values]) => [tag!, values] as [number, number[]]),
  ];
  const directory = Buffer.alloc(2 + usual.length * 12 + 4);
  directory.writeUInt16LE(usual.length);
  const lists: Buffer[] = [];
  let end = 8 + tiles.length * 256 + directory.length;
  for (const [i, [tag, values]] of usual.sort(([a], [b]) => a - b).entries()) {
    const at = 2 + i * 12;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(4, at + 2);
    directory.writeUInt32LE(values.length, at + 4);
    directory.writeUInt32LE(values.length > 1 ? end : values[0]!, at + 8);
    if (values.length > 1) end += lists[lists.push(numbers(values)) - 1]!.length;
  }
  const head = Buffer.from('II*\0\0\0\0\0', 'latin1');
  head.writeUInt32LE(8 + tiles.length * 256, 4);
  const path = join(folder, `${Math.random()}.tiff`);
  await writeFile(path, Buffer.concat([head, ...tiles, directory, ...lists]));
  return path;
}

test.each([16, 32])('planes in tiles are joined, at a side of %i', async side => {
  const opened = await openPicture(await makePlanes(four, side));
  expect([opened.width, opened.height, opened.hasAlpha]).toEqual([side, side, false]);
  expectColours(await lookAt(opened.start()), four, 1);
});

test('alpha in a plane of its own stays alpha, and colours that it dims are restored', async () => {
  const half = four.map(colour => [...colour.map(level => Math.round(level / 2)), 128]);
  const opened = await openPicture(await makePlanes(half, 16, [[338, 1]]));
  expect(opened.hasAlpha).toBe(true);
  expectColours(await lookAt(opened.start().removeAlpha()), four, 2);
  const plain = await openPicture(
    await makePlanes(
      four.map(colour => [...colour, 128]),
      16,
      [[338, 2]],
    ),
  );
  expectColours(await lookAt(plain.start().removeAlpha()), four, 1);
});

test('what cannot be read is not called damaged', async () => {
  const grey = Buffer.alloc(16 * 3, 100);
  // JPEG as before 1995, LERC, Zstandard and JPEG XL; signed samples; 64 bits.
  for (const coding of [6, 34_887, 50_000, 50_002]) {
    const path = await makeTiff(grey, 8, 3, { 259: coding });
    await expect(openPicture(path)).rejects.toMatchObject({ code: 'FILE_UNSUPPORTED', details: { format: 'TIFF' } });
  }
  expect(await refusalOf(openPicture(await makeTiff(grey, 8, 3, { 339: 2 })))).toBe('FILE_UNSUPPORTED');
  expect(await refusalOf(openPicture(await makeTiff(Buffer.alloc(16 * 3 * 8), 64, 3, { 339: 3 })))).toBe(
    'FILE_UNSUPPORTED',
  );
});

test('the raw file of a camera is named, not shown as its preview', async () => {
  const grey = Buffer.alloc(16 * 3, 100);
  for (const tags of [{ 50706: 1 }, { 262: 32_803 }, { 254: 1, 330: 8 }] as Readonly<Record<number, number>>[])
    expect(await refusalOf(openPicture(await makeTiff(grey, 8, 3, tags)))).toBe('TYPE_UNSUPPORTED');
});

test('damage is still damage', async () => {
  const bytes = await readFile(fixture('big-tiff.tiff'));
  const path = join(folder, 'cut.tiff');
  for (const length of [9, 16, 40]) {
    await writeFile(path, bytes.subarray(0, length));
    expect(await refusalOf(openPicture(path))).toBe('FILE_CORRUPT');
  }
  const cyclic = Buffer.from(bytes);
  const first = Number(cyclic.readBigUInt64LE(8));
  cyclic.writeBigUInt64LE(BigInt(first), first + 8 + Number(cyclic.readBigUInt64LE(first)) * 20);
  await writeFile(path, cyclic);
  expect(await refusalOf(openPicture(path))).toBe('FILE_CORRUPT');
});

test('a BMP with a profile has the colours of the profile', async () => {
  const { data } = await sharp(await (await openPicture(fixture('v5-display-p3.bmp'))).start().png().toBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const seen = [16, 48, 80].map(x => [...data.subarray((16 * 96 + x) * 3, (16 * 96 + x) * 3 + 3)]);
  expectColours(
    seen,
    [
      [239, 35, 37],
      [0, 203, 72],
      [128, 128, 128],
    ],
    2,
  );
});

test('every page of a floating-point TIFF is read', async () => {
  const first = await openPicture(fixture('two-float-pages.tiff'));
  expect(first.pages).toBe(2);
  const colours: number[][] = [];
  for await (const page of openPages(first)) colours.push((await lookAt(page.start()))[0]!);
  expect(colours.length).toBe(2);
  expectColours(
    colours,
    [
      [219, 30, 30],
      [51, 128, 204],
    ],
    1,
  );
});
