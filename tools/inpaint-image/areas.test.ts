// Tests that marks are stored by the size of the picture, are copied to other sizes on request, and are sent as boxes or as a mask.
import type { MaskOp } from 'ui/mask-painter/ops.ts';
import { expect, test } from 'vitest';
import { areaOf, boxesOf, countSizes, isMarked, maskOf, removeLabel, spreadArea, withArea } from './areas.ts';
import { makeProposals } from './propose.ts';

const label = removeLabel.id;
const box: MaskOp = { kind: 'box', label, x: 800, y: 500, w: 100, h: 50 };
const stroke: MaskOp = { kind: 'stroke', label, width: 30, path: [100, 100, 200, 100] };
const wipe: MaskOp = { kind: 'stroke', label: null, width: 400, path: [850, 500, 900, 550] };
const large = { name: 'a.jpg', width: 1000, height: 600 };
const twin = { name: 'b.jpg', width: 1000, height: 600 };
const small = { name: 'c.jpg', width: 500, height: 300 };
const link = { name: 'd.jpg' };

test('pictures of the same size share their marks, others have none', () => {
  const areas = withArea({}, large, large, [box]);
  expect(areaOf(areas, twin)?.ops).toEqual([box]);
  expect([isMarked(areas, twin), isMarked(areas, small), isMarked(areas, link)]).toEqual([true, false, false]);
  expect(isMarked(withArea(areas, large, large, [box, wipe]), large)).toBe(false);
});

test('marks are scaled in proportion to pictures of other sizes', () => {
  const areas = spreadArea(withArea({}, large, large, [box]), large, [large, twin, small, link]);
  expect(areaOf(areas, small)?.ops).toEqual([{ ...box, x: 400, y: 250, w: 50, h: 25 }]);
  expect(areaOf(areas, large)?.ops).toEqual([box]);
  expect(countSizes([large, twin, small, link])).toBe(2);
});

test('a file of unknown size has its own marks, which are always sent as a mask', async () => {
  const areas = withArea({}, link, { width: 1000, height: 600 }, [box]);
  expect([isMarked(areas, link), isMarked(areas, large), isMarked(areas, { name: 'e.jpg' })]).toEqual([
    true,
    false,
    false,
  ]);
  expect(boxesOf(areas, link)).toBeUndefined();
  expect(await maskOf(areas, link)).toBeInstanceOf(Blob);
  expect(maskOf(areas, large)).toBeUndefined();
  expect(areaOf(spreadArea(withArea(areas, small, small, [stroke]), small, [small, link]), link)?.ops).toEqual([
    { ...stroke, width: 60, path: [200, 200, 400, 200] },
  ]);
});

test('boxes are sent as coordinates, anything else as one mask for the whole batch', async () => {
  const boxes = withArea({}, large, large, [box]);
  expect(boxesOf(boxes, large)).toEqual([{ x: 800, y: 500, w: 100, h: 50 }]);
  const painted = withArea({}, large, large, [box, stroke]);
  expect(boxesOf(painted, large)).toBeUndefined();
  expect(maskOf(painted, large)).toBe(maskOf(painted, twin));
  expect((await maskOf(painted, large))?.type).toBe('image/png');
  expect(
    boxesOf(
      withArea(
        {},
        large,
        large,
        Array.from({ length: 201 }, () => box),
      ),
      large,
    ),
  ).toBeUndefined();
});

const found = (x: number, y: number, w: number, h: number, score: number, kind: string) => ({
  x,
  y,
  w,
  h,
  score,
  kind,
});
const square = (x: number, y: number, side: number) => [x, y, x + side, y, x + side, y + side, x, y + side];

test('findings are suggested by their outlines, sorted by confidence, or by their boxes if there are no outlines', () => {
  const whole = found(0, 0, 900, 500, 0.5, 'tiled');
  const text = found(100, 100, 200, 40, 0.9, 'text');
  const logo = found(700, 20, 60, 60, 0.7, 'logo');
  const letters = [square(110, 105, 20), square(140, 105, 20)];
  const tile = square(400, 300, 30);
  const proposals = makeProposals([whole, text, logo], [...letters, tile], kind => `<${kind}>`);
  expect(proposals.map(({ name }) => name)).toEqual(['<text>', '<logo>', '<tiled>']);
  expect(proposals.map(({ op }) => op)).toEqual([
    { kind: 'area', label, rings: letters },
    { kind: 'box', label, x: 700, y: 20, w: 60, h: 60 },
    { kind: 'area', label, rings: [tile] },
  ]);
  expect(new Set(proposals.map(({ id }) => id)).size).toBe(3);
});

test('tiles are one suggestion with all their outlines, or separate boxes if there are no outlines', () => {
  const places = Array.from({ length: 60 }, (_, k) => [(k % 10) * 90, Math.floor(k / 10) * 80] as const);
  const tiles = places.map(([x, y]) => ({ x, y, w: 40, h: 30, score: 0.9, kind: 'tiled' }));
  const rings = places.map(([x, y]) => [x + 5, y + 5, x + 30, y + 5, x + 30, y + 20]);
  const [only, ...others] = makeProposals(tiles, rings, String);
  expect(others).toEqual([]);
  expect(only?.box).toEqual({ x: 0, y: 0, w: 850, h: 430 });
  expect(only?.op).toMatchObject({ kind: 'area', rings });
  expect(makeProposals(tiles, [], String)).toHaveLength(40);
});
