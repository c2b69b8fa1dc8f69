// Tests that compressed files are smaller, have the same pixels and format, and never grow.
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharp } from 'engines/sharp.ts';
import {
  differenceOf,
  drawDisc,
  expectColours,
  findHalo,
  fixture,
  lookAt,
  quarters,
  refusalOf,
} from 'engines/test-pictures.ts';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { photos } from '../../bench/photos.ts';
import { makeTestFolder, tryRun } from '../test-run.ts';
import { compressOptions } from './contract.ts';
import { runs } from './run.ts';

const compress = (path: string, options: z.input<typeof compressOptions> = {}) =>
  tryRun(runs.compress, compressOptions, options, { inputs: { imageUrl: path } });

async function savePhoto(type: 'jpg' | 'png' | 'webp', quality = 95) {
  const path = join(await makeTestFolder(), `photo.${type}`);
  const small = sharp(photos.womanRed).resize(240, 240);
  await (type === 'jpg' ? small.jpeg({ quality }) : type === 'png' ? small.png() : small.webp({ quality })).toFile(
    path,
  );
  return path;
}

test.each([
  ['jpg', 0.5],
  ['png', 0.5],
  ['webp', 0.6],
] as const)('a %s becomes much smaller and keeps its format', async (type, share) => {
  const path = await savePhoto(type);
  const { file, bytes, output } = await compress(path);
  const { size } = await stat(path);
  expect(file).toMatchObject({ type, width: 240, height: 240, name: `photo-min.${type}` });
  expect(bytes.length).toBeLessThan(size * share);
  expect(output.meta).toMatchObject({ inputBytes: size, outputBytes: bytes.length, warnings: [] });
  const [before, after] = [await sharp(path).raw().toBuffer(), await sharp(bytes).removeAlpha().raw().toBuffer()];
  const squares = before.reduce((sum, level, i) => sum + (level - after[i]!) ** 2, 0);
  expect(10 * Math.log10((255 * 255 * before.length) / squares)).toBeGreaterThan(30);
});

test('hidden colours do not show at the edges of a webp', async () => {
  const path = join(await makeTestFolder(), 'disc.png');
  await writeFile(path, await drawDisc());
  expect(await findHalo((await compress(path, { format: 'webp' })).bytes)).toBeLessThan(5);
});

test('a photograph as TIFF becomes a jpg', async () => {
  const path = join(await makeTestFolder(), 'photo.tiff');
  await sharp(photos.womanRed).resize(240, 240).tiff().toFile(path);
  expect((await compress(path)).file.type).toBe('jpg');
});

test('a scan in black and white as TIFF becomes a png with its pixels', async () => {
  const path = join(await makeTestFolder(), 'scan.tiff');
  await sharp(photos.womanRed)
    .resize(800, 800)
    .threshold(128)
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1 })
    .toFile(path);
  const { file, bytes } = await compress(path);
  expect(file.type).toBe('png');
  expect(bytes.length).toBeLessThan((await stat(path)).size * 2.5);
  expect(await differenceOf(bytes, path)).toBe(0);
});

test.each([
  ['plain.heic', 'jpg'],
  ['plain.bmp', 'png'],
  ['plain.tiff', 'png'],
])('%s becomes a %s', async (name, type) => {
  const { file, bytes } = await compress(fixture(name));
  expect(file.type).toBe(type);
  expectColours(
    await lookAt(bytes),
    quarters.map(colour => [...colour, 255]),
    12,
  );
});

test('an animation keeps its frames and delays', async () => {
  const path = fixture('animated-3-frames.gif');
  const { bytes, output } = await compress(path, { format: 'webp' });
  const [before, after] = [await sharp(path).metadata(), await sharp(bytes).metadata()];
  expect([after.pages, after.delay]).toEqual([before.pages, before.delay]);
  expect(output.meta?.warnings).not.toContain('first-frame-only');
});

test('a target size is reached, first by quality, then by dimensions', async () => {
  const path = await savePhoto('jpg');
  const gentle = await compress(path, { targetKb: 12 });
  expect(gentle.bytes.length).toBeLessThanOrEqual(12 * 1024);
  expect([gentle.file.width, gentle.output.meta?.warnings]).toEqual([240, []]);
  const harsh = await compress(path, { targetKb: 2 });
  expect(harsh.bytes.length).toBeLessThanOrEqual(2 * 1024);
  expect(harsh.file.width).toBeLessThan(240);
  expect(harsh.output.meta?.warnings).toEqual(['dimensions-reduced']);
});

