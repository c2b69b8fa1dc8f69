// Tests that pictures are read as a browser shows them when numbers in the file declare their colours. The expected values were read off Chromium's
// screen.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPicture, readPixels } from './image.ts';
import { sharp } from './sharp.ts';
import { makeDeclaredPng, numbers, type Patches } from './test-declared-pngs.ts';
import { fixture } from './test-pictures.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declared-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Reads the colours in the middle of patches of equal width. */
async function read(path: string, count: number): Promise<number[][]> {
  const { data, width, height } = await readPixels((await openPicture(path)).start(), 3);
  return Array.from({ length: count }, (_, i) => {
    const at = (Math.floor(height / 2) * width + Math.floor(((i + 0.5) * width) / count)) * 3;
    return [...data.subarray(at, at + 3)];
  });
}

async function readPng(png: Buffer, count: number): Promise<number[][]> {
  const path = join(folder, 'declared.png');
  await writeFile(path, png);
  return read(path, count);
}

function expectNear(seen: number[][], wanted: readonly (readonly number[])[]): void {
  const worst = Math.max(...wanted.flatMap((colour, i) => colour.map((value, k) => Math.abs(value - seen[i]![k]!))));
  expect(worst, `saw ${JSON.stringify(seen)}, wanted ${JSON.stringify(wanted)}`).toBeLessThanOrEqual(2);
}

const greys = (...levels: readonly number[]) => levels.map(level => [level, level, level]);
const eight: Patches = [
  [0.8, 0.2, 0.2],
  [0.2, 0.8, 0.2],
  [0.2, 0.2, 0.8],
  [0.5, 0.5, 0.5],
  [0.9, 0.9, 0.1],
  [0.1, 0.9, 0.9],
  [0.3, 0.4, 0.5],
  [1, 1, 1],
];
const steps: Patches = [0.3, 0.5, 0.58, 0.65, 0.7, 0.75, 0.8, 0.9].map(level => [level, level, level]);

test.each([
  ['pq.avif', greys(187, 76, 254)],
  ['hlg.avif', greys(120, 75, 187)],
  [
    'p3-by-codes.png',
    [
      [239, 35, 36],
      [0, 203, 72],
    ],
  ],
  ['linear-by-gamma.png', greys(128)],
] as const)('%s is read as it is shown', async (name, wanted) => {
  expectNear(await read(fixture(name), name.startsWith('p3') ? 3 : wanted.length), wanted);
});

// The same colours in a PNG of 16 bits; libheif's own rounding is part of the tolerance.
test.each([
  ['pq-10-bit.heic', [9, 16]],
  ['hlg-10-bit.heic', [9, 18]],
] as const)('%s has the colours of a PNG with the same codes', async (name, [primaries, transfer]) => {
  const patches: Patches = [
    ...eight.slice(0, 4),
    [0.65, 0.65, 0.65],
    [0.75, 0.6, 0.3],
    [0.3, 0.4, 0.5],
    [0.9, 0.9, 0.9],
  ];
  const png = makeDeclaredPng({ patches, bits: 16, chunks: [['cICP', Buffer.from([primaries, transfer, 0, 1])]] });
  expectNear(await read(fixture(name), 8), await readPng(png, 8));
});

