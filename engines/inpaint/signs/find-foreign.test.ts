// Tests that a piece of a thing in a filled hole is told from ground that goes on, by the parts of two networks that ship.

import { mulberry32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { photos } from '../../../bench/photos.ts';
import { openPicture, readPixels } from '../../image.ts';
import { describedCells, describedSide } from '../../matte/describe-cells.ts';
import { subjectEye, thingEye } from './eyes.ts';
import { findThings, measureForeign } from './find-foreign.ts';
import type { Canvas } from './shrink-canvas.ts';

/** A canvas of one colour with a hole of this size, filled from elsewhere. */
function draw(holeWidth: number, holeHeight: number) {
  const [width, height] = [400, 300];
  const sources = new Int32Array(width * height).fill(-1);
  for (let y = 0; y < holeHeight; y++) sources.fill(0, (100 + y) * width + 150, (100 + y) * width + 150 + holeWidth);
  const colours = new Uint8Array(width * height * 3).fill(128);
  return { colours, sources, width, height, inner: { left: 0, top: 0, width, height } };
}

/** The looks at the only hole that is as large as one of a thing. */
async function measureOnly(canvas: Canvas, eyes: Parameters<typeof measureForeign>[3]): Promise<number[]> {
  const things = findThings(canvas);
  expect(things.holes).toHaveLength(1);
  return measureForeign(canvas, things, things.holes[0]!, eyes);
}

test('spots and lines of writing are no things', () => {
  expect(findThings(draw(20, 20)).holes).toEqual([]);
  expect(findThings(draw(200, 24)).holes).toEqual([]);
});

test('two lines of writing under one brush are thin, and so are strokes side by side', () => {
  const areThin = (canvas: Canvas) => findThings(canvas).holes.map(hole => hole.isThin);
  expect(areThin(draw(240, 33))).toEqual([true]);
  expect(areThin(draw(240, 36))).toEqual([false]);
  const comb = draw(100, 100);
  for (let y = 110; y < 200; y++)
    for (let x = 150; x < 250; x++) if ((x - 150) % 28 >= 16) comb.sources[y * comb.width + x] = -1;
  expect(areThin(comb)).toEqual([true]);
});

test('what lies around a hole is compared with what is in it, cell by cell', async () => {
  const sizes: number[] = [];
  const describe = async ({ width, height }: { readonly width: number; readonly height: number }) => {
    sizes.push(width, height);
    // In the middle there is something else, at one place at a right angle to the ground.
    return Array.from({ length: describedCells ** 2 }, (_, cell) => {
      const [x, y] = [cell % describedCells, Math.floor(cell / describedCells)];
      return x > 5 && x < 10 && y > 5 && y < 10 ? Float32Array.of(0.6, 0.8) : Float32Array.of(1, 0);
    });
  };
  const [near, wide] = (await measureOnly(draw(100, 100), [
    { describe, margin: 0.6 },
    { describe, margin: 0.25 },
  ])) as [number, number];
  expect(near).toBeCloseTo(0.4, 5);
  expect(wide).toBeCloseTo(0.4, 5);
  expect(sizes).toEqual(new Array(4).fill(describedSide));
});

test('a face in a hole in the grass is more foreign than grass to both networks', async () => {
  const photo = await readPixels((await openPicture(photos.womanRed)).start(), 3);
  const random = mulberry32(7);
  const grass = draw(100, 100);
  for (let at = 0; at < grass.colours.length; at += 3) {
    const noise = 40 * (random() - 0.5);
    grass.colours.set([70 + noise, 120 + noise, 50 + noise], at);
  }
  const colours = Uint8Array.from(grass.colours);
  for (let y = 0; y < 100; y++)
    for (let x = 0; x < 100; x++) {
      const from = ((y * 2 + 100) * photo.width + x * 2 + 150) * 3;
      colours.set(photo.data.subarray(from, from + 3), ((100 + y) * grass.width + 150 + x) * 3);
    }
  const eyes = [subjectEye, thingEye];
  const ground = await measureOnly(grass, eyes);
  const face = await measureOnly({ ...grass, colours }, eyes);
  expect(ground[0]).toBeLessThan(0.45);
  expect(face[0]).toBeGreaterThan(0.55);
  expect(ground[1]).toBeLessThan(0.2);
  expect(face[1]).toBeGreaterThan(0.3);
});
