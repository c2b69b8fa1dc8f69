// Tests the layout of tiles in rows.
import { expect, test } from 'vitest';
import { planRows } from './plan-rows.ts';

test('every row fills the width for any number of tiles', () => {
  for (let count = 0; count <= 40; count += 1) {
    for (const longest of [1, 3, 4]) {
      const plan = planRows(count, longest);
      expect(plan).toHaveLength(count);
      // Each tile takes 1/length of a row, so complete rows add up to an integer.
      const rows = plan.reduce((sum, length) => sum + 1 / length, 0);
      expect(rows).toBeCloseTo(Math.ceil(count / longest));
    }
  }
});

test('no tile is alone in the last row if that can be avoided', () => {
  expect(planRows(5, 4)).toEqual([3, 3, 3, 2, 2]);
  expect(planRows(6, 4)).toEqual([3, 3, 3, 3, 3, 3]);
  expect(planRows(9, 4)).toEqual(Array(9).fill(3));
  expect(planRows(4, 3)).toEqual([2, 2, 2, 2]);
  expect(planRows(1, 4)).toEqual([1]);
});
