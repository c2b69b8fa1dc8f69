// Filling: pixels outside the mask are unchanged, textures and edges continue, and malicious masks do no harm.
import { expect, test } from 'vitest';
import type { Pixels } from '../pixels/plane.ts';
import { refusalOf } from '../test-pictures.ts';
import { inpaint } from './inpaint.ts';

type Colour = readonly [number, number, number];

function draw(width: number, height: number, colourAt: (x: number, y: number) => Colour): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(colourAt(x, y), (y * width + x) * 3);
  return { data, width, height };
}

const mark = ({ width, height }: Pixels, isMarked: (x: number, y: number) => boolean): Uint8Array =>
  Uint8Array.from({ length: width * height }, (_, pixel) =>
    isMarked(pixel % width, Math.floor(pixel / width)) ? 255 : 0,
  );

const disc = (cx: number, cy: number, radius: number) => (x: number, y: number) => Math.hypot(x - cx, y - cy) < radius;

/** Returns the largest difference of any channel inside or outside the mask. */
function largestChange(a: Pixels, b: Pixels, mask: Uint8Array, isInside: boolean): number {
  let max = 0;
  for (let index = 0; index < a.data.length; index++)
    if ((mask[Math.floor(index / 3)] !== 0) === isInside)
      max = Math.max(max, Math.abs(a.data[index]! - b.data[index]!));
  return max;
}

/** Paints the marked pixels in a colour that must not leak. */
function spoil(picture: Pixels, mask: Uint8Array): Pixels {
  const data = Uint8Array.from(picture.data);
  mask.forEach((value, pixel) => {
    if (value) data.set([255, 0, 255], pixel * 3);
  });
  return { ...picture, data };
}

test('two holes with common surroundings report each copied pixel once', async () => {
  const picture = draw(720, 720, (x, y) => {
    const level = 90 + ((x * 7919 + y * 104729) % 61) + (Math.floor(y / 24) % 2) * 40;
    return [level, level, 200 - level / 2];
  });
  const mask = mark(picture, (x, y) => disc(260, 260, 40)(x, y) || disc(460, 460, 40)(x, y));
  const times = new Map<number, number>();
  await inpaint(picture, mask, { copied: pixel => times.set(pixel, (times.get(pixel) ?? 0) + 1) });
  expect(times.size).toBeGreaterThan(5000);
  expect(Math.max(...times.values())).toBe(1);
  for (const pixel of times.keys()) expect(mask[pixel]).toBe(255);
});

/** A pattern that never repeats exactly: soft noise with a grain of two pixels. */
const noise = (x: number, y: number) => {
  const hash = Math.sin(Math.floor(x / 2) * 127.1 + Math.floor(y / 2) * 311.7) * 43758.5453;
  return hash - Math.floor(hash);
};
const grass = (x: number, y: number): Colour => {
  const value = noise(x, y) * 90;
  return [40 + value / 2, 90 + value, 30 + value / 3];
};
const bricks = (x: number, y: number): Colour => {
  const isJoint = y % 12 < 2 || (x + (Math.floor(y / 12) % 2) * 12) % 24 < 2;
  return isJoint ? [210, 205, 200] : [150, 60, 45];
};

test('a brick pattern continues through a hole', async () => {
  const whole = draw(200, 160, bricks);
  const mask = mark(whole, disc(97, 81, 22));
  const filled = await inpaint(spoil(whole, mask), mask);
  let wrong = 0;
  let holes = 0;
  mask.forEach((value, pixel) => {
    if (!value) return;
    holes++;
    if (Math.abs(filled.data[pixel * 3 + 1]! - whole.data[pixel * 3 + 1]!) > 40) wrong++;
  });
  expect(wrong / holes).toBeLessThan(0.02);
  expect(filled.engine).toBe('patches');
});

