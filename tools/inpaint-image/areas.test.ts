// Tests that each picture has its own marks or shares them by size, that they are copied to other sizes on request, and are sent as boxes or as a mask.
import type { MaskOp } from 'ui/mask-painter/ops.ts';
import type { FileFacts } from 'ui/tool-screen.ts';
import { expect, test } from 'vitest';
import {
  type Areas,
  areaOf,
  boxesOf,
  countSizes,
  earlierMasksOf,
  isMarked,
  type Marks,
  maskOf,
  removeLabel,
  sameSteps,
  shareAreas,
  sizeOf,
  spreadArea,
  stepsOf,
  withArea,
  withNextStep,
  withoutLastStep,
} from './areas.ts';
import { makeProposals } from './propose.ts';

const label = removeLabel.id;
const box: MaskOp = { kind: 'box', label, x: 800, y: 500, w: 100, h: 50 };
const stroke: MaskOp = { kind: 'stroke', label, width: 30, path: [100, 100, 200, 100] };
const wipe: MaskOp = { kind: 'stroke', label: null, width: 400, path: [850, 500, 900, 550] };
const large = { name: 'a.jpg', width: 1000, height: 600 };
const twin = { name: 'b.jpg', width: 1000, height: 600 };
const small = { name: 'c.jpg', width: 500, height: 300 };
const link = { name: 'd.jpg' };
/** Marks that pictures of a size share, and marks of each picture. */
const put = (marks: Marks, facts: FileFacts, ops: readonly MaskOp[], steps?: readonly (readonly MaskOp[])[]) =>
  withArea(marks, facts, { width: 1000, height: 600, ...sizeOf(facts), ops, ...(steps && { steps }) });
const shared = (areas: Areas = {}) => ({ areas, isSameArea: true, isSameMark: false });
const own = (areas: Areas = {}) => ({ areas, isSameArea: false, isSameMark: false });

test('a picture has its own marks, also beside another one of its size', () => {
  const marks = own(put(own(), large, [box]));
  expect([large, twin, small, link].map(facts => isMarked(marks, facts))).toEqual([true, false, false, false]);
  const both = own(put(marks, twin, [stroke]));
  expect([areaOf(both, large)?.ops, areaOf(both, twin)?.ops]).toEqual([[box], [stroke]]);
});

test('where marks are shared, pictures of the same size have the same ones, others none', () => {
  const marks = shared(put(shared(), large, [box]));
  expect(areaOf(marks, twin)?.ops).toEqual([box]);
  expect([isMarked(marks, twin), isMarked(marks, small), isMarked(marks, link)]).toEqual([true, false, false]);
  expect(isMarked(shared(put(marks, large, [box, wipe])), large)).toBe(false);
});

test('the marks on the screen become those of all pictures, and stay where sharing ends', () => {
  const marks = own(put(own(), large, [box]));
  const on = { ...marks, ...shareAreas(marks, { isSameArea: true }, large) };
  expect(areaOf(on, twin)?.ops).toEqual([box]);
  const changed = { ...on, areas: put(on, twin, [stroke]) };
  const off = { ...changed, ...shareAreas(changed, { isSameArea: false }, twin) };
  expect([areaOf(off, twin)?.ops, areaOf(off, large)?.ops]).toEqual([[stroke], [box]]);
  // The same watermark is at the same place.
  const sameMark = { ...marks, ...shareAreas(marks, { isSameMark: true }, large) };
  expect(areaOf(sameMark, twin)?.ops).toEqual([box]);
});

test('marks are scaled in proportion to pictures of other sizes', () => {
  const first = shared(put(shared(), large, [box]));
  const marks = shared(spreadArea(first, large, [large, twin, small, link]));
  expect(areaOf(marks, small)?.ops).toEqual([{ ...box, x: 400, y: 250, w: 50, h: 25 }]);
  expect(areaOf(marks, large)?.ops).toEqual([box]);
  expect(countSizes([large, twin, small, link])).toBe(2);
});

test('a file of unknown size has its own marks, which are always sent as a mask', async () => {
  const marks = shared(put(shared(), link, [box]));
  expect([isMarked(marks, link), isMarked(marks, large), isMarked(marks, { name: 'e.jpg' })]).toEqual([
    true,
    false,
    false,
  ]);
  expect(boxesOf(marks, link)).toBeUndefined();
  expect(await maskOf(marks, link)).toBeInstanceOf(Blob);
  expect(maskOf(marks, large)).toBeUndefined();
  const painted = shared(put(marks, small, [stroke]));
  expect(areaOf(shared(spreadArea(painted, small, [small, link])), link)?.ops).toEqual([
    { ...stroke, width: 60, path: [200, 200, 400, 200] },
  ]);
});

test('boxes are sent as coordinates, anything else as one mask for the whole batch', async () => {
  const boxes = shared(put(shared(), large, [box]));
  expect(boxesOf(boxes, large)).toEqual([{ x: 800, y: 500, w: 100, h: 50 }]);
  const painted = shared(put(shared(), large, [box, stroke]));
  expect(boxesOf(painted, large)).toBeUndefined();
  expect(maskOf(painted, large)).toBe(maskOf(painted, twin));
  expect((await maskOf(painted, large))?.type).toBe('image/png');
  expect(
    boxesOf(
      shared(
        put(
          shared(),
          large,
          Array.from({ length: 201 }, () => box),
        ),
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

test('after a removal the next marks are a step of their own, which can be taken back', async () => {
  const first = { width: 1000, height: 600, ops: [box] };
  const next = withNextStep(first);
  expect(next).toMatchObject({ ops: [], steps: [[box]] });
  const second = { ...next, ops: [stroke] };
  expect(stepsOf(second)).toEqual([[box], [stroke]]);
  const marks = own(withArea(own(), large, second));
  // The last step is sent as the mark, those before it as masks of their own.
  expect(boxesOf(marks, large)).toBeUndefined();
  expect(await earlierMasksOf(marks, large)).toHaveLength(1);
  const undone = withoutLastStep(withNextStep(second));
  expect(sameSteps(stepsOf(undone), stepsOf(first))).toBe(true);
  // What remains can be applied; with nothing left, nothing is marked.
  expect(isMarked(own(withArea(own(), large, undone)), large)).toBe(true);
  expect(isMarked(own(withArea(own(), large, withoutLastStep(undone))), large)).toBe(false);
});

test('a long chain of removals keeps all marks', () => {
  let area = { width: 1000, height: 600, ops: [box] as readonly MaskOp[] };
  for (let i = 0; i < 40; i++) area = { ...withNextStep(area), ops: [stroke] };
  expect(stepsOf(area).length).toBeLessThanOrEqual(21);
  expect(stepsOf(area).flat()).toHaveLength(41);
});
