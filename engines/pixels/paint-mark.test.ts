// Colour, outline, shadow and contrast of marks, checked pixel by pixel.
import { expect, test } from 'vitest';
import { chooseInk } from './choose-ink.ts';
import { measureDistance } from './distance.ts';
import { blurCoverage } from './gaussian.ts';
import { finishMark, tintCoverage } from './paint-mark.ts';

/** A solid disc. */
function drawDisc(side: number, radius: number): Uint8Array {
  const middle = (side - 1) / 2;
  return Uint8Array.from({ length: side * side }, (_, i) => {
    const distance = Math.hypot((i % side) - middle, Math.floor(i / side) - middle);
    return Math.round(255 * Math.min(1, Math.max(0, radius + 0.5 - distance)));
  });
}

const plain = {
  outlineWidth: 0,
  outlineColor: '#0000ff',
  shadow: 0,
  shadowColor: '#00ff00',
  shadowBlur: 0,
  shadowDistance: 0,
};

test('a limited distance transform gives the distance to the nearest pixel of the shape', () => {
  const [width, height] = [40, 30];
  const coverage = new Uint8Array(width * height);
  coverage[10 * width + 5] = 255;
  coverage[25 * width + 33] = 255;
  const found = measureDistance(coverage, width, height, 50);
  for (const [x, y] of [
    [0, 0],
    [39, 29],
    [20, 15],
    [5, 10],
  ] as const) {
    const nearest = Math.min(Math.hypot(x - 5, y - 10), Math.hypot(x - 33, y - 25));
    expect(found[y * width + x]).toBeCloseTo(nearest, 5);
  }
});

test('an outline has the requested width, is round, and lies behind the mark', () => {
  const sheet = tintCoverage({ data: drawDisc(21, 8), width: 21, height: 21 }, '#ff0000');
  const painted = finishMark(sheet, { ...plain, outlineWidth: 0.4 }, 10);
  const { data, width } = painted.sheet;
  expect(width).toBe(21 + 2 * painted.inset);
  const middle = (width - 1) / 2;
  const look = (dx: number, dy: number) => [...data.subarray(((middle + dy) * width + middle + dx) * 4).subarray(0, 4)];
  expect(look(0, 0)).toEqual([255, 0, 0, 255]);
  for (const [dx, dy] of [
    [11, 0],
    [0, -11],
    [-7, 8],
  ] as const)
    expect(look(dx, dy)).toEqual([0, 0, 255, 255]);
  expect(look(14, 0)[3]).toBe(0);
  expect(look(10, 10)[3]).toBe(0);
});

test('a shadow lies to the lower right with the requested opacity', () => {
  const sheet = tintCoverage({ data: drawDisc(21, 8), width: 21, height: 21 }, '#ff0000');
  const painted = finishMark(sheet, { ...plain, shadow: 0.5, shadowDistance: 0.6 }, 10);
  const { data, width } = painted.sheet;
  const middle = (width - 1) / 2;
  const look = (dx: number, dy: number) => [...data.subarray(((middle + dy) * width + middle + dx) * 4).subarray(0, 4)];
  expect(look(10, 10)).toEqual([0, 255, 0, 128]);
  expect(look(-10, -10)[3]).toBe(0);
});

test.each([5, 9, 14])('a blur of %d pixels preserves the sum and spreads it like a Gaussian', sigma => {
  const side = 101;
  const coverage = new Uint8Array(side * side);
  // Enough pixels for rounding to bytes not to matter.
  for (let y = 46; y <= 54; y++) for (let x = 46; x <= 54; x++) coverage[y * side + x] = 255;
  const blurred = blurCoverage(coverage, side, side, sigma);
  const sum = blurred.reduce((total, value) => total + value, 0);
  expect(sum / (81 * 255)).toBeCloseTo(1, 1);
  let spread = 0;
  for (let i = 0; i < blurred.length; i++) spread += blurred[i]! * ((i % side) - 50) ** 2;
  // Variances add up: that of nine pixels and that of the blur.
  expect(Math.sqrt(spread / sum)).toBeCloseTo(Math.sqrt(80 / 12 + sigma * sigma), 0);
});

test('the ink is light on dark and dark on light, judged only by the pixels beneath the mark', () => {
  const small = { width: 20, height: 10, data: new Uint8Array(600) };
  for (let y = 0; y < 10; y++) small.data.fill(240, (y * 20 + 10) * 3, (y + 1) * 60);
  const picture = { width: 2000, height: 1000 };
  const at = (x: number) => ({ width: 300, height: 100, degrees: 0, centre: { x, y: 500 } });
  expect(chooseInk(small, picture, at(400))).toBe('#ffffff');
  expect(chooseInk(small, picture, at(1600))).toBe('#111111');
});
