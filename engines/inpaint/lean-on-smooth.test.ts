// The mean of solutions is shrunk towards the smooth filling only as far as they disagree, and not across a strong edge.
import { expect, test } from 'vitest';
import { leanOnSmooth } from './blend.ts';
import { makeSystem } from './seams.ts';

const side = 16;
const isHole = new Uint8Array(side * side).fill(1, 0, side * 8);
const holes = Int32Array.from({ length: side * 8 }, (_, pixel) => pixel);
const system = makeSystem({ width: side, height: side, colours: new Uint8Array(side * side * 3), isHole }, holes);
const plain = (value: number) => new Float32Array(holes.length * 4).fill(value);

const lean = (values: readonly number[], smooth: number, concord: number) =>
  leanOnSmooth(system, {
    all: values.map(plain),
    mean: plain(100),
    smooth: plain(smooth),
    concord: new Float32Array(holes.length).fill(concord),
    commonError: 2,
  });

test('solutions that agree keep their mean', () => {
  expect(lean([100, 100, 100], 110, 1)[0]).toBe(100);
});

test('solutions that differ are shrunk towards the smooth filling', () => {
  const leaned = lean([80, 100, 120], 110, 1);
  expect(leaned[0]).toBeGreaterThan(108);
  expect(leaned[0]).toBeLessThanOrEqual(110);
});

test('the mean is not shrunk across an edge that the solutions share', () => {
  expect(lean([20, 100, 180], 220, 1)[0]).toBeCloseTo(100, 0);
});

test('where all solutions differ, the smooth filling is used', () => {
  expect(lean([0, 100, 200], 160, 0)[0]).toBeGreaterThan(150);
});
