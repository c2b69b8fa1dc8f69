// A changed picture keeps its format, metadata and profile, and has the new pixels.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { photos } from '../bench/photos.ts';
import { readJpegTables } from './formats/jpeg-tables.ts';
import { openPicture, readPixels } from './image.ts';
import { fromPixels } from './preview.ts';
import { nameSaved, type SaveWishes, savePicture } from './save-picture.ts';
import { sharp } from './sharp.ts';

import { differenceOf, drawDisc, drawThinLines, findHalo, fixture } from './test-pictures.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'save-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Saves a picture of one colour, twice as wide as the original. */
async function save(name: string, channels: 3 | 4, wishes: SaveWishes) {
  const picture = await openPicture(fixture(name));
  const width = picture.width * 2;
  const colour = [10, 200, 90, 128].slice(0, channels);
  const data = Buffer.alloc(width * picture.height * channels, Uint8Array.from(colour));
  const pixels = { data, width, height: picture.height, channels };
  const saved = await savePicture({ picture, inputName: name, pixels, folder, wishes, suffix: '-new' });
  const file = saved.files[0]!;
  const metadata = await sharp(file.path).metadata();
  const { data: seen } = await sharp(file.path).raw().toBuffer({ resolveWithObject: true });
  return { saved, file, metadata, seen: [...seen.subarray(0, metadata.channels)], picture };
}

test.each([
  ['portrait-exif-6.jpg', 'jpeg'],
  ['plain.webp', 'webp'],
  ['plain.png', 'png'],
  ['plain.bmp', 'png'],
  ['plain.heic', 'jpeg'],
  ['plain.svg', 'png'],
])('%s is saved as %s with the new pixels', async (name, format) => {
  const { metadata, seen, picture, saved } = await save(name, 3, { format: 'same' });
  expect(metadata).toMatchObject({ format, width: picture.width * 2, height: picture.height });
  expect(metadata.orientation ?? 1).toBe(1);
  seen.slice(0, 3).forEach((value, channel) => {
    expect(Math.abs(value - [10, 200, 90][channel]!)).toBeLessThanOrEqual(3);
  });
  expect(!!saved.inputPreviewPath).toBe(name === 'plain.heic');
});

test('transparency is kept, in a PNG if the format has none', async () => {
  const { metadata, seen } = await save('plain.jpg', 4, { format: 'same' });
  expect(metadata).toMatchObject({ format: 'png', hasAlpha: true });
  expect(seen).toEqual([10, 200, 90, 128]);
});

test('EXIF is kept unless it is not wanted', async () => {
  const kept = await save('gps-and-xmp.jpg', 3, { format: 'same' });
  expect(kept.metadata.exif).toBeDefined();
  const dropped = await save('gps-and-xmp.jpg', 3, { format: 'same', keeps: false });
  expect(dropped.metadata.exif).toBeUndefined();
});

test("pixels in the picture's own profile keep it; others are sRGB", async () => {
  const own = await save('display-p3.jpg', 3, { format: 'same', keepsProfile: true });
  expect(own.metadata.icc).toEqual(own.picture.metadata.icc);
  const srgb = await save('display-p3.jpg', 3, { format: 'png' });
  expect(srgb.metadata.icc?.equals(own.picture.metadata.icc!)).not.toBe(true);
  expect(srgb.seen.slice(0, 3)).toEqual([10, 200, 90]);
});

test('the colours are kept although the original is grey', async () => {
  expect((await save('grey.jpg', 3, { format: 'png' })).seen.slice(0, 3)).toEqual([10, 200, 90]);
});

test('thin lines keep their colours in a WebP', async () => {
  const picture = await openPicture(fixture('plain.webp'));
  const lines = await drawThinLines();
  const pixels = await readPixels(sharp(lines), 3);
  const saved = await savePicture({ picture, inputName: 'lines.webp', pixels, folder, wishes: { format: 'same' } });
  expect(await differenceOf(saved.files[0]!.path, lines)).toBeLessThan(7);
});

test('hidden colours do not show at the edges of a WebP', async () => {
  const picture = await openPicture(fixture('plain.webp'));
  const pixels = await readPixels(sharp(await drawDisc()), 4);
  const saved = await savePicture({ picture, inputName: 'disc.webp', pixels, folder, wishes: { format: 'same' } });
  expect(await findHalo(await readFile(saved.files[0]!.path))).toBeLessThan(5);
});

