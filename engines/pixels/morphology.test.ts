// Compares the fast top-hat with its definition, and checks that it finds lines but not areas.
import { expect, test } from 'vitest';
import { topHat } from './morphology.ts';

function slowTopHat(values: Float32Array, width: number, height: number, radius: number): number[] {
  const extreme = (from: readonly number[], pick: (...list: number[]) => number) =>
    from.map((_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      const list: number[] = [];
      for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++)
        for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++)
          list.push(from[v * width + u]!);
      return pick(...list);
    });
  const opened = extreme(extreme([...values], Math.min), Math.max);
  return opened.map((value, i) => values[i]! - value);
}

test.each([
  [17, 11, 2],
  [5, 23, 3],
  [4, 3, 6],
  [1, 1, 4],
  [14, 7, 3],
])('the top-hat of %d x %d pixels with radius %d equals its definition', (width, height, radius) => {
  const values = Float32Array.from({ length: width * height }, (_, i) => (i * 7919) % 101);
  expect([...topHat(values, width, height, radius, 1)]).toEqual(slowTopHat(values, width, height, radius));
});

test('the top-hat finds a narrow dark line on a bright ramp, but not a wide dark area', () => {
  const values = Float32Array.from(
    { length: 40 * 20 },
    (_, i) => 100 + (i % 40) - (i % 40 === 10 ? 50 : 0) - (i % 40 > 25 ? 50 : 0),
  );
  const dark = topHat(values, 40, 20, 2, -1);
  expect(dark[5 * 40 + 10]).toBeGreaterThan(45);
  expect(dark[5 * 40 + 32]).toBeLessThan(5);
});
