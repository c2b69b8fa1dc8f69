// Uncertainty of detail: high for solutions that differ by noise, low for those that agree or differ only in low frequencies.
import { expect, test } from 'vitest';
import { openCells } from './cells.ts';
import { measureDoubt } from './doubt.ts';
import { makeSystem } from './seams.ts';

const side = 48;
const isHole = new Uint8Array(side * side).fill(1, 0, side * 40);
const holes = Int32Array.from({ length: side * 40 }, (_, pixel) => pixel);
const system = makeSystem({ width: side, height: side, colours: new Uint8Array(side * side * 3), isHole }, holes);

function doubt(paint: (number: number, pixel: number) => number): number {
  const all = [0, 1, 2].map(number =>
    Float32Array.from(Array.from(holes, pixel => [1, 1, 1, 0].map(one => one * paint(number, pixel))).flat()),
  );
  const mean = all[0]!.map((_, index) => all.reduce((sum, one) => sum + one[index]! / all.length, 0));
  return measureDoubt(system, openCells(system), { all, made: all[0]!, mean }, 1)[14]!;
}

/** Pseudo-random numbers from -30 to 30, deterministic. */
function noise(seed: number): number {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) ^ 0x5bd1e995;
  return ((Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> 0) / 2 ** 32) * 60 - 30;
}

test('solutions with the same detail are certain', () => {
  expect(doubt((_, pixel) => noise(pixel))).toBeLessThan(0.01);
});

test('solutions of independent noise are the most uncertain', () => {
  expect(doubt((number, pixel) => noise(pixel + number * 10_007))).toBeGreaterThan(0.6);
});

test('solutions that differ only in low-frequency colours keep their detail', () => {
  expect(doubt((number, pixel) => noise(pixel) + number * 25 * Math.sin(pixel / side / 9))).toBeLessThan(0.05);
});
