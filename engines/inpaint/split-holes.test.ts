// Distant holes are in separate regions, close ones in the same, and every hole belongs to exactly one region.
import { expect, test } from 'vitest';
import { isInGroup, splitHoles } from './split-holes.ts';

const makeMask = (width: number, height: number, marked: readonly (readonly [number, number])[]) => {
  const mask = new Uint8Array(width * height);
  for (const [x, y] of marked) mask[y * width + x] = 1;
  return mask;
};

test('a small hole in a large image needs only its surroundings', () => {
  const [group, ...others] = splitHoles(makeMask(4000, 3000, [[2000, 1500]]), 4000, 3000);
  expect(others).toEqual([]);
  expect(group!.box).toEqual({ left: 1840, top: 1340, right: 2161, bottom: 1661 });
});

test('each hole belongs to one region, and close holes to the same one', () => {
  const marked = [
    [10, 10],
    [30, 15],
    [700, 40],
    [2900, 1900],
    [2999, 1999],
  ] as const;
  const groups = splitHoles(makeMask(3000, 2000, marked), 3000, 2000);
  const homes = marked.map(([x, y]) => groups.filter(group => isInGroup(group, x, y, 3000)));
  expect(homes.map(home => home.length)).toEqual([1, 1, 1, 1, 1]);
  expect(homes[0]).toEqual(homes[1]);
  expect(homes[3]).toEqual(homes[4]);
  expect(homes[0]).not.toEqual(homes[3]);
});

test('without holes there are no regions', () => {
  expect(splitHoles(new Uint8Array(100), 10, 10)).toEqual([]);
});
