// Resampling preserves centres, linear ramps and means.
import { expect, test } from 'vitest';
import { cubic, lanczos3, makePlanes, type Planes, resample, shrinkByArea } from './resample.ts';

const fill = (width: number, height: number, count: number, level: (x: number, y: number, plane: number) => number) => {
  const planes = makePlanes(width, height, count);
  for (let i = 0; i < planes.data.length; i++) {
    const at = i % (width * height);
    planes.data[i] = level(at % width, Math.floor(at / width), Math.floor(i / (width * height)));
  }
  return planes;
};

const at = ({ data, width, height }: Planes, x: number, y: number, plane = 0) =>
  data[(plane * height + y) * width + x]!;

test.each([
  ['lanczos3', lanczos3],
  ['cubic', cubic],
])('%s keeps a linear ramp in place at every ratio', (_, kernel) => {
  const slope = fill(40, 30, 2, (x, y, plane) => 3 * x + 2 * y + 10 * plane);
  for (const ratio of [2, 3, 4, 8, 0.5]) {
    const made = resample(slope, 40 * ratio, 30 * ratio, kernel);
    for (const [x, y] of [
      [0.5, 0.5],
      [0.3, 0.6],
    ] as const) {
      const [column, row] = [Math.floor(x * made.width), Math.floor(y * made.height)];
      // The centre of the new pixel, in pixels of the original.
      const expected = 3 * ((column + 0.5) / ratio - 0.5) + 2 * ((row + 0.5) / ratio - 0.5);
      expect(at(made, column, row)).toBeCloseTo(expected, 0);
      expect(at(made, column, row, 1)).toBeCloseTo(expected + 10, 0);
    }
  }
});

test('a flat plane stays flat up to its corners', () => {
  const made = resample(
    fill(7, 5, 1, () => 200),
    21,
    15,
    lanczos3,
  );
  for (const level of made.data) expect(level).toBeCloseTo(200, 3);
});

test('shrinking averages each square, plane by plane', () => {
  const made = shrinkByArea(
    fill(6, 4, 2, (x, y, plane) => x + 10 * y + 100 * plane),
    2,
  );
  expect([made.width, made.height]).toEqual([3, 2]);
  expect([at(made, 0, 0), at(made, 2, 1), at(made, 1, 0, 1)]).toEqual([5.5, 29.5, 107.5]);
});
