// Tests that a mark which is found in one place at several times is learnt once, from all of them.
import { expect, test } from 'vitest';
import { joinPlaces, type MarkedArea, type Placed } from './marked-areas.ts';

const here = { x: 10, y: 10, w: 40, h: 20 };
const there = { ...here, x: 200 };
const place = (area: MarkedArea): Placed => ({ area, box: area.box, start: area.start ?? 0, end: area.end ?? 9 });
const timesOf = (areas: readonly MarkedArea[]) =>
  joinPlaces(areas.map(place)).map(each => each.areas.map(({ start, end }) => [start, end]));

test('found areas with the same box are one place', () => {
  const found = [
    { box: here, start: 0, end: 3, isFound: true },
    { box: there, start: 3, end: 6, isFound: true },
    { box: { ...here }, start: 6, end: 9, isFound: true },
  ];
  expect(timesOf(found)).toEqual([
    [
      [0, 3],
      [6, 9],
    ],
    [[3, 6]],
  ]);
});

test('drawn areas are places of their own, because each may cover something else', () => {
  const drawn = [
    { box: here, start: 0, end: 3 },
    { box: here, start: 6, end: 9 },
  ];
  expect(timesOf(drawn)).toEqual([[[0, 3]], [[6, 9]]]);
});
