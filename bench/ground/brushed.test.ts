// Things painted over with a brush: what strokes cover, and that the list is of `tune` and leaks nothing into `judge`.
import { expect, test } from 'vitest';
import { listBrushed, paintStrokes } from './brushed.ts';
import { halfOf, listPictures } from './ground.ts';
import { readTable } from './read-table.ts';

const brushed = listBrushed();

test('a stroke joins its points with a round brush, and one of a single point is a dot', () => {
  const mask = paintStrokes('5 20,50 60,50; 3 90,20', 100, 50);
  const rows = Array.from({ length: 50 }, (_, y) => mask.slice(y * 100, (y + 1) * 100));
  expect(rows[25]!.indexOf(1)).toBe(15);
  expect(rows[25]!.lastIndexOf(1)).toBe(64);
  expect(rows.map(row => row[40])).toEqual(rows.map((_, y) => (y >= 20 && y < 30 ? 1 : 0)));
  expect(rows[10]!.slice(80).reduce((sum, value) => sum + value, 0)).toBe(6);
});

test('every thing covers as much as a hole that networks look at, in a listed package', () => {
  const packages = new Set(readTable('packages.tsv').map(row => row.package));
  for (const { name, packed, strokes } of brushed) {
    expect(packages).toContain(packed.package);
    expect(packed.sha256).toMatch(/^[0-9a-f]{64}$/);
    const share = paintStrokes(strokes, 300, 200).reduce((sum, value) => sum + value, 0) / 60_000;
    expect(share, name).toBeGreaterThan(0.005);
    expect(share, name).toBeLessThan(0.35);
  }
});

test('no photograph is one of judge', () => {
  const listed = new Map(listPictures().map(picture => [picture.packed.sha256, picture]));
  for (const { name, packed } of brushed) {
    const picture = listed.get(packed.sha256);
    if (picture) expect(halfOf(picture.name), name).toBe('tune');
  }
});

test('both verdicts are given on both kinds of fillings', () => {
  const kinds = new Set(readTable('brushed.tsv').map(({ filling, verdict }) => `${filling} ${verdict}`));
  expect(kinds).toEqual(new Set(['copied good', 'copied rejected', 'imagined good', 'imagined rejected']));
});