test.each([
  [
    1,
    13,
    [
      [203, 51, 50],
      [50, 204, 50],
      [51, 51, 203],
      [128, 128, 128],
    ],
  ],
  [
    1,
    1,
    [
      [203, 51, 50],
      [50, 204, 50],
      [51, 51, 203],
      [128, 128, 128],
    ],
  ],
  [
    2,
    2,
    [
      [203, 51, 50],
      [50, 204, 50],
      [51, 51, 203],
      [128, 128, 128],
    ],
  ],
  [
    12,
    13,
    [
      [221, 24, 39],
      [0, 208, 0],
      [51, 51, 211],
      [128, 128, 128],
    ],
  ],
  [
    9,
    14,
    [
      [252, 0, 40],
      [0, 215, 0],
      [0, 47, 213],
      [128, 128, 128],
      [236, 231, 0],
      [0, 242, 231],
      [45, 104, 129],
    ],
  ],
  [
    1,
    4,
    [
      [204, 48, 46],
      [46, 205, 46],
      [48, 48, 204],
      [129, 129, 129],
    ],
  ],
  [
    1,
    8,
    [
      [231, 124, 122],
      [122, 231, 122],
      [124, 124, 231],
      [188, 188, 188],
    ],
  ],
  [
    11,
    17,
    [
      [217, 0, 16],
      [0, 209, 0],
      [33, 32, 212],
      [118, 118, 118],
    ],
  ],
  [
    12,
    16,
    [
      [255, 0, 0],
      [0, 255, 0],
      [5, 5, 255],
      [131, 131, 131],
      [255, 255, 0],
      [0, 255, 255],
      [30, 80, 135],
    ],
  ],
  [
    9,
    18,
    [
      [238, 0, 28],
      [0, 213, 0],
      [0, 30, 182],
      [99, 99, 99],
      [239, 234, 0],
      [0, 243, 232],
      [35, 77, 96],
    ],
  ],
] as const)('an AVIF with primaries %i and transfer %i', async (primaries, transfer, wanted) => {
  const avif = await readFile(fixture('eight-colours.avif'));
  const at = avif.indexOf('nclx') + 4;
  avif.writeUInt16BE(primaries, at);
  avif.writeUInt16BE(transfer, at + 2);
  const path = join(folder, 'coded.avif');
  await writeFile(path, avif);
  expectNear(await read(path, 8), wanted);
});

const chromaticities = {
  p3: numbers(31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6000),
  adobe: numbers(31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6000),
};
const asStored = eight.slice(0, 4).map(colour => colour.map(share => share * 255));
const linear = [
  [231, 124, 124],
  [124, 231, 124],
  [124, 124, 231],
  [188, 188, 188],
];
const inP3 = [
  [222, 24, 41],
  [0, 208, 0],
  [51, 51, 212],
  [128, 128, 128],
];
const codes = (primaries: number, transfer: number, matrix = 0) =>
  ['cICP', Buffer.from([primaries, transfer, matrix, 1])] as const;
const gamma = (value: number) => ['gAMA', numbers(value)] as const;

test.each([
  ['codes of Display P3', [codes(12, 13)], inP3],
  [
    'codes of BT.2020',
    [codes(9, 13)],
    [
      [253, 0, 42],
      [0, 215, 0],
      [0, 47, 214],
      [128, 128, 128],
    ],
  ],
  [
    'the curve of television',
    [codes(1, 1)],
    [
      [201, 40, 40],
      [40, 201, 40],
      [40, 40, 201],
      [121, 121, 121],
    ],
  ],
  ['codes with a matrix are an error', [codes(12, 13, 9)], asStored],
  ['a gamma of 1', [gamma(100_000)], linear],
  ['a gamma of 0', [gamma(0)], asStored],
  ['the gamma of sRGB', [gamma(45_455)], asStored],
  [
    'gamma and chromaticities',
    [gamma(45_455), ['cHRM', chromaticities.adobe]],
    [
      [237, 48, 48],
      [0, 205, 13],
      [48, 48, 209],
      [129, 129, 129],
    ],
  ],
  ['chromaticities alone', [['cHRM', chromaticities.p3]], asStored],
  ['sRGB before gamma', [['sRGB', Buffer.from([0])], gamma(100_000), ['cHRM', chromaticities.p3]], asStored],
  ['codes before gamma and sRGB', [codes(12, 13), ['sRGB', Buffer.from([0])], gamma(100_000)], inP3],
] as const)('a PNG with %s', async (_name, chunks, wanted) => {
  for (const bits of [8, 16] as const)
    expectNear(await readPng(makeDeclaredPng({ patches: eight, bits, chunks }), 8), wanted);
});

test('a grey AVIF of narrow range is black to white', async () => {
  // Coded by ffmpeg, which writes grey so: columns of 0, 89, 166 and 255.
  expectNear(await read(fixture('narrow-grey.avif'), 4), greys(0, 89, 166, 255));
});

