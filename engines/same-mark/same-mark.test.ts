// A mark blended into real photographs is undone; images without a shared mark are left alone.

import { beforeAll, expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { inpaint } from '../inpaint/inpaint.ts';
import type { Pixels } from '../pixels/plane.ts';
import { findSharedMark, undoSharedMark } from './same-mark.ts';
import {
  blendMark,
  compareInside,
  decode,
  drawMark,
  encodeJpeg,
  maskOf,
  readPhoto,
  type TestMark,
} from './test-marks.ts';

const width = 240;
const height = 150;
const names = ['chair', 'sea', 'forest', 'phone', 'map', 'strawberries', 'friendsDark', 'telephone'] as const;
const shape = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="#fff">
  <circle cx="70" cy="75" r="22"/><circle cx="70" cy="75" r="12" fill="#000"/>
  <path d="M110 58h6v34h-6zM124 58h22v6h-16v8h12v6h-12v14h-6zM156 58l12 34 12-34" stroke="#fff" stroke-width="2"/></svg>`;

let cleans: Pixels[];
beforeAll(async () => {
  cleans = await Promise.all(names.map(name => readPhoto(photos[name], width, height)));
});

const asJpeg = async (pixels: Pixels) => decode(await encodeJpeg(pixels));
const makeSet = async (mark: TestMark) => Promise.all(cleans.map(clean => asJpeg(blendMark(clean, mark))));
const setOf = (pictures: readonly Pixels[], mask: Uint8Array) => ({
  width,
  height,
  pictures: pictures.map(({ data }) => data),
  mask,
});

test.each([
  [0.4, [255, 255, 255]],
  [0.5, [210, 40, 30]],
] as const)('a mark with opacity %d and colour %j is undone better than by filling', async (strength, colour) => {
  const mark = await drawMark(shape, strength, colour);
  const mask = maskOf(mark, width, 2);
  const pictures = await makeSet(mark);
  const set = setOf(pictures, mask);
  const found = (await findSharedMark(set))!;
  const left = maskOf(mark, width, 0).filter((isMarked, i) => isMarked && mark.opacity[i]! > 0.2 && !found.mask[i]);
  expect(left).toHaveLength(0);
  const filled = await inpaint(pictures[0]!, found.mask);
  const { data } = undoSharedMark(set, found, filled, true);
  const undone = compareInside(data, cleans[0]!.data, mask);
  expect(undone).toBeGreaterThan(compareInside(filled.data, cleans[0]!.data, mask) + 3);
  expect(undone).toBeGreaterThan(30);
  let changed = 0;
  for (let i = 0; i < mask.length; i++)
    if (!found.mask[i]) for (let c = i * 3; c < i * 3 + 3; c++) if (data[c] !== pictures[0]!.data[c]) changed++;
  expect(changed).toBe(0);
});

test('a generous box around the mark is reduced to the mark', async () => {
  const mark = await drawMark(shape, 0.4);
  const box = new Uint8Array(width * height);
  for (let y = 40; y < 110; y++) box.fill(1, y * width + 35, y * width + 200);
  const found = (await findSharedMark(setOf(await makeSet(mark), box)))!;
  const wide = maskOf(mark, width, 6);
  const share = (of: Uint8Array, within: Uint8Array) => of.filter((value, i) => value && within[i]).length;
  expect(share(found.mask, wide) / share(found.mask, found.mask)).toBeGreaterThan(0.65);
});

test('no shared mark is found in images without one, in copies of one image, or in two images', async () => {
  const mark = await drawMark(shape, 0.4);
  const mask = maskOf(mark, width, 2);
  const marked = await makeSet(mark);
  expect(await findSharedMark(setOf(await Promise.all(cleans.map(asJpeg)), mask))).toBeUndefined();
  expect(await findSharedMark(setOf(Array(5).fill(marked[0]!), mask))).toBeUndefined();
  expect(await findSharedMark(setOf(marked.slice(0, 2), mask))).toBeUndefined();
});

test('no shared mark is found if the first image lacks it, but one is found if only the last image lacks it', async () => {
  const mark = await drawMark(shape, 0.4);
  const marked = await makeSet(mark);
  const set = setOf([await asJpeg(cleans[0]!), ...marked.slice(1)], maskOf(mark, width, 2));
  expect(await findSharedMark(set)).toBeUndefined();
  const strangerLast = setOf([...marked.slice(1), await asJpeg(cleans[0]!)], maskOf(mark, width, 2));
  expect(await findSharedMark(strangerLast)).toBeDefined();
});

test('where the mark is opaque, and only there, the filling is used', async () => {
  const mark = await drawMark(shape, 0.4);
  const isRing = (i: number) => i % width < 100;
  const mixed = { ...mark, opacity: mark.opacity.map((value, i) => (isRing(i) ? value * 2.5 : value)) };
  const pictures = await makeSet(mixed);
  const set = setOf(pictures, maskOf(mixed, width, 2));
  const found = (await findSharedMark(set))!;
  const grey = { data: new Uint8Array(width * height * 3).fill(99), width, height };
  const { data } = undoSharedMark(set, found, grey, true);
  const ring = (75 * width + 53) * 3;
  expect([...data.subarray(ring, ring + 3)]).toEqual([99, 99, 99]);
  const letters = set.mask.map((value, i) => (value && !isRing(i) ? 1 : 0));
  expect(compareInside(data, cleans[0]!.data, letters)).toBeGreaterThan(30);
});

test('a translucent bar is undone beside an opaque square with a small hole, in which a single pixel remains unknown', async () => {
  const opacity = new Float32Array(width * height);
  const draw = (left: number, top: number, wide: number, high: number, value: number) => {
    for (let y = top; y < top + high; y++) opacity.fill(value, y * width + left, y * width + left + wide);
  };
  draw(30, 50, 50, 50, 1);
  draw(53, 73, 7, 7, 0);
  draw(100, 60, 100, 30, 0.4);
  const mark: TestMark = { opacity, colour: [255, 255, 255] };
  const found = (await findSharedMark(setOf(await makeSet(mark), maskOf(mark, width, 3))))!;
  const bar = [...opacity.keys()].filter(i => opacity[i]! > 0.3 && opacity[i]! < 0.5);
  expect(bar.filter(i => found.mask[i] === 1)).toHaveLength(bar.length);
  const gain = bar.reduce((sum, i) => sum + found.field[i * 4]!, 0) / bar.length;
  expect(Math.abs(gain - 1 / 0.6)).toBeLessThan(0.03);
});
