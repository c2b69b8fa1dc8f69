// A rotated frame shows the right positions at any scale.
import { expect, test } from 'vitest';
import type { Pixels } from './pixels/plane.ts';
import { toFrame, turnedFrame, warpPixels } from './warp-pixels.ts';

/** Draws an image in which red grows to the right and green downwards, by one per pixel. */
function ramp(width: number, height: number): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    data[i * 3] = i % width;
    data[i * 3 + 1] = Math.floor(i / width);
  }
  return { data, width, height };
}

const size = { width: 40, height: 40 };

test('without rotation and scale the frame is a crop', () => {
  const { pixels, isInside } = warpPixels(ramp(100, 100), turnedFrame(size, [50, 50], [20, 20], 1, 0));
  expect([...pixels.data.subarray(0, 2)]).toEqual([30, 30]);
  expect(isInside.every(Boolean)).toBe(true);
});

test('a clockwise tilt is undone, and mapped positions agree with pixels', () => {
  const frame = turnedFrame(size, [50, 50], [20, 20], 0.8, 30);
  const { pixels } = warpPixels(ramp(100, 100), frame);
  // A point to the right of the centre on a line tilted by 30 degrees.
  const point = [50 + 15 * Math.cos(Math.PI / 6), 50 + 15 * Math.sin(Math.PI / 6)] as const;
  const [x, y] = toFrame(frame, point);
  expect(x).toBeCloseTo(32, 5);
  expect(y).toBeCloseTo(20, 5);
  const at = (20 * 40 + 31) * 3;
  const left = 50 + (31.5 - 20) * 1.25 * Math.cos(Math.PI / 6) - 0.5 * 1.25 * Math.sin(Math.PI / 6);
  expect(Math.abs(pixels.data[at]! + 0.5 - left)).toBeLessThan(1);
});

test('pixels beyond the border are flagged', () => {
  const { isInside, pixels } = warpPixels(ramp(30, 30), turnedFrame(size, [0, 0], [20, 20], 1, 0));
  expect(isInside[0]).toBe(0);
  expect(isInside[39 * 40 + 39]).toBe(1);
  expect([...pixels.data.subarray(0, 2)]).toEqual([0, 0]);
});
