// Marks repeated over the whole picture.
import { expect, test } from 'vitest';
import { listCentres, makeCell } from './tile.ts';

const placed = { width: 90, height: 20, degrees: 0, centre: { x: 433, y: 77 } };
const picture = { width: 500, height: 300 };

test('rows are equal steps apart, every second one shifted by half', () => {
  const cell = makeCell(placed, 10);
  expect(cell).toMatchObject({ width: 100, height: 60, steps: { x: 100, y: 30 } });
  expect(cell.centres).toEqual([
    { x: 33, y: 17 },
    { x: 83, y: 47 },
  ]);
});

test('one mark is at the given position, and the whole picture is covered', () => {
  const centres = listCentres(picture, makeCell(placed, 10), { x: 45, y: 10 });
  expect(centres).toContainEqual({ x: 433, y: 77 });
  for (let y = 0; y <= picture.height; y += 30)
    for (let x = 0; x <= picture.width; x += 50)
      expect(centres.some(centre => Math.abs(centre.x - x) <= 50 && Math.abs(centre.y - y) <= 30)).toBe(true);
  // Every listed mark is at least partly visible.
  expect(centres.every(({ x, y }) => x >= -45 && x <= 545 && y >= -10 && y <= 310)).toBe(true);
});
