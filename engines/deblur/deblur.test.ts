// Tests that tiles leave no seams, and that parts that were sharp before are kept.
import { expect, test } from 'vitest';
import { restoreTiles } from '../maxim/tiles.ts';
import type { Pixels } from '../pixels/plane.ts';
import { keepSharper } from './keep-sharper.ts';

function draw(width: number, height: number, levelAt: (x: number, y: number) => number): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) data.fill(levelAt(i % width, Math.floor(i / width)), 3 * i, 3 * i + 3);
  return { data, width, height };
}

test.each([
  [256, 256],
  [40, 97],
  [1, 300],
  [700, 261],
])('tiles of %i x %i pixels make the whole picture again', async (width, height) => {
  const picture = draw(width, height, (x, y) => (x * 37 + y * 91) % 256);
  const shares: number[] = [];
  const made = await restoreTiles(picture, { side: 256, restore: async tile => tile }, share => shares.push(share));
  expect(made.data).toEqual(picture.data);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
});

test('tiles that disagree fade into each other', async () => {
  const picture = draw(1000, 600, () => 100);
  let sign = 1;
  const made = await restoreTiles(
    picture,
    {
      side: 256,
      restore: async tile => {
        sign = -sign;
        return tile.map(level => level + sign * (20 / 255));
      },
    },
    () => undefined,
  );
  let steepest = 0;
  for (let i = 3; i < made.data.length; i++)
    if (i % 3000 >= 3) steepest = Math.max(steepest, Math.abs(made.data[i]! - made.data[i - 3]!));
  expect(steepest).toBeLessThanOrEqual(2);
});

test('where the original was sharper it is kept, where it was blurred it is not', () => {
  const [width, height] = [400, 200];
  const stripes = (x: number) => (x % 8 < 4 ? 60 : 190);
  // On the left the original is sharp and the restored picture soft; on the right it is the other way round.
  const original = draw(width, height, x => (x < 200 ? stripes(x) : 125));
  const restored = draw(width, height, x => (x < 200 ? 125 : stripes(x)));
  keepSharper(restored, original);
  for (let y = 0; y < height; y += 10)
    for (let x = 0; x < width; x++)
      if (Math.abs(x - 200) > 40) expect(restored.data[(y * width + x) * 3]).toBe(stripes(x));
});
