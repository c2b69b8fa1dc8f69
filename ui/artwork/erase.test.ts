// Tests that eraser strokes keep their position when a layer changes.
import { artworkLimits, type Layer } from 'contract/artwork/artwork.ts';
import { expect, it } from 'vitest';
import { eraseAlong, findErasable, reframeErasures } from './erase.ts';
import { fromBox, type Point } from './geometry.ts';
import { makePictureLayer, makeShapeLayer, makeTextLayer } from './make-layer.ts';

const box = { x: 100, y: 60, width: 80, height: 40, degrees: 30 };
const turned: Layer = { ...makePictureLayer('p', box), isFlippedX: true };
const points: readonly Point[] = [
  { x: 90, y: 50 },
  { x: 115, y: 70 },
];
const line = { width: 10, isBack: false };

/** The points of a layer's eraser strokes, in page pixels. */
const pointsOf = (layer: Layer) =>
  (layer.erased ?? []).map(({ path }) =>
    Array.from({ length: path.length / 2 }, (_, index) =>
      fromBox(layer, { x: path[index * 2]!, y: path[index * 2 + 1]! }),
    ),
  );

it('stores strokes as fractions of the box, so that they match the pointer on a layer that is rotated and mirrored', () => {
  const erased = eraseAlong(turned, points, line)!;
  const [kept] = pointsOf(erased);
  for (const [index, { x, y }] of points.entries()) {
    expect(kept![index]!.x).toBeCloseTo(x, 2);
    expect(kept![index]!.y).toBeCloseTo(y, 2);
  }
  expect(erased.erased![0]!.width).toBeCloseTo(10 / 40);
});

it('keeps the strokes in place when a picture is cropped', () => {
  const upright = { ...turned, degrees: 0, isFlippedX: false };
  const erased = eraseAlong(upright, points, line)!;
  const part = { x: 0.25, y: 0.5, width: 0.5, height: 0.5 };
  const middle = fromBox(upright, { x: part.x + part.width / 2, y: part.y + part.height / 2 });
  const cut = {
    ...{ ...upright, ...middle, width: 40, height: 20 },
    erased: reframeErasures(erased.erased!, upright, part),
  };
  const [kept] = pointsOf(cut);
  for (const [index, { x, y }] of points.entries()) {
    expect(kept![index]!.x).toBeCloseTo(x, 2);
    expect(kept![index]!.y).toBeCloseTo(y, 2);
  }
  expect(cut.erased[0]!.width * 20).toBeCloseTo(10);
});

it('finds the topmost erasable layer, and never a text layer', () => {
  const below = makeShapeLayer('rectangle', { x: 50, y: 50, width: 100, height: 100 });
  const above = makeShapeLayer('ellipse', { x: 50, y: 50, width: 20, height: 20 });
  const words = makeTextLayer('Hi', { x: 50, y: 50, width: 100, height: 100 });
  const layers = [below, above, words];
  expect(findErasable(layers, { x: 50, y: 50 })).toBe(above);
  expect(findErasable(layers, { x: 10, y: 10 })).toBe(below);
  expect(findErasable([{ ...below, isHidden: true }, words], { x: 50, y: 50 })).toBeUndefined();
  expect(findErasable(layers, { x: 150, y: 10 })).toBeUndefined();
});

it('refuses a stroke beyond the limit of an imported artwork', () => {
  const full = {
    ...turned,
    erased: Array.from({ length: artworkLimits.erasures }, () => eraseAlong(turned, points, line)!.erased![0]!),
  };
  expect(eraseAlong(full, points, line)).toBeUndefined();
});
