// Tests that crops keep faces whole, contain salient parts, and stay inside the image.
import { expect, test } from 'vitest';
import { type Box, chooseCrop, cropAround, type Focus, keepFaces } from './choose-crop.ts';

/** Returns a focus with saliency in one cell of a 20 x 20 grid. */
function spotAt(x: number, y: number, faces: readonly Box[] = []): Focus {
  const values = new Uint8Array(400).fill(5);
  values[y * 20 + x] = 255;
  return { faces, interest: { width: 20, height: 20, values } };
}

const holds = (part: Box, { x, y, w, h }: Box) =>
  x >= part.x - 1e-6 && y >= part.y - 1e-6 && x + w <= part.x + part.w + 1e-6 && y + h <= part.y + part.h + 1e-6;

test.each([0.3, 0.5625, 0.8, 1, 1.5, 1.78, 3])(
  "the crop has the frame's aspect ratio %f and is inside the image",
  aspect => {
    const crop = chooseCrop(spotAt(17, 3), 1.5, aspect);
    expect((crop.w / crop.h) * 1.5).toBeCloseTo(aspect, 5);
    expect(holds({ x: 0, y: 0, w: 1, h: 1 }, crop)).toBe(true);
    expect(Math.max(crop.w, crop.h)).toBeCloseTo(1, 5);
  },
);

test('a salient part on either side is inside the crop', () => {
  expect(chooseCrop(spotAt(18, 10), 2, 1).x).toBeGreaterThan(0.4);
  expect(chooseCrop(spotAt(1, 10), 2, 1).x).toBeLessThan(0.1);
  expect(chooseCrop(spotAt(10, 18), 0.5, 1).y).toBeGreaterThan(0.4);
});

test('a face takes precedence over everything else', () => {
  const face = { x: 0.05, y: 0.3, w: 0.15, h: 0.3 };
  expect(holds(chooseCrop(spotAt(18, 10, [face]), 2, 1), face)).toBe(true);
});

test('of two faces that do not fit together, the larger one is kept whole and none is cut', () => {
  const large = { x: 0.05, y: 0.3, w: 0.2, h: 0.4 };
  const small = { x: 0.8, y: 0.3, w: 0.1, h: 0.2 };
  const crop = chooseCrop(spotAt(10, 10, [large, small]), 2, 1);
  expect(holds(crop, large)).toBe(true);
  expect(crop.x + crop.w).toBeLessThanOrEqual(small.x);
});

test('a face taller than the frame shows its eyes', () => {
  const face = { x: 0.4, y: 0.2, w: 0.3, h: 0.5 };
  const crop = chooseCrop(spotAt(10, 19, [face]), 1, 4);
  const eyes = face.y + face.h * 0.38;
  expect(eyes).toBeGreaterThan(crop.y + crop.h * 0.25);
  expect(eyes).toBeLessThan(crop.y + crop.h * 0.75);
});

test('a given point is kept in the centre as far as the image allows', () => {
  expect(cropAround(2, 1, [0.5, 0.5])).toEqual({ x: 0.25, y: 0, w: 0.5, h: 1 });
  expect(cropAround(2, 1, [0.95, 0.1])).toEqual({ x: 0.5, y: 0, w: 0.5, h: 1 });
});

test('faces move the part from the middle no further than they must', () => {
  expect(keepFaces([], 0.5, 1)).toEqual({ x: 0, y: 0.25, w: 1, h: 0.5 });
  const inside = { x: 0.4, y: 0.4, w: 0.2, h: 0.08 };
  expect(keepFaces([inside], 0.5, 1).y).toBeCloseTo(0.25, 5);
  const above = { x: 0.4, y: 0.12, w: 0.2, h: 0.1 };
  const part = keepFaces([above], 0.5, 1);
  expect(holds(part, { ...above, y: above.y - 0.04, h: above.h + 0.04 })).toBe(true);
  expect(part.y).toBeGreaterThan(0.05);
  const beside = { x: 0.8, y: 0.3, w: 0.12, h: 0.3 };
  expect(holds(keepFaces([beside], 2, 1), beside)).toBe(true);
});

test('of a head that is larger than the frame the eyes are kept', () => {
  const face = { x: 0.3, y: 0.1, w: 0.4, h: 0.6 };
  const part = keepFaces([face], 1, 4);
  const eyes = face.y + face.h * 0.38;
  expect(eyes).toBeGreaterThan(part.y + part.h * 0.25);
  expect(eyes).toBeLessThan(part.y + part.h * 0.75);
});
