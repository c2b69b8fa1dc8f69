// A large region is searched at reduced size but copied in full detail.
import { expect, test } from 'vitest';
import { fillRegion } from './fill-region.ts';

/** Stripes two pixels wide become grey at half the size, so only copying at full size restores them. */
const stripe = (x: number) => (x % 4 < 2 ? 30 : 220);

test('detail finer than the search resolution is copied at full size', () => {
  const width = 2400;
  const height = 1801;
  const colours = new Uint8Array(width * height * 3);
  const isHole = new Uint8Array(width * height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const x = pixel % width;
    const y = Math.floor(pixel / width);
    const isMarked = (x > 1000 && x < 1060 && y > 800 && y < 860) || (x > 2390 && y > 1780);
    isHole[pixel] = isMarked ? 1 : 0;
    if (!isMarked) colours.fill(stripe(x), pixel * 3, pixel * 3 + 3);
  }
  for (const share of fillRegion({ width, height, colours, isHole })) expect(share).toBeLessThanOrEqual(1);
  let wrong = 0;
  let count = 0;
  isHole.forEach((value, pixel) => {
    if (!value) return;
    count++;
    if (Math.abs(colours[pixel * 3]! - stripe(pixel % width)) > 60) wrong++;
  });
  expect(wrong / count).toBeLessThan(0.05);
});
