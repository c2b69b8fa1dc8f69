// Tests that thumbnails of real images have the right sizes, names and crops.
import { readFile } from 'node:fs/promises';
import { sharp } from 'engines/sharp.ts';
import { fixture, refusalOf } from 'engines/test-pictures.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { photos } from '../../bench/photos.ts';
import { tryRun } from '../test-run.ts';
import { thumbnailOptions } from './contract.ts';
import { runs } from './run.ts';

const make = (path: string, options: z.input<typeof thumbnailOptions> = {}) =>
  tryRun(runs.makeThumbnails, thumbnailOptions, options, { inputs: { imageUrl: path } });

/** Returns the mean colour of a part of an image, given in fractions. */
async function meanOf(path: string, x: number, y: number, w: number, h: number): Promise<number[]> {
  const { width, height } = await sharp(path).metadata();
  const part = {
    left: Math.round(x * width),
    top: Math.round(y * height),
    width: Math.round(w * width),
    height: Math.round(h * height),
  };
  const { channels } = await sharp(await sharp(path).extract(part).png().toBuffer()).stats();
  return channels.map(channel => channel.mean);
}

describe('files', () => {
  it('without options makes the default sizes, each named after its platform', async () => {
    const { output } = await make(photos.womanGreen);
    expect(output.files.map(file => file.name)).toEqual([
      'woman-green-wechat-article-cover-900x383.jpg',
      'woman-green-xiaohongshu-3-4-1242x1660.jpg',
      'woman-green-instagram-square-1080x1080.jpg',
    ]);
    for (const file of output.files)
      expect(await sharp(file.path).metadata()).toMatchObject({
        format: 'jpeg',
        width: file.width,
        height: file.height,
      });
    expect(output.meta!.warnings).toEqual(['frames-enlarged']);
  });

  it('supports custom sizes, a size in KB, and every format', async () => {
    for (const format of ['jpg', 'png', 'webp'] as const) {
      const { output, bytes } = await make(photos.envelopes, {
        sizes: [],
        custom: [{ width: 320, height: 200 }],
        format,
        maxKb: 20,
      });
      expect(output.files).toHaveLength(1);
      expect(output.files[0]!.name).toBe(`envelopes-custom-320x200.${format}`);
      expect(bytes.length).toBeLessThanOrEqual(20 * 1024);
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 320, height: 200 });
    }
  });

  it('refuses too many sizes, no sizes, and impossible file sizes', async () => {
    const custom = Array.from({ length: 18 }, (_, i) => ({ width: 100 + i, height: 100 }));
    expect(await refusalOf(make(photos.envelopes, { custom }))).toBe('SIZES_TOO_MANY');
    expect(await refusalOf(make(photos.envelopes, { sizes: [] }))).toBe('SIZES_MISSING');
    expect(await refusalOf(make(photos.forest, { sizes: ['amazon-main'], maxKb: 5 }))).toBe('TARGET_SIZE_IMPOSSIBLE');
    expect(await refusalOf(make(fixture('truncated.png')))).toBe('FILE_CORRUPT');
  });
});

describe('fit', () => {
  const banner = { sizes: [], custom: [{ width: 800, height: 200 }] };

  it('smart keeps the face where a centred crop shows only clothes', async () => {
    const { output } = await make(photos.womanGreen, banner);
    const [crop] = output.meta!.crops as { y: number; h: number }[];
    // Her face is between 0.08 and 0.42 of the height.
    expect(crop!.y).toBeLessThan(0.2);
    const { output: middle } = await make(photos.womanGreen, { ...banner, fit: 'cover' });
    const [cut] = middle.meta!.crops as { y: number }[];
    expect(cut!.y).toBeGreaterThan(0.3);
  });

  it('cover keeps the given point', async () => {
    const left = await make(fixture('plain.png'), {
      sizes: [],
      custom: [{ width: 32, height: 32 }],
      fit: 'cover',
      focus: { x: 0, y: 0 },
    });
    const [red, green] = await meanOf(left.file.path, 0, 0, 1, 0.4);
    expect(red).toBeGreaterThan(200);
    expect(green).toBeLessThan(60);
  });

  it('contain shows the whole image, surrounded by the colour or the blurred image', async () => {
    const square = {
      sizes: [],
      custom: [{ width: 400, height: 400 }],
      fit: 'contain' as const,
      format: 'png' as const,
    };
    const coloured = await make(photos.strawberries, { ...square, background: '#102030' });
    expect((await meanOf(coloured.file.path, 0, 0, 1, 0.1)).slice(0, 3)).toEqual([16, 32, 48]);
    const blurred = await make(photos.strawberries, { ...square, border: 'blur' });
    const [red, , blue] = await meanOf(blurred.file.path, 0, 0, 1, 0.1);
    expect(blue).toBeGreaterThan(red! + 60);
  });

  it('transparency is kept in a PNG and becomes the background in a JPEG', async () => {
    const size = { sizes: [], custom: [{ width: 40, height: 20 }], background: '#00ff00' };
    const kept = await make(fixture('transparent.png'), { ...size, format: 'png' });
    expect((await sharp(kept.bytes).stats()).isOpaque).toBe(false);
    const flat = await make(fixture('transparent.png'), { ...size, format: 'jpg' });
    expect((await sharp(flat.bytes).metadata()).hasAlpha).toBe(false);
  });
});

it('returns the positions of faces for the screen', async () => {
  const { output } = await tryRun(runs.findFocus, z.object({}), {}, { inputs: { imageUrl: photos.womanRed } });
  const [face, ...others] = output.meta!.faces as { x: number; y: number; w: number; h: number }[];
  expect(others).toEqual([]);
  expect(face!.x + face!.w / 2).toBeCloseTo(0.49, 1);
  const { width, height, values } = output.meta!.interest as { width: number; height: number; values: string };
  expect(Buffer.from(values, 'base64').length).toBe(width * height);
});

it('every file of a result exists', async () => {
  const { output } = await make(fixture('portrait-exif-6.jpg'), { sizes: ['favicon', 'avatar'] });
  for (const file of output.files) expect((await readFile(file.path)).length).toBeGreaterThan(100);
});