test('filled grass has the variance of the grass around it, and no pixel outside the mask changes', async () => {
  const whole = draw(180, 140, grass);
  const mask = mark(whole, disc(90, 70, 25));
  const filled = await inpaint(spoil(whole, mask), mask);
  expect(largestChange(filled, spoil(whole, mask), mask, false)).toBe(0);
  const spread = (picture: Pixels) => {
    const values = [...mask.keys()].filter(pixel => mask[pixel]).map(pixel => picture.data[pixel * 3 + 1]!);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  };
  expect(spread(filled) / spread(whole)).toBeGreaterThan(0.45);
  expect(spread(filled) / spread(whole)).toBeLessThan(1.5);
});

test('a strong edge runs through a hole without bleeding', async () => {
  const edge = (x: number): Colour => (x < 80 ? [15, 20, 25] : [240, 235, 230]);
  const whole = draw(160, 120, edge);
  const mask = mark(whole, disc(80, 60, 18));
  const filled = await inpaint(spoil(whole, mask), mask);
  for (let y = 44; y < 77; y++) {
    expect(filled.data[(y * 160 + 76) * 3]).toBeLessThan(40);
    expect(filled.data[(y * 160 + 84) * 3]).toBeGreaterThan(215);
  }
});

test('a smooth gradient is restored within a few grey levels', async () => {
  const whole = draw(150, 150, (x, y) => [40 + x, 60 + y, 100 + (x + y) / 4]);
  const mask = mark(whole, (x, y) => x > 40 && x < 110 && y > 70 && y < 78);
  const filled = await inpaint(spoil(whole, mask), mask);
  expect(largestChange(filled, whole, mask, true)).toBeLessThanOrEqual(12);
});

test('the same image and mask give the same filling, and the input is not modified', async () => {
  const whole = draw(120, 90, grass);
  const before = Uint8Array.from(whole.data);
  const mask = mark(whole, disc(20, 80, 15));
  const [one, two] = [await inpaint(whole, mask), await inpaint(whole, mask)];
  expect(one.data).toEqual(two.data);
  expect(whole.data).toEqual(before);
});

test('holes in corners, at borders, one pixel wide, and many at once are filled from their surroundings', async () => {
  const whole = draw(300, 200, () => [90, 120, 150]);
  const shapes = [
    disc(0, 0, 12),
    disc(299, 199, 9),
    (x: number) => x === 150,
    (x: number, y: number) => y < 2 && x > 200,
    (x: number, y: number) => x % 40 === 3 && y % 40 === 5,
  ];
  const mask = mark(whole, (x, y) => shapes.some(shape => shape(x, y)));
  expect(largestChange(await inpaint(spoil(whole, mask), mask), whole, mask, true)).toBeLessThanOrEqual(1);
});

test('images too small for a patch are filled', async () => {
  for (const [width, height] of [
    [2, 1],
    [1, 9],
    [6, 6],
    [7, 7],
    [40, 5],
    [9, 300],
  ] as const) {
    const whole = draw(width, height, () => [10, 200, 90]);
    const mask = mark(whole, (x, y) => x + y > 0);
    expect(largestChange(await inpaint(spoil(whole, mask), mask), whole, mask, true)).toBeLessThanOrEqual(1);
  }
});

test('an empty mask changes nothing, and a full one is refused', async () => {
  const whole = draw(20, 20, grass);
  expect((await inpaint(whole, new Uint8Array(400))).data).toEqual(whole.data);
  expect(await refusalOf(inpaint(whole, new Uint8Array(400).fill(1)))).toBe('MASK_COVERS_ALL');
  const pixel = draw(1, 1, () => [1, 2, 3]);
  expect(await refusalOf(inpaint(pixel, new Uint8Array([1])))).toBe('MASK_COVERS_ALL');
  expect((await inpaint(pixel, new Uint8Array([0]))).data).toEqual(pixel.data);
});

test('progress is reported often and rises to 1', async () => {
  const whole = draw(160, 120, grass);
  const heard: number[] = [];
  await inpaint(whole, mark(whole, disc(60, 60, 20)), { progress: share => heard.push(share) });
  expect(heard.length).toBeGreaterThan(15);
  expect(heard).toEqual([...heard].sort((a, b) => a - b));
  expect(heard.at(-1)).toBe(1);
});
