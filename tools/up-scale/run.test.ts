// Tests enlargement of real files: sizes, formats, profiles, alpha, refusals and engines.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeRepeater } from 'engines/model/test-networks.ts';
import { sharp } from 'engines/sharp.ts';
import { expectColours, fixture, lookAt, quarters, refusalOf } from 'engines/test-pictures.ts';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { makeTestFolder, tryRun } from '../test-run.ts';
import { enlargeOptions } from './contract.ts';
import { runs } from './run.ts';

type Asked = z.input<typeof enlargeOptions>;

const enlarge = (path: string, options: Asked = {}, models = {}) =>
  tryRun(runs.enlarge, enlargeOptions, options, { inputs: { imageUrl: path }, models });

const solid = quarters.map(colour => [...colour, 255]);

describe('every type', () => {
  test.each([
    ['plain.jpg', 'jpg'],
    ['plain.png', 'png'],
    ['plain.webp', 'webp'],
    ['plain.gif', 'png'],
    ['plain.bmp', 'png'],
    ['plain.avif', 'webp'],
    ['plain.tiff', 'png'],
    ['plain.heic', 'jpg'],
  ])('%s becomes %s, with its colours in the same places', async (name, type) => {
    const { file, bytes, output } = await enlarge(fixture(name), { upscale: 3, detail: 'quick' });
    expect(file).toMatchObject({ type, width: 192, height: 96, name: `plain-x3.${type}` });
    expectColours(await lookAt(bytes), solid, 8);
    expect(output.meta).toMatchObject({ engine: 'lanczos', upscale: 3, mode: 'photo', warnings: [] });
    expect(Boolean(output.inputPreviewPath)).toBe(name === 'plain.tiff' || name === 'plain.heic');
  });

  test('a vector drawing is rendered at the new size', async () => {
    const { file, bytes, output } = await enlarge(fixture('plain.svg'), { upscale: 8 });
    expect([file.width, file.height, output.meta?.engine]).toEqual([512, 256, 'vector']);
    expectColours(await lookAt(bytes), solid, 1);
    const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    // Sharp from one pixel to the next, unlike any upscaled raster image.
    const row = data.subarray(512 * 3 * 60, 512 * 3 * 61);
    expect([row[255 * 3], row[256 * 3]]).toEqual([220, 40]);
  });

  test('the EXIF orientation of a photograph is applied', async () => {
    const { file, bytes } = await enlarge(fixture('portrait-exif-6.jpg'), { detail: 'quick' });
    expect([file.width, file.height]).toEqual([64, 128]);
    expectColours(await lookAt(bytes), solid, 8);
  });
});

test('without options the image is doubled by the network, with progress', async () => {
  const { file, output, steps } = await enlarge(fixture('plain.png'));
  expect([file.width, file.height, output.meta?.engine]).toEqual([128, 64, 'anime4k']);
  const percents = steps.map(([percent]) => percent);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  expect([steps[0], steps.at(-1)]).toEqual([
    [0, 'reading'],
    [100, 'writing'],
  ]);
});

test('a network of the operator replaces the built-in one', async () => {
  const path = join(await makeTestFolder(), 'theirs.onnx');
  await writeRepeater(path, { side: 64, scale: 4 });
  const { file, bytes, output } = await enlarge(fixture('plain.png'), { upscale: 2 }, { enlarge: path });
  expect([file.width, file.height, output.meta?.engine]).toEqual([128, 64, 'operator:theirs.onnx']);
  expectColours(await lookAt(bytes), solid, 3);
});

