// Tests that filling the outlines of a mask reproduces the mask, including holes and touching corners.
import { expect, test } from 'vitest';
import type { MaskOp } from './ops.ts';
import { simplifyPath } from './path.ts';
import { rasteriseBand } from './rasterise.ts';
import { traceMask } from './trace-mask.ts';

const draw = (rows: readonly string[]) => ({
  mask: Uint8Array.from(rows.join(''), sign => (sign === '#' ? 1 : 0)),
  width: rows[0]!.length,
  height: rows.length,
});

function fillAgain(rings: MaskOp & { kind: 'area' }, width: number, height: number) {
  return rasteriseBand([rings], 'a', { width, top: 0, rows: height, scale: 1 });
}

test('a ring with an island and a touching corner is reproduced exactly', () => {
  const { mask, width, height } = draw([
    '..........',
    '.######...',
    '.#....#.#.',
    '.#.##.##..',
    '.#....#...',
    '.######..#',
    '......##.#',
  ]);
  const rings = traceMask(mask, width, height, 0);
  expect(fillAgain({ kind: 'area', label: 'a', rings }, width, height)).toEqual(mask);
  // The outer edge, its hole, the island, the single pixel, and the two at the side.
  expect(rings).toHaveLength(5);
});

test('a slanted edge loses its steps but hardly any of its area', () => {
  const side = 60;
  const mask = Uint8Array.from({ length: side * side }, (_, i) => (i % side > i / side ? 1 : 0));
  const rings = traceMask(mask, side, side);
  expect(rings).toHaveLength(1);
  expect(rings[0]!.length / 2).toBeLessThan(8);
  const again = fillAgain({ kind: 'area', label: 'a', rings }, side, side);
  expect(again.filter((value, i) => value !== mask[i]).length).toBeLessThan(side);
});

test('simplification keeps the significant points of a line', () => {
  expect(simplifyPath([0, 0, 5, 0.1, 10, 0, 10, 10, 10, 20], 0.5)).toEqual([0, 0, 10, 0, 10, 20]);
  expect(simplifyPath([0, 0, 5, 4, 10, 0], 0.5)).toEqual([0, 0, 5, 4, 10, 0]);
  expect(simplifyPath([7, 7], 3)).toEqual([7, 7]);
});
