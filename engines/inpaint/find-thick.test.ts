// Which holes are thick enough to be copied in whole pieces: it depends on the width of their strokes, with a lower limit beside strong, fine
// texture.

import { xorshift32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { findThick } from './find-thick.ts';

const [width, height] = [200, 120];

type Place = (x: number, y: number) => boolean;

/** Returns whether the marked hole is thick, on a ground with the given grey levels. */
function isThick(isMarked: Place, greyAt: (x: number, y: number) => number): boolean {
  const colours = new Uint8Array(width * height * 3);
  const isHole = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x;
      if (isMarked(x, y)) isHole[pixel] = 1;
      else colours.fill(greyAt(x, y), pixel * 3, pixel * 3 + 3);
    }
  }
  const found = findThick({ width, height, colours, isHole });
  expect(found.some((value, pixel) => value === 1 && !isHole[pixel])).toBe(false);
  return found.includes(1);
}

const disc =
  (radius: number): Place =>
  (x, y) =>
    Math.hypot(x - 100, y - 60) < radius;
/** Strokes of a letter, `half` pixels wide on each side, with a spot twice as thick at their crossing. */
const letter =
  (half: number): Place =>
  (x, y) =>
    (Math.abs(x - 100) < half && y > 15 && y < 105) ||
    (Math.abs(y - 60) < half && x > 40 && x < 160) ||
    disc(2 * half)(x, y);

const random = xorshift32(5);
const grains = Float32Array.from({ length: width * height }, () => 60 + 130 * random());
const flat = (x: number, y: number) => 60 + x / 4 + y / 8;
const gravel = (x: number, y: number) => grains[(y >> 1) * width + (x >> 1)]!;
/** Smooth on the left, gravel on the right. */
const half = (x: number, y: number) => (x < 100 ? flat(x, y) : gravel(x, y));

test('on smooth ground, the thickness of a hole is the depth of most of it, not of a place where strokes cross', () => {
  expect(isThick(disc(16), flat)).toBe(true);
  expect(isThick(disc(9), flat)).toBe(false);
  expect(isThick(letter(6), flat)).toBe(false);
  expect(isThick(letter(13), flat)).toBe(true);
});

test('strokes are thick on strong, fine texture; thin strokes, and strokes partly beside such texture, are not', () => {
  expect(isThick(letter(6), gravel)).toBe(true);
  expect(isThick(letter(3), gravel)).toBe(false);
  expect(isThick(letter(6), half)).toBe(false);
});

test('strong texture may be weaker in places, but not absent', () => {
  const bands = (contrast: number) => (x: number, y: number) =>
    125 + (gravel(x, y) - 125) * (y % 50 < 24 ? contrast : 0.5);
  expect(isThick(letter(6), bands(0.15))).toBe(true);
  expect(isThick(letter(6), bands(0))).toBe(false);
});

test('a single thick stroke in a long word does not count, several do', () => {
  const bars =
    (...starts: number[]): Place =>
    (x, y) =>
      y > 15 && y < 105 && starts.some(start => x >= start && x < start + 12);
  expect(isThick(bars(117), half)).toBe(true);
  expect(isThick(bars(18, 42, 66, 90, 117), half)).toBe(false);
  expect(isThick(bars(87, 111, 135, 159), half)).toBe(true);
});

test('strokes on strong, fine texture are not thick when most of the text lies on smooth ground', () => {
  const calmUntil = (edge: number) => (x: number, y: number) => (x < edge ? flat(x, y) : gravel(x, y));
  /** Upright strokes; strokes further apart than their width belong to different words. */
  const words =
    (...starts: number[]): Place =>
    (x, y) =>
      y > 15 && y < 105 && starts.some(start => x >= start && x < start + 12);
  expect(isThick(words(8, 32, 56, 80, 160), calmUntil(120))).toBe(false);
  expect(isThick(words(20, 126, 150, 174), calmUntil(90))).toBe(true);
  expect(isThick(words(8, 32, 126, 150, 174), calmUntil(90))).toBe(false);
});
