// Tests what noise reduction does to a photograph with a sensor's noise, to a clean one, and to transparency.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mulberry32 } from 'contract/random.ts';
import type { RawPixels } from 'engines/formats/decode-dib.ts';
import { sharp } from 'engines/sharp.ts';
import { comparePixels, cutMiddle } from 'engines/test-photos.ts';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { photograph } from '../../bench/ground/sensor-noise.ts';
import { photos } from '../../bench/photos.ts';
import { makeTestFolder, tryRun } from '../test-run.ts';
import { denoiseOptions } from './contract.ts';
import { runs } from './run.ts';

/** The network sees half of it: less than one of its tiles. */
const side = 320;
const dimRoom = { shot: 0.003, read: 0.015 };

async function denoise(pixels: RawPixels, options: z.input<typeof denoiseOptions> = {}) {
  const { width, height, channels } = pixels;
  const path = join(await makeTestFolder(), 'picture.png');
  await writeFile(path, await sharp(pixels.data, { raw: { width, height, channels } }).png().toBuffer());
  const { bytes, output } = await tryRun(runs.denoise, denoiseOptions, options, { inputs: { imageUrl: path } });
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const made: RawPixels = { data, width: info.width, height: info.height, channels: info.channels as 3 | 4 };
  return { made, meta: output.meta, hasNoEffect: output.hasNoEffect };
}

const isSame = (a: RawPixels, b: RawPixels) => Buffer.compare(a.data, b.data) === 0;
const withChannels = (pixels: { data: Uint8Array; width: number; height: number }): RawPixels => ({
  ...pixels,
  data: Buffer.from(pixels.data),
  channels: 3,
});

/** Half of the change, taken twice, is the whole one: no other strength gains as much. */
test('a photograph from a dim room gains 3 dB by twice the change of half the strength that was measured', async () => {
  const clean = await cutMiddle(photos.womanRed, side, side);
  const ideal = withChannels(photograph(clean, { shot: 0, read: 0 }, 1));
  const noisy = withChannels(photograph(clean, dimRoom, 1));
  const { made: half, meta, hasNoEffect } = await denoise(noisy, { strength: 25 });
  expect(hasNoEffect).toBe(false);
  expect(meta?.warnings).toEqual([]);
  expect(meta?.noise).toBeGreaterThan(1.5);
  const whole = Uint8ClampedArray.from(noisy.data, (level, i) => 2 * half.data[i]! - level);
  const made = withChannels({ ...noisy, data: Buffer.from(whole) });
  const gainOf = (result: RawPixels) => comparePixels(result, ideal) - comparePixels(noisy, ideal);
  expect(gainOf(made)).toBeGreaterThan(3);
  expect(gainOf(made)).toBeGreaterThan(gainOf(half) + 1);
});

test('a clean photograph keeps every pixel, costs nothing, and is smoothed only by a strength above 50', async () => {
  const clean = await cutMiddle(photos.desk, side, side);
  const { made, meta, hasNoEffect } = await denoise(clean);
  expect(isSame(made, clean)).toBe(true);
  expect(meta?.warnings).toEqual(['little-noise']);
  expect(hasNoEffect).toBe(true);
  const stronger = await denoise(clean, { strength: 100 });
  expect(stronger.hasNoEffect).toBe(false);
  expect(isSame(stronger.made, clean)).toBe(false);
  expect(comparePixels(stronger.made, clean)).toBeGreaterThan(30);
});

test('a strength above 50 does not take the red out of a sky of faint stars', async () => {
  const random = mulberry32(5);
  const sky = [0, 20, 26] as const;
  const data = Buffer.from(Uint8Array.from({ length: side * side * 3 }, (_, i) => sky[i % 3]!));
  for (let i = 0; i < side * side; i++) {
    // More of them in some parts than in others: what is even is grain.
    const share = 0.3 * (0.5 + 0.5 * Math.sin((i % side) / 40) * Math.cos(i / side / 50)) ** 2;
    const light = random() < share ? -15 * Math.log(1 - random()) : 0;
    for (let channel = 0; channel < 3; channel++) data[3 * i + channel] = Math.min(255, sky[channel]! + light);
  }
  const before: RawPixels = { data, width: side, height: side, channels: 3 };
  const { made, meta } = await denoise(before, { strength: 100 });
  expect(meta?.warnings).toEqual([]);
  const meanOf = ({ data: levels }: RawPixels) =>
    levels.reduce((sum, level, i) => sum + (i % 3 === 0 ? level : 0), 0) / (side * side);
  expect(meanOf(made)).toBeGreaterThan(0.85 * meanOf(before));
});

test('transparency stays, and what is below it does not bleed into the picture', async () => {
  const noisy = photograph(await cutMiddle(photos.womanRed, side, side), dimRoom, 1);
  const data = Buffer.alloc(side * side * 4, 255);
  for (let i = 0; i < side * side; i++) {
    if (i % side < 40) data.fill(0, 4 * i, 4 * i + 4);
    else data.set(noisy.data.subarray(3 * i, 3 * i + 3), 4 * i);
  }
  const { made } = await denoise({ data, width: side, height: side, channels: 4 });
  expect(made.channels).toBe(4);
  for (let i = 3; i < data.length; i += 4) expect(made.data[i]).toBe(data[i]);
  const meanAt = (pixels: Uint8Array, column: number) => {
    let sum = 0;
    for (let y = 0; y < side; y++) sum += pixels[4 * (y * side + column) + 1]!;
    return sum / side;
  };
  for (const column of [40, 41, 44]) expect(Math.abs(meanAt(made.data, column) - meanAt(data, column))).toBeLessThan(6);
});

test('strength 0 asks no network', async () => {
  const noisy = withChannels(photograph(await cutMiddle(photos.womanRed, 64, 64), dimRoom, 1));
  const { made, meta, hasNoEffect } = await denoise(noisy, { strength: 0 });
  expect(isSame(made, noisy)).toBe(true);
  expect(meta).not.toHaveProperty('noise');
  expect(hasNoEffect).toBe(true);
});

test('a picture of a few pixels comes back as it was', async () => {
  const tiny = await cutMiddle(photos.womanRed, 40, 3);
  const { made, meta, hasNoEffect } = await denoise(tiny);
  expect(meta?.warnings).toEqual(['noise-not-measured']);
  expect(isSame(made, tiny)).toBe(true);
  expect(hasNoEffect).toBe(true);
});
