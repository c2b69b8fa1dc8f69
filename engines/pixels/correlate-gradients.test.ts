// Tests that gradients of a sharp picture are unlike those near them, those along a blur alike, and that noise hides neither.
import { mulberry32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { cutMiddle } from '../test-photos.ts';
import { correlateGradients, isLongerThan } from './correlate-gradients.ts';
import { convolve, gaussianWeights } from './gaussian.ts';
import type { Plane } from './plane.ts';

const side = 256;

/** Random levels in blocks of 16 x 16 pixels. */
function drawBlocks(): Plane {
  const random = mulberry32(3);
  const levels = Float32Array.from({ length: 16 * 16 }, () => 200 * random());
  const data = new Float32Array(side * side);
  for (let i = 0; i < data.length; i++) data[i] = levels[Math.floor(i / side / 16) * 16 + Math.floor((i % side) / 16)]!;
  return { data, width: side, height: side };
}

function addNoise(plane: Plane, deviation: number): Plane {
  const random = mulberry32(7);
  // The sum of three even deviations has a variance of a quarter.
  const noise = () => 2 * deviation * (random() + random() + random() - 1.5);
  return { ...plane, data: plane.data.map(level => level + noise()) };
}

/** The mean over a line of pixels. */
function smear({ data, width, height }: Plane, length: number, across: number, down: number): Plane {
  const out = new Float32Array(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let step = 0; step < length; step++) {
        const column = Math.min(width - 1, Math.max(0, x + step * across));
        const row = Math.min(height - 1, Math.max(0, y + step * down));
        out[y * width + x]! += data[row * width + column]! / length;
      }
  return { data: out, width, height };
}

test('edges of one pixel are unlike the pixels near them, with and without noise', () => {
  for (const noise of [0, 4]) {
    const { two, three } = correlateGradients(addNoise(drawBlocks(), noise), noise);
    expect(Math.abs(two)).toBeLessThan(0.04);
    expect(Math.abs(three)).toBeLessThan(0.04);
  }
});

test.each([
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
])('along a motion of four pixels by (%i, %i) they are alike, with and without noise', (across, down) => {
  for (const noise of [0, 4]) {
    const { two, three } = correlateGradients(addNoise(smear(drawBlocks(), 4, across, down), noise), noise);
    expect(Math.abs(two - 0.5)).toBeLessThan(0.15);
    expect(Math.abs(three - 0.25)).toBeLessThan(0.15);
  }
});

test('an even plane, or one of nothing but noise, is not sharp', () => {
  const even: Plane = { data: new Float32Array(side * side).fill(90), width: side, height: side };
  expect(correlateGradients(even, 1).two).toBe(Number.POSITIVE_INFINITY);
  expect(correlateGradients(addNoise(even, 3), 3.2).two).toBe(Number.POSITIVE_INFINITY);
});

test.each(['map', 'astronaut'] as const)(
  'a shake of %s is longer than a slight Gaussian, and a Gaussian is not',
  async name => {
    const { data } = await cutMiddle(photos[name], side, side);
    const luma = Float32Array.from({ length: side * side }, (_, i) => data[3 * i + 1]!);
    const plane: Plane = { data: luma, width: side, height: side };
    const measure = (blurred: Plane) => correlateGradients(addNoise(blurred, 2), 2).three;
    const shaken = measure(smear(plane, 6, 1, 0));
    for (const size of [0.7, 0.9, 1]) {
      expect(isLongerThan(size, shaken)).toBe(true);
      expect(isLongerThan(size, measure(convolve(plane, gaussianWeights(size))))).toBe(false);
    }
    expect(isLongerThan(0.9, measure(plane))).toBe(false);
    expect(isLongerThan(0.9, Number.POSITIVE_INFINITY)).toBe(false);
  },
);
