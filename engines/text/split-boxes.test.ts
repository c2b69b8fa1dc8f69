// Boxes that span a gutter or table cells are split where the page is empty.
import { expect, test } from 'vitest';
import { sharp } from '../sharp.ts';
import type { TextBox } from './find-text.ts';
import { splitBoxes } from './split-boxes.ts';
import { drawPage } from './test-page.ts';

const step = 40;

/** Draws lines of text, each piece at its x, and returns a box around each whole line. */
async function draw(lines: readonly (readonly [text: string, x: number][])[], width = 700) {
  const parts = lines.flatMap((pieces, i) => pieces.map(([text, x]) => ({ text, x, y: 20 + i * step, size: 22 })));
  const png = await drawPage({ width, height: 40 + lines.length * step }, parts);
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const boxes = lines.map((_, i): TextBox => {
    const [top, bottom] = [20 + i * step, 50 + i * step];
    return {
      quad: [
        [20, top],
        [width - 20, top],
        [width - 20, bottom],
        [20, bottom],
      ],
      score: 1,
    };
  });
  return { pixels: { data, width: info.width, height: info.height }, boxes };
}

test('two columns become two boxes per line', async () => {
  const { pixels, boxes } = await draw(
    [
      [
        ['The harbour wakes before the', 30],
        ['and follow the boats a long', 375],
      ],
      [
        ['town does. Boats come in with', 30],
        ['way out until the night has', 375],
      ],
      [
        ['the tide, and gulls fly with it', 30],
        ['come down on all of the sea', 375],
      ],
    ],
    740,
  );
  const cut = splitBoxes(pixels, boxes, 0);
  expect(cut).toHaveLength(6);
  for (const { quad } of cut) expect(quad[1][0] <= 375 || quad[0][0] >= 340).toBe(true);
});

test('one column stays whole, wide spaces included', async () => {
  const { pixels, boxes } = await draw([
    [['The harbour wakes   before the town does, and boats', 30]],
    [['come in with the tide. Gulls    follow them in wide', 30]],
    [['circles. By seven the market is open, and the smell', 30]],
  ]);
  expect(splitBoxes(pixels, boxes, 0)).toEqual(boxes);
});

test('distant cells are split even in a single line; letter-spaced text is not', async () => {
  const cells = await draw([
    [
      ['Olive oil', 30],
      ['12', 250],
      ['$118.00', 480],
    ],
  ]);
  expect(splitBoxes(cells.pixels, cells.boxes, 0)).toHaveLength(3);
  const tracked = await draw([[...'开放时间公告'].map((text, i) => [text, 30 + i * 90])]);
  expect(splitBoxes(tracked.pixels, tracked.boxes, 0)).toHaveLength(1);
});

test('a box over two columns is split where the rows below it have two boxes', async () => {
  const { pixels } = await draw(
    [
      [
        ['Quantity', 30],
        ['Price', 137],
      ],
      [
        ['2 x', 60],
        ['3.50', 150],
      ],
      [
        ['1 x', 60],
        ['12.80', 140],
      ],
    ],
    240,
  );
  const box = (left: number, right: number, row: number): TextBox => {
    const [top, bottom] = [20 + row * step, 50 + row * step];
    return {
      quad: [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
      ],
      score: 1,
    };
  };
  const head = box(24, 200, 0);
  const below = [box(54, 100, 1), box(144, 206, 1), box(54, 100, 2), box(134, 206, 2)];
  const cut = splitBoxes(pixels, [head, ...below], 0);
  expect(cut).toHaveLength(6);
  expect(splitBoxes(pixels, [head], 0)).toHaveLength(1);
});
