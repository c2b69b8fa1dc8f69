// Tests that a piece of another thing in a filled hole is told from ground that goes on.

import { mulberry32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { measureStrange } from './find-strange.ts';

const [width, height] = [200, 160];
const hole = { left: 70, top: 50, right: 130, bottom: 110 };
const isInHole = (x: number, y: number) => x >= hole.left && x < hole.right && y >= hole.top && y < hole.bottom;

/** Sky above, grass below; `inHole` is the colour of pixels of the hole that are to differ from that. */
function draw(inHole: (x: number, y: number) => readonly [number, number, number] | undefined) {
  const random = mulberry32(5);
  const colours = new Uint8Array(width * height * 3);
  const sources = new Int32Array(width * height).fill(-1);
  for (let y = 0, pixel = 0; y < height; y++)
    for (let x = 0; x < width; x++, pixel++) {
      const ground = y < 80 ? ([120, 160, 220] as const) : ([70, 120, 50] as const);
      const colour = (isInHole(x, y) && inHole(x, y)) || ground;
      const noise = 20 * (random() - 0.5);
      colours.set(
        colour.map(level => level + noise),
        pixel * 3,
      );
      if (isInHole(x, y)) sources[pixel] = 0;
    }
  return { colours, sources, width, height, inner: { left: 0, top: 0, width, height } };
}

test('ground that goes on is not strange', () => {
  expect(measureStrange(draw(() => undefined))).toBeLessThan(8);
});

test('a red thing that stands nowhere beside the hole is', () => {
  expect(
    measureStrange(draw((x, y) => (x > 90 && x < 110 && y > 70 && y < 90 ? [200, 40, 40] : undefined))),
  ).toBeGreaterThan(40);
});

test('so is sky in the grass, since nothing beside it looks like that at its height', () => {
  expect(measureStrange(draw((_, y) => (y > 95 ? [120, 160, 220] : undefined)))).toBeGreaterThan(40);
});

test('without new pixels there is nothing strange', () => {
  const canvas = draw(() => undefined);
  expect(measureStrange({ ...canvas, sources: canvas.sources.fill(-1) })).toBe(0);
});
