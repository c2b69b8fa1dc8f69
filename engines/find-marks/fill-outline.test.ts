// The shape within an outline is filled even though part of the outline is missing, and its hole is not filled.
import { expect, test } from 'vitest';
import { findEdgePoints } from './edge-points.ts';
import { fillOutline, placeIn } from './fill-outline.ts';

const side = 140;
const middle = 70;

function drawRing() {
  const data = new Uint8Array(side * side * 3);
  for (let i = 0; i < side * side; i++) {
    const distance = Math.hypot((i % side) - middle, Math.floor(i / side) - middle);
    const cover = Math.min(1, Math.max(0, 50.5 - distance)) * Math.min(1, Math.max(0, distance - 19.5));
    data.fill(60 + Math.round(120 * cover), i * 3, i * 3 + 3);
  }
  return findEdgePoints({ data, width: side, height: side });
}

test.each([40, 128])('a ring whose outline has a gap is filled without its hole, on a grid of %d cells', maxCells => {
  const edges = drawRing();
  const isKept = (k: number) =>
    edges.at[k]! % side < middle + 35 || Math.abs(Math.floor(edges.at[k]! / side) - middle) > 12;
  const points = [...edges.at.keys()].filter(isKept);
  expect(points.length).toBeLessThan(edges.count);
  const filled = fillOutline(edges, { side: 1, points }, maxCells);
  const levelAt = (x: number, y: number) => {
    const [column, row] = placeIn(filled, x, y).map(Math.round) as [number, number];
    return filled.levels[row * filled.columns + column]!;
  };
  for (const [x, y] of [
    [middle - 35, middle],
    [middle, middle + 35],
    [middle, middle - 35],
    [middle + 33, middle],
  ] as const)
    expect(levelAt(x, y)).toBeGreaterThan(0.6);
  expect(levelAt(middle, middle)).toBeLessThan(0.4);
  expect(levelAt(middle - 60 + 6, middle - 60 + 6)).toBeLessThan(0.3);
});
