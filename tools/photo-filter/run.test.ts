// Tests filters on real photographs: each look has the effect of its name, and the rest of the file is unchanged.

import { type LookId, lookIds } from 'contract/looks.ts';
import { applyLook } from 'engines/pixels/looks/apply-look.ts';
import type { Canvas } from 'engines/pixels/looks/soft-plane.ts';
import { sharp } from 'engines/sharp.ts';
import { fixture } from 'engines/test-pictures.ts';
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { tryRun } from '../test-run.ts';
import { filterOptions } from './contract.ts';
import { runs } from './run.ts';

async function openPhoto(path: string, side = 240): Promise<Canvas> {
  const { data, info } = await sharp(path)
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), channels: 3, width: info.width, height: info.height };
}

const photo = await openPhoto(photos.friendsWindow);

function look(id: LookId, strength = 100): Uint8Array {
  const canvas = { ...photo, data: photo.data.slice() };
  applyLook(canvas, id, strength);
  return canvas.data;
}

const means = (data: Uint8Array) =>
  [0, 1, 2].map(c => data.reduce((sum, v, i) => sum + (i % 3 === c ? v : 0), 0) / (data.length / 3));
const lumas = (data: Uint8Array) =>
  Array.from(
    { length: data.length / 3 },
    (_, i) => 0.2126 * data[i * 3]! + 0.7152 * data[i * 3 + 1]! + 0.0722 * data[i * 3 + 2]!,
  );
const spread = (values: number[]) => {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  return Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length);
};
/** Returns the mean difference between the strongest and the weakest channel. */
const colourfulness = (data: Uint8Array) => {
  let sum = 0;
  for (let i = 0; i < data.length; i += 3)
    sum += Math.max(data[i]!, data[i + 1]!, data[i + 2]!) - Math.min(data[i]!, data[i + 1]!, data[i + 2]!);
  return sum / (data.length / 3);
};
const warmth = (data: Uint8Array) => means(data)[0]! - means(data)[2]!;

test('warm looks are warmer, cool ones cooler', () => {
  const own = warmth(photo.data);
  for (const id of ['warm', 'golden-hour', 'sepia'] as const) expect(warmth(look(id)), id).toBeGreaterThan(own + 5);
  for (const id of ['cool', 'blue-hour'] as const) expect(warmth(look(id)), id).toBeLessThan(own - 5);
});

test('black and white has no colour at all, duotones have only their colours', () => {
  for (const id of ['black-white', 'noir', 'soft-grey', 'pencil'] as const) expect(colourfulness(look(id)), id).toBe(0);
  const [red, , blue] = means(look('duotone-blue'));
  expect(blue! - red!).toBeGreaterThan(20);
});

test('vivid is more colourful, faded and pastel less', () => {
  const own = colourfulness(photo.data);
  expect(colourfulness(look('vivid'))).toBeGreaterThan(own * 1.15);
  for (const id of ['faded', 'pastel'] as const) expect(colourfulness(look(id)), id).toBeLessThan(own * 0.85);
});

test('noir has more contrast than black and white, faded less than the photograph', () => {
  const darkOf = (data: Uint8Array) => lumas(data).filter(value => value < 40).length;
  expect(darkOf(look('noir'))).toBeGreaterThan(darkOf(look('black-white')) * 1.3);
  expect(spread(lumas(look('faded')))).toBeLessThan(spread(lumas(photo.data)) * 0.95);
});

test('bright is brighter, and nowhere darker', () => {
  const before = lumas(photo.data);
  const after = lumas(look('bright'));
  expect(after.every((value, i) => value >= before[i]! - 1.5)).toBe(true);
  expect(after.reduce((a, b) => a + b, 0) / before.reduce((a, b) => a + b, 0)).toBeGreaterThan(1.1);
});

test('dehaze restores the contrast of mist', async () => {
  const mist = await openPhoto(photos.sea);
  const canvas = { ...mist, data: mist.data.slice() };
  applyLook(canvas, 'dehaze', 100);
  expect(spread(lumas(canvas.data))).toBeGreaterThan(spread(lumas(mist.data)) * 1.15);
});

