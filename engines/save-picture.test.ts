// A changed picture keeps its format, metadata and profile, and has the new pixels.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPicture } from './image.ts';
import { nameSaved, type SaveWishes, savePicture } from './save-picture.ts';
import { sharp } from './sharp.ts';
import { fixture } from './test-pictures.ts';

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

test('only a known extension is removed from a name', () => {
  expect(nameSaved('a.photo.HEIC', 'jpg', '-x4')).toBe('a.photo-x4.jpg');
  expect(nameSaved('notes.v2', 'png')).toBe('notes.v2.png');
  expect(nameSaved('.png', 'png')).toBe('picture.png');
});