test('only a known extension is removed from a name', () => {
  expect(nameSaved('a.photo.HEIC', 'jpg', '-x4')).toBe('a.photo-x4.jpg');
  expect(nameSaved('notes.v2', 'png')).toBe('notes.v2.png');
  expect(nameSaved('.png', 'png')).toBe('picture.png');
});

describe('what follows its source', () => {
  /** Resizes a picture to half its sides, as tools do. */
  async function halve(bytes: Buffer, extension: string) {
    const path = join(folder, `whole.${extension}`);
    await writeFile(path, bytes);
    const picture = await openPicture(path);
    const size = { width: picture.width / 2, height: picture.height / 2 };
    const pixels = await readPixels(picture.start().resize(size), picture.hasAlpha ? 4 : 3);
    const wishes = { format: 'same', followsSource: true } as const;
    const saved = await savePicture({ picture, inputName: 'whole.png', pixels, folder, wishes });
    const half = await readFile(saved.files[0]!.path);
    return { half, metadata: await sharp(half).metadata(), pixels };
  }
  const photo = () => sharp(photos.womanRed).resize(800, 600);

  test('half of a coarse JPEG is smaller than the whole', async () => {
    const whole = await photo().jpeg({ quality: 10 }).toBuffer();
    expect((await halve(whole, 'jpg')).half.length).toBeLessThan(whole.length);
  });

  test('half of a fine JPEG is as fine', async () => {
    const whole = await photo().jpeg({ quality: 95 }).toBuffer();
    await writeFile(join(folder, 'half.jpg'), (await halve(whole, 'jpg')).half);
    expect((await readJpegTables(join(folder, 'half.jpg')))?.quality).toBe(92);
  });

  test('half of a drawing with a palette has one, and is smaller than the whole', async () => {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#fff"/>${Array.from({ length: 60 }, (_, i) => `<circle cx="${(i * 97) % 640}" cy="${(i * 61) % 480}" r="${8 + (i % 30)}" fill="hsl(${i * 40} 70% 50%)"/>`).join('')}</svg>`;
    const whole = await sharp(Buffer.from(drawing)).png({ palette: true, dither: 0 }).toBuffer();
    const { half, metadata, pixels } = await halve(whole, 'png');
    expect(metadata.isPalette).toBe(true);
    expect(half.length).toBeLessThan(whole.length);
    const seen = await sharp(half).removeAlpha().raw().toBuffer();
    expect(seen.reduce((most, value, i) => Math.max(most, Math.abs(value - pixels.data[i]!)), 0)).toBeLessThan(60);
  });

  test('colours that do not fit into a palette stay', async () => {
    const wheel = Buffer.from(
      Array.from({ length: 128 * 128 }, (_, i) => [(i % 128) * 2, (i >> 7) * 2, (i * 7919) % 256]).flat(),
    );
    const whole = await sharp(wheel, { raw: { width: 128, height: 128, channels: 3 } })
      .png({ palette: true })
      .toBuffer();
    expect((await halve(whole, 'png')).metadata.isPalette).toBe(false);
  });

  test('half of an AVIF is smaller than the whole', async () => {
    const whole = await photo().avif({ quality: 50, effort: 2 }).toBuffer();
    const { half, metadata } = await halve(whole, 'avif');
    expect(metadata.format).toBe('webp');
    expect(half.length).toBeLessThan(whole.length);
  });

  test('grey stays grey in a PNG, exactly', async () => {
    const whole = await photo().greyscale().png().toBuffer();
    const { half, pixels } = await halve(whole, 'png');
    expect(half.length).toBeLessThan((await fromPixels(pixels).png().toBuffer()).length);
    expect((await sharp(half).toColourspace('srgb').raw().toBuffer()).equals(Buffer.from(pixels.data))).toBe(true);
  });

  test('a lossless WebP stays lossless', async () => {
    const whole = await photo().resize(64, 48).webp({ lossless: true }).toBuffer();
    const { half, pixels } = await halve(whole, 'webp');
    expect((await sharp(half).raw().toBuffer()).equals(Buffer.from(pixels.data))).toBe(true);
  });
});