test('a vignette darkens the corners and leaves the centre unchanged', () => {
  const white = { data: new Uint8Array(101 * 101 * 3).fill(200), channels: 3 as const, width: 101, height: 101 };
  applyLook(white, 'blue-hour', 100);
  expect(white.data[(50 * 101 + 50) * 3]!).toBeGreaterThan(white.data[0]! + 15);
});

test('a negative of a negative is the photograph; every look at strength 0 leaves each byte', () => {
  const twice = { ...photo, data: look('negative') };
  applyLook(twice, 'negative', 100);
  expect(twice.data.every((v, i) => Math.abs(v - photo.data[i]!) <= 1)).toBe(true);
  for (const id of lookIds) expect(look(id, 0)).toEqual(photo.data);
});

test('half the strength gives half the change, for every look', () => {
  for (const id of lookIds) {
    const whole = look(id);
    const half = look(id, 50);
    const isHalfWay = half.every((v, i) => Math.abs(v - (photo.data[i]! + whole[i]!) / 2) <= 1);
    expect(isHalfWay, id).toBe(true);
    expect(
      whole.some((v, i) => Math.abs(v - photo.data[i]!) > 12),
      `${id} changes something`,
    ).toBe(true);
  }
});

test('a preview matches the full image', async () => {
  const large = await openPhoto(photos.friendsWindow, 480);
  for (const id of ['hdr', 'golden-hour', 'noir', 'soft'] as const) {
    const full = { ...large, data: large.data.slice() };
    applyLook(full, id, 100);
    const { data } = await sharp(full.data, { raw: { width: large.width, height: large.height, channels: 3 } })
      .resize(photo.width, photo.height, { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const preview = look(id);
    const apart = preview.reduce((sum, v, i) => sum + Math.abs(v - data[i]!), 0) / preview.length;
    expect(apart, id).toBeLessThan(7);
  }
});

test('the call returns the pixels of the look, in the format of the input', async () => {
  const { file, bytes, output } = await tryRun(
    runs.filter,
    filterOptions,
    { filterType: 'duotone-violet', strength: 100, format: 'png' },
    { inputs: { imageUrl: photos.peaks } },
  );
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const own = await openPhoto(photos.peaks, 700);
  applyLook(own, 'duotone-violet', 100);
  expect([info.width, info.height, file.name]).toEqual([own.width, own.height, 'peaks-duotone-violet.png']);
  expect(new Uint8Array(data)).toEqual(own.data);
  expect(output.meta).toMatchObject({ filterType: 'duotone-violet', warnings: [] });
  expect(output.hasNoEffect).toBe(false);
  const same = await tryRun(runs.filter, filterOptions, {}, { inputs: { imageUrl: photos.peaks } });
  expect((await sharp(same.bytes).metadata()).format).toBe('jpeg');
});

test('transparency is kept', async () => {
  const { bytes } = await tryRun(
    runs.filter,
    filterOptions,
    { filterType: 'negative', strength: 100 },
    {
      inputs: { imageUrl: fixture('transparent.png') },
    },
  );
  const alpha = (source: string | Buffer) => sharp(source).extractChannel(3).raw().toBuffer();
  expect(await alpha(bytes)).toEqual(await alpha(fixture('transparent.png')));
});

test('losses give warnings: pages, frames of an animated PNG, and transparency in a JPG', async () => {
  const warningsOf = async (path: string, format: 'same' | 'jpg' = 'same') =>
    (await tryRun(runs.filter, filterOptions, { format }, { inputs: { imageUrl: path } })).output.meta?.warnings;
  expect(await warningsOf(fixture('animated-6-frames.png'))).toEqual(['first-frame-only']);
  expect(await warningsOf(fixture('three-pages.tiff'))).toEqual(['first-frame-only']);
  expect(await warningsOf(fixture('transparent.png'), 'jpg')).toEqual(['transparency-flattened']);
  expect(await warningsOf(fixture('plain.png'))).toEqual([]);
});
