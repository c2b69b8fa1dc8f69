// The steps of a repeated mark are found in images of any shape.
import { mulberry32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { findLattice } from './lattice.ts';

/** Draws a random mark of 10 x 10 pixels at all whole multiples of two steps, over noise. */
function drawTiles(width: number, height: number, [a, b]: readonly (readonly [number, number])[]) {
  const random = mulberry32(1);
  const values = Float32Array.from({ length: width * height }, () => 118 + 20 * random());
  const mark = Array.from({ length: 100 }, () => (random() < 0.5 ? 0 : 14));
  for (let i = -50; i <= 50; i++)
    for (let j = -50; j <= 50; j++)
      for (const [k, level] of mark.entries()) {
        const x = i * a![0] + j * b![0] + (k % 10);
        const y = i * a![1] + j * b![1] + Math.floor(k / 10);
        if (x >= 0 && y >= 0 && x < width && y < height) values[y * width + x]! += level;
      }
  return { values, width, height };
}

test.each([26, 28, 60])('the steps are found in an image %d pixels wide', width => {
  const steps = [
    [12, 20],
    [12, -20],
  ] as const;
  const { a, b, clarity } = findLattice(drawTiles(width, 500, steps))!;
  for (const { x, y } of [a, b]) expect([Math.abs(x), Math.abs(y)].map(Math.round)).toEqual([12, 20]);
  expect(Math.abs(a.x * b.y - a.y * b.x)).toBeCloseTo(480, -1);
  expect(clarity).toBeGreaterThan(14);
});
