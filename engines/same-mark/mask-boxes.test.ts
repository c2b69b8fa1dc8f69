// A mask is covered completely by a few boxes.
import { expect, test } from 'vitest';
import { boxMask, cutBox, growBox, pasteBox } from './mask-boxes.ts';

const width = 400;
const height = 300;
const maskOf = (...rectangles: readonly (readonly [x: number, y: number, w: number, h: number])[]) => {
  const mask = new Uint8Array(width * height);
  for (const [x, y, w, h] of rectangles)
    for (let row = y; row < y + h; row++) mask.fill(1, row * width + x, row * width + x + w);
  return mask;
};

test('distant parts have separate boxes, exact to the pixel, and near parts share one', () => {
  const mask = maskOf([10, 20, 30, 5], [50, 22, 7, 7], [300, 250, 11, 13]);
  const boxes = boxMask(mask, width, height, 4).sort((a, b) => a.x - b.x);
  expect(boxes).toEqual([
    { x: 10, y: 20, w: 47, h: 9 },
    { x: 300, y: 250, w: 11, h: 13 },
  ]);
});

test('many parts are joined into at most the given number of boxes, which cover the whole mask', () => {
  const parts = Array.from({ length: 12 }, (_, k) => [(k % 4) * 110, Math.floor(k / 4) * 120, 9, 9] as const);
  const mask = maskOf(...parts);
  const boxes = boxMask(mask, width, height, 3);
  expect(boxes.length).toBeLessThanOrEqual(3);
  const left = mask.slice();
  for (const box of boxes) pasteBox(left, width, box, new Uint8Array(box.w * box.h), 1);
  expect(left.includes(1)).toBe(false);
});

test('an empty mask has no boxes, and a grown box stays within the image', () => {
  expect(boxMask(maskOf(), width, height, 4)).toEqual([]);
  expect(growBox({ x: 5, y: 290, w: 10, h: 10 }, 24, width, height)).toEqual({ x: 0, y: 266, w: 39, h: 34 });
});

test('cropping and pasting back changes nothing', () => {
  const values = Uint8Array.from({ length: width * height * 3 }, (_, i) => i % 251);
  const box = { x: 13, y: 17, w: 40, h: 30 };
  const cut = cutBox(values, width, box, 3);
  expect(cut[0]).toBe(values[(17 * width + 13) * 3]);
  const pasted = values.slice();
  pasteBox(pasted, width, box, new Uint8Array(cut.length), 3);
  expect(pasted).not.toEqual(values);
  pasteBox(pasted, width, box, cut, 3);
  expect(pasted).toEqual(values);
});
