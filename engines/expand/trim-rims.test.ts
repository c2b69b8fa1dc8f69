// A black or white rim of a scan is no part of the image that is continued.
import { expect, test } from 'vitest';
import { expand } from './expand.ts';
import { findRims, trimRims } from './trim-rims.ts';

const [width, height] = [160, 120];
const below = { left: 0, right: 0, top: 0, bottom: 40 };
const none = { left: 0, right: 0, top: 0, bottom: 0 };

/** A meadow of soft noise between 90 and 130, with `paint` over it. */
function drawMeadow(paint: (x: number, y: number) => number | undefined) {
  const data = new Uint8Array(width * height * 3);
  let seed = 7;
  for (let at = 0; at < width * height; at++) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const level = paint(at % width, Math.floor(at / width)) ?? 90 + (seed / 2147483648) * 40;
    data.fill(level, at * 3, at * 3 + 3);
  }
  return { data, width, height, channels: 3 as const };
}

test('a scan that lies askew leaves no black line within the expanded image', async () => {
  // A wedge along a fifth of the lower side, two pixels deep.
  const picture = drawMeadow((x, y) => (x < 32 && y >= height - 2 ? 4 : undefined));
  const { data, height: tall } = await expand(picture, below);
  expect(tall).toBe(height + 40);
  let darkest = 255;
  for (let at = 0; at < data.length; at += 3) darkest = Math.min(darkest, data[at]!);
  expect(darkest).toBeGreaterThan(60);
  // Everything else of the image is as it was.
  for (let at = 0; at < (height - 4) * width * 3; at++)
    if (data[at] !== picture.data[at]) throw new Error(`changed at ${at}`);
});

test.each([
  ['black, along the whole side', (_x: number, y: number) => (y >= height - 2 ? 8 : undefined), 4],
  ['white, along a third', (x: number, y: number) => (x > 100 && y === height - 1 ? 255 : undefined), 3],
  ['short', (x: number, y: number) => (x < 8 && y >= height - 2 ? 4 : undefined), 0],
  ['ragged', (x: number, y: number) => (y >= height - 1 - 2 * (x % 2) ? 4 : undefined), 0],
  ['a bar that is meant', (_x: number, y: number) => (y >= height - 14 ? 4 : undefined), 0],
  ['grey', (_x: number, y: number) => (y >= height - 2 ? 60 : undefined), 0],
  ['at a side that is not expanded', (x: number) => (x < 2 ? 4 : undefined), 0],
])('%s: depth of the rim', (_, paint, bottom) => {
  expect(findRims(drawMeadow(paint), below)).toEqual({ ...none, bottom });
});

test('a night without a rim is left whole', () => {
  const night = drawMeadow((x, y) => (x * 7 + y * 13) % 17);
  expect(trimRims(night, below)).toEqual({ picture: night, sides: below });
});
