// Strokes that correct a matte.
import { expect, test } from 'vitest';
import { followAllStrokes } from './strokes.ts';

test('a broad stroke over even colours spreads within its reach and visits each pixel once', () => {
  const [width, height] = [320, 240];
  const colours = new Uint8Array(width * height * 3);
  const keep = new Float32Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      colours.set([100 + ((x * 7 + y * 13) % 6), 90 + (x >> 4), 80 + (y >> 4)], i * 3);
      if (Math.abs(x - 160) < 40 && Math.abs(y - 120) < 40) keep[i] = 1;
    }
  }
  let reads = 0;
  const guide = new Proxy(colours, {
    get(target, key) {
      reads += 1;
      return Reflect.get(target, key, target);
    },
  });
  const { alpha } = followAllStrokes({ alpha: new Float32Array(width * height), guide, width, height }, { keep });
  const at = (x: number, y: number) => alpha[y * width + x];
  expect([at(160, 120), at(205, 120), at(2, 2)]).toEqual([1, 1, 0]);
  // Each pixel reads eight neighbours in two colours, plus the histograms. Path lengths rounded up on storing would be found again by each copy of
  // the preceding pixel: hundreds of visits, and in photographs the memory ran out.
  expect(reads / (width * height)).toBeLessThan(70);
});
