// Of several connected components in a matte, only those with a face are kept.
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { openPicture, readPixels } from '../image.ts';
import { keepFaces } from './keep-faces.ts';

test('a component without a face is removed with its soft border; if no face is found, all are kept', async () => {
  const pixels = await readPixels((await openPicture(photos.womanRed)).start(), 3);
  const { width, height } = pixels;
  const isPerson = (x: number, y: number) => Math.hypot(x - 250, y - 260) < 170;
  const isThing = (x: number, y: number) => x < 60 && y < 60;
  const alpha = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return isPerson(x, y) ? 255 : isThing(x, y) ? 200 : 0;
  });
  const at = (x: number, y: number) => alpha[y * width + x];
  expect(await keepFaces(pixels, alpha)).toBe(1);
  expect([at(250, 260), at(250, 95), at(30, 30), at(59, 59)]).toEqual([255, 255, 0, 0]);

  const wall = { data: new Uint8Array(300 * 300 * 3).fill(128), width: 300, height: 300 };
  const all = new Uint8Array(300 * 300).fill(255);
  expect(await keepFaces(wall, all)).toBe(0);
  expect(all.every(value => value === 255)).toBe(true);
});