test('codes count before a profile, and a profile before gamma', async () => {
  const path = join(folder, 'profile.png');
  await sharp(makeDeclaredPng({ patches: eight, chunks: [] }))
    .withIccProfile('p3')
    .png()
    .toFile(path);
  const png = await readFile(path);
  const wanted = await read(path, 8);
  const insert = (chunk: readonly [string, Buffer]) => {
    const one = makeDeclaredPng({ patches: [], chunks: [chunk] });
    return Buffer.concat([png.subarray(0, 33), one.subarray(33, one.indexOf('IDAT') - 4), png.subarray(33)]);
  };
  expectNear(await readPng(insert(gamma(100_000)), 8), wanted);
  const stored = await sharp(path).keepIccProfile().raw().toBuffer();
  const isStored = Array.from({ length: 8 }, (_, i) => [...stored.subarray((i * 8 + 4) * 3, (i * 8 + 5) * 3)]);
  expectNear(await readPng(insert(codes(1, 13)), 8), isStored);
});

test.each([
  [400, [55, 161, 229, 254, 255, 255, 255, 255]],
  [1000, [44, 131, 187, 222, 240, 255, 255, 255]],
  [4000, [44, 131, 187, 207, 216, 225, 235, 255]],
] as const)('PQ whose brightest light is %i cd/m²', async (nits, wanted) => {
  const level = makeDeclaredPng({
    patches: steps,
    bits: 16,
    chunks: [codes(9, 16), ['cLLI', numbers(nits * 10_000, 0)]],
  });
  expectNear(await readPng(level, 8), greys(...wanted));
  const mastered = numbers(0, 0, 0, 0, nits * 10_000, 1);
  const display = makeDeclaredPng({ patches: steps, bits: 16, chunks: [codes(9, 16), ['mDCV', mastered]] });
  expectNear(await readPng(display, 8), greys(...wanted));
});

test('grey PNGs are read as they are shown', async () => {
  for (const bits of [8, 16] as const) {
    const grey = { patches: eight.slice(3, 4), bits, isGrey: true };
    expectNear(await readPng(makeDeclaredPng({ ...grey, chunks: [gamma(100_000)] }), 1), greys(188));
    expectNear(await readPng(makeDeclaredPng({ ...grey, chunks: [codes(9, 16)] }), 1), greys(131));
    expectNear(await readPng(makeDeclaredPng({ ...grey, chunks: [codes(9, 13)] }), 1), greys(128));
  }
});

test('palettes and transparency are read as they are shown', async () => {
  const plain = await sharp(makeDeclaredPng({ patches: eight, chunks: [] }))
    .ensureAlpha(0.5)
    .png({ palette: true })
    .toBuffer();
  const one = makeDeclaredPng({ patches: [], chunks: [gamma(100_000)] });
  const png = Buffer.concat([plain.subarray(0, 33), one.subarray(33, one.indexOf('IDAT') - 4), plain.subarray(33)]);
  expectNear(await readPng(png, 8), linear);
  const path = join(folder, 'declared.png');
  const { data } = await readPixels((await openPicture(path)).start(), 4);
  expect(Math.abs(data[3]! - 128)).toBeLessThanOrEqual(1);
});

test('deep pixels stay deep', async () => {
  for (const name of ['pq.avif', 'pq-10-bit.heic']) {
    const picture = await openPicture(fixture(name));
    expect(picture.metadata.depth).toBe('ushort');
  }
});

test.each([
  ['narrow', 0],
  ['full', 0x80],
])('an AVIF that names the range of its samples alone, %s, has it', async (_, range) => {
  const readAs = async (matrix: number) => {
    const avif = await readFile(fixture('eight-colours.avif'));
    const at = avif.indexOf('nclx') + 4;
    for (const [i, code] of [2, 2, matrix].entries()) avif.writeUInt16BE(code, at + i * 2);
    avif[at + 6] = range;
    const path = join(folder, 'range.avif');
    await writeFile(path, avif);
    return read(path, 8);
  };
  // Chromium shows both alike; the stream has one range, whatever the box says.
  expect(await readAs(2)).toEqual(await readAs(6));
});
