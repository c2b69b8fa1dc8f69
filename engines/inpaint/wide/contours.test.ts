// Object contours that a hole cuts in two continue along the curve that their ends suggest; texture has no contours.

import { xorshift32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { fillWide } from './fill-wide.ts';
import { joinContours } from './join-contours.ts';
import type { Window } from './stage.ts';

const [plate, table] = [205, 70];

/** Draws a region of grey levels with a round hole. */
function draw(size: number, level: (x: number, y: number) => number, hole: { x: number; y: number; radius: number }) {
  const random = xorshift32(5);
  const colours = new Uint8Array(size * size * 3);
  const isHole = new Uint8Array(size * size);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const pixel = y * size + x;
      const value = Math.round(level(x, y) + 8 * (random() - 0.5));
      if (Math.hypot(x - hole.x, y - hole.y) < hole.radius) isHole[pixel] = 1;
      else colours.fill(value, pixel * 3, pixel * 3 + 3);
    }
  return { width: size, height: size, colours, isHole };
}

const isPlate = (x: number, y: number, [centreX, centreY, radius]: readonly [number, number, number]) =>
  Math.hypot(x - centreX, y - centreY) < radius;

test('the two ends of a round contour are joined by its arc', () => {
  const circle = [50, 75, 48] as const;
  const region = draw(120, (x, y) => (isPlate(x, y, circle) ? plate : table), { x: 80, y: 38, radius: 18 });
  const curves = joinContours(region, region.isHole);
  expect(curves).toHaveLength(1);
  const away = curves[0]!.points.map(({ x, y }) => Math.abs(Math.hypot(x - circle[0], y - circle[1]) - circle[2]));
  expect(Math.max(...away)).toBeLessThan(1.5);
});

test('an arc that leaves the image is not inside a hole at the opposite edge', () => {
  const circle = [85, 60, 40] as const;
  const region = draw(120, (x, y) => (isPlate(x, y, circle) ? plate : table), { x: 118, y: 60, radius: 30 });
  for (let pixel = 0; pixel < region.isHole.length; pixel++) if (pixel % 120 < 36) region.isHole[pixel] = 1;
  expect(joinContours(region, region.isHole)).toEqual([]);
});

test('texture has no contours', () => {
  const random = xorshift32(8);
  const noise = Array.from({ length: 120 * 120 }, () => 60 + 130 * random());
  const region = draw(120, (x, y) => noise[(y >> 1) * 120 + (x >> 1)]!, { x: 60, y: 60, radius: 20 });
  expect(joinContours(region, region.isHole)).toEqual([]);
});

test('contours with different colours are not joined', () => {
  const region = draw(120, (x, y) => (x < 60 ? (y < 60 ? 40 : 200) : y < 60 ? 200 : 40), { x: 60, y: 60, radius: 18 });
  for (const { from, to } of joinContours(region, region.isHole))
    expect(Math.abs(from.left[0] - to.right[0])).toBeLessThan(40);
});

const size = 260;
const circle = [110, 160, 104] as const;
const hole = { x: 175, y: 78, radius: 40 };

function fillPlate(heads: readonly Window[] = []) {
  const region = draw(size, (x, y) => (isPlate(x, y, circle) ? plate : table), hole);
  const steps = fillWide(region, region.isHole, heads);
  let step = steps.next();
  for (; !step.done; step = steps.next());
  return step.value[0]!;
}

test('the rim of a plate is closed: each side has its own colour, and no pixel is copied from a hole', () => {
  const { pixels, colours, sources } = fillPlate();
  let wrong = 0;
  pixels.forEach((pixel, index) => {
    const [x, y] = [pixel % size, Math.floor(pixel / size)];
    const isInside = isPlate(x, y, circle);
    if (isInside !== colours[index * 3]! > (plate + table) / 2) wrong++;
  });
  expect(wrong / pixels.length).toBeLessThan(0.02);
  for (const source of sources)
    expect(Math.hypot((source % size) - hole.x, Math.floor(source / size) - hole.y)).toBeGreaterThan(hole.radius - 1);
});

test('rotated copies contain no pixel of a head', () => {
  const head = { left: 195, top: 100, right: 235, bottom: 175 };
  const { sources } = fillPlate([head]);
  for (const source of sources) {
    const [x, y] = [source % size, Math.floor(source / size)];
    expect(x >= head.left && x < head.right && y >= head.top && y < head.bottom).toBe(false);
  }
});

test('the same hole is always filled in the same way', () => {
  expect(fillPlate()).toEqual(fillPlate());
});
