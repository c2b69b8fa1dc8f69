// Tests that an undone blur is recognised by its kernel, and that other changes are not taken for one.
import { mulberry32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { fitKernel } from './fit-kernel.ts';
import type { Plane } from './plane.ts';

const side = 256;

/** Random levels in blocks of 4 x 4 pixels: edges in two directions. */
function drawBlocks(): Plane {
  const random = mulberry32(9);
  const blocks = Float32Array.from({ length: (side / 4) ** 2 }, random);
  const data = new Float32Array(side * side);
  for (let i = 0; i < data.length; i++)
    data[i] = blocks[Math.floor(i / side / 4) * (side / 4) + Math.floor((i % side) / 4)]!;
  return { data, width: side, height: side };
}

/** The mean over a line of pixels through each one. */
function smear({ data }: Plane, length: number, across: number, down: number): Plane {
  const out = new Float32Array(data.length);
  const from = -(length - 1) / 2;
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      for (let step = from; step <= -from; step++) {
        const column = Math.min(side - 1, Math.max(0, x + step * across));
        const row = Math.min(side - 1, Math.max(0, y + step * down));
        out[y * side + x]! += data[row * side + column]! / length;
      }
  return { data: out, width: side, height: side };
}

test.each([
  { across: 1, down: 0, length: 9, extent: 9, degrees: 0 },
  { across: 0, down: 1, length: 15, extent: 15, degrees: 90 },
  { across: 1, down: 1, length: 7, extent: 7 * Math.SQRT2, degrees: 45 },
  { across: 1, down: -1, length: 7, extent: 7 * Math.SQRT2, degrees: 135 },
])('a motion of $length pixels at $degrees° is measured', ({ across, down, length, extent, degrees }) => {
  const sharp = drawBlocks();
  const fit = fitKernel(smear(sharp, length, across, down), sharp);
  expect(fit.explained).toBeGreaterThan(0.9);
  expect(fit.gain).toBeGreaterThan(1.1);
  expect(Math.abs(fit.length - extent)).toBeLessThan(0.12 * extent);
  expect(fit.width).toBeLessThan(0.5 * fit.length);
  const off = Math.abs(fit.degrees - degrees);
  expect(Math.min(off, 180 - off)).toBeLessThan(6);
});

test('an unchanged picture and one whose noise was removed were not blurred', () => {
  const sharp = drawBlocks();
  expect(fitKernel(sharp, sharp)).toMatchObject({ explained: 0, gain: 1 });
  const noisy = { ...sharp, data: sharp.data.map((level, i) => level + (((i * 7919) % 101) / 101 - 0.5) * 0.4) };
  const fit = fitKernel(noisy, sharp);
  expect(fit.gain).toBeLessThan(1);
  expect(fit.explained).toBeLessThan(0.35);
});
