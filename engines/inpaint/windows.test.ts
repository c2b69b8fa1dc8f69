// The variances of windows equal those computed by brute force, and their gradient matches.
import { describe, expect, test } from 'vitest';
import { makeSystem } from './seams.ts';
import { findContrast, measureVariances, openWindows, readBrightness } from './windows.ts';

const width = 20;
const height = 14;
// Holes at two borders, thick and thin, with known pixels of different colours.
const isHole = Uint8Array.from({ length: width * height }, (_, pixel) => {
  const [x, y] = [pixel % width, Math.floor(pixel / width)];
  return (x < 6 && y > 4) || (y === 2 && x > 9) || x === 18 ? 1 : 0;
});
const colours = Uint8Array.from({ length: width * height * 3 }, (_, index) => (Math.floor(index / 3) * 37) % 251);
const holes = Int32Array.from([...isHole.keys()].filter(pixel => isHole[pixel]));
const windows = openWindows(makeSystem({ width, height, colours, isHole }, holes));
const bright = Float32Array.from(holes, (_, slot) => ((slot * 53) % 90) - 40);

/** Computes the variances by brute force. */
function countVariances(brightness: ArrayLike<number>): number[] {
  const whole = Array.from({ length: width * height }, (_, pixel) => colours[pixel * 3]! - 128);
  holes.forEach((pixel, slot) => {
    whole[pixel] = brightness[slot]!;
  });
  return Array.from(holes, pixel => {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const seen: number[] = [];
    for (let row = Math.max(0, y - 3); row < Math.min(height, y + 4); row++)
      seen.push(...whole.slice(row * width + Math.max(0, x - 3), row * width + Math.min(width, x + 4)));
    const mean = seen.reduce((sum, value) => sum + value, 0) / seen.length;
    return seen.reduce((sum, value) => sum + (value - mean) ** 2, 0) / seen.length;
  });
}

const total = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0);

test('variances include all pixels of a window, known and filled, also at the border', () => {
  const counted = countVariances(bright);
  const measured = measureVariances(windows, bright);
  for (const [slot, variance] of counted.entries()) expect(measured[slot]! / variance).toBeCloseTo(1, 3);
});

test('a second filling does not mix with the first', () => {
  measureVariances(windows, bright);
  const other = bright.map(value => -2 * value);
  const counted = countVariances(other);
  const measured = measureVariances(windows, other);
  for (const [slot, variance] of counted.entries()) expect(measured[slot]! / variance).toBeCloseTo(1, 3);
});

describe('contrast', () => {
  const contrast = findContrast(windows, bright);

  test('is half the gradient of the sum of all variances', () => {
    for (const slot of [0, 7, 23, holes.length - 1]) {
      const step = 0.01;
      const moved = (by: number) => Array.from(bright, (value, other) => value + (other === slot ? by : 0));
      const slope = (total(countVariances(moved(step))) - total(countVariances(moved(-step)))) / (2 * step);
      expect(contrast[slot]).toBeCloseTo(slope / 2, 2);
    }
  });

  test('is zero where the luma is uniform', () => {
    const even = openWindows(makeSystem({ width, height, colours: colours.map(() => 90), isHole }, holes));
    for (const value of findContrast(
      even,
      bright.map(() => 90 - 128),
    ))
      expect(value).toBeCloseTo(0, 3);
  });
});

test('brightness is the luma', () => {
  expect(readBrightness(Float32Array.of(255, 255, 255, 0, 0, 100, 0, 0))[0]).toBeCloseTo(127, 3);
  expect(readBrightness(Float32Array.of(255, 255, 255, 0, 0, 100, 0, 0))[1]).toBeCloseTo(58.7 - 128, 3);
});
