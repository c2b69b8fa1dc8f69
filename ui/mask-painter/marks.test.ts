// Tests the rasterisation of marks: the mask matches the drawn marks in size and place.
import { sharp } from 'engines/sharp.ts';
import { expect, test } from 'vitest';
import { addOp, asBoxes, countPoints, limits, type MaskOp, scaleOps } from './ops.ts';
import { rasteriseBand } from './rasterise.ts';
import { markedShare, renderMask } from './render-mask.ts';

const box = (x: number, y: number, w: number, h: number, label: string | null = 'remove'): MaskOp => ({
  kind: 'box',
  label,
  x,
  y,
  w,
  h,
});
const stroke = (width: number, path: number[], label: string | null = 'remove'): MaskOp => ({
  kind: 'stroke',
  label,
  width,
  path,
});

async function readMask(ops: readonly MaskOp[], width: number, height: number, label = 'remove') {
  const blob = await renderMask(ops, width, height, label);
  const { data, info } = await sharp(Buffer.from(await blob.arrayBuffer()))
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width, height });
  const at = (x: number, y: number) => data[(y * width + x) * info.channels];
  return { at, count: data.filter((value, index) => index % info.channels === 0 && value > 127).length };
}

test('a box marks exactly its pixels, in a picture whose width is not a multiple of eight', async () => {
  const { at, count } = await readMask([box(3, 2, 10, 4)], 37, 11);
  expect(count).toBe(40);
  expect([at(3, 2), at(12, 5), at(2, 2), at(13, 5), at(3, 6)]).toEqual([255, 255, 0, 0, 0]);
});

test('a brush stroke has round ends and the given width', async () => {
  const { at, count } = await readMask([stroke(20, [30, 50, 90, 50])], 120, 100);
  expect([at(60, 40), at(60, 59), at(60, 39), at(60, 60)]).toEqual([255, 255, 0, 0]);
  expect([at(20, 50), at(99, 50), at(19, 50), at(22, 42)]).toEqual([255, 255, 0, 0]);
  expect(count).toBeCloseTo(60 * 20 + Math.PI * 100, -1.5);
});

test('a slanted stroke and a single dot are filled without gaps', async () => {
  const slanted = await readMask([stroke(8, [10, 10, 60, 40, 20, 70])], 80, 80);
  for (let i = 0; i <= 1; i += 0.05) expect(slanted.at(Math.floor(10 + 50 * i), Math.floor(10 + 30 * i))).toBe(255);
  expect(slanted.at(40, 20)).toBe(0);
  const dot = await readMask([stroke(10, [20, 20])], 40, 40);
  expect(dot.count).toBeCloseTo(Math.PI * 25, -1);
});

test('the eraser removes marks, and later marks are on top', async () => {
  const ops = [box(0, 0, 40, 40), stroke(10, [20, 0, 20, 40], null), box(18, 10, 4, 4)];
  const { at } = await readMask(ops, 40, 40);
  expect([at(5, 5), at(20, 30), at(20, 12)]).toEqual([255, 0, 255]);
});

test('each label has a separate mask, and the later label wins where both were painted', async () => {
  const ops = [box(0, 0, 20, 20, 'keep'), box(10, 0, 20, 20, 'erase')];
  const keep = await readMask(ops, 40, 20, 'keep');
  const erase = await readMask(ops, 40, 20, 'erase');
  expect([keep.count, erase.count]).toEqual([200, 400]);
  expect([keep.at(12, 5), erase.at(12, 5)]).toEqual([0, 255]);
});

test('a self-intersecting outline is filled, and one in the opposite direction is a hole', async () => {
  const ring = [10, 10, 50, 10, 50, 50, 10, 50];
  const hole = [20, 20, 20, 40, 40, 40, 40, 20];
  const { at, count } = await readMask([{ kind: 'area', label: 'remove', rings: [ring, hole] }], 60, 60);
  expect([at(15, 15), at(30, 30), at(45, 45)]).toEqual([255, 0, 255]);
  expect(count).toBe(1600 - 400);
  const twice = [...ring, ...ring];
  const again = await readMask([{ kind: 'area', label: 'remove', rings: [twice] }], 60, 60);
  expect(again.count).toBe(1600);
});

test('bands match the whole mask, and marks may extend beyond the picture', () => {
  const ops = [stroke(31, [-20, -20, 150, 90]), box(-5, 60, 500, 500)];
  const whole = rasteriseBand(ops, 'remove', { width: 100, top: 0, rows: 100, scale: 1 });
  const parts = [0, 33, 66].map(top =>
    rasteriseBand(ops, 'remove', { width: 100, top, rows: Math.min(33, 100 - top), scale: 1 }),
  );
  parts.push(rasteriseBand(ops, 'remove', { width: 100, top: 99, rows: 1, scale: 1 }));
  expect(Buffer.concat(parts).equals(Buffer.from(whole))).toBe(true);
});

test('the covered share counts pixels, and is 0 only if no pixel is marked', () => {
  const ops = [box(0, 0, 500, 500)];
  expect(markedShare(ops, 1000, 1000, 'remove')).toBeCloseTo(0.25, 2);
  expect(markedShare([...ops, box(-1, -1, 600, 600, null)], 1000, 1000, 'remove')).toBe(0);
  expect(markedShare([box(100, 100, 3, 3)], 1900, 1200, 'remove')).toBeGreaterThan(0);
});

test('a large mask is encoded in bands', async () => {
  const { at } = await readMask([box(4990, 2990, 10, 10)], 5000, 3000);
  expect([at(4999, 2999), at(4989, 2999), at(4999, 2989)]).toEqual([255, 0, 0]);
});

test('marks that are all boxes can be returned as coordinates, in whole pixels inside the picture', () => {
  expect(asBoxes([box(-10, 5.4, 30, 10), box(90, 90, 50, 50)], 'remove', 100, 100)).toEqual([
    { x: 0, y: 5, w: 20, h: 10 },
    { x: 90, y: 90, w: 10, h: 10 },
  ]);
  expect(asBoxes([box(0, 0, 9, 9), stroke(4, [1, 1])], 'remove', 100, 100)).toBeUndefined();
  expect(asBoxes([box(0, 0, 9, 9), box(0, 0, 5, 5, null)], 'remove', 100, 100)).toBeUndefined();
});

test('marks can be scaled to a picture of another size', async () => {
  const ops = scaleOps([box(10, 10, 20, 20), stroke(10, [50, 50, 60, 50])], 2, 2);
  const { at, count } = await readMask(ops, 200, 200);
  expect([at(20, 20), at(59, 59), at(19, 20), at(110, 91), at(110, 89)]).toEqual([255, 255, 0, 255, 0]);
  expect(count).toBeGreaterThan(1600 + 400);
});

test('the list stays small for any amount of scribbling, and the mask still covers it', () => {
  let ops: readonly MaskOp[] = [];
  for (let round = 0; round < 40; round += 1) {
    const path = Array.from({ length: 800 }, (_, i) => [i * 2, Math.round(300 + 200 * Math.sin(i / 9 + round))]).flat();
    ops = addOp(ops, stroke(30, path)) ?? ops;
  }
  expect(countPoints(ops)).toBeLessThanOrEqual(limits.points);
  expect(JSON.stringify(ops).length).toBeLessThan(200_000);
  expect(markedShare(ops, 1600, 600, 'remove')).toBeGreaterThan(0.6);
  const many = Array.from({ length: limits.ops }, (_, i) => box(i, 0, 5, 5));
  expect(addOp(many, box(0, 0, 1, 1))).toBeUndefined();
});
