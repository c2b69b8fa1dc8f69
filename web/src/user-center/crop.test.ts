// Tests which square of a picture is in the frame after moving and zooming.
import { expect, test } from 'vitest';
import { avatarSide, coverFrame, cropSquare, deepestScale, holdView, zoomView } from './crop.ts';

const wide = { width: 3000, height: 2000 };

test('the centre square is shown initially', () => {
  expect(coverFrame(wide)).toEqual({ width: 1.5, height: 1 });
  expect(cropSquare({ scale: 1, x: 0, y: 0 }, wide)).toEqual({ x: 500, y: 0, side: 2000 });
});

test('moving the picture right shows more of its left side and stops at its edge', () => {
  expect(cropSquare({ scale: 1, x: 0.1, y: 0 }, wide)).toEqual({ x: 300, y: 0, side: 2000 });
  expect(cropSquare({ scale: 1, x: 9, y: 9 }, wide)).toEqual({ x: 0, y: 0, side: 2000 });
  expect(cropSquare({ scale: 1, x: -9, y: -9 }, wide)).toEqual({ x: 1000, y: 0, side: 2000 });
});

test('zooming at a corner keeps that corner in place', () => {
  const view = zoomView({ scale: 1, x: 0, y: 0 }, 2, { x: -0.5, y: -0.5 }, wide);
  expect(view.scale).toBe(2);
  expect(cropSquare(view, wide)).toEqual({ x: 500, y: 0, side: 1000 });
});

test('the zoom is limited to between the whole picture and a useful number of pixels', () => {
  expect(holdView({ scale: 0.2, x: 0, y: 0 }, wide).scale).toBe(1);
  expect(deepestScale(wide)).toBe(10);
  expect(deepestScale({ width: 640, height: 900 })).toBe(5);
  expect(deepestScale({ width: 50, height: 50 })).toBe(2);
  expect(holdView({ scale: 99, x: 0, y: 0 }, { width: 640, height: 900 }).scale).toBe(5);
});

test.each([
  [2000, 512],
  [300.4, 300],
  [64, 256],
])('a crop of %i pixels makes an avatar of %i', (side, made) => {
  expect(avatarSide({ x: 0, y: 0, side })).toBe(made);
});
