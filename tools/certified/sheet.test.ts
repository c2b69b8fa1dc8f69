// Tests that a sheet has as many copies as fit, pixel for pixel, with cutting lines.

import type { Pixels } from 'engines/pixels/plane.ts';
import { expect, test } from 'vitest';
import { drawSheet, planSheet } from './sheet.ts';

test.each([
  ['5-inch', 25, 35, 9],
  ['6-inch', 25, 35, 12],
  ['6-inch', 35, 49, 8],
  ['6-inch', 51, 51, 2],
  ['A4', 25, 35, 49],
] as const)('%s has enough copies of %d x %d mm', (name, width, height, min) => {
  const plan = planSheet(name, width, height)!;
  expect(plan.columns * plan.rows).toBeGreaterThanOrEqual(min);
  expect(plan.columns * (plan.photo.width + plan.gap)).toBeLessThanOrEqual(plan.width);
  expect(plan.rows * (plan.photo.height + plan.gap)).toBeLessThanOrEqual(plan.height);
});

test('a photo larger than the paper has no sheet', () => {
  expect(planSheet('5-inch', 100, 120)).toBeUndefined();
});

test('copies are placed between grey lines on white', () => {
  const plan = planSheet('6-inch', 35, 45)!;
  const { width: w, height: h } = plan.photo;
  const photo: Pixels = { data: new Uint8Array(w * h * 3).fill(40), width: w, height: h };
  const { data, width, height } = drawSheet(plan, photo);
  const copies = data.filter((value, i) => i % 3 === 0 && value === 40).length;
  expect(copies).toBe(w * h * plan.columns * plan.rows);
  expect(data[0]).toBe(255);
  // The first row crosses only the vertical lines, two per column.
  const met = Array.from({ length: width }, (_, x) => data[x * 3]!).filter(value => value === 190);
  expect(met).toHaveLength(plan.columns * 2);
  expect(height * width * 3).toBe(data.length);
});
