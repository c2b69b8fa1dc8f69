// The solver's answer for a mark does not depend on pixels elsewhere about which no image has information.
import { expect, test } from 'vitest';
import { emptyField } from './field.ts';
import { linkPixels } from './links.ts';
import { solveField } from './solve.ts';
import { perLink, weighLinks } from './weigh.ts';

const [width, height] = [24, 12];
const at = (x: number, y: number) => y * width + x;

/** Visits the pixels of a square. */
function inSquare([left, top]: readonly [number, number], side: number, visit: (i: number) => void): void {
  for (let y = top; y < top + side; y++) for (let x = left; x < left + side; x++) visit(at(x, y));
}

/** Returns grey images, each with a slope of its own, that share a square of white at 40 %, and the mask of that square. */
function makeSet() {
  const mask = new Uint8Array(width * height);
  const pictures = [20, 60, 95, 150, 190].map((level, k) => {
    const grey = (i: number) => level + (k - 2) * (i % width) * 0.5 + k * Math.floor(i / width) * 0.5;
    const picture = Uint8Array.from({ length: mask.length * 3 }, (_, i) => Math.round(grey(Math.floor(i / 3))));
    inSquare([3, 3], 5, i => picture.fill(Math.round(0.4 * 255 + 0.6 * grey(i)), i * 3, i * 3 + 3));
    return picture;
  });
  inSquare([2, 2], 7, i => {
    mask[i] = 1;
  });
  return { width, height, pictures, mask };
}

function solve(set: ReturnType<typeof makeSet>) {
  const links = linkPixels(set);
  const sums = new Float32Array(links.from.length * perLink);
  const field = emptyField(set.mask.length);
  for (let round = 0; round < 6; round++) {
    weighLinks(links, set, field, sums);
    solveField({ links, sums }, field, 120);
  }
  return field;
}

const gainOf40Percent = 1 / 0.6;

test('a pixel enclosed by opaque ones, with no link to any other, does not stop the solver', () => {
  const set = makeSet();
  inSquare([14, 4], 3, i => {
    set.mask[i] = 2;
  });
  set.mask[at(15, 5)] = 1;
  const field = solve(set);
  expect(field[at(5, 5) * 4]).toBeCloseTo(gainOf40Percent, 1);
  expect([...field.subarray(at(15, 5) * 4, at(15, 5) * 4 + 4)]).toEqual([1, 0, 0, 0]);
});

test('pixels that are middle grey in every image do not stop the solver', () => {
  const set = makeSet();
  inSquare([14, 3], 5, i => {
    set.mask[i] = 1;
    for (const picture of set.pictures) picture.fill(128, i * 3, i * 3 + 3);
  });
  expect(solve(set)[at(5, 5) * 4]).toBeCloseTo(gainOf40Percent, 1);
});
