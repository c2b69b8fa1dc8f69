// Expansion: the image itself is unchanged, lines and textures continue, gradients stay smooth, faces are not copied, and unusual images do no harm.

import { xorshift32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { findFaces } from '../faces/faces.ts';
import type { RawPixels } from '../formats/decode-dib.ts';
import { blurPlane } from '../pixels/gaussian.ts';
import { sharp } from '../sharp.ts';
import { enlargePieces } from './enlarge-pieces.ts';
import { expand } from './expand.ts';
import type { Sides } from './sides.ts';

type Colour = readonly number[];

function draw(width: number, height: number, colourAt: (x: number, y: number) => Colour): RawPixels {
  const channels = colourAt(0, 0).length as 3 | 4;
  const data = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(colourAt(x, y), (y * width + x) * channels);
  return { data, width, height, channels };
}

const none: Sides = { left: 0, right: 0, top: 0, bottom: 0 };
const grey = (value: number): Colour => [value, value, value];

/** Noise of about three levels. */
function makeGrain(): () => number {
  const random = xorshift32(5);
  return () => (random() + random() + random() - 1.5) * 6;
}

/** Whether the image's part of `expanded` equals the image, byte for byte. */
function holds(expanded: RawPixels, picture: RawPixels, { left, top }: Sides): boolean {
  const bytes = picture.width * picture.channels;
  for (let y = 0; y < picture.height; y++) {
    const from = ((top + y) * expanded.width + left) * picture.channels;
    if (Buffer.compare(expanded.data.subarray(from, from + bytes), picture.data.subarray(y * bytes, (y + 1) * bytes)))
      return false;
  }
  return true;
}

const meanOfRow = ({ data, width }: RawPixels, y: number): number =>
  data.subarray(y * width * 3, (y + 1) * width * 3).reduce((sum, value) => sum + value, 0) / (width * 3);

test('a straight line continues straight into the new corner', async () => {
  const grain = makeGrain();
  const lineAt = (x: number) => 40 + 0.45 * x;
  const picture = draw(200, 160, (x, y) => grey((Math.abs(y - lineAt(x)) < 2.5 ? 40 : 170) + grain()));
  const before = picture.data.slice();
  const sides = { ...none, left: 40, right: 50 };
  const steps: number[] = [];
  const expanded = await expand(picture, sides, { progress: share => steps.push(share) });
  expect([expanded.width, expanded.height, expanded.engine]).toEqual([290, 160, 'pieces']);
  expect(holds(expanded, picture, sides)).toBe(true);
  expect(picture.data).toEqual(before);
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  expect(steps.length).toBeGreaterThan(20);
  expect((await expand(picture, sides)).data).toEqual(expanded.data);
  for (let x = 0; x < 290; x++) {
    let [sum, weight] = [0, 0];
    for (let y = 0; y < 160; y++) {
      const dark = Math.max(0, 110 - expanded.data[(y * 290 + x) * 3]!);
      sum += dark * y;
      weight += dark;
    }
    expect(Math.abs(sum / weight - lineAt(x - 40)), `column ${x}`).toBeLessThan(2.5);
  }
});

test('bricks keep their period on all sides', async () => {
  const bricks = (x: number, y: number): Colour => {
    const row = Math.floor((y + 480) / 12);
    const isJoint = (y + 480) % 12 < 2 || (x + 480 + (row % 2) * 12) % 24 < 2;
    return isJoint ? [210, 205, 200] : [150, 60, 45];
  };
  const picture = draw(180, 150, bricks);
  const sides = { left: 30, right: 30, top: 30, bottom: 30 };
  const expanded = await expand(picture, sides);
  expect(holds(expanded, picture, sides)).toBe(true);
  let [wrong, count] = [0, 0];
  for (let y = 0; y < 210; y++)
    for (let x = 0; x < 240; x++) {
      if (x >= 30 && x < 210 && y >= 30 && y < 180) continue;
      count++;
      if (Math.abs(expanded.data[(y * 240 + x) * 3 + 1]! - bricks(x - 30, y - 30)[1]!) > 40) wrong++;
    }
  // Where no joint is near, a piece may be half a brick off; a reflection has 0.28 wrong.
  expect(wrong / count).toBeLessThan(0.08);
});

test('a sky keeps getting darker upwards, without bands and with its grain', async () => {
  const grain = makeGrain();
  const picture = draw(220, 180, (_, y) => {
    const light = 110 + 0.5 * y + grain();
    return [light * 0.8, light * 0.9, light];
  });
  const sides = { ...none, top: 45 };
  const expanded = await expand(picture, sides);
  const rows = Array.from({ length: 225 }, (_, y) => meanOfRow(expanded, y));
  const smooth = rows.map(
    (_, y) =>
      rows.slice(Math.max(0, y - 4), y + 5).reduce((a, b) => a + b, 0) / rows.slice(Math.max(0, y - 4), y + 5).length,
  );
  for (let y = 12; y < 60; y += 6) expect(smooth[y]! - smooth[y - 6]!, `row ${y}`).toBeGreaterThan(-0.8);
  for (let y = 1; y < 60; y++) expect(Math.abs(rows[y]! - rows[y - 1]!), `row ${y}`).toBeLessThan(3);
  expect(smooth[2]!).toBeLessThan(smooth[50]! - 8);
  const energy = (from: number, to: number) => {
    const luma = Float32Array.from({ length: 220 * 225 }, (_, i) => expanded.data[i * 3 + 1]!);
    const broad = blurPlane(luma, 220, 225, 2);
    let sum = 0;
    for (let i = from * 220; i < to * 220; i++) sum += (luma[i]! - broad[i]!) ** 2;
    return sum / ((to - from) * 220);
  };
  const share = energy(5, 40) / energy(60, 200);
  expect(share).toBeGreaterThan(0.7);
  expect(share).toBeLessThan(1.4);
});

test('waves run across the old frame and across the seams between pieces', async () => {
  const [width, height] = [240, 160];
  const random = xorshift32(9);
  const noise = Float32Array.from({ length: width * height }, () => random() - 0.5);
  const lying = noise.map((_, i) => {
    let [sum, weights] = [0, 0];
    for (let dx = -36; dx <= 36; dx++) {
      const weight = Math.exp(-(dx * dx) / 288);
      sum += weight * noise[Math.floor(i / width) * width + (((i % width) + dx + width) % width)]!;
      weights += weight;
    }
    return sum / weights;
  });
  const picture = draw(width, height, (x, y) => grey(120 + 260 * lying[y * width + x]!));
  const expanded = await expand(picture, { ...none, right: 60 });
  const stepsAt = (x: number) =>
    Array.from({ length: height }, (_, y) => {
      const at = (y * expanded.width + x) * 3;
      return Math.abs(expanded.data[at + 3]! - expanded.data[at]!);
    }).sort((a, b) => a - b)[Math.floor(0.9 * height)]!;
  // Inside the image they are 1 or 2, and 17 at a frame where pieces merely meet.
  for (let x = width - 1; x < expanded.width - 1; x++) expect(stepsAt(x), `column ${x}`).toBeLessThan(8);
});

test('faces are not copied', async () => {
  const [width, height] = [320, 320];
  const data = await sharp(photos.womanRed).resize(width, height).removeAlpha().raw().toBuffer();
  const [face] = await findFaces({ data, width, height });
  const { x, y, w, h } = face!.box;
  const sides = { left: 70, right: 70, top: 40, bottom: 70 };
  let copied = 0;
  let fromFace = 0;
  const expanded = await expand({ data, width, height, channels: 3 }, sides, {
    copied: (_, source) => {
      copied++;
      const [column, row] = [(source % 460) - 70, Math.floor(source / 460) - 40];
      if (column >= x && column < x + w && row >= y && row < y + h) fromFace++;
    },
  });
  expect(copied).toBe(460 * 430 - width * height);
  expect(fromFace).toBe(0);
  expect(await findFaces({ data: expanded.data, width: 460, height: 430 })).toHaveLength(1);
});

test('people are not copied: hands stay where they are, and clothes continue only where the frame cuts them', async () => {
  const side = 400;
  const data = await sharp(photos.womanGreen).resize(side, side).removeAlpha().raw().toBuffer();
  const sides = { left: 80, right: 80, top: 80, bottom: 80 };
  const across = side + 160;
  const isIn = (x: number, y: number, [left, top, right, bottom]: readonly [number, number, number, number]) =>
    x >= left * side && x < right * side && y >= top * side && y < bottom * side;
  const counts = { hands: 0, dressAside: 0, below: 0, dressBelow: 0 };
  await expand({ data, width: side, height: side, channels: 3 }, sides, {
    copied: (pixel, source) => {
      const [x, y] = [(pixel % across) - 80, Math.floor(pixel / across) - 80];
      const [fromX, fromY] = [(source % across) - 80, Math.floor(source / across) - 80];
      if (isIn(fromX, fromY, [0.22, 0.72, 0.5, 0.92])) counts.hands++;
      const isDress = isIn(fromX, fromY, [0.52, 0.6, 1, 1]);
      if (isDress && (x < 0 || y < 0.4 * side)) counts.dressAside++;
      if (isIn(x, y, [0.5, 1, 0.9, 1.2])) {
        counts.below++;
        if (isDress) counts.dressBelow++;
      }
    },
  });
  expect([counts.hands, counts.dressAside]).toEqual([0, 0]);
  expect(counts.dressBelow / counts.below).toBeGreaterThan(0.7);
});

test('transparency continues together with the content', async () => {
  const grain = makeGrain();
  const picture = draw(160, 120, (_, y) => (y < 60 ? [0, 0, 0, 0] : [180 + grain(), 60, 40, 255]));
  const sides = { ...none, left: 30, right: 30 };
  const expanded = await expand(picture, sides);
  expect(holds(expanded, picture, sides)).toBe(true);
  let wrong = 0;
  for (let y = 0; y < 120; y++)
    for (let x = 0; x < 220; x++) if (expanded.data[(y * 220 + x) * 4 + 3] !== (y < 60 ? 0 : 255)) wrong++;
  expect(wrong / (220 * 120)).toBeLessThan(0.01);
});

test.each([
  [1, 1, { left: 2, right: 2, top: 2, bottom: 2 }],
  [300, 3, { ...none, top: 6, bottom: 6 }],
  [5, 200, { ...none, left: 10 }],
])('the border of an image of %i x %i is repeated', async (width, height, sides) => {
  const picture = draw(width, height, (x, y) => [x % 256, y % 256, 90]);
  const expanded = await expand(picture, sides);
  expect([expanded.width, expanded.height, expanded.engine]).toEqual([
    width + sides.left + sides.right,
    height + sides.top + sides.bottom,
    'edges',
  ]);
  expect(holds(expanded, picture, sides)).toBe(true);
  expect([...expanded.data.subarray(0, 3)]).toEqual([...picture.data.subarray(0, 3)]);
});

test.each([
  ['a flat picture', draw(60, 40, () => [12, 200, 80]), { left: 60, right: 0, top: 40, bottom: 0 }],
  ['a long strip', draw(400, 18, (x, y) => grey(((x * 7 + y * 13) % 50) + 100)), { ...none, top: 30, bottom: 36 }],
  ['twice as far as it is wide', draw(40, 50, (x, y) => grey((x * y) % 255)), { ...none, left: 80, right: 80 }],
])('%s is continued everywhere', async (_, picture, sides) => {
  const shown = new Set<number>();
  const expanded = await expand(picture, sides, { copied: pixel => shown.add(pixel) });
  expect(expanded.engine).toBe('pieces');
  expect(holds(expanded, picture, sides)).toBe(true);
  expect(shown.size).toBe(expanded.width * expanded.height - picture.width * picture.height);
});

test('pieces chosen at half the size are copied at full size, with their correction interpolated between cells', () => {
  const [width, height] = [12, 8];
  const isHole = Uint8Array.from({ length: width * height }, (_, i) => (i % width >= 8 ? 1 : 0));
  const colours = Uint8Array.from({ length: width * height * 3 }, (_, i) =>
    isHole[Math.floor(i / 3)] ? 0 : (i * 5) % 200,
  );
  const region = { width, height, colours, isHole };
  const small = {
    width: 6,
    height: 4,
    colours: new Uint8Array(72).fill(50),
    isHole: Uint8Array.from({ length: 24 }, (_, i) => (i % 6 >= 4 ? 1 : 0)),
  };
  const pixels = Int32Array.from([4, 5, 10, 11, 16, 17, 22, 23]);
  const filling = {
    pixels,
    sources: pixels.map(pixel => pixel - 3),
    colours: new Uint8Array(24).fill(60),
    cost: 0,
    seams: 0,
  };
  const shown = new Map<number, number[]>();
  const steps = enlargePieces(region, small, 2, filling, (pixel, source, red) => shown.set(pixel, [source, red]));
  for (const share of steps) expect(share).toBeLessThan(1);
  expect(shown.size).toBe(32);
  for (const [pixel, [source, red]] of shown) {
    expect(source).toBe(pixel - 6);
    expect(red).toBe(colours[source! * 3]! + 10);
  }
});
