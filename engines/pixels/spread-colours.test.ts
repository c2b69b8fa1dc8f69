// What is hidden gets the colours of its visible neighbours, and what is visible stays.
import { expect, test } from 'vitest';
import { spreadColours } from './spread-colours.ts';

const red = [220, 40, 40, 255];
const [hidden, faint] = [
  [0, 255, 0, 0],
  [10, 20, 30, 1],
];

test('only transparent pixels get other colours, of the nearest visible ones', () => {
  const row = [red, hidden, hidden, hidden, hidden, hidden, hidden, faint];
  const data = Uint8Array.from([row, row].flat(2));
  spreadColours(data, 8, 2);
  const pixel = (at: number) => [...data.subarray(at * 4, at * 4 + 4)];
  expect([pixel(0), pixel(7)]).toEqual([red, faint]);
  expect([pixel(1), pixel(3), pixel(6)]).toEqual([
    [220, 40, 40, 0],
    [220, 40, 40, 0],
    [10, 20, 30, 0],
  ]);
});

test('a picture in which nothing is visible becomes black', () => {
  const data = Uint8Array.from([hidden, hidden, hidden].flat());
  spreadColours(data, 3, 1);
  expect([...data]).toEqual(new Array(12).fill(0));
});
