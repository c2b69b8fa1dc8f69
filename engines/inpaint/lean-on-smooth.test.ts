// When the mean of solutions leans on the smoothest filling: only as far as they disagree, and not across a strong edge.
import { expect, test } from 'vitest';
import { leanOnSmooth } from './lean-on-smooth.ts';
import { makeSystem } from './seams.ts';

const side = 16;
const isHole = new Uint8Array(side * side).fill(1, 0, side * 8);
const holes = Int32Array.from({ length: side * 8 }, (_, pixel) => pixel);
const system = makeSystem({ width: side, height: side, colours: new Uint8Array(side * side * 3), isHole }, holes);
const plain = (value: number) => new Float32Array(holes.length * 4).fill(value);

test('solutions of one mind keep their mean', () => {
  const leaned = leanOnSmooth(system, [plain(100), plain(100), plain(100)], plain(100), plain(110));
  expect(leaned[0]).toBe(100);
});

test('solutions that differ give way to the smoothest filling', () => {
  const leaned = leanOnSmooth(system, [plain(80), plain(100), plain(120)], plain(100), plain(110));
  expect(leaned[0]).toBeGreaterThan(108);
  expect(leaned[0]).toBeLessThanOrEqual(110);
});

test('a smear of two very different sides is not leaned on', () => {
  const leaned = leanOnSmooth(system, [plain(20), plain(100), plain(180)], plain(100), plain(220));
  expect(leaned[0]).toBeCloseTo(100, 0);
});
