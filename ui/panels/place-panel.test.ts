// Tests that a panel opens where there is room and never leaves the window.
import { expect, test } from 'vitest';
import { placePanel } from './place-panel.ts';

const phone = { width: 390, height: 844 };
const panel = { width: 288, height: 400 };
const buttonAt = (left: number, top: number) => ({ left, right: left + 140, top, bottom: top + 36 });
const place = (left: number, top: number, size = panel, align: 'start' | 'end' = 'start') =>
  placePanel({ button: buttonAt(left, top), panel: size, window: phone, align });

test('a panel opens below its button if it fits there', () => {
  expect(place(16, 100)).toEqual({ top: 144, left: 16, maxHeight: 400 });
});

test('without room below, it opens upwards and ends above its button', () => {
  expect(place(16, 700)).toEqual({ top: 292, left: 16, maxHeight: 400 });
});

test('a panel taller than either side scrolls on the larger one, inside the window', () => {
  const tall = { width: 288, height: 1200 };
  expect(place(16, 300, tall)).toEqual({ top: 344, left: 16, maxHeight: 488 });
  expect(place(16, 600, tall)).toEqual({ top: 12, left: 16, maxHeight: 580 });
});

test('a panel is moved sideways rather than cut off', () => {
  expect(place(240, 100).left).toBe(390 - 12 - 288);
  expect(place(230, 100, panel, 'end').left).toBe(82);
  expect(place(16, 100, panel, 'end').left).toBe(12);
});
