// Tests that zooming keeps the point under the pointer in place and that the picture never leaves its frame.
import { expect, test } from 'vitest';
import { clampView, fitInside, scalesOf, wholeView, zoomAt } from './zoom.ts';

const frame = { width: 800, height: 600 };
const fitted = fitInside({ width: 4000, height: 2000 }, frame);

test('the whole picture fits into the frame', () => {
  expect(fitted).toEqual({ width: 800, height: 400 });
  expect(fitInside({ width: 100, height: 300 }, frame)).toEqual({ width: 200, height: 600 });
});

test('100 percent shows one picture pixel as one CSS pixel, and zooming goes further', () => {
  expect(scalesOf({ width: 4000, height: 2000 }, fitted)).toEqual({ truePixels: 5, deepest: 40 });
  expect(scalesOf({ width: 100, height: 75 }, frame).deepest).toBe(4);
});

test('zooming in and out keeps the point under the pointer in place', () => {
  const point = { x: 200, y: -150 };
  const inside = zoomAt(wholeView, 3, point, 40);
  // A point p of the fitted picture is drawn at p * scale + offset.
  expect({ x: point.x * 3 + inside.x, y: point.y * 3 + inside.y }).toEqual(point);
  const out = zoomAt(inside, 0.5, point, 40);
  expect(point.x * out.scale + out.x).toBeCloseTo(point.x);
});

test('zooming all the way out resets any panning', () => {
  const view = zoomAt({ scale: 4, x: 300, y: -200 }, 0.01, { x: 350, y: 250 }, 40);
  expect(clampView(view, fitted, frame, 40)).toEqual(wholeView);
});

test('panning ends at the edge of the picture, and does not move an axis that fits the frame', () => {
  expect(clampView({ scale: 2, x: 9999, y: -9999 }, fitted, frame, 40)).toEqual({ scale: 2, x: 400, y: -100 });
  expect(clampView({ scale: 1.2, x: 0, y: 50 }, fitted, frame, 40).y).toBe(0);
});
