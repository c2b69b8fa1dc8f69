// Tests sharpening on real files and on images with a known blur.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mulberry32 } from 'contract/random.ts';
import { sharp } from 'engines/sharp.ts';
import { comparePixels, cutMiddle } from 'engines/test-photos.ts';
import { expectColours, fixture, lookAt, quarters, refusalOf } from 'engines/test-pictures.ts';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { photos } from '../../bench/photos.ts';
import { makeTestFolder, tryRun } from '../test-run.ts';
import { sharpenOptions } from './contract.ts';
import { runs } from './run.ts';

type Asked = z.input<typeof sharpenOptions>;

const sharpen = (path: string, options: Asked = {}) =>
  tryRun(runs.sharpen, sharpenOptions, options, { inputs: { imageUrl: path } });

const solid = quarters.map(colour => [...colour, 255]);

interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3;
}

async function writePng({ data, width, height, channels }: Pixels): Promise<string> {
  const path = join(await makeTestFolder(), 'picture.png');
  await writeFile(path, await sharp(data, { raw: { width, height, channels } }).png().toBuffer());
  return path;
}

async function readPng(picture: Buffer | string): Promise<Pixels> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: 3 };
}

async function blur(picture: Pixels, radius: number): Promise<Pixels> {
  const { width, height, channels } = picture;
  const raw = { raw: { width, height, channels } };
  return {
    ...picture,
    data: await sharp(picture.data, raw)
      .blur({ sigma: radius, precision: 'float', minAmplitude: 0.01 })
      .raw()
      .toBuffer(),
  };
}

describe('a photograph', () => {
  test.each([1.2, 2])('blurred by %f gets closer to the original than with unsharp masking', async radius => {
    const truth = (await cutMiddle(photos.astronaut, 300, 300)) as Pixels;
    const blurred = await blur(truth, radius);
    const path = await writePng(blurred);
    const { bytes, output } = await sharpen(path);
    const before = comparePixels(blurred, truth);
    const ours = comparePixels(await readPng(bytes), truth) - before;
    const common = comparePixels(await readPng(await sharp(path).sharpen({ sigma: radius }).png().toBuffer()), truth);
    expect(ours).toBeGreaterThan(2);
    expect(ours).toBeGreaterThan(common - before + 0.3);
    expect(output.meta?.blur).toBe('gaussian');
    expect(Math.abs(Number(output.meta?.size) - radius)).toBeLessThan(0.25 * radius);
  });

  test('smeared in one direction is recognised as motion blur', async () => {
    const truth = (await cutMiddle(photos.manCap, 400, 400)) as Pixels;
    const data = Uint8Array.from(truth.data);
    const length = 9;
    for (let y = 0; y < 400; y++)
      for (let i = y * 1200; i < (y + 1) * 1200; i++) {
        let sum = 0;
        for (let step = -4; step <= 4; step++)
          sum += truth.data[Math.min((y + 1) * 1200 - 3, Math.max(y * 1200, i + 3 * step))]!;
        data[i] = sum / length;
      }
    const smeared = { ...truth, data };
    const { bytes, output } = await sharpen(await writePng(smeared));
    expect(output.meta?.blur).toBe('motion');
    const degrees = Number(output.meta?.degrees);
    expect(Math.min(degrees, 180 - degrees)).toBeLessThan(12);
    expect(comparePixels(await readPng(bytes), truth, 16) - comparePixels(smeared, truth, 16)).toBeGreaterThan(0.5);
  });

  test('that is sharp is left alone up to the middle, and says so, and changes above it', async () => {
    const truth = (await cutMiddle(photos.womanGreen, 240, 240)) as Pixels;
    const path = await writePng(truth);
    const at = async (blurStrength: number) => {
      const { bytes, output } = await sharpen(path, { blurStrength });
      return [comparePixels(await readPng(bytes), truth), output.meta?.warnings, output.hasNoEffect] as const;
    };
    const untouched = [Number.POSITIVE_INFINITY, ['already-sharp'], true];
    expect(await at(50)).toEqual(untouched);
    const [likeness, ...said] = await at(100);
    expect(likeness).toBeLessThan(60);
    expect(said).toEqual([[], false]);
  });
});

/** Draws a step edge blurred by `radius`, darker to the left, with noise; with `stripes` as a third part on request. */
async function drawStep(radius: number, noise: number, hasStripes = false): Promise<Pixels> {
  const random = mulberry32(5);
  const [width, height] = [200, 160];
  const stripe = (x: number) => (x % 8 < 4 ? 20 : 240);
  const levelAt = (x: number) => (hasStripes && x >= 150 ? stripe(x) : x < 100 ? 70 : 180);
  const flat = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) flat.fill(levelAt(i % width), i * 3, i * 3 + 3);
  const soft = await blur({ data: flat, width, height, channels: 3 }, radius);
  const data = Uint8Array.from(soft.data);
  for (let i = 0; i < width * height; i++) {
    const off = noise * (random() + random() + random() - 1.5) * 2;
    for (let channel = 0; channel < 3; channel++) data[i * 3 + channel] = soft.data[i * 3 + channel]! + off;
  }
  return { ...soft, data };
}

