// Tests resized files: the requested size, colours in their places, kept frames and profiles.
import { sharp } from 'engines/sharp.ts';
import { expectColours, fixture, lookAt, quarters, refusalOf } from 'engines/test-pictures.ts';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { tryRun } from '../test-run.ts';
import { resizeOptions } from './contract.ts';
import { newSize } from './new-size.ts';
import { runs } from './run.ts';

type Asked = z.input<typeof resizeOptions>;
const resize = (name: string, options: Asked) =>
  tryRun(runs.resize, resizeOptions, options, { inputs: { imageUrl: fixture(name) } });

const solid = quarters.map(colour => [...colour, 255]);

describe('the new size', () => {
  const size = (options: Asked) => {
    const { width, height } = newSize({ width: 400, height: 300 }, resizeOptions.parse(options));
    return `${width}x${height}`;
  };

  test.each([
    [{ width: 200 }, '200x150'],
    [{ height: 600 }, '800x600'],
    [{ height: 600, enlarge: false }, '400x300'],
    [{ longEdge: 100 }, '100x75'],
    [{ longEdge: 4000, enlarge: false }, '400x300'],
    [{ percent: 50 }, '200x150'],
    [{ percent: 250, enlarge: false }, '1000x750'],
    [{ width: 100, height: 100 }, '100x100'],
    [{ width: 100, height: 100, fit: 'inside' }, '100x75'],
    [{ width: 600, height: 600, fit: 'cover', enlarge: false }, '300x300'],
    [{}, '400x300'],
  ] as const)('%o: %s', (options, wanted) => {
    expect(size(options)).toBe(wanted);
  });
});

test.each([
  ['plain.jpg', 'jpg'],
  ['plain.png', 'png'],
  ['plain.webp', 'webp'],
  ['plain.heic', 'jpg'],
  ['plain.svg', 'png'],
])('%s becomes %s with its colours in the same places', async (name, type) => {
  const { file, bytes } = await resize(name, { width: 96 });
  expect(file).toMatchObject({ type, width: 96, height: 48, name: `plain-96x48.${type}` });
  expectColours(await lookAt(bytes), solid, 10);
});

test('cover crops the sides, fill does not', async () => {
  const cut = await resize('plain.png', { width: 32, height: 32, fit: 'cover' });
  const stretched = await resize('plain.png', { width: 32, height: 32, fit: 'fill' });
  expectColours(await lookAt(stretched.bytes), solid, 10);
  expect([cut.file.width, cut.file.height]).toEqual([32, 32]);
});

test('an EXIF orientation is applied first, and the profile is kept', async () => {
  const { file } = await resize('portrait-exif-6.jpg', { percent: 50 });
  expect([file.width, file.height]).toEqual([16, 32]);
  const { bytes } = await resize('display-p3.jpg', { percent: 50 });
  expect((await sharp(bytes).metadata()).icc?.equals((await sharp(fixture('display-p3.jpg')).metadata()).icc!)).toBe(
    true,
  );
});

test.each(['animated-3-frames.gif', 'animated-3-frames.webp'])('%s keeps its frames and delays', async name => {
  const { bytes, output } = await resize(name, { percent: 50 });
  const [before, after] = [await sharp(fixture(name)).metadata(), await sharp(bytes).metadata()];
  expect([after.pages, after.delay, after.width]).toEqual([3, before.delay, before.width / 2]);
  expect(output.meta?.warnings).toEqual([]);
  const still = await resize(name, { percent: 50, format: 'png' });
  expect(still.output.meta?.warnings).toContain('first-frame-only');
});

test('too many pixels, too long a side and broken files are refused', async () => {
  expect(await refusalOf(resize('plain.png', { width: 16_000, height: 16_000, fit: 'fill' }))).toBe('PIXELS_TOO_MANY');
  expect(await refusalOf(resize('truncated.jpg', { percent: 50 }))).toBe('FILE_CORRUPT');
  expect(resizeOptions.safeParse({ width: 20_000 }).success).toBe(false);
});
