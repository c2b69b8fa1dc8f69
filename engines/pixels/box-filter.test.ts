// Compares running sums and the distance transform with their definitions, window by window and pixel by pixel.
import { expect, test } from 'vitest';
import { boxBlur, boxMean, boxSum, findSpread } from './box-filter.ts';
import { measureDistance } from './distance.ts';

const sizes = [
  [9, 7, 2],
  [4, 11, 3],
  [3, 2, 5],
  [1, 1, 1],
  [8, 8, 0],
] as const;

const makeLevels = (count: number) => Float32Array.from({ length: count }, (_, i) => (i * 7919) % 251);

/** Returns the values of the window around each pixel; `edge` tells how pixels beyond the border are treated. */
function listWindows(values: Float32Array, width: number, height: number, radius: number, edge: 'none' | 'repeat') {
  return [...values.keys()].map(i => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const window: number[] = [];
    for (let v = y - radius; v <= y + radius; v++)
      for (let u = x - radius; u <= x + radius; u++) {
        const [row, column] = [Math.min(height - 1, Math.max(0, v)), Math.min(width - 1, Math.max(0, u))];
        if (edge === 'repeat' || (row === v && column === u)) window.push(values[row * width + column]!);
      }
    return window;
  });
}

const total = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0);
const expectNear = (found: Float32Array, wanted: readonly number[]) => {
  for (const [i, value] of wanted.entries()) expect(found[i]).toBeCloseTo(value, 1);
};

test.each(sizes)('box filters match their definitions on %d x %d pixels with radius %d', (width, height, radius) => {
  const levels = makeLevels(width * height);
  const inside = listWindows(levels, width, height, radius, 'none');
  const sums = levels.slice();
  boxSum(sums, width, height, radius);
  expectNear(sums, inside.map(total));
  expectNear(
    boxMean(levels, width, height, radius),
    inside.map(window => total(window) / window.length),
  );
  const repeated = listWindows(levels, width, height, radius, 'repeat');
  const means = repeated.map(window => total(window) / window.length);
  expectNear(boxBlur(levels, width, height, radius), means);
  const { mean, variance } = findSpread({ data: levels, width, height }, radius);
  expectNear(mean, means);
  const spread = repeated.map((window, i) => total(window.map(level => (level - means[i]!) ** 2)) / window.length);
  for (const [i, value] of spread.entries()) expect(Math.abs(variance[i]! - value)).toBeLessThan(0.05);
});

test.each([
  [23, 17],
  [1, 9],
  [12, 1],
])('the distances on %d x %d pixels are those to the nearest covered pixel', (width, height) => {
  const coverage = Uint8Array.from({ length: width * height }, (_, i) => ((i * 7919) % 23 === 0 ? 255 : 0));
  const covered = [...coverage.keys()].filter(i => coverage[i]);
  const found = measureDistance(coverage, width, height);
  for (const i of coverage.keys()) {
    const distances = covered.map(j =>
      Math.hypot((i % width) - (j % width), Math.floor(i / width) - Math.floor(j / width)),
    );
    expect(found[i]).toBe(Math.fround(Math.min(...distances)));
  }
});