function spreadOf({ data, width, height }: Pixels, left: number, right: number): number {
  const levels: number[] = [];
  for (let y = 20; y < height - 20; y++) for (let x = left; x < right; x++) levels.push(data[(y * width + x) * 3]!);
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  return Math.sqrt(levels.reduce((sum, level) => sum + (level - mean) ** 2, 0) / levels.length);
}

describe('an edge', () => {
  test.each([50, 100])('becomes steeper without a halo at strength %i', async blurStrength => {
    const step = await drawStep(2, 0);
    const made = await readPng((await sharpen(await writePng(step), { blurStrength })).bytes);
    const row = made.data.filter((_, i) => i % 3 === 0).subarray(80 * 200, 81 * 200);
    const between = (data: Uint8Array) => data.filter(level => level > 84 && level < 166).length;
    const before = step.data.filter((_, i) => i % 3 === 0).subarray(80 * 200, 81 * 200);
    expect(between(row)).toBeLessThanOrEqual(between(before) - 1);
    // 5 % of the contrast of 110, plus rounding.
    expect(Math.min(...row)).toBeGreaterThanOrEqual(63);
    expect(Math.max(...row)).toBeLessThanOrEqual(187);
  });

  test.each([2, 6])('with noise of %i does not make its flat surroundings noisier', async noise => {
    const step = await drawStep(1.2, noise, true);
    const made = await readPng((await sharpen(await writePng(step))).bytes);
    for (const [left, right] of [
      [20, 80],
      [115, 138],
    ] as const)
      expect(spreadOf(made, left, right)).toBeLessThanOrEqual(spreadOf(step, left, right) * 1.02);
  });
});

test('only luminance changes, colours are unchanged', async () => {
  const truth = (await cutMiddle(photos.strawberries, 200, 200)) as Pixels;
  const soft = await blur(truth, 1.5);
  const made = await readPng((await sharpen(await writePng(soft))).bytes);
  let largest = 0;
  for (let i = 0; i < made.data.length; i += 3) {
    const isClipped = [0, 1, 2].some(channel => made.data[i + channel] === 0 || made.data[i + channel] === 255);
    const difference = (data: Uint8Array) => data[i]! - data[i + 2]!;
    if (!isClipped) largest = Math.max(largest, Math.abs(difference(made.data) - difference(soft.data)));
  }
  expect(largest).toBeLessThanOrEqual(1);
});

test('a shape on a transparent background gets no dark edge, and its alpha is unchanged', async () => {
  const circle = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120"><circle cx="60" cy="60" r="40" fill="#e63c28"/></svg>`;
  const path = join(await makeTestFolder(), 'shape.png');
  await sharp(Buffer.from(circle)).png().toFile(path);
  const { bytes } = await sharpen(path, { blurStrength: 100 });
  const before = await sharp(path).raw().toBuffer();
  const after = await sharp(bytes).ensureAlpha().raw().toBuffer();
  for (let i = 0; i < after.length; i += 4) {
    expect(after[i + 3]).toBe(before[i + 3]);
    if (after[i + 3]! > 30) expect(Math.abs(after[i]! - 230)).toBeLessThanOrEqual(6);
  }
});

describe('files', () => {
  test.each([
    ['plain.jpg', 'jpg'],
    ['plain.png', 'png'],
    ['plain.gif', 'png'],
    ['plain.heic', 'jpg'],
    ['cmyk.jpg', 'jpg'],
    ['portrait-exif-6.jpg', 'jpg'],
    ['display-p3.jpg', 'jpg'],
    ['sixteen-bit-p3.png', 'png'],
  ])('%s becomes %s, with its colours', async (name, type) => {
    const { file, bytes, steps } = await sharpen(fixture(name), { blurStrength: 30 });
    expect(file.type).toBe(type);
    expect(file.name).toBe(`${name.slice(0, name.lastIndexOf('.'))}-sharp.${type}`);
    expectColours(await lookAt(bytes), name === 'cmyk.jpg' ? await lookAt(fixture(name)) : solid, 8);
    expect(steps.at(-1)).toEqual([100, 'writing']);
  });

  test('broken ones are refused, single pixels are not', async () => {
    expect(await refusalOf(sharpen(fixture('truncated.png')))).toBe('FILE_CORRUPT');
    const dot = await writePng({ data: Uint8Array.of(9, 8, 7), width: 1, height: 1, channels: 3 });
    const { bytes } = await sharpen(dot, { blurStrength: 100, filterType: 'motion' });
    expect([...(await readPng(bytes)).data]).toEqual([9, 8, 7]);
  });
});

test('strength 0 changes nothing', async () => {
  const path = await writePng(await blur((await cutMiddle(photos.map, 120, 120)) as Pixels, 1.5));
  const { bytes, output } = await sharpen(path, { blurStrength: 0 });
  expect(comparePixels(await readPng(bytes), await readPng(path), 0)).toBe(Number.POSITIVE_INFINITY);
  expect(output.meta?.warnings).toEqual([]);
  expect(output.hasNoEffect).toBe(true);
});

test.each([{ filterType: 'magic' }, { blurStrength: 101 }, { blurStrength: '50' }, { format: 'gif' }])(
  'the options %o are refused',
  options => {
    expect(sharpenOptions.safeParse(options).success).toBe(false);
  },
);