test('blocks and ringing of a JPEG are removed, not enlarged, also in a screenshot of it', async () => {
  const words =
    '<rect width="160" height="80" fill="#fff"/><text x="8" y="56" font-size="44" font-weight="bold">Sale</text>';
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="160" height="80">${words}</svg>`);
  const drawn = await sharp(svg).flatten().png().toBuffer();
  const folder = await makeTestFolder();
  const [clean, fringed, shot] = ['clean.png', 'fringed.jpg', 'shot.png'].map(name => join(folder, name));
  await writeFile(clean!, drawn);
  await writeFile(fringed!, await sharp(drawn).jpeg({ quality: 40 }).toBuffer());
  await sharp(fringed).png().toFile(shot!);
  const enlargeGrey = async (path: string) => {
    const { bytes } = await enlarge(path, { upscale: 2, format: 'png' });
    return sharp(bytes).greyscale().raw().toBuffer();
  };
  const wanted = await enlargeGrey(clean!);
  /** Sum of squared errors on the paper around the letters. */
  const dirtOf = (levels: Buffer) =>
    levels.reduce((sum, level, i) => sum + (wanted[i]! > 250 ? (level - wanted[i]!) ** 2 : 0), 0);
  const asItIs = await sharp(fringed).greyscale().resize(320, 160, { kernel: 'lanczos3' }).raw().toBuffer();
  for (const path of [fringed!, shot!]) expect(dirtOf(await enlargeGrey(path))).toBeLessThan(dirtOf(asItIs) * 0.5);
});

describe('colours', () => {
  test.each(['display-p3.jpg', 'sixteen-bit-p3.png'])('the profile of %s is kept', async name => {
    const { bytes } = await enlarge(fixture(name), { detail: 'quick' });
    const [before, after] = [await sharp(fixture(name)).metadata(), await sharp(bytes).metadata()];
    expect(after.icc?.equals(before.icc!)).toBe(true);
    expectColours(await lookAt(bytes), solid, 8);
  });

  test.each(['cmyk.jpg', 'grey.jpg', 'sixteen-bit.png', 'palette.png'])('%s', async name => {
    const before = await lookAt(fixture(name));
    const { bytes } = await enlarge(fixture(name), { detail: 'quick', format: 'png' });
    expectColours(await lookAt(bytes), before, 8);
  });

  test('transparency is kept, or flattened for a jpg with a warning', async () => {
    const kept = await enlarge(fixture('transparent.png'), { detail: 'quick' });
    expectColours(await lookAt(kept.bytes), await lookAt(fixture('transparent.png')).then(withoutHidden), 4);
    const flat = await enlarge(fixture('transparent.png'), { detail: 'quick', format: 'jpg' });
    expect(flat.output.meta?.warnings).toEqual(['transparency-flattened']);
    expect((await lookAt(flat.bytes))[3]).toEqual([255, 255, 255, 255]);
  });
});

/** Colours of invisible pixels may change. */
const withoutHidden = (colours: number[][]) => colours.filter(colour => colour[3] !== 0);

describe('limits', () => {
  const drawFile = async (width: number, height: number, type: 'png' | 'webp' = 'png') => {
    const path = join(await makeTestFolder(), `plain.${type}`);
    const plain = sharp({ create: { width, height, channels: 3, background: '#4080c0' } });
    await writeFile(path, await (type === 'png' ? plain.png() : plain.webp()).toBuffer());
    return path;
  };

  test('a result above 100 megapixels is refused with the largest possible factor', async () => {
    const path = await drawFile(3600, 1800);
    const refusal = await enlarge(path, { upscale: 4 }).catch(error => error);
    expect(refusal.code).toBe('ENLARGED_TOO_LARGE');
    expect(refusal.details).toEqual({ upscale: 4, megapixels: 104, maxMegapixels: 100, possible: 3 });
    const huge = await drawFile(6000, 5000);
    expect(await refusalOf(enlarge(huge))).toBe('ALREADY_LARGE');
  });

  test('a side that the format does not support is refused before processing', async () => {
    const path = await drawFile(5000, 10, 'webp');
    expect(await refusalOf(enlarge(path, { upscale: 4, detail: 'quick' }))).toBe('SIDE_TOO_LONG');
    const { file } = await enlarge(path, { upscale: 4, detail: 'quick', format: 'jpg' });
    expect([file.width, file.height, file.type]).toEqual([20_000, 40, 'jpg']);
  });

  test('the network enlarges images of many megapixels too', async () => {
    const { output, file } = await enlarge(await drawFile(4000, 1000), { upscale: 2, format: 'jpg' });
    expect([file.width, file.height]).toEqual([8000, 2000]);
    expect(output.meta).toMatchObject({ engine: 'anime4k', warnings: [] });
  });

  test("an image too large for the operator's network is enlarged by the built-in one, with a warning", async () => {
    const path = join(await makeTestFolder(), 'theirs.onnx');
    await writeRepeater(path, { scale: 2 });
    const { output } = await enlarge(await drawFile(2100, 1500), { format: 'jpg' }, { enlarge: path });
    expect(output.meta).toMatchObject({ engine: 'anime4k', warnings: ['too-large-for-network'] });
  });

  test('broken files are refused, and only the first frame of an animation is used', async () => {
    expect(await refusalOf(enlarge(fixture('truncated.jpg')))).toBe('FILE_CORRUPT');
    expect(await refusalOf(enlarge(fixture('huge-30000x30000.png')))).toBe('PIXELS_TOO_MANY');
    const { output } = await enlarge(fixture('animated-3-frames.gif'), { detail: 'quick' });
    expect(output.meta?.warnings).toEqual(['first-frame-only']);
  });
});

test.each([{ upscale: 5 }, { upscale: '4' }, { mode: 'magic' }, { detail: 'most' }, { format: 'gif' }])(
  'the options %o are refused',
  options => {
    expect(enlargeOptions.safeParse(options).success).toBe(false);
  },
);
