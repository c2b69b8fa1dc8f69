// The position of watermarks on pictures of different aspect ratios.
import { expect, test } from 'vitest';
import { anchorCentre, isHeldSmall, placeMark, positions, type Wishes } from './place.ts';

const landscape = { width: 1200, height: 800 };
const portrait = { width: 600, height: 2000 };
const shape = { width: 300, height: 100, unit: 100 };
const wishes: Wishes = { position: 'bottom-right', margin: 0.05, size: 0.1, rotate: 0 };

test('a mark keeps its margin from both edges, in shorter edges of the picture', () => {
  expect(placeMark(landscape, shape, wishes)).toEqual({
    width: 240,
    height: 80,
    degrees: 0,
    centre: { x: 1200 - 40 - 120, y: 800 - 40 - 40 },
  });
  expect(placeMark(portrait, shape, { ...wishes, position: 'top-left' }).centre).toEqual({ x: 30 + 90, y: 30 + 30 });
});

test('the corners of a rotated mark keep the margin', () => {
  const { centre, width } = placeMark(landscape, shape, { ...wishes, rotate: 90, position: 'left' });
  expect(width).toBe(240);
  expect(centre.x).toBeCloseTo(40 + 40);
  expect(centre.y).toBe(400);
});

test('a mark is never larger than the picture, and is centred if its margins do not fit', () => {
  const { width, height, centre } = placeMark(portrait, shape, { ...wishes, size: 0.9 });
  expect([width, height]).toEqual([600, 200]);
  expect(centre.x).toBe(300);
});

test('a mark that the picture holds smaller than requested is known, unless a box sets its size', () => {
  expect(isHeldSmall(portrait, shape, wishes)).toBe(false);
  expect(isHeldSmall(portrait, shape, { ...wishes, size: 0.9 })).toBe(true);
  expect(isHeldSmall(portrait, { ...shape, width: 1200 }, { ...wishes, rotate: 90, size: 0.2 })).toBe(false);
  expect(isHeldSmall(portrait, { ...shape, width: 1200 }, { ...wishes, size: 0.2 })).toBe(true);
  expect(isHeldSmall(portrait, shape, { ...wishes, size: 0.9, markW: 0.5 })).toBe(false);
});

test('a box takes precedence, and the mark is centred in it', () => {
  const box = { markX: 0.1, markY: 0.2, markW: 0.5, markH: 0.1 };
  const placed = placeMark(landscape, shape, { ...wishes, ...box });
  expect(placed).toMatchObject({ width: 240, height: 80 });
  expect(placed.centre.x).toBeCloseTo(0.1 * 1200 + 300);
  expect(placed.centre.y).toBeCloseTo(0.2 * 800 + 40);
  const corner = placeMark(landscape, shape, { ...wishes, markX: 0, markY: 0, markW: 0.25 });
  expect(corner).toMatchObject({ width: 300, height: 100, centre: { x: 150, y: 50 } });
});

test('a dragged position survives the round trip through options, in each of the nine parts', () => {
  const seen = new Set<string>();
  for (const x of [10, 600, 1190])
    for (const y of [20, 400, 790]) {
      const anchored = anchorCentre(landscape, { x, y });
      seen.add(anchored.position);
      const { centre } = placeMark(landscape, shape, { ...wishes, ...anchored });
      expect(centre.x).toBeCloseTo(x, 2);
      expect(centre.y).toBeCloseTo(y, 2);
    }
  expect([...seen].sort()).toEqual([...positions].sort());
});

test('a dragged mark keeps its distance from its corner on a picture of another aspect ratio', () => {
  const anchored = anchorCentre(landscape, { x: 1200 - 80, y: 800 - 40 });
  expect(placeMark(portrait, shape, { ...wishes, ...anchored }).centre).toEqual({ x: 600 - 60, y: 2000 - 30 });
});
