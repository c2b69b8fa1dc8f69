// Faint marks that repeat over a photograph are found tile by tile; patterns in one part of the scene are not.
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import type { Pixels } from '../pixels/plane.ts';
import { blendMark, decode, drawMark, encodeJpeg, maskOf, readPhoto } from '../same-mark/test-marks.ts';
import { findTiles } from './find-tiles.ts';

const width = 640;
const height = 420;
/** A bird over a bar, without letters. The steps are not whole pixels, and every other row is offset by half a step. */
const bird = '<path d="M6 20q20-24 58-18q-18 6-20 18q-16 18-38 0z"/><path d="M10 40h40v6h-40z"/>';
const [across, down] = [96.4, 71.3];

function drawTiles(turn: number, columns = 8, rows = 8): string {
  let tiles = '';
  for (let row = -1; row < rows; row++)
    for (let column = -1; column < columns; column++) {
      const x = (column + (row % 2 === 0 ? 0 : 0.5)) * across;
      tiles += `<g transform="translate(${x} ${row * down})rotate(${turn} 32 24)">${bird}</g>`;
    }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="#fff">${tiles}</svg>`;
}

const search = async (pixels: Pixels) => {
  const mask = new Uint8Array(pixels.width * pixels.height);
  return { tiles: await findTiles(pixels, mask), mask };
};

test.each([
  ['chair', 0, 0.25],
  ['baboon', -30, 0.35],
  ['forest', -30, 0.25],
] as const)('tiles over %s, rotated by %d° with opacity %d, are found one by one', async (name, turn, strength) => {
  const photo = await readPhoto(photos[name], width, height);
  const mark = await drawMark(drawTiles(turn), strength);
  const { tiles, mask } = await search(await decode(await encodeJpeg(blendMark(photo, mark))));
  // 6.6 x 5.9 periods, including marks cut off by the border.
  expect(tiles.length).toBeGreaterThanOrEqual(38);
  expect(tiles.length).toBeLessThanOrEqual(60);
  const whole = tiles.filter(({ x, y, w, h }) => x > 0 && y > 0 && x + w < width && y + h < height);
  for (const { w, h } of whole) expect(Math.max(w, h)).toBeLessThan(90);
  const ink = [...mark.opacity.keys()].filter(i => mark.opacity[i]! > strength / 2);
  expect(ink.filter(i => mask[i]).length / ink.length).toBeGreaterThan(0.9);
  const near = maskOf(mark, width, 6);
  const marked = [...mask.keys()].filter(i => mask[i]);
  expect(marked.filter(i => near[i]).length / marked.length).toBeGreaterThan(0.9);
});

test('a pattern in one part of the scene is not taken for a mark', async () => {
  const photo = await readPhoto(photos.sea, width, height);
  const { tiles, mask } = await search(blendMark(photo, await drawMark(drawTiles(0, 3, 3), 0.5)));
  expect(tiles).toEqual([]);
  expect(mask.includes(1)).toBe(false);
});

test.each(['baboon', 'chair', 'code', 'scissors'] as const)('no tiles are found over %s', async name => {
  expect((await search(await readPhoto(photos[name], width, height))).tiles).toEqual([]);
});
