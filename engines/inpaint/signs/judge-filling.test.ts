// Tests that a filling is doubted where its surroundings contradict each other, and not where the ground goes on.

import { mulberry32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { photos } from '../../../bench/photos.ts';
import { openPicture, readPixels } from '../../image.ts';
import type { Pixels } from '../../pixels/plane.ts';
import { inpaintJudged } from './judge-filling.ts';

const [width, height] = [160, 120];
const mask = Uint8Array.from({ length: width * height }, (_, i) => {
  const [x, y] = [i % width, Math.floor(i / width)];
  return x >= 55 && x < 105 && y >= 35 && y < 85 ? 1 : 0;
});

function draw(colourAt: (x: number, y: number) => readonly number[]) {
  const random = mulberry32(4);
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const noise = 16 * (random() - 0.5);
    data.set(
      colourAt(i % width, Math.floor(i / width)).map(level => Math.max(0, Math.min(255, level + noise))),
      i * 3,
    );
  }
  return { data, width, height };
}

test('grass that goes on is not doubted', async () => {
  const grass = draw((x, y) => [90 + 20 * Math.sin(x / 3) * Math.cos(y / 4), 140, 70]);
  const { isUnsure, signs } = await inpaintJudged(grass, mask);
  expect(signs).toMatchObject({ steps: 0 });
  expect(signs.looks?.subject).toBeGreaterThan(0);
  expect(signs.looks?.thing).toBeGreaterThan(0);
  expect(isUnsure).toBe(false);
});

test('a wheel of colours, which has each of them once, is', async () => {
  const wheel = draw((x, y) => {
    const angle = Math.atan2(y - height / 2, x - width / 2);
    return [0, 2.1, 4.2].map(turn => 128 + 120 * Math.sin(angle + turn));
  });
  const { isUnsure, data } = await inpaintJudged(wheel, mask);
  expect(isUnsure).toBe(true);
  for (let i = 0; i < mask.length; i++) if (!mask[i]) expect(data[i * 3]).toBe(wheel.data[i * 3]);
});

/** A photograph of a chair with a square in its middle to be filled. */
async function openChair(across: number) {
  const photo = await readPixels((await openPicture(photos.chair)).start().resize(across), 3);
  const half = Math.round(0.16 * Math.min(photo.width, photo.height));
  const [middleX, middleY] = [Math.round(photo.width / 2), Math.round(photo.height / 2)];
  const square = Uint8Array.from({ length: photo.width * photo.height }, (_, i) => {
    const [x, y] = [(i % photo.width) - middleX, Math.floor(i / photo.width) - middleY];
    return Math.max(Math.abs(x + 0.5), Math.abs(y + 0.5)) < half ? 1 : 0;
  });
  /** Root of the mean square of the difference to the photograph, in levels; no pixel outside the hole may differ. */
  const measureMiss = ({ data }: Pixels): number => {
    const squares = Array.from(data, (value, at) => {
      const difference = value - photo.data[at]!;
      if (!square[Math.floor(at / 3)]) expect(difference).toBe(0);
      return difference ** 2;
    });
    return Math.sqrt(squares.reduce((sum, value) => sum + value, 0) / (3 * (2 * half) ** 2));
  };
  return { photo, square, measureMiss };
}

test('what was removed before a plain wall, and cannot be copied, is imagined', async () => {
  const { photo, square, measureMiss } = await openChair(320);
  const copied = await inpaintJudged(photo, square, { imagines: false });
  expect(copied).toMatchObject({ engine: 'patches', isUnsure: true, signs: { imagined: undefined } });
  const shares: number[] = [];
  const imagined = await inpaintJudged(photo, square, { progress: share => shares.push(share) });
  expect(imagined.engine).toBe('migan');
  expect(measureMiss(imagined)).toBeLessThan(0.5 * measureMiss(copied));
  expect(imagined.signs).toMatchObject({ steps: 0, repeats: 0, looks: undefined });
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
});

test('in a large picture it is imagined as in a smaller one', async () => {
  const { photo, square, measureMiss } = await openChair(1040);
  const imagined = await inpaintJudged(photo, square);
  expect(imagined.engine).toBe('migan');
  expect(measureMiss(imagined)).toBeLessThan(15);
});

test('writing, of which nothing is copied in whole pieces, has no signs', async () => {
  const thin = mask.map((_, i) => (Math.floor(i / width) === 60 && i % width > 20 && i % width < 140 ? 1 : 0));
  const { signs, isUnsure } = await inpaintJudged(
    draw(x => [x, 128, 255 - x]),
    thin,
  );
  expect(signs).toEqual({ steps: 0, repeats: 0, strange: 0, looks: undefined });
  expect(isUnsure).toBe(false);
});
