// Strokes that correct a matte.
import { expect, test } from 'vitest';
import { measureWays } from './geodesic.ts';
import { followAllStrokes } from './strokes.ts';

test('a broad stroke over even colours stays within its reach', () => {
  const [width, height] = [480, 360];
  const guide = new Uint8Array(width * height * 3);
  const keep = new Float32Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      guide.set([100 + ((x * 7 + y * 13) % 6), 90 + (x >> 4), 80 + (y >> 4)], i * 3);
      if (Math.abs(x - 240) < 40 && Math.abs(y - 180) < 40) keep[i] = 1;
    }
  }
  const { alpha } = followAllStrokes({ alpha: new Float32Array(width * height), guide, width, height }, { keep });
  const at = (x: number, y: number) => alpha[y * width + x];
  expect([at(240, 180), at(285, 180), at(2, 2), at(478, 180)]).toEqual([1, 1, 0, 0]);
});

test('distances visit each pixel once', () => {
  const [width, height] = [320, 240];
  const sources = Uint8Array.from({ length: width * height }, (_, i) =>
    Math.abs((i % width) - 160) < 40 && Math.abs(Math.floor(i / width) - 120) < 40 ? 1 : 0,
  );
  let asked = 0;
  const ways = measureWays(sources, width, 1000, () => {
    asked++;
    return 1.3;
  });
  expect([ways[120 * width + 160], Math.round(ways[120 * width + 219]! * 10)]).toEqual([0, 260]);
  // Path lengths rounded up on storing would be found again by each copy of the preceding pixel: hundreds of visits, and in photographs the memory
  // ran out.
  expect(asked / (width * height)).toBeLessThan(8);
});