test('a file that is already small is returned unchanged', async () => {
  const path = join(await makeTestFolder(), 'small.jpg');
  await sharp(photos.womanRed).resize(240, 240).jpeg({ quality: 50, mozjpeg: true, quantisationTable: 0 }).toFile(path);
  const { bytes, output } = await compress(path, { quality: 95 });
  expect(bytes.equals(await readFile(path))).toBe(true);
  expect(output.meta?.warnings).toEqual(['already-small']);
});

test('a small file that has to be encoded again, without its metadata, still meets the target', async () => {
  const path = join(await makeTestFolder(), 'located.webp');
  await sharp(photos.womanRed)
    .resize(240, 240)
    .withExif({ IFD0: { Artist: 'somebody' } })
    .webp({ quality: 20 })
    .toFile(path);
  const targetKb = Math.ceil((await stat(path)).size / 1024);
  const { bytes } = await compress(path, { targetKb });
  expect(bytes.length).toBeLessThanOrEqual(targetKb * 1024);
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();
});

test('transparency is kept in a png, and becomes white in a jpg, with a warning', async () => {
  const kept = await compress(fixture('transparent.png'));
  expect(kept.file.type).toBe('png');
  expect((await sharp(kept.bytes).metadata()).hasAlpha).toBe(true);
  const flat = await compress(fixture('transparent.png'), { format: 'jpg' });
  expect(flat.output.meta?.warnings).toContain('transparency-flattened');
  expect((await lookAt(flat.bytes))[3]!.every(level => level > 250)).toBe(true);
});

/** A GIF of a photograph that moves, with dithering, as most programs write it. */
async function saveMoving(colours = 256, dither = 1) {
  const path = join(await makeTestFolder(), 'moving.gif');
  const [width, height, count] = [160, 120, 16];
  const photo = sharp(photos.womanRed).resize(240, 240);
  const frames = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      photo
        .clone()
        .extract({ left: at * 3, top: at, width, height })
        .ensureAlpha()
        .raw()
        .toBuffer(),
    ),
  );
  const raw = { width, height: height * count, channels: 4, pageHeight: height } as const;
  const delay = Array.from({ length: count }, (_, at) => 40 + 10 * at);
  await sharp(Buffer.concat(frames), { raw, animated: true }).gif({ colours, dither, delay, loop: 3 }).toFile(path);
  return path;
}

test.each([
  [256, 1],
  [256, 0],
])('a gif of %i colours becomes smaller and keeps its size, delays and colours', async (colours, dither) => {
  const path = await saveMoving(colours, dither);
  const { file, bytes, output } = await compress(path);
  const { size } = await stat(path);
  expect(bytes.length).toBeLessThan(size * 0.96);
  expect(file).toMatchObject({ type: 'gif', width: 160, height: 120 });
  expect(output.meta?.warnings).toEqual([]);
  const [before, after] = await Promise.all([path, bytes].map(each => sharp(each, { animated: true }).metadata()));
  expect([after!.pages, after!.delay, after!.loop]).toEqual([before!.pages, before!.delay, before!.loop]);
  const [old, fresh] = await Promise.all(
    [path, bytes].map(each => sharp(each, { animated: true }).removeAlpha().raw().toBuffer()),
  );
  const squares = old!.reduce((sum, level, at) => sum + (level - fresh![at]!) ** 2, 0);
  expect(10 * Math.log10((255 * 255 * old!.length) / squares)).toBeGreaterThan(27);
});

test('a gif meets a target by fewer colours before its dimensions are reduced', async () => {
  const path = await saveMoving();
  const { size } = await stat(path);
  const targetKb = Math.floor(size / 1024 / 3);
  const { file, bytes } = await compress(path, { targetKb });
  expect(bytes.length).toBeLessThanOrEqual(targetKb * 1024);
  expect(file.width).toBe(160);
});

test.each(['animated-6-frames.png', 'animated-10-frames.avif', 'animated-3-frames.gif', 'cleared-6-frames.gif'])(
  '%s never grows',
  async name => {
    for (const quality of [1, 75, 100]) {
      const { bytes, file, output } = await compress(fixture(name), { quality });
      const original = await readFile(fixture(name));
      expect(bytes.length).toBeLessThanOrEqual(original.length);
      if (!bytes.equals(original)) continue;
      expect(output.meta?.warnings).toEqual(['already-small']);
      expect(file.name).toBe(name.replace('.', '-min.'));
    }
  },
);

test('broken files are refused', async () => {
  expect(await refusalOf(compress(fixture('truncated.jpg')))).toBe('FILE_CORRUPT');
});
