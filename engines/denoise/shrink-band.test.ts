// Tests that the noise of a band is measured by its brightness, and that only what is stronger is kept.

import { mulberry32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { createNormal } from '../../bench/random.ts';
import { Calm, shrinkBand } from './shrink-band.ts';

const [width, height] = [128, 128];
const fill = (valueAt: (x: number, y: number) => number) =>
  Float32Array.from({ length: width * height }, (_, i) => valueAt(i % width, Math.floor(i / width)));
/** Dark above, bright below, with a noise of 8 levels above and 2 below. */
const luma = fill((_, y) => (y < height / 2 ? 40 : 200));
const normal = createNormal(mulberry32(3));
const noise = luma.map(level => normal() * (level < 100 ? 8 : 2));

const measure = (band: Float32Array) => {
  const calm = new Calm();
  calm.add(band, luma, width, 0);
  return calm;
};

const deviationOf = (band: Float32Array, from: number, until: number) => {
  const values = band.subarray(from * width, until * width);
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
};

test('noise is measured for each brightness, a little low because the calmest parts are taken', () => {
  const levels = measure(noise).toLevels();
  for (const [level, deviation] of [
    [40, 8],
    [200, 2],
  ] as const) {
    const found = Math.sqrt(levels[Math.floor(level / 16)]!);
    expect(found).toBeGreaterThan(0.7 * deviation);
    expect(found).toBeLessThan(deviation);
  }
});

test('noise is even at each brightness, texture is not', () => {
  expect(measure(noise).spread).toBeGreaterThan(1.2);
  expect(measure(noise).spread).toBeLessThan(2);
  const texture = noise.map((value, i) => value * (1 + Math.sin((i % width) / 9)));
  expect(measure(texture).spread).toBeGreaterThan(4);
});

test('the energies of some rows are those that they have in the whole picture', () => {
  const [from, until, above] = [30, 62, 3];
  const rows = (plane: Float32Array, top: number, end: number) => plane.subarray(top * width, end * width);
  const some = new Calm();
  some.add(rows(noise, from - above, until + above), rows(luma, from, until), width, above);
  const whole = new Calm();
  whole.add(
    noise,
    luma.map((level, i) => (i >= from * width && i < until * width ? level : 255)),
    width,
    0,
  );
  for (const [index, level] of some.toLevels().entries()) expect(level).toBeCloseTo(whole.toLevels()[index]!, 3);
});

test('pure noise is taken out at both brightnesses', () => {
  const levels = measure(noise).toLevels();
  const kept = shrinkBand(noise, luma, width, { levels, over: 2 });
  for (const [from, until] of [
    [8, 56],
    [72, 120],
  ] as const)
    expect(deviationOf(kept, from, until)).toBeLessThan(0.15 * deviationOf(noise, from, until));
});

test('a line that stands out of the noise is kept, and no more than that line', () => {
  const band = noise.map((value, i) => value + (i % width === 60 ? 90 : 0));
  const levels = measure(band).toLevels();
  const kept = shrinkBand(band, luma, width, { levels, over: 2 });
  for (let y = 10; y < height - 10; y++) {
    if (Math.abs(y - height / 2) < 10) continue;
    expect(kept[y * width + 60]!).toBeGreaterThan(0.7 * band[y * width + 60]!);
    expect(Math.abs(kept[y * width + 20]!)).toBeLessThan(4);
  }
});

test('a picture of one brightness that clips has no noise to measure', () => {
  const calm = new Calm();
  calm.add(noise, new Float32Array(noise.length).fill(255), width, 0);
  expect(calm.deviation).toBe(0);
  expect(calm.spread).toBe(1);
  expect([...calm.toLevels()]).toEqual(new Array(16).fill(0));
});
